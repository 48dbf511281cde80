"""Helpers for arrays of numbers: ranges, lookups, masks, runs of equal values, ranks, and rows coded as one number."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt


def runs(starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The numbers from each start up to its end (exclusive), concatenated."""
    lengths = ends - starts
    firsts = np.cumsum(lengths) - lengths
    numbers: npt.NDArray[np.int64] = np.arange(int(lengths.sum())) + np.repeat(starts - firsts, lengths)
    return numbers


def located(
    ascending: npt.NDArray[Any], wanted: npt.NDArray[Any]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """The index of each `wanted` value in `ascending`, the first of equal ones, and whether it is there.

    The index of a missing value is arbitrary.

    >>> at, there = located(np.array([2, 3, 7]), np.array([7, 4, 9]))
    >>> at.tolist(), there.tolist()
    ([2, 2, 2], [True, False, False])
    """
    at = np.searchsorted(ascending, wanted)
    if not len(ascending):
        return at, np.zeros(len(wanted), np.bool_)
    at = np.minimum(at, len(ascending) - 1)
    return at, ascending[at] == wanted


def marked(mask: npt.NDArray[np.bool_] | None, count: int) -> npt.NDArray[np.int64]:
    """The numbers below `count` that are set in `mask`, ascending; all of them without a mask.

    >>> marked(np.array([True, False, True]), 3).tolist(), marked(None, 3).tolist()
    ([0, 2], [0, 1, 2])
    """
    return np.arange(count) if mask is None else np.flatnonzero(mask)


def distinct_numbers(numbers: npt.NDArray[np.int64], count: int) -> npt.NDArray[np.int64]:
    """The distinct values of `numbers`, which are in [0, count), ascending; found without sorting.

    >>> distinct_numbers(np.array([2, 0, 2]), 4).tolist()
    [0, 2]
    """
    there = np.zeros(count, np.bool_)
    there[numbers] = True
    return np.flatnonzero(there)


def changes(values: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """A mask of the values that differ from the one before them; the first counts as different."""
    first = np.ones(len(values), np.bool_)
    first[1:] = values[1:] != values[:-1]
    return first


def combined(*columns: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The rows of columns of non-negative numbers as single numbers, which have the same order as the rows.

    Sorting them is ten times as fast as sorting rows. Raises `OverflowError` if they do not fit into 63 bits.

    >>> combined(np.array([1, 0, 1]), np.array([2, 3, 2])).tolist()
    [6, 3, 6]
    """
    widths = [int(column.max(initial=0)) + 1 for column in columns]
    if prod(widths) > np.iinfo(np.int64).max:
        raise OverflowError(f"columns of {widths} numbers do not fit into one")
    found = np.zeros(len(columns[0]), np.int64)
    for column, width in zip(columns, widths, strict=True):
        found = found * width + column
    return found


def numbered(values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Numbers from 0 for the values, in order of first appearance; equal values share a number.

    >>> numbered(np.array([7, 3, 7, 5])).tolist()
    [0, 1, 0, 2]
    """
    _, firsts, groups = np.unique(values, return_index=True, return_inverse=True)
    ranks = np.empty(len(firsts), np.int64)
    ranks[np.argsort(firsts)] = np.arange(len(firsts))
    found: npt.NDArray[np.int64] = ranks[groups]
    return found


def alphabetic(words: Sequence[Any]) -> npt.NDArray[np.int64]:
    """The alphabetical rank of each word or tuple, for breaking ties independently of storage order.

    >>> alphabetic(["tea", "milk", "tea"]).tolist()
    [1, 0, 1]
    """
    order = {each: position for position, each in enumerate(sorted(set(words)))}
    return np.array([order[each] for each in words], np.int64)


def ordered(columns: Sequence[npt.NDArray[Any]], words: Sequence[Any]) -> npt.NDArray[np.int64]:
    """The order of rows by `columns`, most significant first, then alphabetically by their word or tuple.

    Only the words of rows that tie are compared.

    >>> ordered((np.array([1, 0, 0]),), ["milk", "tea", "sugar"]).tolist()
    [2, 1, 0]
    """
    order = np.lexsort(columns[::-1])
    differs = np.logical_or.reduce([changes(column[order]) for column in columns])
    tied = order[~(differs & np.append(differs[1:], True))]
    ranks = np.zeros(len(order), np.int64)
    ranks[tied] = alphabetic([words[row] for row in tied.tolist()])
    return np.lexsort((ranks, *columns[::-1])) if len(tied) else order
