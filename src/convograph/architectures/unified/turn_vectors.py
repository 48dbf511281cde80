"""The vectors of turns: length-weighted sums of their sentences' vectors, the same for every question.

They are computed when a turn or its neighbour is first scored, and cached as the memory grows: otherwise they would
be most of what the features of a question read.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.places import NOWHERE
from convograph.architectures.unified.sentences import Sentences
from convograph.graph.arrays import Rows, Vectors
from convograph.graph.columns import Column
from convograph.graph.snapshot import MOST_SUMS, LayerTable

_TURNS_AT_ONCE = 512  # turns summed per pass: a megabyte or two, which fits CPU caches


@dataclass(slots=True)
class TurnVectors:
    """A thread-safe cache of the vectors of one layer's turns, by rows of the turn table.

    A turn's sentences are derived together, and deleting any of them discards the cache, so the vector of a turn with
    sentences never changes.
    """

    _positions: npt.NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    _held: Column | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, layer: LayerTable, rows: Rows, sentences: Sentences, dimensions: int) -> Vectors:
        """The vectors of some turns, shape (turns, `dimensions`); zeros for a turn without sentences.

        `rows` are the turns' rows in the turn table; `sentences` are grouped by the turns' numbers from 0 in `rows`.
        """
        found = np.zeros((len(rows), dimensions), np.float32)
        known = self._known(rows, found)
        fresh = np.setdiff1d(sentences.turns, np.flatnonzero(known), assume_unique=True)
        for start in range(0, len(fresh), _TURNS_AT_ONCE):
            some = fresh[start : start + _TURNS_AT_ONCE]
            found[some] = summed(layer, sentences.of_turns(some), len(some))
        self._remember(rows[fresh], found[fresh])
        return found

    def _known(self, rows: Rows, found: Vectors) -> npt.NDArray[np.bool_]:
        """Which of some turns are cached; their vectors are written to `found`."""
        with self._lock:
            known = rows < len(self._positions)
            at = self._positions[np.where(known, rows, 0)] if len(self._positions) else np.full(len(rows), NOWHERE)
            known &= at != NOWHERE
            if self._held is not None and known.all():
                self._held.values.take(at, axis=0, out=found)
            elif self._held is not None:
                found[known] = self._held.values.take(at[known], axis=0)
        return known

    def _remember(self, rows: Rows, vectors: Vectors) -> None:
        if not len(rows):
            return
        with self._lock:
            held = Column(np.empty((0, vectors.shape[1]), np.float32)) if self._held is None else self._held
            if len(held) + len(rows) > MOST_SUMS:
                self._positions, held = np.empty(0, np.int32), Column(np.empty((0, vectors.shape[1]), np.float32))
            missing = int(rows.max()) + 1 - len(self._positions)
            if missing > 0:
                self._positions = np.concatenate([self._positions, np.full(missing, NOWHERE, np.int32)])
            self._positions[rows] = np.arange(len(held), len(held) + len(rows))
            self._held = held.extended(vectors)


def summed(layer: LayerTable, sentences: Sentences, count: int) -> Vectors:
    """The sums of the sentence vectors of `count` turns, each vector weighted by sqrt(length + 1)."""
    vectors: Vectors = layer.vectors.values.take(sentences.items, axis=0)  # faster than indexing
    vectors *= np.sqrt(layer.postings.lengths.values[sentences.items] + 1.0).astype(np.float32)[:, None]
    return sums_by_turn(vectors, sentences, count)


def sums_by_turn(vectors: Vectors, held: Sentences, count: int) -> Vectors:
    """The sum of the `vectors` of each turn's sentences, which are parallel to `held`.

    Each pass adds one sentence per turn. Turns are ordered by descending number of sentences, so that those with a
    sentence left come first.
    """
    numbers = held.ends - held.starts
    order = np.argsort(-numbers, kind="stable")
    starts, descending = held.starts[order], -numbers[order]
    totals = np.zeros((len(order), vectors.shape[1]), np.float32)
    for position in range(int(-descending.min(initial=0))):
        having = int(np.searchsorted(descending, -position))
        totals[:having] += vectors.take(starts[:having] + position, axis=0)
    sums = np.zeros((count, vectors.shape[1]), np.float32)
    sums[held.turns[order]] = totals
    return sums
