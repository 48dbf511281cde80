"""Memos as further texts of the turns they are about, compared with the question as sentences are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.levels import Level
from convograph.architectures.unified.matches import (
    Matches,
    WordMatches,
    counted,
    near_words,
    nearest_words,
    same_words,
)
from convograph.architectures.unified.places import NOWHERE, Places
from convograph.graph.arrays import Floats, Rows
from convograph.graph.rows import LayerKey
from convograph.graph.runs import located
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import roughly, similarities
from convograph.protocols import WordTable
from convograph.retrieval import items_resting_on

MOST_TURNS_OF_A_MEMO = 8  # to be searched: the summary of a whole session tells too little about each turn


@dataclass(frozen=True, slots=True)
class MemoIndex:
    """The visible memos that are searched: `items` of their layer, and the `number` (all items,) of each, or `NOWHERE`.

    `memos` (numbers) and `places` (of turns) are parallel: a pair for each turn a memo rests on, in order of turns.
    """

    layer: LayerTable
    items: Rows
    number: Rows
    memos: Rows
    places: Rows

    def __len__(self) -> int:
        return len(self.items)

    def of_turns(self, here: Rows) -> tuple[Rows, Rows]:
        """The pairs of the turns at ascending places `here`: the numbers of memos, and of turns (from 0 in `here`)."""
        at, held = located(here, self.places)
        return self.memos[held], at[held]

    def places_of(self, memos: Rows) -> Rows:
        """The places of the turns that some memos rest on."""
        wanted = np.zeros(len(self), np.bool_)
        wanted[memos] = True
        return self.places[wanted[self.memos]]


def memo_index(snapshot: Snapshot, key: LayerKey, places: Places, visible: npt.NDArray[np.bool_] | None) -> MemoIndex:
    """The memos whose turns are all visible; the index of all turns (`None`) is cached with the snapshot."""
    if visible is not None:
        return _indexed(snapshot.layers[key], places, visible)
    return snapshot.derived.for_version(
        ("memo index", key), snapshot.version, lambda: _indexed(snapshot.layers[key], places, None)
    )


def _indexed(layer: LayerTable, places: Places, visible: npt.NDArray[np.bool_] | None) -> MemoIndex:
    counts = layer.source_counts
    allowed = items_resting_on(layer, visible)
    items = np.flatnonzero((counts <= MOST_TURNS_OF_A_MEMO) & (True if allowed is None else allowed))
    number = np.full(len(layer), NOWHERE)
    number[items] = np.arange(len(items))
    memos, at = np.repeat(number, counts), places.of_row[layer.source_turns.values]
    kept = np.flatnonzero(memos != NOWHERE)
    kept = kept[np.argsort(at[kept], kind="stable")]
    return MemoIndex(layer, items, number, memos[kept], at[kept])


@dataclass(frozen=True)
class MemoMatches:
    """How the memos match a question, compared as in `matches`, with the same word statistics."""

    index: MemoIndex
    matches: Matches
    words: WordTable

    @cached_property
    def level(self) -> Level:
        """The level of memos."""
        count = len(self.index)
        counts = counted(self._same, len(self.matches.asked.words), count)
        lengths = self.index.layer.postings.lengths.values[self.index.items].astype(np.float64)
        return Level(counts, lengths, self.matches.turns.inverse, float(lengths.mean()) if count else 0.0)

    @cached_property
    def similar(self) -> npt.NDArray[np.float32]:
        """The similarity of each question word to the nearest word of each memo, shape (words, memos)."""
        index, asked = self.index, self.matches.asked
        near = near_words(index.layer, index.number, asked, self.words)
        return nearest_words(asked, near, self._same, len(index))

    @cached_property
    def alike(self) -> Floats:
        """Late interaction of each memo, from 0 to 1."""
        return self.matches.likeness(self.similar)

    def rough_cosines(self, vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The approximate cosine of each memo with a vector of the question."""
        return roughly(self.index.layer.vectors.values, self.index.items, vector)

    def cosines(self, memos: Rows, vector: npt.NDArray[np.float32]) -> Floats:
        """The exact cosines of some memos."""
        return similarities(self.index.layer.vectors.values, self.index.items[memos], vector)

    @cached_property
    def _same(self) -> WordMatches:
        return same_words(self.index.layer, self.index.number, self.matches.asked)
