"""Rows of numbers as one number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.graph.runs import combined


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
