"""Scorers of importance that a reader can follow by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from convograph.types import Triplet


@dataclass(frozen=True)
class TableScorer:
    """Looks each triplet's words up; what is not in the table has no score."""

    table: Mapping[str, float]
    name: str = "table:"
    fingerprint: str = "table:1"

    def scores(self, sessions: Sequence[Sequence[Triplet]]) -> list[npt.NDArray[np.float64]]:
        return [np.array([self.table.get(one.text, 0.0) for one in session]) for session in sessions]


@dataclass(frozen=True)
class PlaceScorer:
    """As a T5's, its scores depend on the whole session and its order: shares of length of the words times place.

    `seen` are the words of each session that it was shown; `happens` is done before it scores the first time.
    """

    happens: Callable[[], object] | None = None
    seen: list[tuple[str, ...]] = field(default_factory=list)
    name: str = "place:"
    fingerprint: str = "place:1"

    def scores(self, sessions: Sequence[Sequence[Triplet]]) -> list[npt.NDArray[np.float64]]:
        first = not self.seen
        self.seen.extend(tuple(one.text for one in session) for session in sessions)
        if first and self.happens:
            self.happens()
        return [_shares(session) for session in sessions]


def _shares(session: Sequence[Triplet]) -> npt.NDArray[np.float64]:
    sizes = np.array([place * len(one.text) for place, one in enumerate(session, start=1)], np.float64)
    return sizes / max(sizes.sum(), 1.0)
