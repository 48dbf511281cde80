"""The circles of each node: the parts of its ego net, which is its neighbours and the edges among them, without it.

All ego nets form one graph. Its nodes are places, where a place is an edge seen from one of its ends; its edges are the
triangles of the original graph, each in the ego nets of its three nodes. A circle is then a set of places of one node.

Epasto, Lattanzi & Paes Leme, "Ego-Splitting Framework" (KDD 2017), step 1: "ego-minus-ego" nets. Beyond the paper, hubs
can be left out of the ego nets of others [R], since a speaker who is connected to everything merges all circles into
one. An edge to a hub still needs a circle: it goes to the one that the hub's edges lead to with the most weight, the
first of these if tied; if there is none, to a circle of its own.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from convograph.communities.partitions import Known, Partition, PartitionMethod, partitioned
from convograph.communities.triangles import triangles
from convograph.communities.weighted_graph import Adjacency, WeightedGraph, graph_of
from convograph.graph.arrays import Indices
from convograph.graph.runs import combined, numbered


def circles(
    graph: WeightedGraph, adjacency: Adjacency, method: PartitionMethod, hubs: Collection[int], known: Known
) -> Partition:
    """The circle of each place, numbered by their first places over all nodes.

    `hubs` are left out of the ego nets of others. Raises `ValueError` for a hub that is not a node.
    """
    left_out = np.zeros(graph.nodes, np.bool_)
    for hub in hubs:
        if not 0 <= hub < graph.nodes:
            raise ValueError(f"hub {hub} is not among {graph.nodes} nodes")
        left_out[hub] = True
    nets = ego_nets(graph, adjacency)
    to_hubs = left_out[adjacency.neighbours][nets.ends]
    inside = ~to_hubs.any(axis=1)
    found = partitioned(WeightedGraph(nets.nodes, nets.ends[inside], nets.weights[inside]), method, known)
    return Partition(_with_hubs(nets, to_hubs, found.labels), found.known, found.computed)


def ego_nets(graph: WeightedGraph, adjacency: Adjacency) -> WeightedGraph:
    """All ego nets side by side: a node for each place, and an edge for each triangle and each of its nodes."""
    found = triangles(graph)
    lowest, middle, highest = found.edges.T  # each is the edge opposite that node
    places = adjacency.places
    pairs = np.concatenate(
        (
            np.stack((places[highest, 0], places[middle, 0]), axis=1),  # the lowest node's: to the other two
            np.stack((places[highest, 1], places[lowest, 0]), axis=1),
            np.stack((places[middle, 1], places[lowest, 1]), axis=1),
        )
    )
    return graph_of(len(adjacency.sources), pairs, graph.weights[np.concatenate((lowest, middle, highest))])


def _with_hubs(nets: WeightedGraph, to_hubs: npt.NDArray[np.bool_], labels: Indices) -> Indices:
    """The circles, with each edge to a hub in the circle that the hub is tied to most; `labels` leave them apart."""
    ties = np.flatnonzero(to_hubs[:, 0] != to_hubs[:, 1])  # with exactly one hub
    side = to_hubs[ties, 1].astype(np.int64)
    pairs = np.stack((nets.ends[ties, side], labels[nets.ends[ties, 1 - side]]), axis=1)
    _, firsts, groups = np.unique(combined(*pairs.T), return_index=True, return_inverse=True)
    tied = pairs[firsts]
    weights = np.bincount(groups, nets.weights[ties], minlength=len(tied))
    best = tied[np.lexsort((tied[:, 1], -weights, tied[:, 0]))]
    places, firsts = np.unique(best[:, 0], return_index=True)
    together = labels.copy()
    together[places] = best[firsts, 1]
    return numbered(together)
