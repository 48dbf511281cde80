"""The prize-collecting Steiner tree of a question (Associa, equations 7 to 10).

    edges with prizes ── virtual nodes in their place ── a solver (`growth`, `paths`) ── the nodes and edges chosen

The tree maximises the prizes of nodes and edges minus the costs of edges over connected subgraphs. An edge whose prize
exceeds its cost becomes a virtual node, with the difference as its prize, and two free edges; any other edge costs its
cost minus its prize. Both forms have the same value, so a solver only needs to handle prizes of nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from convograph.graph.arrays import Floats, Indices


@dataclass(frozen=True, slots=True)
class Instance:
    """Prizes of nodes, undirected edges, shape (edges, 2), and their costs; prizes and costs are at least 0."""

    prizes: Floats
    edges: Indices
    costs: Floats


Solve = Callable[[Instance, int], tuple[Indices, Indices]]
"""A solver: the chosen nodes and edges of an instance, forming at most the given number of trees."""


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Chosen nodes and edges by number, ascending; both ends of a chosen edge are chosen."""

    nodes: Indices
    edges: Indices


def steiner_tree(
    node_prizes: Floats, edges: Indices, edge_prizes: Floats, *, edge_cost: float, solve: Solve, trees: int = 1
) -> Subgraph:
    """The subgraph that `solve` finds for the highest total of prizes minus costs.

    `edges` has shape (edges, 2). If there are no edges, all nodes with a prize are returned.
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
    """The instance with prizes of nodes only, the edges kept in it, and those replaced by virtual nodes.

    Kept edges come first, in order, then two for each virtual node; virtual nodes follow the others.
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
