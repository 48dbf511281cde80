"""BM25 over units whose words are already counted, and weighted sums that are the same for any set of columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.graph.arrays import Floats
from convograph.graph.bm25 import K1, B


@dataclass(frozen=True, slots=True)
class Level:
    """Units of one size with what BM25 needs.

    `counts` (words, units) are the occurrences of each question word, `lengths` (units,) are in words; BM25's weight of
    each word, `inverse` (words,), and the mean length, `average`, are those of the whole collection.
    """

    counts: Floats
    lengths: Floats
    inverse: Floats
    average: float

    def scores(self, weights: Floats) -> Floats:
        """BM25 (`graph.bm25`) of the units, shape (units,), for words with these `weights`, shape (words,)."""
        damping = K1 * (1 - B + B * self.lengths / max(self.average, 1e-9))
        total = np.zeros(len(damping))
        for counted, weight in zip(self.counts, (weights * self.inverse).tolist(), strict=True):
            if weight:
                total += weight * (counted / (counted + damping))
        return total


def level(counts: Floats, lengths: Floats) -> Level:
    """The level of all units of one size."""
    total, having = counts.shape[1], np.count_nonzero(counts, axis=1)
    return Level(counts, lengths, inverse_frequency(having, total), float(lengths.mean()) if total else 0.0)


def inverse_frequency(having: npt.NDArray[np.int64], total: int) -> Floats:
    """BM25's weight of words, each of which `having` of `total` units contain."""
    inverse: Floats = np.log(1 + (total - having + 0.5) / (having + 0.5))
    return inverse


def weighted_sum(rows: Floats, weights: Floats) -> Floats:
    """The weighted sum of the rows, added one by one: bit for bit the same whatever other columns there are."""
    total = np.zeros(rows.shape[1:])
    for row, weight in zip(rows, weights.tolist(), strict=True):
        if weight:
            total += weight * row
    return total


def scaled(scores: Floats) -> Floats:
    """The scores divided by their maximum if that is above 0."""
    highest = float(scores.max(initial=0.0))
    return scores / highest if highest > 0 else scores
