"""Columns and listings grow while older ones keep their length."""

from __future__ import annotations

import numpy as np
import pytest

from convograph.graph.columns import Coded, Column, Listing


def test_an_older_column_keeps_its_rows_when_a_newer_grows() -> None:
    """Both see their own rows; growing in place does not show through."""
    first = Column(np.array([1, 2]))
    second = first.extended(np.array([3]))
    third = second.extended(np.array([4, 5]))
    assert (first.values.tolist(), second.values.tolist(), third.values.tolist()) == (
        [1, 2],
        [1, 2, 3],
        [1, 2, 3, 4, 5],
    )


def test_two_columns_growing_from_one_do_not_disturb_each_other() -> None:
    """The second that grows from the same column copies."""
    first = Column(np.array([1, 2])).extended(np.array([3]))
    left, right = first.extended(np.array([10])), first.extended(np.array([20]))
    assert (left.values.tolist(), right.values.tolist()) == ([1, 2, 3, 10], [1, 2, 3, 20])


def test_growing_copies_rarely() -> None:
    """A thousand single rows take few buffers, not a thousand."""
    column = Column(np.zeros(1))
    buffers = set()
    for _ in range(1000):
        column = column.extended(np.ones(1))
        buffers.add(id(column._buffer))
    assert len(buffers) < 25
    assert column.values.sum() == 1000


def test_listings_keep_their_length_too() -> None:
    """Rows beyond a listing's length are not there for it."""
    first: Listing[str] = Listing().extended(["a"])
    second = first.extended(["b", "c"])
    other = first.extended(["z"])
    assert (list(first), list(second), list(other)) == (["a"], ["a", "b", "c"], ["a", "z"])
    assert (second[-1], second[1:]) == ("c", ["b", "c"])
    assert second.at(np.array([2, 0, 2])) == ["c", "a", "c"]
    assert first.at(np.empty(0, np.int64)) == []
    with pytest.raises(IndexError, match="no row 1: there are 1"):
        first[1]


def test_rows_that_are_the_same_share_a_number() -> None:
    """Numbers are given in order of first appearance, and keep their values in longer columns."""
    first: Coded[str | None] = Coded().extended(["a", None, "a"])
    second = first.extended(["b", None])
    assert (first.numbers.values.tolist(), list(first.distinct)) == ([0, 1, 0], ["a", None])
    assert (second.numbers.values.tolist(), list(second.distinct)) == ([0, 1, 0, 2, 1], ["a", None, "b"])


def test_two_coded_columns_growing_from_one_do_not_disturb_each_other() -> None:
    """What the one learned later is no value of the other."""
    first: Coded[str] = Coded().extended(["a"])
    left, right = first.extended(["b", "c"]), first.extended(["c", "a"])
    assert [left.distinct[number] for number in left.numbers.values.tolist()] == ["a", "b", "c"]
    assert [right.distinct[number] for number in right.numbers.values.tolist()] == ["a", "c", "a"]
    assert list(first.distinct) == ["a"]
