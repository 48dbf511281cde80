"""Connected components against a search from each row, and on a long path."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from convograph.graph.components import connected

ROWS = 9


@given(pairs=st.lists(st.tuples(st.integers(0, ROWS - 1), st.integers(0, ROWS - 1)), max_size=12))
def test_each_row_is_numbered_by_the_first_that_it_is_connected_with(pairs: list[tuple[int, int]]) -> None:
    """Whatever the pairs: as a search from each row finds it."""
    columns = np.array(pairs, np.int64).reshape(-1, 2).T
    assert connected(columns, ROWS).tolist() == [min(_reached(row, pairs)) for row in range(ROWS)]


def _reached(row: int, pairs: list[tuple[int, int]]) -> set[int]:
    reached = {row}
    for _ in range(ROWS):
        reached |= {end for pair in pairs for end in pair if reached & set(pair)}
    return reached


def test_a_long_path_in_any_order_is_one_component() -> None:
    """A hundred thousand rows, each paired with the next of a shuffled order; a row more stands alone."""
    order = np.random.default_rng(0).permutation(100_000)
    found = connected(np.stack((order[:-1], order[1:])), 100_001)
    assert (found[:-1] == 0).all()
    assert found[-1] == 100_000
