"""Steiner trees by a greedy method: from the highest prize, repeatedly add the path that gains most.

No pruning is needed: beyond any node of the best path, the rest of the path has a positive gain, since otherwise the
shorter path to that node would have gained as much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

import numpy as np

from convograph.architectures.associa.steiner import Instance
from convograph.graph.arrays import Indices

Neighbours = Mapping[int, Sequence[tuple[int, int]]]
"""The neighbours of each node, with the number of the edge to each."""


def by_paths(instance: Instance, trees: int) -> tuple[Indices, Indices]:
    """The nodes and edges of at most `trees` trees; each starts at the highest prize not yet in a tree."""
    neighbours = _neighbours(instance)
    nodes: set[int] = set()
    edges: set[int] = set()
    for _ in range(trees):
        left = [node for node in np.flatnonzero(instance.prizes > 0).tolist() if node not in nodes]
        if not left:
            break
        start = max(left, key=lambda node: (instance.prizes[node], -node))
        leads = _grown(instance, neighbours, start, nodes)
        nodes |= {start, *leads}
        edges |= {edge for _, edge in leads.values()}
    return np.array(sorted(nodes), np.int64), np.array(sorted(edges), np.int64)


def _neighbours(instance: Instance) -> Neighbours:
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, (one, other) in enumerate(instance.edges.tolist()):
        found[one].append((other, number))
        found[other].append((one, number))
    return found


def _grown(instance: Instance, neighbours: Neighbours, start: int, taken: set[int]) -> dict[int, tuple[int, int]]:
    """A tree grown from `start` path by path: for each other node, its predecessor and the edge between them."""
    prizes, costs = instance.prizes, instance.costs
    tree = {start}
    leads: dict[int, tuple[int, int]] = {}
    while True:
        distance = dict.fromkeys(tree, 0.0)
        gain = dict.fromkeys(tree, 0.0)
        steps: dict[int, tuple[int, int]] = {}
        queue = [(0.0, 0.0, node) for node in sorted(tree)]
        best, best_gain = -1, 0.0
        done: set[int] = set()
        while queue:
            far, _, node = heappop(queue)
            if node in done:
                continue
            done.add(node)
            if node not in tree and gain[node] - far > best_gain:
                best, best_gain = node, gain[node] - far
            for other, edge in neighbours.get(node, ()):
                further = far + float(costs[edge])
                if other in done or other in taken or other in tree or further >= distance.get(other, np.inf):
                    continue
                distance[other], gain[other] = further, gain[node] + float(prizes[other])
                steps[other] = (node, edge)
                heappush(queue, (further, -gain[other], other))
        if best < 0:
            return leads
        while best not in tree:
            tree.add(best)
            leads[best] = steps[best]
            best = steps[best][0]
