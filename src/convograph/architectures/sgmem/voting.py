"""The votes of sentences for the chunks that contain them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.architectures.sgmem.settings import Aggregate
from convograph.graph.arrays import Items
from convograph.retrieval import Units


@dataclass(frozen=True, slots=True)
class Votes:
    """The sentences of C* in reading order: item i votes with `scores[i]` = sim(q, c) for `units.of_item[i]`."""

    items: Items
    scores: npt.NDArray[np.float64]
    units: Units

    def elected(self, aggregate: Aggregate, k: int) -> list[tuple[int, float]]:
        """The K best units with their scores; ties go to the unit that comes first in the conversation."""
        if len(self.items) == 0:
            return []
        units, first, groups = np.unique(self.units.of_item, return_index=True, return_inverse=True)
        totals = _aggregated(aggregate, groups, self.scores)
        order = np.lexsort((first, -totals))[:k]  # items are in reading order: the first vote gives the position
        return [(int(units[position]), float(totals[position])) for position in order]

    def for_unit(self, unit: int) -> list[tuple[int, float]]:
        """The items that voted for a unit with their scores, strongest first."""
        voters = np.flatnonzero(self.units.of_item == unit)
        voters = voters[np.argsort(-self.scores[voters], kind="stable")]
        return list(zip(self.items[voters].tolist(), self.scores[voters].tolist(), strict=True))


def _aggregated(
    aggregate: Aggregate, groups: npt.NDArray[np.intp], scores: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    if aggregate == "max":
        highest = np.zeros(int(groups.max()) + 1)  # sim is never negative
        np.maximum.at(highest, groups, scores)
        return highest
    sums = np.bincount(groups, scores).astype(np.float64)
    return sums if aggregate == "sum" else sums / np.bincount(groups)
