"""The importance of a triplet in its session, in (0, 1] (G-Long, equations 1 to 3).

The paper takes it from the cross-attention of a T5 summariser: with a scorer, triplets have its scores (equation 2).
Without one, it is computed from the session's triplets [R]: all weigh the same (`uniform`), or words that few of them
share weigh more (`tfidf`), or names that many of them share (`centrality`). As in equation 2, the weights of a
triplet's parts are summed. All are divided by the maximum (equation 3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong.settings import Importance
from convograph.architectures.glong.triplet_graph import TripletGraph
from convograph.graph.arrays import Items

LEAST = 1e-6  # [R]: weights are above zero
ALL = -1  # stands for the whole dialogue, in place of a session

Weights = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weighing:
    """The weights of a graph's triplets, computed once per session."""

    graph: TripletGraph
    _known: dict[int, dict[int, float]] = field(default_factory=dict)

    def weight(self, item: int) -> float:
        """W of equation 3: among the triplets of the item's session, or all stored triplets."""
        graph = self.graph
        session = ALL if graph.settings.importance_within == "dialogue" else int(graph.sessions[item])
        if session not in self._known:
            wanted = graph.stated if session == ALL else graph.stated & (graph.sessions == session)
            items = np.flatnonzero(wanted)
            weights = weights_of(graph.settings.importance, graph, items)
            if graph.settings.first_only:
                weights = _highest_of_turns(graph, items, weights)
            self._known[session] = dict(zip(items.tolist(), weights.tolist(), strict=True))
        return self._known[session][item]


def weights_of(kind: Importance, graph: TripletGraph, items: Items) -> Weights:
    """The weights of the triplets of one session (or of everything stored), maximum 1, shape (items,).

    They come from the triplets' scores, or from the fallback `kind` if any triplet has no score.
    """
    given: Weights = graph.scores[items]
    scores = _SCORES[kind](graph, items) if np.isnan(given).any() else given
    highest = scores.max(initial=0.0)
    return np.maximum(scores / highest, LEAST) if highest > 0 else np.ones(len(items))


def _highest_of_turns(graph: TripletGraph, items: Items, weights: Weights) -> Weights:
    """For each triplet, the highest weight in its turn: the first triplet stands for all of them [C]."""
    _, turns = np.unique(graph.turns[items], return_inverse=True)
    highest = np.zeros(len(items))
    np.maximum.at(highest, turns, weights)
    return highest[turns]


def _uniform(graph: TripletGraph, items: Items) -> Weights:
    return np.ones(len(items))


def _tfidf(graph: TripletGraph, items: Items) -> Weights:
    """The sum over a triplet's terms of log(1 + n / df), among the n given triplets."""
    terms = [graph.terms(item) for item in items.tolist()]
    flat = np.concatenate(terms) if terms else np.empty(0, np.uint64)
    _, positions, counts = np.unique(flat, return_inverse=True, return_counts=True)
    inverse = np.log1p(len(items) / np.maximum(counts, 1))[positions]
    owners = np.repeat(np.arange(len(items)), [len(each) for each in terms])
    summed: Weights = np.bincount(owners, weights=inverse, minlength=len(items)).astype(np.float64)
    return summed


def _centrality(graph: TripletGraph, items: Items) -> Weights:
    """The sum of the degrees of both ends, among the given triplets."""
    subjects, objects = graph.subjects[items], graph.objects[items]
    degrees = np.bincount(np.concatenate((subjects, objects)), minlength=1)
    summed: Weights = (degrees[subjects] + degrees[objects]).astype(np.float64)
    return summed


_SCORES: Mapping[Importance, Callable[[TripletGraph, Items], Weights]] = {
    "uniform": _uniform,
    "tfidf": _tfidf,
    "centrality": _centrality,
}
