"""Weighted graphs: what is one, and where its edges are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from convograph.communities.triangles import triangles
from convograph.communities.weighted_graph import WeightedGraph, adjacency_of, graph_of, neighbour_lists
from convograph.graph.runs import numbered
from support.graphs import Edges, clique, edges, graph, weighted

NODES = 8


@pytest.mark.parametrize(
    ("ends", "weights", "message"),
    [
        ([[0, 1], [2, 2]], [1.0, 1.0], "edge 1 is a loop: 2 - 2"),
        ([[0, 1], [1, 0]], [1.0, 2.0], r"edge 1 comes twice: 0 - 1, weight 2\.0"),
        ([[0, 1], [1, 2]], [1.0, 0.0], r"edge 1 has no weight above 0: 1 - 2, weight 0\.0"),
        ([[0, 1]], [np.nan], "edge 0 has no weight above 0: 0 - 1, weight nan"),
        ([[0, 1]], [np.inf], "edge 0 has no weight above 0: 0 - 1, weight inf"),
        ([[0, 3]], [1.0], "edge 0 ends outside of the nodes: 0 - 3, weight 1.0, of 3 nodes"),
        ([[-1, 2]], [1.0], "edge 0 ends outside of the nodes: -1 - 2"),
    ],
)
def test_what_is_no_edge_is_refused(ends: list[list[int]], weights: list[float], message: str) -> None:
    """Loops, repetitions, weights of nothing and nodes that do not exist; the message names the edge."""
    with pytest.raises(ValueError, match=message):
        graph_of(3, np.array(ends), np.array(weights))


@pytest.mark.parametrize(
    ("ends", "weights", "message"),
    [
        ([[1, 0]], [1.0], "edge 0 has its higher end first: 1 - 0"),
        ([[1, 2], [0, 1]], [1.0, 1.0], "edge 1 comes after a higher one: 0 - 1"),
        ([[0, 1]], [1.0, 1.0], r"not two ends for each weight: \(1, 2\), \(2,\)"),
    ],
)
def test_a_graph_is_in_order(ends: list[list[int]], weights: list[float], message: str) -> None:
    """So that one graph has one form; what is not is refused."""
    with pytest.raises(ValueError, match=message):
        WeightedGraph(3, np.array(ends), np.array(weights))


def test_edges_may_come_in_any_order() -> None:
    """Either way round, with their weights."""
    made = graph_of(4, np.array([[3, 1], [2, 0], [0, 1]]), np.array([3.0, 2.0, 1.0]))
    assert made.ends.tolist() == [[0, 1], [0, 2], [1, 3]]
    assert made.weights.tolist() == [1.0, 2.0, 3.0]


def test_adjacency_by_hand() -> None:
    """0 - 1, 0 - 2, 1 - 2: six places, two for each edge; node 3 has none."""
    adjacency = adjacency_of(graph(4, (0, 1), (0, 2), (1, 2)))
    assert adjacency.starts.tolist() == [0, 2, 4, 6, 6]
    assert adjacency.sources.tolist() == [0, 0, 1, 1, 2, 2]
    assert adjacency.neighbours.tolist() == [1, 2, 0, 2, 0, 1]
    assert adjacency.edges.tolist() == [0, 1, 0, 2, 1, 2]
    assert adjacency.places.tolist() == [[0, 2], [1, 4], [3, 5]]


def test_neighbours_come_ascending_with_their_weights() -> None:
    """Node by node; a graph without nodes has no lists."""
    assert neighbour_lists(weighted(3, {(0, 2): 2.0, (0, 1): 1.0})) == [[(1, 1.0), (2, 2.0)], [(0, 1.0)], [(0, 2.0)]]
    assert neighbour_lists(graph(0)) == []


def test_labels_are_numbered_by_their_lowest_nodes() -> None:
    """Whatever they were called."""
    assert numbered(np.array([5, 5, 2, 9, 2])).tolist() == [0, 0, 1, 2, 1]
    assert numbered(np.empty(0, np.int64)).tolist() == []


@given(edges(NODES))
def test_triangles_are_all_there_once(of: Edges) -> None:
    """As among all triples of nodes, with the edges opposite to their nodes."""
    made = weighted(NODES, of)
    found = triangles(made)
    expected = [(a, b, c) for a, b in of for c in range(b + 1, NODES) if (a, c) in of and (b, c) in of]
    assert sorted(map(tuple, found.nodes.tolist())) == sorted(expected)
    opposite = [[(b, c), (a, c), (a, b)] for a, b, c in found.nodes.tolist()]
    assert made.ends[found.edges].tolist() == [[list(pair) for pair in pairs] for pairs in opposite]


def test_triangles_are_found_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ten triangles of five nodes, whatever fits at once."""
    of_five = graph(5, *clique(range(5)))
    whole = triangles(of_five).nodes.tolist()
    assert len(whole) == 10
    for pairs in (1, 2, 3):
        monkeypatch.setattr("convograph.communities.triangles._PAIRS_AT_ONCE", pairs)
        assert sorted(triangles(of_five).nodes.tolist()) == sorted(whole)
