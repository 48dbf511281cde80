"""The visible turns of a memory in the order of the conversation: what stands beside what."""

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
    """The order of turns: sessions as they were first stored, turns by ordinal; a place is a position in it.

    `rows` (places,) are rows of the turn table, `of_row` (turns,) their places, `NOWHERE` for hidden turns.
    `session_starts` are the places where sessions begin, `sessions` (places,) the number of the one of each place.
    """

    rows: Rows
    of_row: Rows
    session_starts: Rows
    sessions: Rows

    def __len__(self) -> int:
        return len(self.rows)

    def session(self, number: int) -> Rows:
        """The places of a session, by its number."""
        following = number + 1
        end = self.session_starts[following] if following < len(self.session_starts) else len(self)
        return np.arange(self.session_starts[number], end)

    def joined(self, places: Rows, distance: int | Rows) -> tuple[npt.NDArray[np.bool_], Rows]:
        """Whether some places have one `distance` later in the same session, and which it is; any other where not."""
        there = np.clip(places + distance, 0, max(len(self) - 1, 0))
        joined: npt.NDArray[np.bool_] = (there - places == distance) & (self.sessions[there] == self.sessions[places])
        return joined, there

    def beside(self, values: Values, places: Rows, distance: int | Rows) -> Values:
        """For some places the value of the one `distance` later in the same session, 0 where there is none.

        `values` is of shape (..., all places).
        """
        joined, there = self.joined(places, distance)
        return np.where(joined, values.take(there, axis=-1), 0)

    def with_neighbours(self, values: Values, of_one: Values, distance: int) -> Values:
        """`values` of all places plus, for each, those `of_one` place that lie `distance` before and after it.

        Both are of shape (..., places); a neighbour is of the same session.
        """
        sums: Values = values.copy()
        if distance < len(self):
            joined = (self.sessions[:-distance] == self.sessions[distance:]).astype(values.dtype)
            for total, one in zip(sums.reshape(-1, len(self)), of_one.reshape(-1, len(self)), strict=True):
                total[:-distance] += one[distance:] * joined
                total[distance:] += one[:-distance] * joined
        return sums


def places_of(turns: TurnTable, visible: npt.NDArray[np.bool_] | None) -> Places:
    """The order of the turns that are visible; `None` for all."""
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
