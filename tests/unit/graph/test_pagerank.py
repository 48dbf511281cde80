"""Personalised PageRank by hand, and what holds for any graph."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.graph.pagerank import personalised_pagerank

Edge = tuple[int, int, float]


def ranked(edges: list[Edge], seeds: list[float], damping: float = 0.5, iterations: int = 100) -> np.ndarray:
    sources, targets, weights = zip(*edges, strict=True) if edges else ((), (), ())
    return personalised_pagerank(
        np.array(sources, np.int64),
        np.array(targets, np.int64),
        np.array(weights, np.float64),
        np.array(seeds),
        damping=damping,
        iterations=iterations,
    )


def both_ways(edges: list[Edge]) -> list[Edge]:
    return edges + [(target, source, weight) for source, target, weight in edges]


def test_a_path_of_three_nodes_solved_by_hand() -> None:
    """0 - 1 - 2, both ways, weights 1 and 3, seed 0, d = .5.

    From 1, a quarter goes to 0 and three quarters to 2:
    a = .5 b/4 + .5,  b = .5 (a + c),  c = .5 * 3b/4.
    With a = b/8 + 1/2 and c = 3b/8: b = b/16 + 1/4 + 3b/16, so b = 1/3, a = 13/24, c = 1/8.
    """
    masses = ranked(both_ways([(0, 1, 1.0), (1, 2, 3.0)]), [1.0, 0.0, 0.0])
    assert masses == pytest.approx([13 / 24, 1 / 3, 1 / 8], abs=1e-7)


def test_a_walker_at_a_dead_end_starts_anew() -> None:
    """0 -> 1 and no further, seeds 3 : 1, d = .5: a = .5 * .75 b + .5 * .75.

    With a + b = 1: a = .375 (1 - a) + .375, so a = 6/11 and b = 5/11.
    """
    assert ranked([(0, 1, 2.0)], [3.0, 1.0]) == pytest.approx([6 / 11, 5 / 11], abs=1e-7)


def test_edges_given_twice_weigh_twice() -> None:
    """As one edge of the summed weight."""
    once = ranked(both_ways([(0, 1, 2.0), (0, 2, 1.0)]), [1.0, 0.0, 0.0])
    twice = ranked(both_ways([(0, 1, 1.0), (0, 2, 1.0), (0, 1, 1.0)]), [1.0, 0.0, 0.0])
    assert twice == pytest.approx(once, abs=1e-12)


def test_nothing_reaches_what_is_not_connected_with_a_seed() -> None:
    """Two pairs, the seed in the first: the second has no mass at all; alike ends of an edge share by d."""
    masses = ranked(both_ways([(0, 1, 1.0), (2, 3, 1.0)]), [1.0, 0.0, 0.0, 0.0])
    assert masses[2:].tolist() == [0.0, 0.0]
    assert masses[:2] == pytest.approx([2 / 3, 1 / 3], abs=1e-7)


def test_without_seeds_every_node_is_one() -> None:
    """A ring of three is alike everywhere; a graph without edges stays where it starts."""
    ring = both_ways([(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0)])
    assert ranked(ring, [0.0, 0.0, 0.0]) == pytest.approx([1 / 3] * 3)
    assert ranked([], [1.0, 3.0]).tolist() == [0.25, 0.75]
    assert ranked([], []).tolist() == []


def test_it_stops_after_the_iterations_allowed() -> None:
    """One step from the seed: half walks on, half starts anew."""
    assert ranked(both_ways([(0, 1, 1.0)]), [1.0, 0.0], iterations=1).tolist() == [0.5, 0.5]


@given(
    edges=st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.floats(0.1, 9)), max_size=20),
    seeds=st.lists(st.floats(0, 5), min_size=8, max_size=8),
    damping=st.floats(0, 0.95),
)
def test_the_masses_are_shares(edges: list[Edge], seeds: list[float], damping: float) -> None:
    """They sum to 1, none is below 0, and with no damping they are the seeds'."""
    masses = ranked(edges, seeds, damping)
    assert masses.sum() == pytest.approx(1)
    assert masses.min() >= 0
    if sum(seeds) > 0:
        assert ranked(edges, seeds, 0.0) == pytest.approx(np.array(seeds) / sum(seeds))
