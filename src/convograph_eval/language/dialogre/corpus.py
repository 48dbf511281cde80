"""DialogRE's file: dialogues of lines "Speaker 1: text", and the annotated relations in each.

Relations of kinship, work and places are measured. A relation and its inverse are both annotated ("parents" of one,
"children" of the other); a pair is read once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.shapes import Shape, validate
from convograph.formats.source import source_of_file
from convograph.types import SourceTurn

ALTERNATE_NAMES = "per:alternate_names"
_SPEAKER = "Speaker "

GROUPS: Mapping[str, Mapping[str, str]] = {
    "kinship": {
        "per:siblings": "siblings",
        "per:parents": "parents and children",
        "per:children": "parents and children",
        "per:spouse": "spouse",
        "per:other_family": "other family",
        "per:girl/boyfriend": "girl- or boyfriend",
    },
    "job": {
        "per:title": "title",
        "per:place_of_work": "place of work",
        "per:employee_or_member_of": "employee or member",
        "per:works": "works",
        "per:boss": "boss",
        "per:subordinate": "boss",
    },
    "residence": {
        "per:place_of_residence": "residence",
        "per:origin": "origin",
        "per:visited_place": "visited",
    },
}
"""Group → DialogRE's relation → our name for it."""


@dataclass(frozen=True, slots=True)
class Related:
    """A related pair, each with all of its names in the dialogue (the annotated name first), and the relation."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    group: str
    relation: str


@dataclass(frozen=True, slots=True)
class LabelledDialogue:
    """The turns of a dialogue, as one session, and its related pairs."""

    turns: tuple[SourceTurn, ...]
    related: tuple[Related, ...]


class _Relation(Shape):
    x: StrictStr
    y: StrictStr
    r: list[StrictStr]


_DIALOGUES = TypeAdapter(list[tuple[list[StrictStr], list[_Relation]]])


def read_dialogre(path: Path) -> tuple[LabelledDialogue, ...]:
    """The dialogues of the file, in order. Raises `InputError` for another form."""
    source = source_of_file(path)
    shapes = validate(_DIALOGUES, source.json, source.place)
    return tuple(
        LabelledDialogue(
            tuple(_turn(number, ordinal, line, source.place) for ordinal, line in enumerate(lines)),
            tuple(_related(relations)),
        )
        for number, (lines, relations) in enumerate(shapes)
    )


def _turn(dialogue: int, ordinal: int, line: str, place: str) -> SourceTurn:
    """The turn on a line. Raises `InputError` if it has no speaker."""
    speaker, found, text = line.partition(":")
    if not found:
        raise InputError(f"{within(place, dialogue, 0, ordinal)} names no speaker: {shortened(line)}; write 'A: Hi'")
    name = f"dialogre/{dialogue}"
    return SourceTurn(ordinal, f"{name}:{ordinal}", name, ordinal, speaker.strip(), text.strip(), None)


def _related(relations: Sequence[_Relation]) -> list[Related]:
    names = alternate_names([(each.x, each.y) for each in relations if ALTERNATE_NAMES in each.r])
    found: dict[tuple[frozenset[str], str], Related] = {}
    for each in relations:
        for group, called in GROUPS.items():
            for relation in (called[name] for name in each.r if name in called):
                pair = Related(names.get(each.x, (each.x,)), names.get(each.y, (each.y,)), group, relation)
                found.setdefault((frozenset((each.x, each.y)), relation), pair)
    return list(found.values())


def alternate_names(pairs: Sequence[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """Each name that has alternates → that name, then its alternates, including those of the speaker it belongs to.

    A name that two speakers share ("buddy") is dropped.

    >>> alternate_names([("Speaker 1", "Ross"), ("Speaker 1", "Dr. Geller")])["Ross"]
    ('Ross', 'Speaker 1', 'Dr. Geller')
    """
    linked: dict[str, dict[str, None]] = {}
    for one, other in (*pairs, *((other, one) for one, other in pairs)):
        linked.setdefault(one, {})[other] = None
    shared = {name for name, others in linked.items() if sum(map(is_speaker, others)) > 1}
    found = {}
    for name, others in linked.items():
        direct = [other for other in others if name not in shared and other not in shared]
        through = [other for speaker in direct if is_speaker(speaker) for other in linked[speaker]]
        found[name] = tuple(dict.fromkeys((name, *direct, *(other for other in through if other not in shared))))
    return found


def is_speaker(name: str) -> bool:
    """Whether the name is a speaker label of the release, such as "Speaker 1"."""
    return name.startswith(_SPEAKER)
