"""The semantic stage and equation 4 of G-Long."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from convograph.architectures.glong.importance import Weighing
from convograph.architectures.glong.triplet_graph import Reached, TripletGraph
from convograph.graph.arrays import Items, Scores, Vector
from convograph.graph.turns import NO_TIME
from convograph.graph.vectors import best, finalists
from convograph.times import seconds_of
from convograph.types import Span, Triplet


@dataclass(frozen=True, slots=True)
class ScoredTriplet:
    """A triplet with its score, which is the sum of the weighted parts.

    `path` leads from the anchor, as its edge spells it, over triplets to this one. `spans` are where it is stated,
    `turn_rows` the rows of these turns, `created` the time it was first stated, in seconds. `nearness` is S_sem.
    """

    triplet: Triplet
    path: tuple[str, tuple[Triplet, ...]]
    cosine: float
    nearness: float
    semantic: float
    importance: float
    recency: float
    created: int
    spans: tuple[Span, ...]
    turn_rows: tuple[int, ...]

    @property
    def score(self) -> float:
        """S_final of equation 4."""
        return self.semantic + self.importance + self.recency

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key for ties: higher S_sem, higher cosine, later, first in the conversation [R], alphabetical order."""
        first = self.spans[0]
        position = (first.turn.session, first.turn.ordinal, first.start)
        return (-self.nearness, -self.cosine, -self.created, position, self.triplet.parts)


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """A question for scoring: its vector, the anchors with their cosines, and when it is asked.

    `words` says how well the text of each turn matches it, by row, for `GLongSettings.source`; `None` without it.
    """

    vector: Vector
    anchors: Mapping[str, float]
    at: datetime
    words: Scores | None = None


def scored(graph: TripletGraph, asked: ScoredQuestion, kept: int) -> tuple[list[ScoredTriplet], int]:
    """The `kept` triplets of highest S_sem around the anchors, best by equation 4 first, and how many were compared."""
    reached = graph.around(asked.anchors)
    scoring = _Scoring(graph, reached, Weighing(graph), _scaled(asked, graph.turns[reached.items]))
    found = sorted(scoring.best(kept), key=lambda one: one.order)[:kept]
    return sorted(found, key=lambda one: (-one.score, one.order)), len(reached.items)


def _scaled(asked: ScoredQuestion, turns: Items) -> ScoredQuestion:
    """The question with word scores divided by the maximum among these turns, so that the best candidate has 1."""
    if asked.words is None:
        return asked
    highest = float(asked.words[turns].max(initial=0.0))
    return replace(asked, words=asked.words / highest) if highest else asked


@dataclass(frozen=True, slots=True)
class _Scoring:
    """Equation 4 over the edges near the anchors."""

    graph: TripletGraph
    reached: Reached
    weighing: Weighing
    asked: ScoredQuestion

    def best(self, kept: int) -> list[ScoredTriplet]:
        """The triplets of the semantic stage, and all that tie with the last one: `ScoredTriplet.order` decides.

        Identical statements count once, unless edges are parallel.
        """
        graph = self.graph
        candidates = self.reached.items if self.asked.words is not None else graph.worded_once(self.reached.items)
        rough = self._semantic(candidates, graph.roughly(candidates, self.asked.vector))
        statements = graph.statements
        wanted = kept + 1
        while True:
            near = candidates[finalists(rough, wanted)]
            cosines = graph.cosines(near, self.asked.vector)
            found = best(near, self._semantic(near, cosines), wanted, self._later_first)
            nearest: dict[int, tuple[int, float]] = {}
            for item, semantic in zip(found.items.tolist(), found.similarities.tolist(), strict=True):
                nearest.setdefault(int(statements[item]), (item, semantic))
            ranked = list(nearest.values())
            least = ranked[kept - 1][1] if len(ranked) >= kept else -np.inf
            if len(found.items) < wanted or ranked[-1][1] < least:
                known = dict(zip(near.tolist(), cosines.tolist(), strict=True))
                return [self.of(item, known[item], semantic) for item, semantic in ranked if semantic >= least]
            wanted *= 2

    def _semantic(self, items: Items, cosines: Scores) -> Scores:
        """The score that ranks edges: the cosine or, if the text of sources counts, S_sem including its share."""
        words, share = self.asked.words, self.graph.settings.source
        if words is None:
            return cosines
        semantic: Scores = (1 - share) * np.maximum(cosines, 0.0) + share * words[self.graph.turns[items]]
        return semantic

    def _later_first(self, items: Items) -> tuple[Items, ...]:
        """Sort keys for ties: the later turn, then the place in the conversation, then alphabetical order."""
        graph = self.graph
        seconds: Items = graph.snapshot.turns.seconds.values[graph.turns[items]]
        # ~ reverses the order and, unlike a minus sign, works for `NO_TIME` too
        return (~seconds, *graph.reading_order_key(items), graph.alphabetic(items))

    def of(self, item: int, cosine: float, semantic: float) -> ScoredTriplet:
        """The triplet of an edge with the parts of its score."""
        graph, settings = self.graph, self.graph.settings
        statements = graph.statements
        same = self.reached.items[statements[self.reached.items] == statements[item]].tolist()
        rows = graph.rows(same)
        nearness = max(0.0, semantic)
        anchor, edges = graph.path(item, self.reached)
        return ScoredTriplet(
            triplet=graph.triplet(item),
            path=(graph.name(anchor, edges[0]), tuple(graph.triplet(edge) for edge in edges)),
            cosine=cosine,
            nearness=nearness,
            semantic=settings.semantic_weight * nearness,
            importance=settings.importance_weight * max(self.weighing.weight(each) for each in same),
            recency=settings.recency_weight * self._recency(rows),
            created=int(graph.snapshot.turns.seconds.values[rows].min()),
            spans=graph.spans(same),
            turn_rows=tuple(rows),
        )

    def _recency(self, rows: Collection[int]) -> float:
        """exp(-lambda * seconds since it was last stated or used); 0 without any time.

        Uses later than the time of asking do not count.
        """
        snapshot, at = self.graph.snapshot, seconds_of(self.asked.at)
        times = [
            int(snapshot.turns.seconds.values[row]) for row in rows if snapshot.turns.seconds.values[row] != NO_TIME
        ]
        keys = (int(snapshot.turns.keys.values[row]) for row in rows)
        # use marks are in UTC, said times and the time of asking in wall-clock time
        used = (
            seconds_of(datetime.fromisoformat(snapshot.used[key]).astimezone()) for key in keys if key in snapshot.used
        )
        times += [mark for mark in used if mark <= at]
        return float(np.exp(-self.graph.settings.decay * max(0, at - max(times)))) if times else 0.0
