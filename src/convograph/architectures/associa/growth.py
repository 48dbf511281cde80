"""Goemans and Williamson's growth algorithm for prize-collecting Steiner trees, with their pruning; in numpy.

Every node with a prize grows a moat, all at the same speed. When two moats meet on an edge, the edge is taken and their
clusters merge; a cluster whose moats have used up its prizes stops. Once no more clusters grow than there may be trees,
these are the result, pruned of branches to stopped clusters that nothing else needs. The prizes left out plus the cost
of the edges are at most twice the minimum.

The steps and, except for ties, the results are those of Hegde, Indyk and Schmidt's `pcst_fast`. Simultaneous events are
handled together, since most edges of the graph cost the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from convograph.architectures.associa.steiner import Instance
from convograph.graph.arrays import Floats, Indices

_EXACT = 1e-9  # times closer than this are equal: sums of prizes and costs have rounding errors

NONE = -1


class Clusters:
    """Clusters while they grow: each is named by one of its nodes, and `parents` has the cluster it was merged into.

    A stopped cluster is merged into the one that reaches it. `growing` are the growing clusters (few, since few nodes
    have prizes), each with its order of age: its node if it never merged, else a number that increases with each merge.
    `taken` are the taken edges; parallel to them, `stopped` is the stopped cluster at one end and `stopped_ends` that
    end, `NONE` if both grew. These are lists, not arrays, since a merge reads and writes single values; and not many
    small objects, which would trigger garbage collection all the time.
    """

    def __init__(self, prizes: Floats) -> None:
        self.unused = prizes.tolist()  # the prize that each cluster's moats have not used up
        self.growing = {node: node for node in np.flatnonzero(prizes > 0).tolist()}
        self.parents = list(range(len(prizes)))
        self.taken: list[int] = []
        self.stopped: list[int] = []
        self.stopped_ends: list[int] = []
        self._tops = self.parents.copy()  # the parents with paths compressed

    def top(self, node: int) -> int:
        """The current cluster of a node."""
        tops = self._tops
        while tops[node] != node:
            tops[node] = node = tops[tops[node]]
        return node

    def tops(self) -> Indices:
        """The current cluster of each node."""
        above = tops = np.array(self._tops, np.int64)
        while not np.array_equal(higher := above[tops], tops):
            tops = higher
        return tops

    def merge(self, edge: int, one_end: int, other_end: int) -> None:
        """Merge the clusters at the ends of an edge, unless they are one already or neither grows."""
        one, other = self.top(one_end), self.top(other_end)
        if one == other:
            return
        if one not in self.growing:
            one, other, one_end, other_end = other, one, other_end, one_end
            if one not in self.growing:
                return
        both = self.growing.pop(other, NONE) != NONE
        self.taken.append(edge)
        self.stopped.append(NONE if both else other)
        self.stopped_ends.append(NONE if both else other_end)
        self.parents[other] = self._tops[other] = one
        self.unused[one] += self.unused[other]
        self.growing[one] = len(self.parents) + len(self.taken)

    def grows(self, tops: Indices) -> npt.NDArray[np.bool_]:
        """A mask of the clusters `tops` that grow."""
        growing = np.zeros(len(self.parents), np.bool_)
        growing[list(self.growing)] = True
        found: npt.NDArray[np.bool_] = growing[tops]
        return found

    def least_unused(self) -> float:
        """The time until the first growing cluster has used up its prizes."""
        least: float = min(self.unused[cluster] for cluster in self.growing)
        return least

    def spend(self, time: float) -> list[int]:
        """Use up `time` of each growing cluster's prizes; return those with nothing left, still growing, by age."""
        for cluster in self.growing:
            self.unused[cluster] -= time
        return sorted((one for one in self.growing if self.unused[one] <= _EXACT), key=self.growing.__getitem__)

    def stop(self, clusters: list[int]) -> None:
        """Stop the growth of these clusters."""
        for cluster in clusters:
            del self.growing[cluster]

    def above(self, node: int) -> Iterator[int]:
        """All clusters that a node has been in, the smallest first."""
        while True:
            yield node
            if self.parents[node] == node:
                return
            node = self.parents[node]


def by_growth(instance: Instance, trees: int) -> tuple[Indices, Indices]:
    """The chosen nodes and edges of at most `trees` trees."""
    nodes, edges = _within_reach(instance)
    numbers = np.zeros(len(instance.prizes), np.int64)
    numbers[nodes] = np.arange(len(nodes))
    ends = numbers[instance.edges[edges]]
    grown = _grown(instance.prizes[nodes], ends, instance.costs[edges], trees)
    chosen_nodes, chosen_edges = _pruned(grown, ends)
    return nodes[chosen_nodes], edges[chosen_edges]


def _within_reach(instance: Instance) -> tuple[Indices, Indices]:
    """The nodes and edges that may be chosen: dead ends without a prize are removed repeatedly."""
    edges = np.arange(len(instance.edges))
    ones, others = (np.ascontiguousarray(ends) for ends in instance.edges.T)
    while True:
        degrees = sum(np.bincount(ends, minlength=len(instance.prizes)) for ends in (ones, others))
        dead = (degrees == 1) & (instance.prizes <= 0)
        leading = dead[ones] | dead[others]
        if not leading.any():
            return np.flatnonzero((degrees > 0) | (instance.prizes > 0)), edges
        edges, ones, others = edges[~leading], ones[~leading], others[~leading]


def _grown(prizes: Floats, ends: Indices, costs: Floats, trees: int) -> Clusters:
    """The clusters once at most `trees` of them grow."""
    state = Clusters(prizes)
    reached = np.zeros(len(prizes))  # the total width of the moats around each node
    while len(state.growing) > trees:
        tops = state.tops()
        growing = state.grows(tops)
        meet, gaps, speeds = _approaching(tops, growing, reached, ends, costs)
        meeting = gaps / speeds
        step = min(float(meeting.min(initial=np.inf)), state.least_unused())
        reached += step * growing
        spent = state.spend(step)
        # clusters stop before edges that are met at the same time, as in the library
        state.stop(spent[: len(state.growing) - trees])
        meet = meet[meeting <= step + _EXACT] if not spent else meet[:0]
        for edge, one, other in zip(meet.tolist(), *(side[meet].tolist() for side in ends.T), strict=True):
            if len(state.growing) <= trees:
                break
            state.merge(edge, one, other)
    return state


def _approaching(
    tops: Indices, growing: npt.NDArray[np.bool_], reached: Floats, ends: Indices, costs: Floats
) -> tuple[Indices, Floats, Floats]:
    """The edges between different clusters of which at least one grows, the gaps between moats, and closing speeds.

    `tops` are the clusters of the nodes, `growing` is a mask of the nodes whose clusters grow.
    """
    speeds = growing[ends[:, 0]].astype(np.int8) + growing[ends[:, 1]]
    edges = np.flatnonzero(speeds)
    ones, others = ends[edges].T
    between = tops[ones] != tops[others]
    edges, ones, others = edges[between], ones[between], others[between]
    gaps = np.maximum(costs[edges] - (reached[ones] + reached[others]), 0.0)
    return edges, gaps, speeds[edges].astype(np.float64)


def _pruned(grown: Clusters, ends: Indices) -> tuple[Indices, Indices]:
    """The nodes and edges of clusters that still grow, without branches to stopped clusters that are not needed.

    Taken edges are visited from the last to the first; a cluster is needed if a kept edge ends in it.
    """
    growing = grown.grows(grown.tops())
    taken = np.array(grown.taken, np.int64)
    within = np.flatnonzero(growing[ends[taken]].all(axis=1))
    ones, others = ends[taken[within]].T
    neighbours = Neighbours.of(ones, others, len(growing))
    stopped = np.array([grown.stopped, grown.stopped_ends], np.int64)[:, within]
    columns = (column[::-1].tolist() for column in (taken[within], ones, others, *stopped))
    chosen: list[bool] = growing.tolist()
    needed: set[int] = set()
    edges = []
    for edge, one, other, cluster, end in zip(*columns, strict=True):
        if not (chosen[one] or chosen[other]):
            continue  # already cut with its branch
        if cluster != NONE and cluster not in needed:
            _cut(neighbours, end, one + other - end, chosen)
            continue
        edges.append(edge)
        for node in (one, other):
            for above in grown.above(node):
                if above in needed:
                    break
                needed.add(above)
    return np.flatnonzero(chosen), np.array(sorted(edges), np.int64)


class Neighbours(NamedTuple):
    """The neighbours of each node: `ends[starts[node] : starts[node + 1]]`."""

    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, ones: Indices, others: Indices, nodes: int) -> Neighbours:
        """The neighbours of each of `nodes` nodes, given the ends of the edges, `ones[i]` and `others[i]`."""
        at = np.concatenate((ones, others))
        order = np.argsort(at, kind="stable")
        starts = np.searchsorted(at[order], np.arange(nodes + 1))
        return cls(starts.tolist(), np.concatenate((others, ones))[order].tolist())

    def of_node(self, node: int) -> list[int]:
        """The neighbours of one node."""
        return self.ends[self.starts[node] : self.starts[node + 1]]


def _cut(neighbours: Neighbours, stopped_end: int, start: int, chosen: list[bool]) -> None:
    """Remove the branch beyond the stopped end of an edge from `start`; taken edges form no cycle."""
    queue = [(stopped_end, start)]
    while queue:
        node, before = queue.pop()
        chosen[node] = False
        queue += [(other, node) for other in neighbours.of_node(node) if other != before]
