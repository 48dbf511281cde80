"""Small weighted graphs for tests: from literal edges, at random, and all ways to partition one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
from hypothesis import strategies as st

from convograph.communities.weighted_graph import WeightedGraph, graph_of

Edges = dict[tuple[int, int], float]


def graph(nodes: int, *pairs: tuple[int, int]) -> WeightedGraph:
    """A graph whose edges all weigh 1."""
    return weighted(nodes, dict.fromkeys(pairs, 1.0))


def weighted(nodes: int, edges: Edges) -> WeightedGraph:
    """A graph with weights."""
    return graph_of(nodes, np.array(list(edges), np.int64).reshape(-1, 2), np.array(list(edges.values()), np.float64))


def clique(nodes: Iterable[int]) -> list[tuple[int, int]]:
    """All pairs of some nodes."""
    return list(combinations(nodes, 2))


def edges(nodes: int) -> st.SearchStrategy[Edges]:
    """Edges between some of so many nodes, with small whole weights."""
    return st.dictionaries(st.sampled_from(clique(range(nodes))), st.integers(1, 3).map(float))


def modularity(of: WeightedGraph, labels: Iterable[int]) -> float:
    """Q, added up community by community."""
    groups = np.array(list(labels))
    whole = of.weights.sum()
    degrees = np.bincount(of.ends.ravel(), np.repeat(of.weights, 2), minlength=of.nodes)
    return sum(
        float(of.weights[(groups[of.ends] == group).all(axis=1)].sum() / whole)
        - float(degrees[groups == group].sum() / (2 * whole)) ** 2
        for group in set(groups.tolist())
    )


def all_labels(nodes: int) -> list[tuple[int, ...]]:
    """Every way to partition so many nodes, once."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(nodes):
        found = [(*labels, one) for labels in found for one in range(max(labels, default=-1) + 2)]
    return found
