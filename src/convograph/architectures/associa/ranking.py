"""The ranking of utterances: evidence importance ranking (Associa, equations 11 and 12), and other orders."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from convograph.architectures.associa.association import AssociatedQuestion, Association, nearest_nodes, node_scores
from convograph.architectures.associa.event_graph import EventGraph
from convograph.architectures.associa.settings import AssociaSettings
from convograph.architectures.associa.structure import EVENT
from convograph.graph.arrays import Rows, Scores
from convograph.graph.pagerank import personalised_pagerank

_OUTSIDE = -np.inf  # the score of an utterance outside the tree, if the tree decides


@dataclass(frozen=True, slots=True)
class RankedUtterance:
    """An utterance, its score, its similarity, and whether it is part of the tree."""

    node: int
    score: float
    similarity: float
    in_tree: bool


def ranked(
    graph: EventGraph, found: Association, asked: AssociatedQuestion, settings: AssociaSettings, k: int
) -> list[RankedUtterance]:
    """The first k utterances in the order given by `settings.ranking`.

    If the tree decides, utterances outside it follow by similarity [R]; their score is the similarity minus 1, so
    lower.
    """
    utterances = graph.utterances
    if settings.ranking != "events":  # there, an utterance of low similarity may rank first
        near = nearest_nodes(graph, utterances, asked, settings.source, k)
        utterances = utterances[near | np.isin(utterances, found.tree.nodes)]
    similar = node_scores(graph, utterances, asked, settings.source)
    inside = np.isin(utterances, found.tree.nodes)
    if settings.ranking == "similarity":
        scores = similar
    elif settings.ranking == "events":
        scores = similar + settings.event_weight * _best_events(graph, asked, settings)[utterances]
    else:
        ranks = importance(graph, found, settings) if settings.ranking == "pagerank" else _as_they_stand(found)
        scores = np.full(len(utterances), _OUTSIDE)
        scores[inside] = ranks[np.searchsorted(found.tree.nodes, utterances[inside])]
    positions = np.lexsort((utterances, -similar, -scores))[:k]
    if not settings.pad:
        positions = positions[scores[positions] > _OUTSIDE]
    return [
        RankedUtterance(
            int(utterances[position]),
            float(scores[position] if scores[position] > _OUTSIDE else similar[position] - 1),
            float(similar[position]),
            bool(inside[position]),
        )
        for position in positions.tolist()
    ]


def importance(graph: EventGraph, found: Association, settings: AssociaSettings) -> Scores:
    """The rank r of each node of the tree, shape (nodes,), summing to 1.

    Seeds are the prizes of nodes; an edge has the weight 1 / (1 + ln(1 + C)), where C is its cost minus its prize, at
    least 0 (equation 9).
    """
    nodes = found.tree.nodes
    ends = np.searchsorted(nodes, graph.structure.edges[found.tree.edges])
    costs = np.maximum(settings.edge_cost - found.edge_prizes[found.tree.edges], 0.0)
    weights = 1 / (1 + np.log1p(costs))
    sources, targets = ends[:, 0], ends[:, 1]
    if not settings.directed:
        sources, targets, weights = np.append(sources, targets), np.append(targets, sources), np.tile(weights, 2)
    return personalised_pagerank(sources, targets, weights, found.node_prizes[nodes], damping=settings.damping)


def _as_they_stand(found: Association) -> Scores:
    """Scores 1, 1/2, 1/3 and so on for the nodes of the tree, whose order is that of the conversation."""
    return 1 / np.arange(1.0, len(found.tree.nodes) + 1)


def _best_events(graph: EventGraph, asked: AssociatedQuestion, settings: AssociaSettings) -> Scores:
    """For each node, if it is an utterance, the similarity of the best event that it grounds; at least 0."""
    events: Rows = np.flatnonzero((graph.structure.kinds == EVENT) & graph.allowed)
    similar = np.zeros(len(graph.structure.kinds))
    similar[events] = node_scores(graph, events, asked, settings.source)
    best = np.zeros(len(similar))
    grounded, utterances = graph.grounded()
    np.maximum.at(best, utterances, similar[grounded])
    return best
