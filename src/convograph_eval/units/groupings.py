"""Units that are runs of a session's turns: how a session is cut into each kind (SPEC §6.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from convograph.errors import InputError
from convograph.segmentation import rounds
from convograph_eval.units.windows import windows

BLOCK_TURNS = 4  # SPEC §3.2: two rounds of two people


class Spoken(Protocol):
    """What grouping needs to know of a turn."""

    @property
    def speaker(self) -> str | None:
        """Who said it."""
        ...

    @property
    def text(self) -> str:
        """What was said."""
        ...


TurnLike = TypeVar("TurnLike", bound=Spoken)
Grouping = Callable[[Sequence[Spoken]], list[range]]
"""A session's turns to the positions of each unit; units may overlap, and none is empty."""


def _single(turns: Sequence[Spoken]) -> list[range]:
    return [range(place, place + 1) for place in range(len(turns))]


def _users(turns: Sequence[Spoken]) -> list[range]:
    return [range(place, place + 1) for place, turn in enumerate(turns) if (turn.speaker or "").casefold() == "user"]


def _rounds(turns: Sequence[Spoken]) -> list[range]:
    return rounds([turn.speaker for turn in turns])


def _blocks(turns: Sequence[Spoken]) -> list[range]:
    starts = range(0, len(turns), BLOCK_TURNS)
    return [range(start, min(start + BLOCK_TURNS, len(turns))) for start in starts]


def _windows(turns: Sequence[Spoken]) -> list[range]:
    return windows([line(turn) for turn in turns])


def _whole(turns: Sequence[Spoken]) -> list[range]:
    return [range(len(turns))]


GROUPINGS: Mapping[str, Grouping] = {
    "turn": _single,
    "user-turn": _users,
    "round": _rounds,
    "block4": _blocks,
    "chunk500": _windows,
    "session": _whole,
}


def grouping(unit: str) -> Grouping:
    """How a unit of this name is cut. Raises `InputError` naming the known ones."""
    if unit not in GROUPINGS:
        raise InputError(f"no unit is called {unit!r}; there are {', '.join(GROUPINGS)}")
    return GROUPINGS[unit]


def grouped(turns: Sequence[TurnLike], unit: str) -> list[tuple[TurnLike, ...]]:
    """A session's turns in units; `user-turn` leaves out what others said, and chunks share turns."""
    return [tuple(turns[part.start : part.stop]) for part in grouping(unit)(turns)]


def line(turn: Spoken) -> str:
    """A turn as units show it: `speaker: text`, or the text alone when nobody knows who said it."""
    return f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text
