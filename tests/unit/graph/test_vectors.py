"""Exact search: equal to brute force in float64, whatever the batch and the order of rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from convograph.graph import vectors
from convograph.graph.vectors import best, nearest, rounded


def units(rows: int, dimensions: int, seed: int, distinct: int | None = None) -> np.ndarray:
    """Rounded unit vectors; with `distinct`, many rows repeat."""
    chance = np.random.default_rng(seed)
    made = chance.normal(size=(distinct or rows, dimensions))
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return rounded(made[chance.integers(0, len(made), rows)] if distinct else made)


def in_order(items: np.ndarray) -> tuple[np.ndarray, ...]:
    """Ties go to the lower row."""
    return (items,)


def brute_force(
    matrix: np.ndarray, query: np.ndarray, count: int, allowed: np.ndarray, without: int
) -> list[tuple[int, float]]:
    """Every dot product in float64, one after the other; the best first, ties to the lower row."""
    scored = [
        (-sum(float(a) * float(b) for a, b in zip(row, query, strict=True)), place)
        for place, row in enumerate(matrix)
        if allowed[place] and place != without
    ]
    return [(place, -score) for score, place in sorted(scored)[:count]]


@settings(deadline=None, max_examples=60)
@given(
    rows=st.integers(1, 60),
    count=st.integers(1, 8),
    distinct=st.one_of(st.none(), st.integers(1, 5)),
    seed=st.integers(0, 10_000),
)
def test_nearest_equals_brute_force_in_float64(rows: int, count: int, distinct: int | None, seed: int) -> None:
    """Items and similarities, to the last bit, with ties, masks and oneself left out."""
    matrix = units(rows, 8, seed, distinct)
    allowed = np.random.default_rng(seed + 1).random(rows) < 0.7
    items = np.arange(min(rows, 5))
    found = nearest(matrix, matrix[items], count, in_order, allowed=allowed, without=items)
    for item, ranked in zip(items.tolist(), found, strict=True):
        expected = brute_force(matrix, matrix[item], count, allowed, item)
        assert list(zip(ranked.items.tolist(), ranked.similarities.tolist(), strict=True)) == expected


@pytest.mark.parametrize("distinct", [None, 40])
def test_the_block_bound_loses_nothing_among_many_rows(distinct: int | None) -> None:
    """With enough rows for the bound by blocks, the result still equals sorting all float64 products."""
    matrix = units(60_000, 16, 3, distinct)
    query = units(1, 16, 4)
    (ranked,) = nearest(matrix, query, 10, in_order)
    exact = matrix.astype(np.float64) @ query[0].astype(np.float64)
    expected = np.lexsort((np.arange(len(matrix)), -exact))[:10]
    assert ranked.items.tolist() == expected.tolist()
    assert ranked.similarities.tolist() == exact[expected].tolist()


def test_float64_products_of_rounded_vectors_do_not_depend_on_their_order() -> None:
    """The sum is exact: backwards, in blocks, and by the matrix product it is the same number."""
    matrix = units(300, 256, 5).astype(np.float64)
    query = matrix[0]
    forward = [sum(a * b for a, b in zip(row.tolist(), query.tolist(), strict=True)) for row in matrix]
    backward = [sum(a * b for a, b in zip(row[::-1].tolist(), query[::-1].tolist(), strict=True)) for row in matrix]
    assert forward == backward == (matrix @ query).tolist()


def test_float32_nominations_stay_within_the_tolerance() -> None:
    """The error that nominations allow for is never reached, at the largest dimension in use."""
    matrix = units(2_000, 1_024, 6)
    approximate = matrix @ matrix[0]
    exact = matrix.astype(np.float64) @ matrix[0].astype(np.float64)
    assert np.abs(approximate - exact).max() * 2 < vectors.TOLERANCE


def test_ties_follow_the_given_order() -> None:
    """Equal scores are sorted by the keys, most significant first."""
    keys = {0: (1, 5), 1: (1, 2), 2: (0, 9)}

    def order(items: np.ndarray) -> tuple[np.ndarray, ...]:
        return tuple(np.array([keys[item][part] for item in items.tolist()]) for part in (0, 1))

    ranked = best(np.array([0, 1, 2]), np.array([0.5, 0.5, 0.5]), 2, order)
    assert ranked.items.tolist() == [2, 1]


def test_nothing_to_find_is_no_error() -> None:
    """No rows, no allowed rows, or a count of nought: empty results, one a query."""
    assert [len(one.items) for one in nearest(units(0, 4, 0), units(2, 4, 1), 3, in_order)] == [0, 0]
    nobody = np.zeros(5, np.bool_)
    assert [len(one.items) for one in nearest(units(5, 4, 0), units(1, 4, 1), 3, in_order, allowed=nobody)] == [0]
    assert [len(one.items) for one in nearest(units(5, 4, 0), units(1, 4, 1), 0, in_order)] == [0]
