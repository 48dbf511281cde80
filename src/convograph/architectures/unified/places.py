"""The visible turns of a memory in conversation order, and their neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from convograph.graph.arrays import Rows
from convograph.graph.runs import changes, marked
from convograph.graph.turns import TurnTable

Values = npt.NDArray[Any]

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Places:
    """The order of turns: sessions as first stored, turns by ordinal; a place is a position in this order.

    `rows` (places,) are rows of the turn table, `of_row` (turns,) the places of rows, `NOWHERE` for hidden turns.
    `session_starts` are the places where sessions begin, `sessions` (places,) the session number of each place.
    """

    rows: Rows
    of_row: Rows
    session_starts: Rows
    sessions: Rows

    def __len__(self) -> int:
        return len(self.rows)

    def session(self, number: int) -> Rows:
        """The places of the session with this number."""
        following = number + 1
        end = self.session_starts[following] if following < len(self.session_starts) else len(self)
        return np.arange(self.session_starts[number], end)

    def joined(self, places: Rows, distance: int | Rows) -> tuple[npt.NDArray[np.bool_], Rows]:
        """Whether the place `distance` later is in the same session, and which it is; an arbitrary one if not."""
        there = np.clip(places + distance, 0, max(len(self) - 1, 0))
        joined: npt.NDArray[np.bool_] = (there - places == distance) & (self.sessions[there] == self.sessions[places])
        return joined, there

    def beside(self, values: Values, places: Rows, distance: int | Rows) -> Values:
        """For some places, the value of the place `distance` later in the same session, or 0 if there is none.

        `values` has shape (..., all places).
        """
        joined, there = self.joined(places, distance)
        return np.where(joined, values.take(there, axis=-1), 0)

    def with_neighbours(self, values: Values, of_one: Values, distance: int) -> Values:
        """`values` plus, for each place, the values `of_one` of the places `distance` before and after it.

        Both have shape (..., places); only neighbours in the same session count.
        """
        sums: Values = values.copy()
        if distance < len(self):
            joined = (self.sessions[:-distance] == self.sessions[distance:]).astype(values.dtype)
            for total, one in zip(sums.reshape(-1, len(self)), of_one.reshape(-1, len(self)), strict=True):
                total[:-distance] += one[distance:] * joined
                total[distance:] += one[:-distance] * joined
        return sums


def places_of(turns: TurnTable, visible: npt.NDArray[np.bool_] | None) -> Places:
    """The order of the visible turns; `None` for all."""
    rows = marked(visible, len(turns))
    sessions, ordinals = turns.sessions.values[rows], turns.ordinals.values[rows]
    if not _is_sorted(sessions, ordinals):
        order = np.lexsort((ordinals, sessions))
        rows, sessions = rows[order], sessions[order]
    of_row = np.full(len(turns), NOWHERE)
    of_row[rows] = np.arange(len(rows))
    first = changes(sessions)
    starts = np.flatnonzero(first)
    numbers = np.cumsum(first) - 1
    return Places(rows, of_row, starts, numbers)


def _is_sorted(sessions: Rows, ordinals: Rows) -> bool:
    same, later = sessions[1:] == sessions[:-1], sessions[1:] > sessions[:-1]
    return bool((later | (same & (ordinals[1:] > ordinals[:-1]))).all())
