"""Connected components: which rows pairs of them connect, directly or through others; which word others join."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from convograph.graph.arrays import Indices


def connected(pairs: Indices, count: int) -> Indices:
    """For each of `count` rows the first of those that pairs, shape (2, pairs), connect it with.

    >>> connected(np.array([[0, 3], [2, 2]]), 4).tolist()
    [0, 1, 0, 0]
    """
    numbers = np.arange(count)
    while True:
        lowest = numbers.copy()
        ends = numbers[pairs]
        np.minimum.at(lowest, ends[0], ends[1])  # firsts join firsts, so that what they stand for moves with them
        np.minimum.at(lowest, ends[1], ends[0])
        if (lowest == numbers).all():
            return numbers
        numbers = _followed(lowest)


def root_of(joined: Mapping[str, str], word: str) -> str:
    """What a word joins in the end, where each of `joined` joins another and no chain of them is a ring.

    >>> root_of({"ria": "maria", "maria": "mary"}, "ria")
    'mary'
    """
    while word in joined:
        word = joined[word]
    return word


def _followed(numbers: Indices) -> Indices:
    """Each number replaced by the one that its chain of numbers ends in."""
    while not np.array_equal(further := numbers[numbers], numbers):
        numbers = further
    return numbers
