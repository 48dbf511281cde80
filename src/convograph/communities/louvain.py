"""Louvain: nodes move to the neighbouring community with the largest gain in modularity; then communities become nodes.

    Q = Σ_c [ W_c / m - γ (K_c / 2m)² ]     W_c weight within, K_c sum of degrees, m total weight, γ resolution

Blondel, Guillaume, Lambiotte & Lefebvre (Journal of Statistical Mechanics, 2008). There, the order of nodes is random;
here they come by number, and among equal gains a node stays, else goes to the lowest community. So no seed is needed,
nor a dependency: networkx, the usual one, would add a whole graph library for this one function, and it stores edges in
nested dictionaries, to which our arrays would have to be converted first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from convograph.communities.weighted_graph import WeightedGraph, neighbour_lists
from convograph.graph.arrays import Indices
from convograph.graph.runs import numbered

_GAIN = 1e-12  # as a share of the total weight: less is rounding error


@dataclass(frozen=True, slots=True)
class _Level:
    """Communities of the level below as nodes: their weighted neighbours, and degrees, weight within counted twice.

    Weight within moves along with its node, so no move gains or loses by it.
    """

    neighbours: list[list[tuple[int, float]]]
    degrees: list[float]


def louvain(graph: WeightedGraph, *, resolution: float = 1.0) -> Indices:
    """The community of each node at the last level, shape (nodes,), numbered by their lowest nodes."""
    neighbours = neighbour_lists(graph)
    level = _Level(neighbours, [sum(weight for _, weight in around) for around in neighbours])
    labels = np.arange(graph.nodes)
    while True:
        communities = numbered(np.array(_settled(level, resolution), np.int64))
        labels = communities[labels]
        if communities.max(initial=-1) + 1 == len(level.degrees):
            return labels
        level = _above(level, communities.tolist())


def _settled(level: _Level, resolution: float) -> list[int]:
    """The community of each node once no node gains by moving."""
    communities = list(range(len(level.degrees)))
    totals = level.degrees.copy()
    whole = sum(totals)  # 2m
    moving = True
    while moving:
        moving = False
        for node, around in enumerate(level.neighbours):
            own, costs = communities[node], resolution * level.degrees[node] / whole if around else 0.0
            totals[own] -= level.degrees[node]
            tied = {own: 0.0}
            for neighbour, weight in around:
                community = communities[neighbour]
                tied[community] = tied.get(community, 0.0) + weight
            best, most = own, tied[own] - costs * totals[own] + _GAIN * whole
            for community in sorted(tied):
                if (gain := tied[community] - costs * totals[community]) > most:
                    best, most = community, gain
            totals[best] += level.degrees[node]
            communities[node] = best
            moving |= best != own
    return communities


def _above(level: _Level, communities: list[int]) -> _Level:
    """The level above: a node for each community."""
    count = max(communities) + 1
    tied: list[dict[int, float]] = [{} for _ in range(count)]
    degrees = [0.0] * count
    for node, around in enumerate(level.neighbours):
        own = communities[node]
        degrees[own] += level.degrees[node]
        for neighbour, weight in around:
            if (other := communities[neighbour]) != own:
                tied[own][other] = tied[own].get(other, 0.0) + weight
    return _Level([sorted(around.items()) for around in tied], degrees)
