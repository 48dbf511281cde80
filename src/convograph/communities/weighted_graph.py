"""An undirected weighted graph as arrays, and its adjacency: the input of all partitions.

LightGMEM: nodes are entities, and an edge's weight is the number of relations and co-occurrences [R].
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from convograph.graph.arrays import Floats, Indices
from convograph.graph.runs import combined


@dataclass(frozen=True, slots=True)
class WeightedGraph:
    """`nodes` counts the nodes, from 0; `ends`, shape (edges, 2), has each edge's lower end first; `weights` (edges,).

    Edges are in ascending order, each pair once, without loops; weights are above 0 and finite. Raises `ValueError`,
    with the offending edge, for anything else; `graph_of` brings edges into this order.
    """

    nodes: int
    ends: Indices
    weights: Floats

    def __post_init__(self) -> None:
        if self.ends.shape != (len(self.weights), 2):
            raise ValueError(f"not two ends for each weight: {self.ends.shape}, {self.weights.shape}")
        _refuse(self, ((self.ends < 0) | (self.ends >= self.nodes)).any(axis=1), "ends outside of the nodes")
        _refuse(self, self.ends[:, 0] == self.ends[:, 1], "is a loop")
        _refuse(self, ~(np.isfinite(self.weights) & (self.weights > 0)), "has no weight above 0")
        _refuse(self, self.ends[:, 0] > self.ends[:, 1], "has its higher end first")
        numbers = combined(self.ends[:, 0], self.ends[:, 1])
        _refuse(self, np.append(False, numbers[1:] == numbers[:-1]), "comes twice")
        _refuse(self, np.append(False, numbers[1:] < numbers[:-1]), "comes after a higher one")


@dataclass(frozen=True, slots=True)
class Adjacency:
    """Each node's neighbours, by places: a place is an edge as seen from one of its ends, so each edge has two.

    `starts` (nodes + 1,) is where the places of each node begin; `sources` and `neighbours` (places,) are the node of a
    place and the node it leads to, ascending; `edges` (places,) is its edge. `places`, shape (edges, 2), is the
    inverse: the places of each edge at its lower and at its higher end.
    """

    starts: Indices
    sources: Indices
    neighbours: Indices
    edges: Indices
    places: Indices


def graph_of(nodes: int, ends: Indices, weights: Floats) -> WeightedGraph:
    """The graph of edges in any order, with ends in any order. Raises `ValueError` as `WeightedGraph` does.

    >>> graph_of(3, np.array([[2, 1], [0, 1]]), np.array([5.0, 1.0])).ends.tolist()
    [[0, 1], [1, 2]]
    """
    either = np.sort(np.asarray(ends, np.int64).reshape(-1, 2), axis=1)
    order = np.argsort(combined(either[:, 0], either[:, 1]))
    return WeightedGraph(nodes, either[order], np.asarray(weights, np.float64)[order])


def adjacency_of(graph: WeightedGraph) -> Adjacency:
    """The adjacency of a graph."""
    low, high = graph.ends[:, 0], graph.ends[:, 1]
    sources, neighbours = np.append(low, high), np.append(high, low)
    order = np.argsort(combined(sources, neighbours))
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    starts = np.append(0, np.cumsum(np.bincount(sources, minlength=graph.nodes)))
    return Adjacency(starts, sources[order], neighbours[order], order % max(len(low), 1), places.reshape(2, -1).T)


def neighbour_lists(graph: WeightedGraph) -> list[list[tuple[int, float]]]:
    """The neighbours of each node, ascending, with edge weights: for algorithms that go node by node."""
    adjacency = adjacency_of(graph)
    pairs = list(zip(adjacency.neighbours.tolist(), graph.weights[adjacency.edges].tolist(), strict=True))
    return [pairs[start:end] for start, end in pairwise(adjacency.starts.tolist())]


def _refuse(graph: WeightedGraph, wrong: Any, what: str) -> None:
    """Raise `ValueError` for the first edge that the mask `wrong` marks."""
    if wrong.any():
        edge = int(wrong.argmax())
        low, high = graph.ends[edge].tolist()
        raise ValueError(f"edge {edge} {what}: {low} - {high}, weight {graph.weights[edge]}, of {graph.nodes} nodes")
