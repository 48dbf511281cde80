"""Steiner trees against brute force on graphs of at most eight nodes, and the solvers against each other."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from convograph.architectures.associa import pcst_library
from convograph.architectures.associa.growth import by_growth
from convograph.architectures.associa.paths import by_paths
from convograph.architectures.associa.pcst_library import by_library
from convograph.architectures.associa.steiner import Instance, steiner_tree
from convograph.errors import MissingExtraError
from convograph.graph.arrays import Indices

Solve = Callable[[Instance, int], tuple[Indices, Indices]]
SOLVERS = [by_growth, by_paths]


@st.composite
def instances(draw: st.DrawFn, *, exact: bool = False) -> Instance:
    """At most eight nodes and twelve edges; prizes and costs in halves, or without ties if `exact`."""
    nodes = draw(st.integers(2, 8))
    pairs = st.tuples(st.integers(0, nodes - 1), st.integers(0, nodes - 1)).filter(lambda pair: pair[0] != pair[1])
    edges = draw(st.lists(pairs, min_size=1, max_size=12))
    chance = np.random.default_rng(draw(st.integers(0, 1 << 30)))
    if exact:
        prizes = np.where(chance.random(nodes) < 0.4, 0.0, chance.random(nodes) * 3)
        costs = chance.random(len(edges)) * 2
    else:
        prizes = np.where(chance.random(nodes) < 0.4, 0.0, chance.integers(1, 8, nodes) / 2)
        costs = chance.integers(0, 4, len(edges)) / 2
    return Instance(prizes, np.array(edges, np.int64), costs)


def worth(instance: Instance, nodes: Indices, edges: Indices) -> float:
    """Prizes less costs of what was chosen."""
    return float(instance.prizes[nodes].sum() - instance.costs[edges].sum())


def components(nodes: list[int], edges: list[tuple[int, int]]) -> int:
    """Into how many pieces some nodes fall."""
    left = {node: node for node in nodes}

    def top(node: int) -> int:
        return node if left[node] == node else top(left[node])

    for one, other in edges:
        left[top(one)] = top(other)
    return len({top(node) for node in nodes})


def best_worth(instance: Instance) -> float:
    """The highest worth of any connected set of nodes: its prizes less the cheapest tree that spans it."""
    best = 0.0
    for size in range(1, len(instance.prizes) + 1):
        for chosen in combinations(range(len(instance.prizes)), size):
            cost, pieces, taken = 0.0, len(chosen), []
            for edge in np.argsort(instance.costs, kind="stable").tolist():
                ends = tuple(instance.edges[edge].tolist())
                if set(ends) <= set(chosen) and components(list(chosen), [*taken, ends]) < pieces:
                    taken.append(ends)
                    pieces -= 1
                    cost += float(instance.costs[edge])
            if pieces == 1:
                best = max(best, float(instance.prizes[list(chosen)].sum()) - cost)
    return best


@pytest.mark.parametrize("solve", SOLVERS)
@given(instance=instances())
@settings(max_examples=150, deadline=None)
def test_a_solution_is_one_tree(solve: Solve, instance: Instance) -> None:
    """The chosen edges join the chosen nodes to one piece, without a cycle, and each brings both of its ends."""
    nodes, edges = solve(instance, 1)
    ends = [tuple(pair) for pair in instance.edges[edges].tolist()]
    assert {end for pair in ends for end in pair} <= set(nodes.tolist())
    if len(nodes):
        assert components(nodes.tolist(), ends) == 1
        assert len(edges) == len(nodes) - 1
    else:
        assert not instance.prizes.any()


@pytest.mark.parametrize("solve", SOLVERS)
@given(instance=instances())
@settings(max_examples=120, deadline=None)
def test_no_solution_is_worth_more_than_the_best_there_is(solve: Solve, instance: Instance) -> None:
    """Brute force over all sets of nodes is an upper bound."""
    assert worth(instance, *solve(instance, 1)) <= best_worth(instance) + 1e-9


@given(instance=instances())
@settings(max_examples=200, deadline=None)
def test_growth_loses_at_most_twice_the_least_possible(instance: Instance) -> None:
    """Goemans and Williamson's bound, on edges paid for and prizes left out."""
    total = float(instance.prizes.sum())
    loss = total - worth(instance, *by_growth(instance, 1))
    assert loss <= 2 * (total - best_worth(instance)) + 1e-9


@given(instance=instances())
@settings(max_examples=200, deadline=None)
def test_no_path_that_is_left_pays_for_itself(instance: Instance) -> None:
    """Of the paths that `by_paths` adds: no prize outside its tree is worth more than the cheapest way there."""
    nodes, _ = by_paths(instance, 1)
    distances = np.full((len(instance.prizes), len(instance.prizes)), np.inf)
    for (one, other), cost in zip(instance.edges.tolist(), instance.costs.tolist(), strict=True):
        distances[one, other] = distances[other, one] = min(distances[one, other], cost)
    for middle in range(len(distances)):  # Floyd and Warshall's
        distances = np.minimum(distances, distances[:, [middle]] + distances[[middle], :])
    for outside in np.setdiff1d(np.flatnonzero(instance.prizes), nodes).tolist():
        assert instance.prizes[outside] <= distances[outside, nodes].min() + 1e-9


@given(instance=instances())
@settings(max_examples=200, deadline=None)
def test_every_branch_pays_for_itself(instance: Instance) -> None:
    """Of `by_paths`: whatever lies beyond an edge, seen from the highest prize, is worth more than the edge costs."""
    nodes, edges = by_paths(instance, 1)
    start = int(np.argmax(instance.prizes))
    for edge in edges.tolist():
        left = [tuple(pair) for pair in instance.edges[edges[edges != edge]].tolist()]
        near = reached(start, left)
        beyond = np.setdiff1d(nodes, list(near))
        further = [one for one in edges.tolist() if one != edge and set(instance.edges[one].tolist()) <= set(beyond)]
        assert worth(instance, beyond, np.array(further, np.int64)) > instance.costs[edge] - 1e-9


def reached(start: int, edges: list[tuple[int, ...]]) -> set[int]:
    """The nodes that some edges connect with one."""
    found = {start}
    while further := {end for pair in edges if found & set(pair) for end in pair} - found:
        found |= further
    return found


def test_paths_by_hand() -> None:
    """From node 0 (5): over node 1 (0) to node 2 (3) for 1 + 1; node 3 (1) costs 2 and stays out.

        0 ─1─ 1 ─1─ 2 ─2─ 3        4 ─½─ 5

    Nodes 4 (2) and 5 (1), which nothing connects with it, are a second tree.
    """
    instance = Instance(
        np.array([5.0, 0, 3, 1, 2, 1]),
        np.array([[0, 1], [1, 2], [2, 3], [4, 5]]),
        np.array([1.0, 1, 2, 0.5]),
    )
    for trees, nodes, edges in ((1, [0, 1, 2], [0, 1]), (2, [0, 1, 2, 4, 5], [0, 1, 3])):
        found = by_paths(instance, trees)
        assert (found[0].tolist(), found[1].tolist()) == (nodes, edges)


@pytest.mark.parametrize(("solve", "optimal", "of_best"), [(by_growth, 300, 0.95), (by_paths, 380, 0.99)])
def test_most_trees_are_the_best_there_are(solve: Solve, optimal: int, of_best: float) -> None:
    """Of 400 random graphs of at most eight nodes, without ties; on average they are worth nearly as much."""
    best, shares = 0, []
    for seed in range(400):
        instance = random_instance(seed)
        highest, found = best_worth(instance), worth(instance, *solve(instance, 1))
        best += found == pytest.approx(highest)
        shares.append(found / highest if highest else 1.0)
    assert best >= optimal
    assert np.mean(shares) >= of_best


def random_instance(seed: int) -> Instance:
    """A graph like those of `instances`, by a seed."""
    chance = np.random.default_rng(seed)
    nodes, edges = int(chance.integers(2, 9)), int(chance.integers(1, 13))
    ends = np.array([chance.choice(nodes, 2, replace=False) for _ in range(edges)])
    prizes = np.where(chance.random(nodes) < 0.4, 0.0, chance.random(nodes) * 3)
    return Instance(prizes, ends, chance.random(edges) * 2)


@given(instance=instances(), trees=st.integers(1, 4))
@settings(max_examples=100, deadline=None)
def test_there_are_at_most_as_many_trees_as_asked_for(instance: Instance, trees: int) -> None:
    """Several trees, each connected, none sharing a node."""
    for solve in SOLVERS:
        nodes, edges = solve(instance, trees)
        ends = [tuple(pair) for pair in instance.edges[edges].tolist()]
        assert components(nodes.tolist(), ends) <= trees
        assert len(edges) == len(nodes) - components(nodes.tolist(), ends)


@given(instance=instances(exact=True))
@settings(max_examples=200, deadline=None)
def test_growth_is_worth_what_the_published_library_finds(instance: Instance) -> None:
    """Without ties both take the same steps, and their trees are worth the same."""
    assert worth(instance, *by_growth(instance, 1)) == pytest.approx(worth(instance, *by_library(instance, 1)))


def test_a_library_for_another_numpy_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its wheel gives arrays of zeros under numpy 2, without an error."""

    class Broken:
        @staticmethod
        def pcst_fast(*given: object) -> tuple[Indices, Indices]:
            return np.zeros(2, np.int64), np.zeros(1, np.int64)

    monkeypatch.setitem(sys.modules, "pcst_fast", Broken)
    pcst_library._library.cache_clear()
    with pytest.raises(MissingExtraError, match="--no-binary pcst-fast"):
        by_library(Instance(np.ones(2), np.array([[0, 1]]), np.zeros(1)), 1)
    pcst_library._library.cache_clear()


def test_dead_ends_without_a_prize_cost_nothing() -> None:
    """A star of a thousand nodes around the way between two prizes changes nothing."""
    way = [[0, 1], [1, 2]]
    star = [[1, node] for node in range(3, 1003)]
    prizes = np.zeros(1003)
    prizes[[0, 2]] = 3
    tree = steiner_tree(prizes, np.array(way + star), np.zeros(1002), edge_cost=0.5, solve=by_growth)
    assert (tree.nodes.tolist(), tree.edges.tolist()) == ([0, 1, 2], [0, 1])


def test_parallel_edges_and_circles_are_taken_once() -> None:
    """Two edges between the same nodes: the one with the prize."""
    edges = np.array([[0, 1], [0, 1], [1, 0]])
    tree = steiner_tree(np.array([2.0, 2.0]), edges, np.array([0.0, 1.0, 0.0]), edge_cost=0.5, solve=by_growth)
    assert (tree.nodes.tolist(), tree.edges.tolist()) == ([0, 1], [1])
