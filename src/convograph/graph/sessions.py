"""The turns of one session in order, and the part of them that layers have to derive."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from convograph.graph.turns import TurnTable
from convograph.types import SourceTurn

Made = TypeVar("Made")


class SessionTurns(Sequence[SourceTurn]):
    """A session's turns, created lazily: a long session costs nothing until its turns are read.

    `rows` are their rows in the turn table, by ordinal. `speakers` are speaker numbers, -1 where unknown.
    """

    def __init__(self, turns: TurnTable, rows: npt.NDArray[np.int64]) -> None:
        self._turns = turns
        self.rows = rows
        self._made: dict[int, SourceTurn] = {}

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, position: int) -> SourceTurn: ...

    @overload
    def __getitem__(self, position: slice) -> Sequence[SourceTurn]: ...

    def __getitem__(self, position: int | slice) -> SourceTurn | Sequence[SourceTurn]:
        if isinstance(position, slice):
            return [self[at] for at in range(*position.indices(len(self)))]
        at = range(len(self))[position]
        if at not in self._made:
            self._made[at] = self._turns.source_turn(self.rows[at])
        return self._made[at]

    @property
    def speakers(self) -> npt.NDArray[np.int32]:
        """The speaker number of each turn, shape (turns,)."""
        numbers: npt.NDArray[np.int32] = self._turns.speakers.values[self.rows]
        return numbers

    @cached_property
    def participants(self) -> tuple[str, ...]:
        """The speakers, by their first spelling, in order of appearance."""
        numbers, first = np.unique(self.speakers, return_index=True)
        positions = sorted(first[numbers >= 0].tolist())
        return tuple(name for position in positions if (name := self[position].speaker))

    def has_new_speaker(self, position: int) -> bool:
        """Whether somebody speaks from `position` on who has not spoken before it."""
        new = np.setdiff1d(self.speakers[position:], self.speakers[:position])
        return bool((new >= 0).any())


@dataclass(frozen=True)
class Part:
    """A session whose turns from position `start` on are to be derived; earlier turns are their context.

    `once` caches values that several layers need from the same part.
    """

    session: Sequence[SourceTurn]
    start: int = 0
    _kept: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)

    def __iter__(self) -> Iterator[SourceTurn]:
        return (self.session[position] for position in range(self.start, len(self.session)))

    @property
    def turns(self) -> list[SourceTurn]:
        """The turns to derive."""
        return list(self)

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """The result of `make`, which is called only once per key."""
        if key not in self._kept:
            self._kept[key] = make()
        made: Made = self._kept[key]
        return made
