"""Ego-splitting's worked examples by hand (Epasto, Lattanzi & Paes Leme, KDD 2017; LightGMEM's communities)."""

from __future__ import annotations

import pytest

from convograph.communities.ego_splitting import LIGHTGMEM, SPLITTING, SplittingSettings, ego_splitting
from convograph.communities.partitions import COMPONENTS, PartitionMethod
from support.graphs import clique, graph, weighted

ALL = [
    SPLITTING,
    LIGHTGMEM,
    SplittingSettings(COMPONENTS, COMPONENTS),
    SplittingSettings(PartitionMethod("label_propagation"), PartitionMethod("label_propagation")),
]


@pytest.mark.parametrize("settings", ALL)
def test_a_bow_tie_is_two_communities_that_share_its_knot(settings: SplittingSettings) -> None:
    """Triangles 0 1 2 and 2 3 4. The ego net of 2 is 0 - 1 and 3 - 4: two parts, so two personas; others have one.

    The personas are 0, 1, 2 (with 0 and 1), 2 (with 3 and 4), 3, 4, numbered 0 to 5. Their graph has the six edges of
    the bow tie in two triangles, 0 1 2 and 3 4 5, which are the communities.
    """
    weights = {(0, 1): 1.0, (0, 2): 2.0, (1, 2): 3.0, (2, 3): 4.0, (2, 4): 5.0, (3, 4): 6.0}
    found = ego_splitting(weighted(5, weights), settings)
    assert found.personas.owners.tolist() == [0, 1, 2, 2, 3, 4]
    assert found.personas.graph.ends.tolist() == [[0, 1], [0, 2], [1, 2], [3, 4], [3, 5], [4, 5]]
    assert found.personas.graph.weights.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    assert found.clusters.tolist() == [0, 0, 0, 1, 1, 1]
    assert [members.tolist() for members in found.communities] == [[0, 1, 2], [2, 3, 4]]


@pytest.mark.parametrize("settings", ALL)
def test_a_star_falls_into_pairs(settings: SplittingSettings) -> None:
    """The ego net of hub 0 has three nodes and no edge: three personas. Each leaf has one, whose part is the hub."""
    found = ego_splitting(graph(4, (0, 1), (0, 2), (0, 3)), settings)
    assert found.personas.owners.tolist() == [0, 0, 0, 1, 2, 3]
    assert found.personas.graph.ends.tolist() == [[0, 3], [1, 4], [2, 5]]
    assert [members.tolist() for members in found.communities] == [[0, 1], [0, 2], [0, 3]]


@pytest.mark.parametrize("settings", ALL)
def test_a_clique_is_one_community(settings: SplittingSettings) -> None:
    """Of four nodes: each ego net is a triangle, so each node has one persona."""
    found = ego_splitting(graph(4, *clique(range(4))), settings)
    assert found.personas.owners.tolist() == [0, 1, 2, 3]
    assert [members.tolist() for members in found.communities] == [[0, 1, 2, 3]]


def test_a_ring_without_triangles_falls_into_its_edges() -> None:
    """Of four nodes: the two neighbours of each are not connected, so each edge has a persona at each end."""
    found = ego_splitting(graph(4, (0, 1), (1, 2), (2, 3), (0, 3)))
    assert [members.tolist() for members in found.communities] == [[0, 1], [0, 3], [1, 2], [2, 3]]


def test_two_personas_of_a_node_in_one_cluster_are_one_member() -> None:
    """The bow tie's ends connected by a strip of triangles, 0 1 5, 1 5 6, 5 6 3 and 6 3 4.

    The ego net of 2 is still 0 - 1 and 3 - 4, two personas; those of the others are paths, one each. The persona graph
    hangs together, so with connected components it is one cluster, and 2 is in it once.
    """
    strip = [(0, 5), (1, 5), (1, 6), (5, 6), (3, 5), (3, 6), (4, 6)]
    found = ego_splitting(
        graph(7, *clique((0, 1, 2)), *clique((2, 3, 4)), *strip), SplittingSettings(overall=COMPONENTS)
    )
    assert found.personas.owners.tolist() == [0, 1, 2, 2, 3, 4, 5, 6]
    assert found.clusters.tolist() == [0] * 8
    assert found.memberships.tolist() == [[0, node] for node in range(7)]
