"""DialogRE's relations in a script: its dialogues found in their scenes, its relations as those of questions.

    [["Speaker 1: Hey!", …], [{"x": "Speaker 1", "y": "Monica", "r": ["per:siblings"], "t": ["sister"], …}, …]]

`y` is what `r` says of `x`: Monica is the first speaker's sibling. `t` are words that show it.
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
from convograph.extraction.lexicon import word_list, word_table
from convograph.formats.limits import MAX_SPEAKER_CHARACTERS, check_name, shortened, within
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import source_of_file
from convograph_eval.dialsim.building.alignment import Aligned, Aligner, Unaligned
from convograph_eval.dialsim.building.relations import DATING, MarkedRelation
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
"""Relations that a question has under another name."""

BY_GENDER: Final[Mapping[str, Mapping[str, str]]] = {
    "per:spouse": {"she": "wife", "he": "husband"},
    "per:siblings": {"she": "sister", "he": "brother"},
    "per:parents": {"she": "mother", "he": "father"},
    "per:children": {"she": "daughter", "he": "son"},
    "per:girl/boyfriend": {"she": "girlfriend", "he": "boyfriend"},
}
"""Relations that a question has for her and for him."""

_COUPLE: Final = frozenset({"per:spouse", "per:girl/boyfriend"})
_OVER: Final = re.compile(r"\b(?:ex|used to|broke|broken|break|dump|dumped|divorced?)\b", re.IGNORECASE)
_ENGAGED: Final = re.compile(r"\b(?:fianc|engage)", re.IGNORECASE)
_FIANCES: Final = {"she": "fiancee", "he": "fiance"}
_ARTICLES: Final = frozenset({"a", "an", "the"})
_VALUES: Final = frozenset({"age", "job", "major", "place of work", "date of birth", "place of birth"})

NO_SUCH_RELATION: Final = "a relation that no question has"
NOT_NAMED: Final = "somebody without a name"
NO_GENDER: Final = "she or he is not known"
REMEMBERED: Final = "an age that somebody remembers"


class _Relation(Shape):
    x: NameField
    y: NameField
    r: list[StrictStr]
    t: list[StrictStr]


_DIALOGUES = TypeAdapter(list[tuple[list[StrictStr], list[_Relation]]])


@dataclass(frozen=True, slots=True)
class Marked:
    """The relations of a file, how many of its dialogues have a scene, and what was left out, by reason."""

    relations: tuple[MarkedRelation, ...]
    dialogues: int
    aligned: int
    left_out: Mapping[str, int]


def dialogre_relations(path: Path, scenes: Sequence[Scene]) -> Marked:
    """The relations of a file of DialogRE in a script of these scenes. Raises `InputError` for another form."""
    source = source_of_file(path)
    shapes = validate(_DIALOGUES, source.json, source.place)
    align, name_of = Aligner(scenes), _naming(scenes)
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
        for told in _relations(marked, found, name_of):
            if isinstance(told, str):
                left_out[told] += 1
            elif _is_remembered(told, scenes[told.scene]):
                left_out[REMEMBERED] += 1
            else:
                relations.append(told)
    return Marked(tuple(relations), len(shapes), aligned, dict(left_out))


def question_relation(relation: str, triggers: Sequence[str], tail: str) -> str | None:
    """What a question calls a relation, by what `tail` is called and by the words that show it; `None`: nothing.

    >>> question_relation("per:girl/boyfriend", ["broke with"], "Emily")
    'ex-girlfriend'
    """
    shown = " ".join(triggers)
    over = "ex-" if _OVER.search(shown) else ""
    if relation == "per:roommate":
        return f"{over}roommate"
    if relation in PLAIN:
        return PLAIN[relation]
    gender = _gender(tail)
    if relation not in BY_GENDER or gender is None:
        return None
    if relation not in _COUPLE:
        return BY_GENDER[relation][gender]
    return over + (_FIANCES if _ENGAGED.search(shown) else BY_GENDER[relation])[gender]


def _relations(
    marked: Sequence[_Relation], aligned: Aligned, name_of: Callable[[str], str | None]
) -> Iterator[MarkedRelation | str]:
    """The relations of a dialogue under the names of the script, or why one is left out."""
    names = alternate_names([(one.x, one.y) for one in marked if ALTERNATE_NAMES in one.r])

    def called(name: str) -> str | None:
        spoken = (aligned.speakers[one] for one in names.get(name, (name,)) if one in aligned.speakers)
        known = next(spoken, None if is_speaker(name) else name)
        return None if known is None else name_of(known)

    for one in marked:
        head = called(one.x)
        for relation in one.r:
            if relation not in PLAIN and relation not in BY_GENDER:
                yield NO_SUCH_RELATION
                continue
            tail = one.y if PLAIN.get(relation) in _VALUES else called(one.y)
            if head is None or tail is None:
                yield NOT_NAMED
                continue
            asked = question_relation(relation, one.t, tail)
            yield NO_GENDER if asked is None else MarkedRelation(aligned.scene, head, asked, tail)


def _is_remembered(told: MarkedRelation, scene: Scene) -> bool:
    """Whether it is an age of long ago: "when I was, um, seven"."""
    if told.relation != "age":
        return False
    remembered = re.compile(rf"\bwhen \w+ (?:was|were)\b(?:\W+\w+)?\W+{re.escape(told.tail)}\b", re.IGNORECASE)
    return any(remembered.search(one.text) for one in scene.utterances)


def _naming(scenes: Sequence[Scene]) -> Callable[[str], str | None]:
    """Names as the script has them: a speaker's own, also for the first name alone; none for who has no name.

    "The Man" and "Doctor" are no names, and neither is what has no capital letter.
    """
    nouns = word_list("person_nouns")
    speakers = {one.speaker for scene in scenes for one in scene.utterances}

    def named(name: str) -> str | None:
        first = name.split(maxsplit=1)[0]
        if name not in speakers and first in speakers and _gender(first) is not None:
            return first
        nameless = name.lower() in nouns or first.lower() in _ARTICLES or not first[0].isupper()
        return None if nameless else name

    return named


def _gender(name: str) -> str | None:
    first = name.split(maxsplit=1)[0].lower()
    found = word_table("titles").get(first) or word_table("first_names").get(first)
    return found if found in _FIANCES else None


def _utterance(line: str, place: str) -> Utterance:
    speaker, found, text = line.partition(":")
    if not found:
        raise InputError(f"{place} names no speaker: {shortened(line)}; write 'A: Hi'")
    return Utterance(speaker.strip(), text.strip())
