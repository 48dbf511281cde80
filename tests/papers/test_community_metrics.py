"""LightGMEM's six metrics of communities (appendix D.6), by hand."""

from __future__ import annotations

from datetime import datetime
from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph_eval.community_metrics import (
    coherence,
    fidelity,
    gini,
    relation_density,
    separation,
    temporal_spread,
)

EAST, NORTH, NORTHEAST = (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)


def vectors(*rows: tuple[float, ...]) -> np.ndarray:
    return np.array(rows, np.float64).reshape(len(rows), 2)


def test_coherence_is_the_mean_cosine_of_pairs() -> None:
    """East, north, northeast (of any length): (0 + √½ + √½) / 3; twice east: 1. One episode alone does not count."""
    three = vectors(EAST, (0.0, 3.0), NORTHEAST)
    assert coherence([three]) == pytest.approx(2 * sqrt(0.5) / 3)
    assert coherence([three, vectors(EAST, EAST), vectors(NORTH)]) == pytest.approx((2 * sqrt(0.5) / 3 + 1) / 2)
    assert coherence([vectors(EAST)]) is None


def test_fidelity_is_the_cosine_with_the_mean() -> None:
    """The mean of (3, 0) and (0, 1) is (1.5, .5): its cosine with east is 1.5 / √2.5. Means are of vectors as they are.

    The second community has no description, the third no episode.
    """
    episodes = [vectors((3.0, 0.0), NORTH), vectors(EAST), vectors()]
    assert fidelity([np.array(EAST), None, np.array(EAST)], episodes) == pytest.approx(1.5 / sqrt(2.5))
    assert fidelity([None], [vectors(EAST)]) is None
    with pytest.raises(ValueError, match="argument 2 is longer than argument 1"):
        fidelity([None], [vectors(EAST), vectors(EAST)])


def test_separation_is_one_less_the_mean_cosine_of_means() -> None:
    """Means east, north, northeast: 1 − 2 √½ / 3. Opposite ones: 2. One community is not apart from anything."""
    three = [vectors(EAST, EAST), vectors(NORTH), vectors(EAST, NORTH)]
    assert separation(three) == pytest.approx(1 - 2 * sqrt(0.5) / 3)
    assert separation([*three, vectors()]) == separation(three)
    assert separation([vectors(EAST), vectors((-1.0, 0.0))]) == pytest.approx(2)
    assert separation([vectors(EAST), vectors()]) is None


def test_relation_density_is_the_share_of_pairs() -> None:
    """Of 1, 2, 3, 4: 1 - 2 and 2 - 3 of six pairs; of 1, 2: one of one. A loop, and a relation out, are none within."""
    relations = [(1, 2), (2, 1), (2, 3), (4, 4), (4, 5)]
    assert relation_density([frozenset({1, 2, 3, 4})], relations) == pytest.approx(1 / 3)
    assert relation_density([frozenset({1, 2, 3, 4}), frozenset({1, 2}), frozenset({5})], relations) == pytest.approx(
        2 / 3
    )
    assert relation_density([frozenset({1})], relations) is None


def test_temporal_spread_is_the_standard_deviation_in_days() -> None:
    """Days 1, 1 and 4: mean 2, squares 1 + 1 + 4, so √2. Noon and midnight: a quarter of a day on either side."""
    days = [datetime(2024, 2, 28), datetime(2024, 2, 28), datetime(2024, 3, 2)]
    assert temporal_spread([days]) == pytest.approx(sqrt(2))
    half = [datetime(2024, 5, 1, 12), datetime(2024, 5, 2)]
    assert temporal_spread([days, half, days[:1]]) == pytest.approx((sqrt(2) + 0.25) / 2)
    assert temporal_spread([[]]) is None


def test_gini_by_hand() -> None:
    """1, 2, 6: 2 · (1 + 4 + 18) / (3 · 9) − 4/3 = 10/27. Equal sizes: 0. All in one of four: 3/4."""
    assert gini([6, 1, 2]) == pytest.approx(10 / 27)
    assert gini([5, 5, 5]) == pytest.approx(0)
    assert gini([0, 0, 0, 7]) == pytest.approx(3 / 4)
    assert gini([]) is None
    assert gini([0]) is None


@given(
    st.lists(
        st.lists(st.tuples(*[st.integers(-3, 3).map(float)] * 3), min_size=2, max_size=5).map(np.array),
        min_size=2,
        max_size=4,
    )
)
def test_means_of_cosines_are_those_of_all_pairs(episodes: list[np.ndarray]) -> None:
    """As the formulas write them, pair by pair; a vector of zeros is like none."""
    each = [np.mean([cosine(*pair) for pair in combinations(one, 2)]) for one in episodes]
    assert coherence(episodes) == pytest.approx(np.mean(each), abs=1e-9)
    means = [one.mean(axis=0) for one in episodes]
    apart = 1 - np.mean([cosine(*pair) for pair in combinations(means, 2)])
    assert separation(episodes) == pytest.approx(apart, abs=1e-9)


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    lengths = np.linalg.norm(one) * np.linalg.norm(other)
    return float(one @ other / lengths) if lengths else 0.0


@given(st.lists(st.integers(0, 50), min_size=1, max_size=12).filter(any))
def test_gini_is_half_the_mean_difference_over_the_mean(sizes: list[int]) -> None:
    """Its definition by pairs: Σ_ij |x_i − x_j| / (2 M² x̄)."""
    differences = sum(abs(one - other) for one in sizes for other in sizes)
    assert gini(sizes) == pytest.approx(differences / (2 * len(sizes) * sum(sizes)), abs=1e-12)
