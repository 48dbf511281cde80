"""Overlapping communities by ego-splitting: each node becomes a persona for each circle that it moves in.

Epasto, Lattanzi & Paes Leme, "Ego-Splitting Framework: from Non-Overlapping to Overlapping Clusters" (KDD 2017), as
LightGMEM uses it for communities of entities:

    ego net of v        the neighbours of v and the edges among them, without v; each part of it is a persona of v
    persona graph       for each edge u - v, one from the persona of u whose part has v to that of v whose part has u
    community           the nodes whose personas are in the same cluster of the persona graph

All ego nets are partitioned as one graph (`ego_nets`): the persona at either end of an edge is the part that has its
place. They are partitioned component by component [R], like the persona graph (see `partitions`); for connected
components and label propagation this makes no difference.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from convograph.communities.ego_nets import circles
from convograph.communities.partitions import (
    COMPONENTS,
    LEIDEN,
    LOUVAIN,
    NOTHING,
    Known,
    PartitionMethod,
    partitioned,
)
from convograph.communities.weighted_graph import WeightedGraph, adjacency_of, graph_of
from convograph.graph.arrays import Indices
from convograph.graph.runs import changes, combined


@dataclass(frozen=True, slots=True)
class SplittingSettings:
    """How ego nets (`local`) and the persona graph (`overall`) are partitioned.

    LightGMEM does not say how, and the framework leaves both open. Leiden is our choice: its communities are always
    connected, Louvain's need not be.
    """

    local: PartitionMethod = COMPONENTS
    overall: PartitionMethod = LEIDEN


SPLITTING = SplittingSettings()
LIGHTGMEM = SplittingSettings(overall=LOUVAIN)  # [R] as in public implementations of the framework


@dataclass(frozen=True, slots=True)
class PersonaGraph:
    """`owners` (personas,) is the node of each persona, ascending; `graph` has one edge for each of the original graph.

    The personas of a node are numbered by the lowest neighbour in their parts. A node without neighbours has none: its
    one persona would be in no community.
    """

    owners: Indices
    graph: WeightedGraph


@dataclass(frozen=True, slots=True)
class EgoSplitting:
    """`memberships`, shape (memberships, 2), are pairs of a community, from 0, and a member, ascending, each pair once.

    `clusters` (personas,) is the community of each persona; communities are numbered by their lowest personas. `known`
    makes the next splitting of a similar graph cheaper. `ego_nets` and `clusterings` count the components of ego nets
    and of the persona graph that were partitioned for this one because they were not known.
    """

    personas: PersonaGraph
    clusters: Indices
    memberships: Indices
    known: Known
    ego_nets: int
    clusterings: int

    @property
    def communities(self) -> list[Indices]:
        """The members of each community, ascending."""
        firsts = np.flatnonzero(changes(self.memberships[:, 0]))
        return np.split(self.memberships[:, 1], firsts)[1:]


def ego_splitting(
    graph: WeightedGraph,
    settings: SplittingSettings = SPLITTING,
    *,
    hubs: Collection[int] = (),
    known: Known = NOTHING,
) -> EgoSplitting:
    """The communities of a graph, each of at least one node; nodes without neighbours are in none.

    `hubs` are nodes to leave out of the ego nets of others. `known` comes from an earlier splitting of any graph: it
    never changes the result. Raises `ValueError` for a hub that is not a node.

    >>> bow_tie = graph_of(5, np.array([[0, 1], [0, 2], [1, 2], [2, 3], [2, 4], [3, 4]]), np.ones(6))
    >>> [members.tolist() for members in ego_splitting(bow_tie).communities]
    [[0, 1, 2], [2, 3, 4]]
    """
    adjacency = adjacency_of(graph)
    parts = circles(graph, adjacency, settings.local, hubs, known)
    _, firsts = np.unique(parts.labels, return_index=True)
    personas = PersonaGraph(
        adjacency.sources[firsts], graph_of(len(firsts), parts.labels[adjacency.places], graph.weights)
    )
    clusters = partitioned(personas.graph, settings.overall, known)
    pairs = np.stack((clusters.labels, personas.owners), axis=1)
    _, kept = np.unique(combined(*pairs.T), return_index=True)
    return EgoSplitting(
        personas, clusters.labels, pairs[kept], {**parts.known, **clusters.known}, parts.computed, clusters.computed
    )
