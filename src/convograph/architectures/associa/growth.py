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
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from convograph.architectures.associa.steiner import Indices, Instance, Values

_EXACT = 1e-9  # times closer than this are one: sums of prizes and costs have some error

NONE = -1


class TakenEdge(NamedTuple):
    """An edge that was taken, and the cluster at one end that had stopped, with that end; `NONE` if both grew.

    Clusters are numbered from 0: first every node alone, then each that came of a merge.
    """

    edge: int
    stopped: int = NONE
    stopped_end: int = NONE


class Clusters:
    """Clusters while they grow, of so many nodes; each cluster knows the one that it became part of.

    `growing` are those that do: few, since few nodes have prizes. Lists, not arrays: a merge reads and changes single
    values.
    """

    def __init__(self, prizes: Values) -> None:
        self.nodes = self.made = len(prizes)
        self.unused = prizes.tolist() + [0.0] * self.nodes  # what its moats have left to grow
        self.growing = set(np.flatnonzero(prizes > 0).tolist())
        self.parents = list(range(2 * self.nodes))
        self.taken: list[TakenEdge] = []
        self._tops = self.parents.copy()  # with short cuts

    def top(self, node: int) -> int:
        """The cluster that a node is in now."""
        tops = self._tops
        while tops[node] != node:
            tops[node] = node = tops[tops[node]]
        return node

    def tops(self) -> Indices:
        """The clusters that the nodes are in now."""
        above = np.array(self._tops[: self.made], np.int64)
        tops = above[: self.nodes]
        while not np.array_equal(higher := above[tops], tops):
            tops = higher
        return tops

    def merge(self, edge: int, one_end: int, other_end: int) -> None:
        """Join the clusters of an edge's ends, unless they are one already or none of them grows."""
        one, other = self.top(one_end), self.top(other_end)
        one_grows, other_grows = one in self.growing, other in self.growing
        if one == other or not (one_grows or other_grows):
            return
        if one_grows and other_grows:
            self.taken.append(TakenEdge(edge))
        else:
            self.taken.append(TakenEdge(edge, other, other_end) if one_grows else TakenEdge(edge, one, one_end))
        made, self.made = self.made, self.made + 1
        self.parents[one] = self.parents[other] = self._tops[one] = self._tops[other] = made
        self.unused[made] = self.unused[one] + self.unused[other]
        self.growing.discard(one)
        self.growing.discard(other)
        self.growing.add(made)

    def grows(self, tops: Indices) -> npt.NDArray[np.bool_]:
        """Which of some clusters grow."""
        growing = np.zeros(self.made, np.bool_)
        growing[list(self.growing)] = True
        found: npt.NDArray[np.bool_] = growing[tops]
        return found

    def least_unused(self) -> float:
        """The time after which the first of those that grow has used up its prizes."""
        least: float = min(self.unused[cluster] for cluster in self.growing)
        return least

    def spend(self, time: float) -> list[int]:
        """Let all that grow use up so much of their prizes; those with nothing left, which grow still, in order."""
        for cluster in self.growing:
            self.unused[cluster] -= time
        return sorted(cluster for cluster in self.growing if self.unused[cluster] <= _EXACT)

    def stop(self, clusters: list[int]) -> None:
        """Let some clusters grow no more."""
        self.growing.difference_update(clusters)

    def above(self, node: int) -> Iterator[int]:
        """The clusters that a node was ever in, smallest first."""
        while True:
            yield node
            if self.parents[node] == node:
                return
            node = self.parents[node]


def by_growth(instance: Instance, trees: int) -> tuple[Indices, Indices]:
    """The chosen nodes and edges of at most so many trees."""
    nodes, edges = _within_reach(instance)
    numbers = np.zeros(len(instance.prizes), np.int64)
    numbers[nodes] = np.arange(len(nodes))
    ends = numbers[instance.edges[edges]]
    grown = _grown(instance.prizes[nodes], ends, instance.costs[edges], trees)
    chosen_nodes, chosen_edges = _pruned(grown, ends)
    return nodes[chosen_nodes], edges[chosen_edges]


def _within_reach(instance: Instance) -> tuple[Indices, Indices]:
    """The nodes and edges that may be chosen: without dead ends that have no prize, one after the other."""
    edges = np.arange(len(instance.edges))
    ones, others = (np.ascontiguousarray(ends) for ends in instance.edges.T)
    while True:
        degrees = sum(np.bincount(ends, minlength=len(instance.prizes)) for ends in (ones, others))
        dead = (degrees == 1) & (instance.prizes <= 0)
        leading = dead[ones] | dead[others]
        if not leading.any():
            return np.flatnonzero((degrees > 0) | (instance.prizes > 0)), edges
        edges, ones, others = edges[~leading], ones[~leading], others[~leading]


def _grown(prizes: Values, ends: Indices, costs: Values, trees: int) -> Clusters:
    """Clusters once at most so many of them grow."""
    state = Clusters(prizes)
    reached = np.zeros(len(prizes))  # how far the moats around each node reach
    while len(state.growing) > trees:
        tops = state.tops()
        growing = state.grows(tops)
        meet, gaps, speeds = _approaching(tops, growing, reached, ends, costs)
        meeting = gaps / speeds
        step = min(float(meeting.min(initial=np.inf)), state.least_unused())
        reached += step * growing
        spent = state.spend(step)
        state.stop(
            spent[: len(state.growing) - trees]
        )  # before edges that are met at the same time, as the library does
        meet = meet[meeting <= step + _EXACT] if not spent else meet[:0]
        for edge, (one, other) in zip(meet.tolist(), ends[meet].tolist(), strict=True):
            if len(state.growing) <= trees:
                break
            state.merge(edge, one, other)
    return state


def _approaching(
    tops: Indices, growing: npt.NDArray[np.bool_], reached: Values, ends: Indices, costs: Values
) -> tuple[Indices, Values, Values]:
    """The edges between clusters of which one grows or both do, what lies between their moats, and how fast it goes.

    `tops` are the clusters of nodes, `growing` says of which nodes these grow.
    """
    speeds = growing[ends[:, 0]].astype(np.int8) + growing[ends[:, 1]]
    edges = np.flatnonzero(speeds)
    ones, others = ends[edges].T
    between = tops[ones] != tops[others]
    edges, ones, others = edges[between], ones[between], others[between]
    gaps = np.maximum(costs[edges] - (reached[ones] + reached[others]), 0.0)
    return edges, gaps, speeds[edges].astype(np.float64)


def _pruned(grown: Clusters, ends: Indices) -> tuple[Indices, Indices]:
    """The nodes of clusters that still grow, less the branches to those that had stopped and that nothing needs.

    Edges taken are looked at from the last to the first; a cluster is needed if an edge that is kept ends in it.
    """
    growing = grown.grows(grown.tops())
    pairs = ends[[taken.edge for taken in grown.taken]] if grown.taken else ends[:0]
    inside: list[bool] = (growing[pairs[:, 0]] & growing[pairs[:, 1]]).tolist()
    within = [(taken, pair) for taken, pair, kept in zip(grown.taken, pairs.tolist(), inside, strict=True) if kept]
    neighbours: dict[int, list[int]] = defaultdict(list)
    for _, (one, other) in within:
        neighbours[one].append(other)
        neighbours[other].append(one)
    chosen: list[bool] = growing.tolist()
    needed: set[int] = set()
    edges = []
    for taken, (one, other) in reversed(within):
        if not (chosen[one] or chosen[other]):
            continue  # cut already, with what it leads to
        if taken.stopped != NONE and taken.stopped not in needed:
            _cut(neighbours, taken.stopped_end, one + other - taken.stopped_end, chosen)
            continue
        edges.append(taken.edge)
        for end in (one, other):
            for cluster in grown.above(end):
                if cluster in needed:
                    break
                needed.add(cluster)
    return np.flatnonzero(chosen), np.array(sorted(edges), np.int64)


def _cut(neighbours: Mapping[int, list[int]], stopped_end: int, start: int, chosen: list[bool]) -> None:
    """Take out what lies beyond the stopped end of an edge that begins at `start`; edges taken make no circle."""
    queue = [(stopped_end, start)]
    while queue:
        node, before = queue.pop()
        chosen[node] = False
        queue += [(other, node) for other in neighbours[node] if other != before]
