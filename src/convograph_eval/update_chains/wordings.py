"""Wordings of facts that change, read from a file and checked.

For each relation, kind of step and person ("I", or somebody else), there are texts with slots in braces. The slot of a
new value is `{new}`, that of the value it replaces or ends `{old}`, that of a value that never holds `{other}`.
"""

from __future__ import annotations

from pathlib import Path
from string import Formatter
from typing import Final, Literal

from pydantic import Field, StrictBool, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.shapes import Shape, validate
from convograph.formats.source import source_of_file

STATING: Final = ("first", "change", "change_both", "change_dated", "further", "correction", "return", "end")
"""Kinds of step that change which values hold."""

CLAIMS: Final = ("hypothetical", "past", "visit", "wish", "other_speaker")
"""Kinds with their own wordings that name a value but change nothing."""

FRAMES: Final = ("question", "quotation", "joke")
"""Kinds that put a clause about any relation into a frame, and change nothing."""

KINDS: Final = (*STATING, "repetition", *CLAIMS, *FRAMES)
"""All kinds of step, in the order of reports."""

CLAUSES: Final = "clauses"
"""The cell with the clauses for frames."""

_ADDRESSED: Final = frozenset({"subject", "Subject", "speaker", "he", "He", "his", "him", "i", "my"})
_VALUES: Final = {  # kind: the slots for values that it needs, and those that it may have
    "first": ({"new"}, set[str]()),
    "change": ({"new"}, set()),
    "change_both": ({"new", "old"}, set()),
    "change_dated": ({"new"}, {"month"}),
    "further": ({"new"}, set()),
    "correction": ({"new"}, {"old"}),
    "return": ({"new"}, set()),
    "end": ({"old"}, set()),
    "repetition": ({"new"}, set()),
    **{kind: ({"other"}, set()) for kind in (*CLAIMS, CLAUSES)},
    **{kind: ({"clause"}, set()) for kind in FRAMES},
    "filler": (set(), set()),
    "reply": (set(), set()),
}

_SHARED: Final = frozenset({"correction", *FRAMES, "filler", "reply"})
_OF_ONE: Final = frozenset({"first", "change", "change_both", "change_dated", "return", "repetition"})
_OF_MANY: Final = frozenset({"first", "further", "repetition"})

Pronoun = Literal["she", "he"]
Cells = dict[StrictStr, list[StrictStr]]


class Named(Shape):
    """A person with a name."""

    name: StrictStr
    pronoun: Pronoun


class Relative(Shape):
    """A person known by kinship to the speaker, for example "sister"."""

    kinship: StrictStr
    pronoun: Pronoun


class Namesake(Named):
    """A name that two people have: a relative of the speaker, and somebody else, distinguished by `known_from`."""

    kinship: StrictStr
    known_from: StrictStr


class People(Shape):
    """The speakers, and the people that they talk about."""

    speakers: list[Named] = Field(min_length=2)
    relatives: list[Relative] = Field(min_length=1)
    acquaintances: list[Named] = Field(min_length=1)
    namesakes: list[Namesake] = Field(min_length=1)


class Relation(Shape):
    """The values of a relation, whether several can hold at a time, and wordings by kind."""

    many: StrictBool
    values: list[StrictStr] = Field(min_length=4)
    first_person: Cells
    third_person: Cells = Field(default_factory=dict)

    def cells(self, *, first_person: bool) -> Cells:
        """The wordings by kind, about the speaker or about somebody else."""
        return self.first_person if first_person else self.third_person


class Wordings(Shape):
    """The contents of a file."""

    people: People
    shared: Cells
    relations: dict[StrictStr, Relation] = Field(min_length=1)


_WORDINGS = TypeAdapter(Wordings)


def read_wordings(path: Path) -> Wordings:
    """The wordings in a file.

    Raises `InputError` for a wrong form, an unknown or missing kind, and slots that do not fit the kind.
    """
    source = source_of_file(path)
    wordings = validate(_WORDINGS, source.json, source.place)
    _check_cells(wordings.shared, _SHARED, within(source.place, "shared"))
    for name, relation in wordings.relations.items():
        place = within(source.place, "relations", name)
        needed = _OF_MANY if relation.many else _OF_ONE
        _check_cells(relation.first_person, needed, within(place, "first_person"))
        if relation.third_person:
            _check_cells(relation.third_person, needed, within(place, "third_person"))
    if all(relation.many or not relation.third_person for relation in wordings.relations.values()):
        raise InputError(f"{source.place} no relation of one value has a third_person, which two of one name need")
    return wordings


def slots(wording: str) -> frozenset[str]:
    """The names of the slots in a wording.

    >>> sorted(slots("I'm not {a_old} anymore, I'm {a_new} now."))
    ['a_new', 'a_old']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(wording) if name is not None)


def _check_cells(cells: Cells, needed: frozenset[str], place: str) -> None:
    lacking = sorted(needed - {kind for kind, texts in cells.items() if texts})
    if lacking:
        raise InputError(f"{place} has no wording of the kind {lacking[0]}; give one")
    for kind, texts in cells.items():
        if kind not in _VALUES:
            raise InputError(f"{within(place, kind)} is an unknown kind; kinds are {', '.join(_VALUES)}")
        for number, text in enumerate(texts):
            _check_slots(text, kind, within(place, kind, number))


def _check_slots(text: str, kind: str, place: str) -> None:
    needed, possible = _VALUES[kind]
    named = {name.removeprefix("a_").lower() for name in slots(text) - _ADDRESSED}
    if not needed <= named <= needed | possible:
        wanted = ", ".join(f"{{{name}}}" for name in sorted(needed)) or "no slot for a value"
        raise InputError(f"{place} does not fit the kind {kind}, which has {wanted}: {shortened(text)}")
