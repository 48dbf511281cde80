"""Rows of numbers as one number, and their order with words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.graph.runs import combined, ordered


@given(st.lists(st.tuples(*[st.integers(0, 1 << 20)] * 3), max_size=40))
def test_numbers_are_equal_and_ordered_as_the_rows_are(rows: list[tuple[int, int, int]]) -> None:
    """As Python compares tuples."""
    numbers = combined(*np.array(rows, np.int64).reshape(-1, 3).T).tolist()
    assert [
        rows[place] for place in sorted(range(len(rows)), key=lambda place: (numbers[place], rows[place]))
    ] == sorted(rows)
    assert len(set(numbers)) == len(set(rows))


def test_what_does_not_fit_is_refused() -> None:
    """Rather than numbers that wrap around."""
    with pytest.raises(OverflowError, match="do not fit"):
        combined(np.array([1 << 40]), np.array([1 << 40]))


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from(["milk", "tea", "the sea"])), max_size=20)
)
def test_words_come_after_numbers(rows: list[tuple[int, int, str]]) -> None:
    """As Python sorts tuples: rows that are the same stay in order."""
    columns = tuple(np.array([row[:2] for row in rows], np.int64).reshape(-1, 2).T)
    order = ordered(columns, [row[2] for row in rows]).tolist()
    assert order == sorted(range(len(rows)), key=lambda place: rows[place])
