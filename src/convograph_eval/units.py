"""Units of evaluation: how a session's turns are grouped, and which units a hit credits (SPEC §6.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from convograph.errors import InputError
from convograph.segmentation import rounds
from convograph.types import Conversation, Hit
from convograph_eval.datasets import turn_ids

BLOCK_TURNS = 4  # SPEC §3.2: two rounds of two people


class Spoken(Protocol):
    """What grouping needs to know of a turn."""

    @property
    def speaker(self) -> str | None:
        """Who said it."""
        ...


TurnLike = TypeVar("TurnLike", bound=Spoken)
Grouping = Callable[[Sequence[str | None]], list[range]]


def _single(speakers: Sequence[str | None]) -> list[range]:
    return [range(place, place + 1) for place in range(len(speakers))]


def _users(speakers: Sequence[str | None]) -> list[range]:
    return [range(place, place + 1) for place, name in enumerate(speakers) if (name or "").casefold() == "user"]


def _blocks(speakers: Sequence[str | None]) -> list[range]:
    starts = range(0, len(speakers), BLOCK_TURNS)
    return [range(start, min(start + BLOCK_TURNS, len(speakers))) for start in starts]


def _whole(speakers: Sequence[str | None]) -> list[range]:
    return [range(len(speakers))]


GROUPINGS: Mapping[str, Grouping] = {
    "turn": _single,
    "user-turn": _users,
    "round": rounds,
    "block4": _blocks,
    "session": _whole,
}


def grouped(turns: Sequence[TurnLike], unit: str) -> list[tuple[TurnLike, ...]]:
    """A session's turns in units; `user-turn` leaves out what others said."""
    parts = grouping(unit)([turn.speaker for turn in turns])
    return [tuple(turns[part.start : part.stop]) for part in parts]


def grouping(unit: str) -> Grouping:
    """How a unit of this name is cut. Raises `InputError` naming the known ones."""
    if unit not in GROUPINGS:
        raise InputError(f"no unit is called {unit!r}; there are {', '.join(GROUPINGS)}")
    return GROUPINGS[unit]


@dataclass(frozen=True, slots=True)
class UnitMap:
    """The units of one conversation: which unit each turn lies in, and the turns of each unit, in order."""

    unit_of_turn: Mapping[str, str]
    turns_of_unit: Mapping[str, tuple[str, ...]]

    def gold(self, turns: Iterable[str]) -> frozenset[str]:
        """The units that hold a gold turn."""
        return frozenset(self.unit_of_turn[turn] for turn in turns if turn in self.unit_of_turn)


def unit_map(conversation: Conversation, unit: str) -> UnitMap:
    """Names every unit: a turn by its id, a session by its id, others by their first turn's."""
    members: dict[str, tuple[str, ...]] = {}
    for session in conversation.sessions:
        named = turn_ids(session)
        for part in grouping(unit)([turn.speaker for turn in session.turns]):
            ids = named[part.start : part.stop]
            members[(session.id or ids[0]) if unit == "session" else ids[0]] = ids
    return UnitMap({turn: name for name, turns in members.items() for turn in turns}, members)


@dataclass(slots=True)
class Credited:
    """The ranking of units that hits earn: best hit's rank first, each unit once (SPEC §6.2).

    A hit credits every unit that wholly contains one of its turns, and none when it is coarser than the
    units: a whole session found says nothing of its turns.
    """

    units: UnitMap
    ranked: dict[str, float] = field(default_factory=dict)

    def take(self, hit: Hit) -> None:
        """Credit one hit; hits come best first, so a unit keeps the score of its first."""
        for turn in hit.turns:
            unit = self.units.unit_of_turn.get(turn.id)
            if unit is not None:
                self.ranked.setdefault(unit, hit.score)
