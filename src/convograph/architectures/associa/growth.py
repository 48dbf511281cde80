"""Goemans and Williamson's growth for prize-collecting Steiner trees, with their pruning; in numpy.

Every node with a prize grows a moat at the same speed; two moats that meet across an edge become one cluster and the
edge is taken; a cluster whose moats have used up its prizes stops. When as many clusters are left growing as there may
be trees, these are it, less the branches to clusters that had stopped and that nothing else needs. What is left out in
prizes and spent on edges is at most twice the least possible.

The steps are those of Hegde, Indyk and Schmidt's `pcst_fast`, and so are the results, but for ties; what happens at
one time is done at once, since most edges of the graph cost the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.architectures.associa.steiner import Indices, Instance, Values

_EXACT = 1e-9  # times closer than this are one: sums of prizes and costs have some error

NONE = -1

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Merge:
    """An edge that was taken, and the cluster at one end that had stopped, with that end; `NONE` if both grew.

    Clusters are numbered from 0: first every node alone, then each that came of a merge.
    """

    edge: int
    stopped: int = NONE
    stopped_end: int = NONE


class Clusters:
    """Clusters while they grow, of so many nodes; each cluster knows the one that it became part of."""

    def __init__(self, prizes: Values) -> None:
        most = 2 * len(prizes)
        self.nodes = self.made = len(prizes)
        self.unused = np.zeros(most)  # what its moats have left to grow
        self.growing = np.zeros(most, np.bool_)
        self.unused[: self.nodes] = prizes
        self.growing[: self.nodes] = prizes > 0
        self.count = int(self.growing.sum())
        self.parents = list(range(most))
        self.merges: list[Merge] = []
        self._tops = list(range(most))  # as `parents`, with short cuts

    def top(self, node: int) -> int:
        """The cluster that a node is in now."""
        tops = self._tops
        while tops[node] != node:
            tops[node] = node = tops[tops[node]]
        return node

    def tops(self) -> Indices:
        """The clusters that the nodes are in now."""
        return np.array([self.top(node) for node in range(self.nodes)], np.int64)

    def merge(self, edge: int, ends: tuple[int, int]) -> None:
        """Join the clusters of an edge's ends, unless they are one already or none of them grows."""
        one, other = self.top(ends[0]), self.top(ends[1])
        grow = bool(self.growing[one]), bool(self.growing[other])
        if one == other or not any(grow):
            return
        stopped = None if all(grow) else int(grow[0])
        self.merges.append(Merge(edge) if stopped is None else Merge(edge, (one, other)[stopped], ends[stopped]))
        made, self.made = self.made, self.made + 1
        self.parents[one] = self.parents[other] = self._tops[one] = self._tops[other] = made
        self.unused[made] = self.unused[one] + self.unused[other]
        self.growing[[one, other]] = False
        self.growing[made] = True
        self.count -= sum(grow) - 1

    def stop(self, clusters: Indices) -> None:
        """Let some clusters grow no more."""
        self.growing[clusters] = False
        self.count -= len(clusters)

    def above(self, node: int) -> Iterator[int]:
        """The clusters that a node was ever in, smallest first."""
        while True:
            yield node
            if self.parents[node] == node:
                return
            node = self.parents[node]


def by_growth(instance: Instance, clusters: int) -> tuple[Indices, Indices]:
    """The chosen nodes and edges of at most `clusters` trees."""
    nodes, edges = _within_reach(instance)
    numbers = np.zeros(len(instance.prizes), np.int64)
    numbers[nodes] = np.arange(len(nodes))
    ends = numbers[instance.edges[edges]]
    grown = _grown(instance.prizes[nodes], ends, instance.costs[edges], clusters)
    chosen_nodes, chosen_edges = _pruned(grown, ends)
    return nodes[chosen_nodes], edges[chosen_edges]


def _within_reach(instance: Instance) -> tuple[Indices, Indices]:
    """The nodes and edges that may be chosen: without dead ends that have no prize, one after the other."""
    kept = np.ones(len(instance.edges), np.bool_)
    while True:
        degrees = np.bincount(instance.edges[kept].ravel(), minlength=len(instance.prizes))
        dead = (degrees == 1) & (instance.prizes <= 0)
        leading = kept & dead[instance.edges].any(axis=1)
        if not leading.any():
            return np.flatnonzero((degrees > 0) | (instance.prizes > 0)), np.flatnonzero(kept)
        kept &= ~leading


def _grown(prizes: Values, ends: Indices, costs: Values, clusters: int) -> Clusters:
    """Clusters once at most so many of them grow."""
    state = Clusters(prizes)
    reached = np.zeros(len(prizes))  # how far the moats around each node reach
    while state.count > clusters:
        tops = state.tops()
        sides = tops[ends]
        speeds = state.growing[sides].sum(axis=1) * (sides[:, 0] != sides[:, 1])
        gaps = np.maximum(costs - reached[ends].sum(axis=1), 0.0)
        meeting = np.full(len(ends), np.inf)
        np.divide(gaps, speeds, out=meeting, where=speeds > 0)
        growing = np.flatnonzero(state.growing)
        step = min(meeting.min(initial=np.inf), state.unused[growing].min())
        reached += step * state.growing[tops]
        state.unused[growing] -= step
        spent = growing[state.unused[growing] <= _EXACT]
        state.stop(spent[: state.count - clusters])  # before edges that are met at the same time, as the library does
        for edge in [] if len(spent) else np.flatnonzero(meeting <= step + _EXACT).tolist():
            if state.count <= clusters:
                break
            state.merge(edge, (int(ends[edge, 0]), int(ends[edge, 1])))
    return state


def _pruned(grown: Clusters, ends: Indices) -> tuple[Indices, Indices]:
    """The nodes of clusters that still grow, less the branches to those that had stopped and that nothing needs.

    Merges are looked at from the last to the first; a cluster is needed if an edge that is kept ends in it.
    """
    chosen = grown.growing[grown.tops()]
    taken = [merge for merge in grown.merges if chosen[ends[merge.edge]].all()]
    neighbours: dict[int, list[int]] = defaultdict(list)
    for merge in taken:
        one, other = ends[merge.edge].tolist()
        neighbours[one].append(other)
        neighbours[other].append(one)
    needed: set[int] = set()
    edges = []
    for merge in reversed(taken):
        if not chosen[ends[merge.edge]].any():
            continue  # cut already, with what it leads to
        if merge.stopped != NONE and merge.stopped not in needed:
            _cut(neighbours, merge, ends, chosen)
            continue
        edges.append(merge.edge)
        for end in ends[merge.edge].tolist():
            for cluster in grown.above(end):
                if cluster in needed:
                    break
                needed.add(cluster)
    return np.flatnonzero(chosen), np.array(sorted(edges), np.int64)


def _cut(neighbours: Mapping[int, list[int]], merge: Merge, ends: Indices, chosen: Mask) -> None:
    """Take out what lies beyond the stopped end of an edge."""
    (start,) = [end for end in ends[merge.edge].tolist() if end != merge.stopped_end]
    found, queue = {start, merge.stopped_end}, [merge.stopped_end]
    while queue:
        node = queue.pop()
        chosen[node] = False
        for other in neighbours[node]:
            if other not in found:
                found.add(other)
                queue.append(other)
