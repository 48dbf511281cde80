"""DialogRE's relations in a script: its dialogues are aligned with scenes, its relations mapped to those of questions.

    [["Speaker 1: Hey!", …], [{"x": "Speaker 1", "y": "Monica", "r": ["per:siblings"], "t": ["sister"], …}, …]]

`y` is the `r` of `x`: Monica is the first speaker's sibling. `t` are the words that show it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.extraction.times.words import NUMBER, time_pattern
from convograph.formats.limits import MAX_SPEAKER_CHARACTERS, check_name, shortened, within
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import source_of_file
from convograph_eval.dialsim.building.alignment import Aligned, Aligner, Unaligned
from convograph_eval.dialsim.building.naming import NOT_NAMED, UnknownNameError, gender_of, naming
from convograph_eval.dialsim.building.relations import DATING, MarkedRelation
from convograph_eval.dialsim.building.tellings import COUPLES, VALUES, Telling
from convograph_eval.dialsim.shows.types import Scene, Utterance
from convograph_eval.language.dialogre.corpus import ALTERNATE_NAMES, alternate_names, is_speaker

PLAIN: Final[Mapping[str, str]] = {
    "per:roommate": "roommate",
    "per:neighbor": "neighbor",
    "per:client": "client",
    "per:boss": "boss",
    "per:subordinate": "subordinate",
    "per:alumni": "alumni",
    "per:dates": DATING,
    "per:pet": "pet",
    "per:age": "age",
    "per:title": "job",
    "per:major": "major",
    "per:place_of_work": "place of work",
    "per:date_of_birth": "date of birth",
    "per:place_of_birth": "place of birth",
}
"""DialogRE's name of a relation -> its name in questions."""

BY_GENDER: Final[Mapping[str, Mapping[str, str]]] = {
    "per:spouse": {"she": "wife", "he": "husband"},
    "per:siblings": {"she": "sister", "he": "brother"},
    "per:parents": {"she": "mother", "he": "father"},
    "per:children": {"she": "daughter", "he": "son"},
    "per:girl/boyfriend": {"she": "girlfriend", "he": "boyfriend"},
}
"""Relations with a name in questions for her and another for him."""

_ENGAGED: Final = re.compile(r"\b(?:fianc|engage)", re.IGNORECASE)
_YEARS_OLD: Final = re.compile(r"[- ]years?[- ]old$", re.IGNORECASE)
_NUMBER: Final = time_pattern(NUMBER)
_FIANCES: Final = {"she": "fiancee", "he": "fiance"}

NO_SUCH_RELATION: Final = "a relation that no question has"
NO_GENDER: Final = "she or he is not known"
REMEMBERED: Final = "an age that somebody remembers"
NO_VALUE: Final = "a job that is a name, or an age that is no number"


class _Relation(Shape):
    x: NameField
    y: NameField
    r: list[StrictStr]
    t: list[StrictStr]


_DIALOGUES = TypeAdapter(list[tuple[list[StrictStr], list[_Relation]]])


@dataclass(frozen=True, slots=True)
class DialogreRelations:
    """The relations of a file, the numbers of dialogues and of aligned ones, and what was left out, by reason."""

    relations: tuple[MarkedRelation, ...]
    dialogues: int
    aligned: int
    left_out: Mapping[str, int]


def dialogre_relations(
    path: Path, scenes: Sequence[Scene], full_names: Mapping[str, str] | None = None
) -> DialogreRelations:
    """The relations of a DialogRE file in a script; `full_names` maps the full names of its speakers, where known.

    Raises `InputError` for a file of another form.
    """
    source = source_of_file(path)
    shapes = validate(_DIALOGUES, source.json, source.place)
    align, name_of = Aligner(scenes), naming(scenes, full_names or {})
    left_out: Counter[str] = Counter()
    relations: list[MarkedRelation] = []
    aligned = 0
    for number, (lines, marked) in enumerate(shapes):
        for ordinal, one in enumerate(marked):
            for key, name in (("x", one.x), ("y", one.y)):
                check_name(name, within(source.place, number, 1, ordinal, key), MAX_SPEAKER_CHARACTERS)
        dialogue = [_utterance(line, within(source.place, number, 0, place)) for place, line in enumerate(lines)]
        found = align(dialogue)
        if isinstance(found, Unaligned):
            left_out[found.reason] += 1
            continue
        aligned += 1
        for told in _relations(marked, found, name_of, scenes[found.scene]):
            if isinstance(told, str):
                left_out[told] += 1
            else:
                relations.append(told)
    return DialogreRelations(tuple(relations), len(shapes), aligned, dict(left_out))


def question_relation(relation: str, shown: str, tail: str, *, over: bool = False) -> str | None:
    """A relation's name in questions, by the gender of `tail` and the words that show it; `None` if it has none.

    >>> question_relation("per:girl/boyfriend", "broke with", "Emily", over=True)
    'ex-girlfriend'
    """
    former = "ex-" if over else ""
    if relation == "per:roommate":
        return f"{former}roommate"
    if relation in PLAIN:
        return PLAIN[relation]
    gender = gender_of(tail)
    if relation not in BY_GENDER or gender is None:
        return None
    if relation not in COUPLES:
        return BY_GENDER[relation][gender]
    return former + (_FIANCES if _ENGAGED.search(shown) else BY_GENDER[relation])[gender]


def _relations(
    marked: Sequence[_Relation], aligned: Aligned, name_of: Callable[[str], str], scene: Scene
) -> Iterator[MarkedRelation | str]:
    """The relations of a dialogue with the names of the script, or the reasons why they are left out."""
    names = alternate_names([(one.x, one.y) for one in marked if ALTERNATE_NAMES in one.r])

    def called(name: str) -> str:
        spoken = (aligned.speakers[one] for one in names.get(name, (name,)) if one in aligned.speakers)
        known = next(spoken, None if is_speaker(name) else name)
        if known is None:
            raise UnknownNameError(NOT_NAMED)
        return name_of(known)

    for one in marked:
        for place, relation in enumerate(one.r):
            if relation not in PLAIN and relation not in BY_GENDER:
                yield NO_SUCH_RELATION
                continue
            shown = one.t[place : place + 1]
            try:
                tail = _value(one.y) if relation in VALUES else called(one.y)
                yield _read(Telling(relation, called(one.x), tail, tuple(filter(None, shown)), scene), aligned.scene)
            except UnknownNameError as unknown:
                yield str(unknown)


def _value(written: str) -> str:
    """An age without its unit, any other value as it is written.

    >>> _value("28-year-old"), _value("tour guide")
    ('28', 'tour guide')
    """
    return _YEARS_OLD.sub("", written)


def _read(telling: Telling, scene: int) -> MarkedRelation | str:
    """The relation in terms of questions, or the reason why it is left out."""
    asked = question_relation(telling.relation, " ".join(telling.shown), telling.tail, over=telling.is_over)
    if asked is None:
        return NO_GENDER
    if (asked == "job" and not telling.tail.islower()) or (asked == "age" and not _NUMBER.fullmatch(telling.tail)):
        return NO_VALUE
    told = MarkedRelation(scene, telling.head, asked, telling.tail)
    if _is_remembered(told, telling.scene):
        return REMEMBERED
    return telling.doubt or told


def _is_remembered(told: MarkedRelation, scene: Scene) -> bool:
    """Whether a relation is an age in the past: "when I was, um, seven"."""
    if told.relation != "age":
        return False
    remembered = re.compile(rf"\bwhen \w+ (?:was|were)\b(?:\W+\w+)?\W+{re.escape(told.tail)}\b", re.IGNORECASE)
    return any(remembered.search(one.text) for one in scene.utterances)


def _utterance(line: str, place: str) -> Utterance:
    speaker, found, text = line.partition(":")
    if not found:
        raise InputError(f"{place} names no speaker: {shortened(line)}; write 'A: Hi'")
    return Utterance(speaker.strip(), text.strip())
