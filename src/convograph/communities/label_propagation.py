"""Label propagation: each node takes the label with the most weight among its neighbours, until none changes.

Raghavan, Albert & Kumara (Physical Review E 76, 2007), asynchronously: a node sees the labels that the nodes before it
have just taken. There, nodes come in random order and ties are broken at random; here, by node number, so that the
result is repeatable. Among labels of equal weight, the one wins whose nodes share the most neighbours with this node,
then the lowest. By the lowest label alone, two cliques of four connected by one edge would merge: the first node of the
second clique sees four labels once each, and the first clique's is the lowest.

It cannot oscillate. Every change raises the weight of edges within labels, or keeps it and raises the number of
neighbours shared along them, or keeps both and lowers a label. `rounds` bounds the time, and the effect of rounding on
sums of weights that are not whole numbers.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from convograph.communities.weighted_graph import WeightedGraph, neighbour_lists
from convograph.graph.arrays import Indices
from convograph.graph.runs import numbered

ROUNDS = 100  # our choice; graphs of 100,000 edges settled after 11


def label_propagation(graph: WeightedGraph, *, rounds: int = ROUNDS) -> Indices:
    """The label of each node, shape (nodes,), numbered by their lowest nodes; a node without edges has its own."""
    lists = neighbour_lists(graph)
    sets = [{neighbour for neighbour, _ in around} for around in lists]
    neighbours = [
        [(neighbour, weight, len(sets[node] & sets[neighbour])) for neighbour, weight in around]
        for node, around in enumerate(lists)
    ]
    labels = list(range(graph.nodes))
    for _ in range(rounds):
        before = labels.copy()
        for node, around in enumerate(neighbours):
            labels[node] = _strongest(around, labels) if around else labels[node]
        if labels == before:
            break
    return numbered(np.array(labels, np.int64))


def _strongest(around: list[tuple[int, float, int]], labels: list[int]) -> int:
    """The label with the most weight, then the most shared neighbours, then the lowest."""
    weights: dict[int, float] = defaultdict(float)
    shared: dict[int, int] = defaultdict(int)
    for neighbour, weight, common in around:
        weights[labels[neighbour]] += weight
        shared[labels[neighbour]] += common
    return max(weights, key=lambda label: (weights[label], shared[label], -label))
