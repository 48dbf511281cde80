"""Sentences grouped by turn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.graph.arrays import Floats, Rows
from convograph.graph.runs import changes, located, runs


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences by turn: the `items` of the layer, and the `places` of their turns, ascending.

    `turns` are the places of the turns with sentences; `starts` and `ends` delimit the sentences of each.
    """

    items: Rows
    places: Rows
    starts: Rows
    ends: Rows
    turns: Rows

    def best(self, values: npt.NDArray[np.floating], count: int) -> Floats:
        """The highest value among each turn's sentences, shape (`count` places,); 0 for a turn without sentences."""
        found = np.zeros(count)
        found[self.turns] = -np.inf
        np.maximum.at(found, self.places, values.astype(np.float64, copy=False))  # `reduceat` takes six times as long
        return found

    def last(self, places: Rows) -> tuple[npt.NDArray[np.bool_], Rows]:
        """Which of some turns have sentences, and the number of the last sentence of each that has."""
        at, has = located(self.turns, places)
        return has, self.ends[at[has]] - 1

    def kept(self, places: Rows) -> Rows:
        """The numbers of the sentences of some turns, given by ascending places."""
        at, has = located(self.turns, places)
        return runs(self.starts[at[has]], self.ends[at[has]])

    def of_turn(self, place: int) -> range:
        """The numbers of a turn's sentences; empty for a turn without sentences."""
        first, end = np.searchsorted(self.places, (place, place + 1)).tolist()
        return range(first, end)

    def of_turns(self, places: Rows) -> Sentences:
        """The sentences of some turns, given by ascending places; in the result, turns are numbered from 0."""
        at, has = located(self.turns, places)
        starts, ends = self.starts[at[has]], self.ends[at[has]]
        return sentences_by_turn(self.items[runs(starts, ends)], np.repeat(np.flatnonzero(has), ends - starts))


def sentences_by_turn(items: Rows, places: Rows) -> Sentences:
    """Group sentences that are in order of their turns' places."""
    starts = np.flatnonzero(changes(places))
    return Sentences(items, places, starts, np.append(starts[1:], len(items)), places[starts])
