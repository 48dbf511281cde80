"""The units of a conversation: their names, their turns, and which of them a hit is credited with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from convograph.errors import InputError
from convograph.segmentation import DIALOGUE_UNITS, grouping, line
from convograph.types import Conversation, Hit, Unit
from convograph_eval.brought import SourcedTriplet
from convograph_eval.datasets import turn_ids

TRIPLET: Unit = "triplet"
UNITS: tuple[Unit, ...] = (*DIALOGUE_UNITS, TRIPLET)


@dataclass(frozen=True)
class UnitMap:
    """The units that contain each turn, and the turns of each unit, in order.

    `lines` maps turn id → text. `named` maps unit → text for units that a hit names by its id; it is `None` for units
    of dialogue, which a hit finds through its turns. `derived` units are made by the architecture: every hit is a unit,
    and is right if one of its turns is gold.
    """

    units_of_turn: Mapping[str, tuple[str, ...]]
    turns_of_unit: Mapping[str, tuple[str, ...]]
    lines: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, str] | None = None
    derived: bool = False

    def gold(self, turns: Iterable[str]) -> frozenset[str]:
        """The units that hold a gold turn."""
        return frozenset(unit for turn in turns for unit in self.units_of_turn.get(turn, ()))

    def text(self, unit: str) -> str:
        """The text of a unit: a line `speaker: text` per turn, or its triplet."""
        if self.derived:
            return unit
        if self.named is not None:
            return self.named[unit]
        return "\n".join(self.lines[turn] for turn in self.turns_of_unit[unit])

    def found_by(self, hit: Hit) -> tuple[str, ...]:
        """The units that a hit is credited with.

        A hit with exactly the turns of a unit is credited with that unit alone. Any other hit is credited with every
        unit that contains one of its turns; but a hit coarser than a turn, such as a round or a session, is not
        credited with units that lie wholly within it.
        """
        if self.derived:
            return (hit.id,)
        if self.named is not None:
            return (hit.id,) if hit.id in self.named else ()
        turns = frozenset(turn.id for turn in hit.turns)
        if turns in self._unit_of_turns:
            return (self._unit_of_turns[turns],)
        found = dict.fromkeys(unit for turn in hit.turns for unit in self.units_of_turn.get(turn.id, ()))
        if hit.unit == "turn":
            return tuple(found)
        return tuple(unit for unit in found if not turns.issuperset(self.turns_of_unit[unit]))

    @cached_property
    def _unit_of_turns(self) -> Mapping[frozenset[str], str]:
        return {frozenset(turns): unit for unit, turns in self.turns_of_unit.items()}


def known_unit(name: str) -> Unit:
    """The unit of this name. Raises `InputError` if there is none."""
    for unit in UNITS:
        if unit == name:
            return unit
    raise InputError(f"no unit is called {name!r}; there are {', '.join(UNITS)}")


def unit_map(conversation: Conversation, unit: str, *, triplets: Sequence[SourcedTriplet] | None = None) -> UnitMap:
    """The units of a conversation, with names: turns and sessions by id, triplets by text, others by their first turn.

    A session without an id is named by its first turn. Without `triplets`, units of triplets are derived. Raises
    `InputError` for an unknown unit.
    """
    known = known_unit(unit)
    if known == TRIPLET:
        return UnitMap({}, {}, derived=True) if triplets is None else _triplet_map(triplets)
    members: dict[str, tuple[str, ...]] = {}
    lines: dict[str, str] = {}
    for session in conversation.sessions:
        named = turn_ids(session)
        lines.update(zip(named, map(line, session.turns), strict=True))
        for part in grouping(known)(session.turns):
            ids = named[part.start : part.stop]
            members[(session.id or ids[0]) if known == "session" else ids[0]] = ids
    return UnitMap(_units_of_turn(members), members, lines)


def _triplet_map(triplets: Sequence[SourcedTriplet]) -> UnitMap:
    members = {one.name: one.sources for one in triplets}
    return UnitMap(_units_of_turn(members), members, named={one.name: one.triplet.text for one in triplets})


def _units_of_turn(members: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for unit, turns in members.items():
        for turn in turns:
            found[turn].append(unit)
    return {turn: tuple(units) for turn, units in found.items()}
