"""BM25 over units of any size whose words are counted already, and sums that do not depend on what else is summed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.graph.arrays import Floats
from convograph.graph.bm25 import K1, B


@dataclass(frozen=True, slots=True)
class Level:
    """Units of some size: how often each word of the question occurs in each, `counts` (words, units), their `lengths`
    in words, and BM25's weight of each word, `inverse` (words,), and mean length among all such units.
    """

    counts: Floats
    lengths: Floats
    inverse: Floats
    average: float

    def scores(self, weights: Floats) -> Floats:
        """BM25 (`graph.bm25`) of the units, (units,), for the words as they are weighted, (words,)."""
        damping = K1 * (1 - B + B * self.lengths / max(self.average, 1e-9))
        total = np.zeros(len(damping))
        for counted, weight in zip(self.counts, (weights * self.inverse).tolist(), strict=True):
            if weight:
                total += weight * (counted / (counted + damping))
        return total


def level(counts: Floats, lengths: Floats) -> Level:
    """All units of some size."""
    total, having = counts.shape[1], np.count_nonzero(counts, axis=1)
    return Level(counts, lengths, inverse_frequency(having, total), float(lengths.mean()) if total else 0.0)


def inverse_frequency(having: npt.NDArray[np.int64], total: int) -> Floats:
    """BM25's weight of words that so many of `total` units have."""
    inverse: Floats = np.log(1 + (total - having + 0.5) / (having + 0.5))
    return inverse


def weighted_sum(rows: Floats, weights: Floats) -> Floats:
    """The sum of the rows, each times its weight, one after the other: exact to the last bit for any set of columns."""
    total = np.zeros(rows.shape[1:])
    for row, weight in zip(rows, weights.tolist(), strict=True):
        if weight:
            total += weight * row
    return total


def scaled(scores: Floats) -> Floats:
    """The scores divided by their highest, where that is above 0."""
    highest = float(scores.max(initial=0.0))
    return scores / highest if highest > 0 else scores
