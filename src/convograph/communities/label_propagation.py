"""Label propagation: each node takes on the label that most of its neighbours have, by weight, until none changes.

Raghavan, Albert & Kumara (Physical Review E 76, 2007), asynchronously: a node sees what those before it have just taken
on. There, nodes come in random order and ties are broken at random; here, by node number, so that the result is
repeatable. Among labels of one weight, that of the neighbours with whom a node shares the most neighbours wins, then
the lowest. With the lowest label alone, two cliques that one edge connects would become one: the first node of the
second clique sees four labels once each, and that of the first clique is the lowest.

It cannot oscillate. Every change raises the weight of edges within labels, or leaves it and raises the number of
neighbours shared along them, or leaves both and lowers a label. `rounds` bounds the time, and what rounding may do to
sums of weights that are not whole numbers.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from convograph.communities.weighted_graph import WeightedGraph, neighbour_lists
from convograph.graph.arrays import Indices
from convograph.graph.runs import numbered

ROUNDS = 100  # our choice; graphs of 100,000 edges came to rest after 11


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
