"""BM25 over an inverted index that is cheap to extend.

Robertson & Zaragoza 2009, in Lucene's form: idf(t) = ln(1 + (N - df + 0.5) / (df + 0.5)) and score(q, d) = sum over the
terms of q of idf(t) * tf / (tf + k1 * (1 - b + b * |d| / avgdl)). A term that occurs twice in the question counts
twice. Statistics are per owner.

Terms are 64-bit hashes. Most postings are in one block sorted by term; the latest are appended to an unsorted tail,
which is scanned, until it is large enough to be merged.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.graph.columns import Column
from convograph.graph.runs import changes, located, runs

K1 = 1.5  # term frequency saturation; the usual default, used by SGMem and LightGMEM
B = 0.75  # length normalisation; likewise

_ITEM_BITS = np.uint64(32)
_ITEMS = np.uint64((1 << 32) - 1)

_TAIL_FLOOR = 1 << 15  # postings: scanning these takes a fraction of a millisecond
_TAIL_SHARE = 8  # merge when the tail exceeds an eighth of the block: amortised constant cost


@dataclass(frozen=True, slots=True)
class _Block:
    """Postings sorted by (term, item)."""

    terms: npt.NDArray[np.uint64]
    starts: npt.NDArray[np.int64]
    items: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Postings:
    """The inverted index of one layer: immutable; `extended` returns a longer one."""

    lengths: Column
    total_length: int
    _block: _Block
    _tail_terms: Column
    _tail_items: Column
    _tail_counts: Column

    @property
    def nbytes(self) -> int:
        """The memory of the index in bytes."""
        block = self._block
        columns = (self.lengths, self._tail_terms, self._tail_items, self._tail_counts)
        arrays = (block.terms, block.starts, block.items, block.counts)
        return sum(column.nbytes for column in columns) + sum(array.nbytes for array in arrays)

    def extended(self, term_counts: npt.NDArray[np.int32], terms: npt.NDArray[np.uint64]) -> Postings:
        """The index with items appended: new item i has the next `term_counts[i]` of the flat `terms`."""
        items = np.repeat(np.arange(len(term_counts), dtype=np.int32) + np.int32(len(self.lengths)), term_counts)
        new_terms, new_items, new_counts = _counted(terms, items)
        longer = Postings(
            self.lengths.extended(term_counts),
            self.total_length + int(term_counts.sum()),
            self._block,
            self._tail_terms.extended(new_terms),
            self._tail_items.extended(new_items),
            self._tail_counts.extended(new_counts),
        )
        if len(longer._tail_terms) > max(_TAIL_FLOOR, len(self._block.items) // _TAIL_SHARE):
            return longer._merged()
        return longer

    def terms(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        """The terms of all postings in two parts.

        The first has the terms of the block, each once, ascending; the second those of the tail, in the order they were
        added, with repetitions.
        """
        return self._block.terms, self._tail_terms.values

    def find(self, term: np.uint64) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """The items that contain `term`, ascending, and its count in each."""
        position = int(np.searchsorted(self._block.terms, term))
        if position < len(self._block.terms) and self._block.terms[position] == term:
            run = slice(self._block.starts[position], self._block.starts[position + 1])
        else:
            run = slice(0, 0)
        newer = np.flatnonzero(self._tail_terms.values == term)
        return (
            np.concatenate((self._block.items[run], self._tail_items.values[newer])),
            np.concatenate((self._block.counts[run], self._tail_counts.values[newer])),
        )

    def find_between(self, first: np.uint64, last: np.uint64) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """The items that contain a term from `first` to `last` (inclusive), with its count; one entry per posting."""
        low = int(np.searchsorted(self._block.terms, first))
        high = int(np.searchsorted(self._block.terms, last, side="right"))
        run = slice(int(self._block.starts[low]), int(self._block.starts[high]))
        tail = self._tail_terms.values
        newer = np.flatnonzero((tail >= first) & (tail <= last))
        return (
            np.concatenate((self._block.items[run], self._tail_items.values[newer])),
            np.concatenate((self._block.counts[run], self._tail_counts.values[newer])),
        )

    def find_many(self, terms: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """The postings of any of the distinct `terms`: the term's index in `terms`, and the item."""
        block = self._block
        if not len(terms):
            return np.empty(0, np.int64), np.empty(0, np.int32)
        order = np.argsort(terms)
        ascending = terms[order]
        at, is_there = located(block.terms, terms)
        there = np.flatnonzero(is_there)
        starts, ends = block.starts[at[there]], block.starts[at[there] + 1]
        positions, is_newer = located(ascending, self._tail_terms.values)
        newer = np.flatnonzero(is_newer)
        return (
            np.concatenate((np.repeat(there, ends - starts), order[positions[newer]])),
            np.concatenate((block.items[runs(starts, ends)], self._tail_items.values[newer])),
        )

    def scores(
        self, query: npt.NDArray[np.uint64], alive: npt.NDArray[np.bool_] | None = None
    ) -> npt.NDArray[np.float64]:
        """The score of every item for the terms of a question, shape (items,).

        Items that are not `alive` (`None`: all are) score 0 and are excluded from all statistics. Terms are summed in
        ascending order of hash, so that a score depends only on the question, the item and the statistics.
        """
        lengths = self.lengths.values
        scores = np.zeros(len(lengths))
        total = len(lengths) if alive is None else int(alive.sum())
        total_length = self.total_length if alive is None else int(lengths[alive].sum())
        if total == 0 or total_length == 0:
            return scores
        average = total_length / total
        for term, repeats in zip(*np.unique(query, return_counts=True), strict=True):
            items, counts = self.find(term)
            if alive is not None:
                items, counts = items[alive[items]], counts[alive[items]]
            if len(items) == 0:
                continue
            inverse_frequency = np.log(1 + (total - len(items) + 0.5) / (len(items) + 0.5))
            saturation = counts + K1 * (1 - B + B * lengths[items] / average)
            scores[items] += repeats * inverse_frequency * (counts / saturation)
        return scores

    def of(self, kept: npt.NDArray[np.bool_]) -> Postings:
        """The index of the `kept` items, renumbered in order; `kept` has shape (items,)."""
        terms, items, counts = self._all()
        there = kept[items]
        numbers = (np.cumsum(kept) - 1).astype(np.int32)
        lengths = self.lengths.values[kept]
        block = _block(terms[there], numbers[items[there]], counts[there])
        return Postings(Column(lengths), int(lengths.sum()), block, *_empty_tail())

    def _merged(self) -> Postings:
        return Postings(self.lengths, self.total_length, _block(*self._all()), *_empty_tail())

    def _all(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """The terms, items and counts of all postings; the items of a term ascend."""
        block = self._block
        return (
            np.concatenate((np.repeat(block.terms, np.diff(block.starts)), self._tail_terms.values)),
            np.concatenate((block.items, self._tail_items.values)),
            np.concatenate((block.counts, self._tail_counts.values)),
        )


def empty_postings() -> Postings:
    """An index without items."""
    nothing = _Block(np.empty(0, np.uint64), np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int32))
    return Postings(Column(np.empty(0, np.int32)), 0, nothing, *_empty_tail())


def _block(terms: npt.NDArray[np.uint64], items: npt.NDArray[np.int32], counts: npt.NDArray[np.int32]) -> _Block:
    order = np.argsort(terms, kind="stable")  # a stable sort keeps the items of a term ascending
    ascending = terms[order]
    starts = np.flatnonzero(changes(ascending))
    return _Block(ascending[starts], np.append(starts, len(terms)), items[order], counts[order])


def _empty_tail() -> tuple[Column, Column, Column]:
    return Column(np.empty(0, np.uint64)), Column(np.empty(0, np.int32)), Column(np.empty(0, np.int32))


def _counted(
    terms: npt.NDArray[np.uint64], items: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The distinct (term, item) pairs with their counts, in order.

    A pair is sorted as a single number of term rank and item, in less than half the time of sorting by two keys.
    """
    order = np.argsort(terms)
    first = changes(terms[order])
    distinct = terms[order[first]]
    pairs = np.empty(len(terms), np.uint64)
    pairs[order] = np.cumsum(first) - 1
    pairs = np.sort(pairs << _ITEM_BITS | items.astype(np.uint64))
    starts = np.flatnonzero(changes(pairs))
    counts = np.diff(np.append(starts, len(terms))).astype(np.int32)
    found = pairs[starts]
    return distinct[found >> _ITEM_BITS], (found & _ITEMS).astype(np.int32), counts
