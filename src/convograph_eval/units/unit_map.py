"""The units of one conversation: their names, the turns they hold, and which of them a hit finds."""

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
    """Which units each turn lies in, and the turns of each unit, in order.

    `lines` holds the text of the turns, by id. `named` holds the texts of units that a hit names by its id; it is
    `None` for units of dialogue, which a hit finds by its turns. `derived` units are made by the architecture itself:
    every hit is one, and is right when it rests on a gold turn.
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
        """What the unit says: a line `speaker: text` a turn, or its triplet."""
        if self.derived:
            return unit
        if self.named is not None:
            return self.named[unit]
        return "\n".join(self.lines[turn] for turn in self.turns_of_unit[unit])

    def found_by(self, hit: Hit) -> tuple[str, ...]:
        """The units that a hit is credited with.

        A hit whose turns are those of one unit is that unit. Any other finds every unit that wholly contains one of
        its source turns; but a round or a session says nothing of the finer units within it.
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
    """The unit of this name. Raises `InputError` when there is none."""
    for unit in UNITS:
        if unit == name:
            return unit
    raise InputError(f"no unit is called {name!r}; there are {', '.join(UNITS)}")


def unit_map(conversation: Conversation, unit: str, *, triplets: Sequence[SourcedTriplet] | None = None) -> UnitMap:
    """Names every unit: a turn by its id, a session by its id, a triplet by its words, others by their first turn.

    Without `triplets`, the architecture makes them. Raises `InputError` for an unknown unit.
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
