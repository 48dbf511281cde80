"""Connected components of rows, and the ends of chains of joined words."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from convograph.graph.arrays import Indices


def connected(pairs: Indices, count: int) -> Indices:
    """For each of `count` rows, the first row of its connected component; `pairs`, shape (2, pairs), are the edges.

    >>> connected(np.array([[0, 3], [2, 2]]), 4).tolist()
    [0, 1, 0, 0]
    """
    numbers = np.arange(count)
    while True:
        lowest = numbers.copy()
        ends = numbers[pairs]
        np.minimum.at(lowest, ends[0], ends[1])  # merge components by their labels, so all their rows follow
        np.minimum.at(lowest, ends[1], ends[0])
        if (lowest == numbers).all():
            return numbers
        numbers = _followed(lowest)


def root_of(joined: Mapping[str, str], word: str) -> str:
    """The word at the end of the chain of joins from `word`; `joined` has no cycles.

    >>> root_of({"ria": "maria", "maria": "mary"}, "ria")
    'mary'
    """
    while word in joined:
        word = joined[word]
    return word


def _followed(numbers: Indices) -> Indices:
    """Each number replaced by the end of its chain (pointer jumping)."""
    while not np.array_equal(further := numbers[numbers], numbers):
        numbers = further
    return numbers
