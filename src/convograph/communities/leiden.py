"""Leiden: Louvain with communities refined before they become nodes, so that each stays connected.

Traag, Waltman & van Eck (Scientific Reports 9, 2019), by `graspologic-native`, with one seed. The modularity is
`louvain`'s. The library identifies nodes by strings, so node numbers are converted to strings and back.
"""

from __future__ import annotations

import graspologic_native
import numpy as np

from convograph.communities.weighted_graph import WeightedGraph
from convograph.graph.arrays import Indices
from convograph.graph.runs import numbered

_RANDOMNESS = 0.001  # the library's default
_ITERATIONS = 1  # likewise
# The best is kept. Of 391 graphs of two cliques with some edges between them, a single run missed the best partition
# of 4, the best of four runs that of none.
_TRIALS = 4


def leiden(graph: WeightedGraph, *, resolution: float = 1.0, seed: int = 0) -> Indices:
    """The community of each node, shape (nodes,), numbered by their lowest nodes; a node without edges has its own."""
    labels = np.arange(graph.nodes) + graph.nodes  # unlike the library's labels, which are below `nodes`
    if len(graph.weights):
        names = [str(node) for node in range(graph.nodes)]
        pairs = zip(graph.ends.tolist(), graph.weights.tolist(), strict=True)
        _, communities = graspologic_native.leiden(
            [(names[low], names[high], weight) for (low, high), weight in pairs],
            starting_communities=None,
            resolution=resolution,
            randomness=_RANDOMNESS,
            iterations=_ITERATIONS,
            use_modularity=True,
            seed=seed,
            trials=_TRIALS,
        )
        nodes = np.array([int(name) for name in communities], np.int64)
        labels[nodes] = list(communities.values())
    return numbered(labels)
