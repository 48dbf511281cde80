"""The prize-collecting Steiner tree of a question (Associa, equations 7 to 10).

    edges with prizes ── virtual nodes in their place ── a solver (`growth`, `paths`) ── the nodes and edges chosen

Maximises the prizes of nodes and edges less the costs of edges over connected subgraphs. An edge whose prize exceeds
the cost becomes a node with the difference as prize and two edges without a cost; another keeps the cost less its
prize. Both forms have the same value, and a solver needs to know prizes of nodes alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from convograph.graph.arrays import Floats, Indices


@dataclass(frozen=True, slots=True)
class Instance:
    """Prizes of nodes, undirected edges of shape (edges, 2), and their costs; all prizes and costs are at least 0."""

    prizes: Floats
    edges: Indices
    costs: Floats


Solve = Callable[[Instance, int], tuple[Indices, Indices]]
"""Chosen nodes and edges of an instance, of at most so many trees."""


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Chosen nodes and edges by number, ascending; with each edge both of its ends."""

    nodes: Indices
    edges: Indices


def steiner_tree(
    node_prizes: Floats, edges: Indices, edge_prizes: Floats, *, edge_cost: float, solve: Solve, trees: int = 1
) -> Subgraph:
    """The subgraph of nodes and edges worth more than they cost together.

    `edges` has shape (edges, 2). Without any edge, all nodes with a prize are returned as they are.
    """
    if not len(edges):
        return Subgraph(np.flatnonzero(node_prizes > 0), np.empty(0, np.int64))
    instance, kept, replaced = transformed(node_prizes, edges, edge_prizes, edge_cost)
    nodes, chosen = solve(instance, trees)
    count = len(node_prizes)
    virtual = nodes[nodes >= count] - count
    taken = np.unique(np.concatenate((kept[chosen[chosen < len(kept)]], replaced[virtual])))
    own = nodes[nodes < count]
    return Subgraph(np.unique(np.concatenate((own, edges[taken].ravel()))), taken)


def transformed(
    node_prizes: Floats, edges: Indices, edge_prizes: Floats, edge_cost: float
) -> tuple[Instance, Indices, Indices]:
    """The instance with prizes of nodes only; the edges kept in it, and those that virtual nodes stand for.

    Edges kept come first, in order, then two for each virtual node; virtual nodes follow the nodes.
    """
    virtual = edge_prizes > edge_cost
    kept, replaced = np.flatnonzero(~virtual), np.flatnonzero(virtual)
    numbers = len(node_prizes) + np.arange(len(replaced))
    sides = [np.stack((edges[replaced, side], numbers), axis=1) for side in (0, 1)]
    return (
        Instance(
            np.concatenate((node_prizes, edge_prizes[replaced] - edge_cost)),
            np.concatenate((edges[kept], *sides)),
            np.concatenate((edge_cost - edge_prizes[kept], np.zeros(2 * len(replaced)))),
        ),
        kept,
        replaced,
    )
