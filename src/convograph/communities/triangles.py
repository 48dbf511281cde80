"""All triangles of a graph, without enumerating the pairs of a hub's neighbours.

Each edge is seen from its end with fewer edges, so no node has more than √(2 edges) of them to pair: the "forward"
algorithm (Schank & Wagner, "Finding, Counting and Listing All Triangles in Large Graphs", WEA 2005).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from convograph.communities.weighted_graph import WeightedGraph
from convograph.graph.arrays import Indices
from convograph.graph.runs import located, runs

_PAIRS_AT_ONCE = 1_000_000  # pairs of edges that share an end: 50 MiB


@dataclass(frozen=True, slots=True)
class Triangles:
    """`nodes`, shape (triangles, 3), ascending in each; `edges`, likewise, the edge opposite each node."""

    nodes: Indices
    edges: Indices


def triangles(graph: WeightedGraph) -> Triangles:
    """The triangles of a graph, each once."""
    by_degree = np.argsort(np.bincount(graph.ends.ravel(), minlength=graph.nodes), kind="stable")
    ranks = np.empty(graph.nodes, np.int64)
    ranks[by_degree] = np.arange(graph.nodes)
    ends = np.sort(ranks[graph.ends], axis=1)
    numbers = ends[:, 0] * graph.nodes + ends[:, 1]
    order = np.argsort(numbers)
    low, high = ends[order].T
    numbers = numbers[order]
    following = np.searchsorted(low, low, side="right")  # where the edges of each edge's lower end stop
    parts = [np.empty((0, 3), np.int64)]
    for start, end in _blocks(following - np.arange(len(low)) - 1):
        some = np.arange(start, end)
        seconds = runs(some + 1, following[some])
        firsts = np.repeat(some, following[some] - some - 1)
        wanted = high[firsts] * graph.nodes + high[seconds]
        thirds, closed = located(numbers, wanted)
        parts.append(np.stack((thirds[closed], seconds[closed], firsts[closed]), axis=1))
    edges = np.concatenate(parts)
    nodes = by_degree[np.stack((low[edges[:, 2]], high[edges[:, 2]], high[edges[:, 1]]), axis=1)]
    ascending = np.argsort(nodes, axis=1)
    return Triangles(np.take_along_axis(nodes, ascending, 1), np.take_along_axis(order[edges], ascending, 1))


def _blocks(pairs: Indices) -> list[tuple[int, int]]:
    """Runs of edges with about `_PAIRS_AT_ONCE` pairs each, given the number of pairs of each edge."""
    blocks = np.cumsum(pairs) // _PAIRS_AT_ONCE
    bounds = np.flatnonzero(np.diff(blocks, prepend=-1, append=np.iinfo(np.int64).max)).tolist()
    return list(pairwise(bounds))
