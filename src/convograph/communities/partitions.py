"""Partitions of graphs: a method by name, applied to each connected component, to none twice.

A component's partition depends only on its content: its edges, with nodes numbered within it, and their weights. So a
component that has not changed keeps its partition, wherever its nodes are in the graph, and what is kept never depends
on earlier graphs. In modularity, m is then the weight of the component, not of the whole graph [R]: a community should
not break up because of something elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from math import isfinite
from types import MappingProxyType
from typing import Literal

import numpy as np

from convograph.communities.label_propagation import ROUNDS, label_propagation
from convograph.communities.leiden import leiden
from convograph.communities.louvain import louvain
from convograph.communities.weighted_graph import WeightedGraph
from convograph.errors import InputError
from convograph.formats.arguments import check_whole
from convograph.graph.arrays import Floats, Indices
from convograph.graph.components import connected
from convograph.graph.runs import numbered

MethodName = Literal["components", "label_propagation", "louvain", "leiden"]
Known = Mapping[bytes, Indices]
"""The labels of components' nodes, by a digest of the component's content and the method."""

NOTHING: Known = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PartitionMethod:
    """One of `PARTITIONS` and its options; those that it does not use are ignored.

    `resolution` is modularity's γ, above 0: higher gives smaller communities. `seed` is Leiden's, at least 0; `rounds`
    bounds label propagation, at least 1. Raises `InputError` for other values.
    """

    name: MethodName
    resolution: float = 1.0
    seed: int = 0
    rounds: int = ROUNDS

    def __post_init__(self) -> None:
        if self.name not in PARTITIONS:
            raise InputError(f"no partition is called {self.name!r}; there are {', '.join(map(repr, PARTITIONS))}")
        if not (isinstance(self.resolution, int | float) and isfinite(self.resolution) and self.resolution > 0):
            raise InputError(f"resolution is a number above 0: {self.resolution!r}")
        for name, least in (("seed", 0), ("rounds", 1)):
            check_whole(getattr(self, name), name, least=least)

    def __call__(self, graph: WeightedGraph) -> Indices:
        """The label of each node, shape (nodes,), numbered by their lowest nodes."""
        return PARTITIONS[self.name](graph, self)


def components(graph: WeightedGraph) -> Indices:
    """The connected component of each node, shape (nodes,), numbered by their lowest nodes."""
    return numbered(connected(graph.ends.T, graph.nodes))


PARTITIONS: Mapping[MethodName, Callable[[WeightedGraph, PartitionMethod], Indices]] = {
    "components": lambda graph, _: components(graph),
    "label_propagation": lambda graph, method: label_propagation(graph, rounds=method.rounds),
    "louvain": lambda graph, method: louvain(graph, resolution=method.resolution),
    "leiden": lambda graph, method: leiden(graph, resolution=method.resolution, seed=method.seed),
}

COMPONENTS, LOUVAIN, LEIDEN = PartitionMethod("components"), PartitionMethod("louvain"), PartitionMethod("leiden")


@dataclass(frozen=True, slots=True)
class Partition:
    """The label of each node, numbered by their lowest nodes; `known` has the components that it was put together from.

    `computed` counts the components that had to be partitioned because they were not known.
    """

    labels: Indices
    known: Known
    computed: int


def partitioned(graph: WeightedGraph, method: PartitionMethod, known: Known = NOTHING) -> Partition:
    """Partition each connected component by itself, unless its content is in `known`."""
    groups = components(graph)
    if method.name == "components":
        return Partition(groups, NOTHING, 0)
    count = int(groups.max(initial=-1)) + 1
    nodes = np.argsort(groups, kind="stable")
    first_nodes = np.searchsorted(groups[nodes], np.arange(count + 1))
    within = np.empty(graph.nodes, np.int64)
    within[nodes] = np.arange(graph.nodes) - first_nodes[groups[nodes]]
    edge_groups = groups[graph.ends[:, 0]]
    edges = np.argsort(edge_groups, kind="stable")
    ends, weights = within[graph.ends[edges]], graph.weights[edges]
    first_edges = np.searchsorted(edge_groups[edges], np.arange(count + 1))
    labels = np.zeros(graph.nodes, np.int64)
    used: dict[bytes, Indices] = {}
    computed = 0
    for group in np.flatnonzero(np.diff(first_edges)).tolist():  # a single node has one label anyway
        some = slice(first_edges[group], first_edges[group + 1])
        key = _digest(method, ends[some], weights[some])
        if key not in used:
            computed += key not in known
            size = int(first_nodes[group + 1] - first_nodes[group])
            used[key] = known[key] if key in known else method(WeightedGraph(size, ends[some], weights[some]))
        labels[nodes[first_nodes[group] : first_nodes[group + 1]]] = used[key]
    return Partition(numbered(groups * (int(labels.max(initial=0)) + 1) + labels), used, computed)


def _digest(method: PartitionMethod, ends: Indices, weights: Floats) -> bytes:
    """A digest of all that a component's partition depends on; each of its nodes is the end of an edge."""
    content = blake2b(repr(method).encode(), digest_size=16)
    content.update(ends.tobytes())
    content.update(weights.tobytes())
    return content.digest()
