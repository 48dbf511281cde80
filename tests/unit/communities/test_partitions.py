"""Partitions of a graph: by hand, against all partitions of small graphs, and component by component."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.communities.leiden import leiden
from convograph.communities.partitions import (
    COMPONENTS,
    PARTITIONS,
    MethodName,
    PartitionMethod,
    partitioned,
)
from convograph.communities.weighted_graph import WeightedGraph, graph_of
from convograph.errors import InputError
from support.graphs import Edges, all_labels, clique, edges, graph, modularity, weighted

NODES = 7
GROUPING: tuple[MethodName, ...] = ("label_propagation", "louvain", "leiden")
names = st.sampled_from(sorted(PARTITIONS))


@pytest.mark.parametrize("name", GROUPING)
def test_two_cliques_that_an_edge_connects_are_told_apart(name: MethodName) -> None:
    """Also where the edge leads to the first node of the second clique, which sees each label once."""
    both = graph(8, *clique(range(4)), *clique(range(4, 8)), (3, 4))
    assert PartitionMethod(name)(both).tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


@pytest.mark.parametrize("name", GROUPING)
def test_weights_decide(name: MethodName) -> None:
    """A ring of four: 0 and 3 belong together, 1 and 2, by weights of 5 against 1."""
    ring = weighted(4, {(0, 1): 1.0, (1, 2): 5.0, (2, 3): 1.0, (0, 3): 5.0})
    assert PartitionMethod(name)(ring).tolist() == [0, 1, 1, 0]


def test_connected_components_are_the_coarsest() -> None:
    """Two pairs and a node alone."""
    assert COMPONENTS(graph(5, (0, 3), (2, 4))).tolist() == [0, 1, 2, 0, 2]


def test_label_propagation_by_hand() -> None:
    """A path 0 - 1 - 2 - 3 without triangles, of weights 1, 2, 1: 0 takes on 1, 1 takes on 2, 2 keeps it, 3 follows.

    In the second round 0 follows 1.
    """
    path = weighted(4, {(0, 1): 1.0, (1, 2): 2.0, (2, 3): 1.0})
    assert PartitionMethod("label_propagation")(path).tolist() == [0, 0, 0, 0]
    assert PartitionMethod("label_propagation", rounds=1)(path).tolist() == [0, 1, 1, 1]


@given(sizes=st.lists(st.integers(3, 6), min_size=1, max_size=4), data=st.data())
def test_label_propagation_finds_planted_cliques(sizes: list[int], data: st.DataObject) -> None:
    """A chain of cliques, each connected with the next by one edge, whatever the order of nodes."""
    planted = np.repeat(np.arange(len(sizes)), sizes)
    order = np.array(data.draw(st.permutations(range(len(planted)))))
    bridges = [
        (data.draw(st.sampled_from(sorted(np.flatnonzero(planted == one).tolist()))) for one in pair)
        for pair in pairwise(range(len(sizes)))
    ]
    within = [pair for one in range(len(sizes)) for pair in clique(np.flatnonzero(planted == one).tolist())]
    ends = order[np.array([*within, *map(tuple, bridges)])]
    found = PartitionMethod("label_propagation")(graph_of(len(order), ends, np.ones(len(ends))))
    assert len(set(zip(planted.tolist(), found[order].tolist(), strict=True))) == len(sizes)
    assert found.max() + 1 == len(sizes)


@pytest.mark.parametrize("name", ["louvain", "leiden"])
@pytest.mark.parametrize("first", [2, 3])
def test_planted_partitions_have_nine_tenths_of_the_best_modularity(name: MethodName, first: int) -> None:
    """Two cliques of seven nodes and any edge between them, against all 877 partitions."""
    for bridge in [(one, other) for one in range(first) for other in range(first, NODES)]:
        planted = graph(NODES, *clique(range(first)), *clique(range(first, NODES)), bridge)
        best = max(modularity(planted, labels) for labels in all_labels(NODES))
        assert modularity(planted, PartitionMethod(name)(planted)) >= 0.9 * best > 0


@given(edges(NODES).filter(bool))
def test_no_partition_is_worse_than_the_components(of: Edges) -> None:
    """Of Louvain's and Leiden's modularity."""
    made = weighted(NODES, of)
    for name in ("louvain", "leiden"):
        assert modularity(made, PartitionMethod(name)(made)) >= modularity(made, range(NODES))


@pytest.mark.parametrize("name", ["louvain", "leiden"])
def test_a_higher_resolution_gives_smaller_communities(name: MethodName) -> None:
    """A triangle is one community, and falls into its nodes at γ = 5."""
    assert PartitionMethod(name)(graph(3, *clique(range(3)))).tolist() == [0, 0, 0]
    assert PartitionMethod(name, resolution=5.0)(graph(3, *clique(range(3)))).tolist() == [0, 1, 2]


@given(of=edges(NODES), name=names)
def test_labels_are_numbered_by_their_lowest_nodes_and_do_not_join_components(of: Edges, name: MethodName) -> None:
    """Of any method; twice the same."""
    made = weighted(NODES, of)
    labels = PartitionMethod(name)(made).tolist()
    assert list(dict.fromkeys(labels)) == list(range(max(labels) + 1))
    parts = COMPONENTS(made).tolist()
    assert len(set(zip(labels, parts, strict=True))) == max(labels) + 1
    assert PartitionMethod(name)(made).tolist() == labels


@given(of=edges(NODES), more=edges(NODES), name=names)
def test_each_component_is_partitioned_by_itself(of: Edges, more: Edges, name: MethodName) -> None:
    """As if nothing else were there: two graphs side by side have the labels of each."""
    method = PartitionMethod(name)
    beside = {(low + NODES, high + NODES): weight for (low, high), weight in more.items()}
    both = partitioned(weighted(2 * NODES, {**of, **beside}), method).labels.tolist()
    first = partitioned(weighted(NODES, of), method).labels.tolist()
    second = partitioned(weighted(NODES, more), method).labels.tolist()
    assert both == first + [label + max(first) + 1 for label in second]


def test_what_is_known_is_not_computed_again() -> None:
    """Equal components are computed once, also among other nodes; with another weight or method anew."""
    method = PartitionMethod("leiden")
    triangle, pair = clique((0, 1, 4)), [(2, 3)]
    first = partitioned(graph(5, *triangle, *pair), method)
    assert (first.computed, len(first.known)) == (2, 2)
    moved = partitioned(graph(9, *clique((1, 2, 8)), *clique((3, 5, 6)), (4, 7)), method, first.known)
    assert (moved.computed, len(moved.known)) == (0, 2)
    assert moved.labels.tolist() == [0, 1, 1, 2, 3, 2, 2, 3, 1]
    assert partitioned(weighted(2, {(0, 1): 2.0}), method, first.known).computed == 1
    assert partitioned(graph(2, (0, 1)), PartitionMethod("louvain"), first.known).computed == 1


@pytest.mark.parametrize("name", sorted(PARTITIONS))
def test_graphs_without_edges_fall_apart(name: MethodName) -> None:
    """A label for each node; none without nodes."""
    assert PartitionMethod(name)(graph(3)).tolist() == [0, 1, 2]
    assert PartitionMethod(name)(graph(0)).tolist() == []
    assert partitioned(graph(0), PartitionMethod(name)).labels.tolist() == []


def test_another_seed_is_as_repeatable() -> None:
    """Any seed gives one result, whatever was computed in between."""
    chance = np.random.default_rng(3)
    made = _random(chance, 60, 200)
    for seed in (0, 1):
        once = leiden(made, seed=seed).tolist()
        leiden(_random(chance, 60, 200))
        assert leiden(made, seed=seed).tolist() == once


def _random(chance: np.random.Generator, nodes: int, count: int) -> WeightedGraph:
    pairs = np.unique(np.sort(chance.integers(0, nodes, (count, 2)), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] < pairs[:, 1]]
    return graph_of(nodes, pairs, np.ones(len(pairs)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "metis"}, "no partition is called 'metis'; there are 'components'"),
        ({"name": "leiden", "resolution": 0.0}, "resolution is a number above 0: 0.0"),
        ({"name": "leiden", "seed": -1}, "seed is a whole number, 0 or more: -1"),
        ({"name": "label_propagation", "rounds": 0}, "rounds is a whole number, 1 or more: 0"),
    ],
)
def test_options_are_checked(options: dict[str, object], message: str) -> None:
    """The message names the value, and what there is."""
    with pytest.raises(InputError, match=message):
        PartitionMethod(**options)
