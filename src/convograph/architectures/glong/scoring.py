"""The semantic stage and equation 4 (SPEC §1.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong.edges import Items, first_places, tuple_of
from convograph.architectures.glong.importance import Weighing
from convograph.architectures.glong.tables import Table
from convograph.graph.turns import NO_TIME
from convograph.graph.vectors import best, finalists, nearest_among, roughly, similarities
from convograph.times import seconds_of
from convograph.types import Span, Triplet

Vector = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scored:
    """A triplet with its score: its parts are weighted already, `score` is their sum.

    `anchor` is the name near to the question that it was reached from; `spans` are where it is stated, in order of
    the conversation, `turn_rows` the rows of these turns; `created` is when it was first stated, in seconds.
    `nearness` is S_sem.
    """

    triplet: Triplet
    anchor: str
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
        """What decides among equals: the higher S_sem, the later, the first in the conversation [R], the alphabet."""
        first = self.spans[0]
        place = (first.turn.session, first.turn.ordinal, first.start)
        return (-self.nearness, -self.cosine, -self.created, place, tuple_of(self.triplet))


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the scoring sees it: its vector, the nodes near to it with their cosines, when it is asked.

    `words` is how well the words of each turn match it, by row, for `GLongSettings.source`; `None` without.
    """

    vector: Vector
    anchors: Mapping[str, float]
    at: datetime
    words: Scores | None = None


def scored(tables: Sequence[Table], asked: Asked, kept: int) -> tuple[list[Scored], int]:
    """The `kept` triplets around the anchors of highest S_sem, best by equation 4 first; and how many were compared."""
    around = [table.around(asked.anchors) for table in tables]
    asked = _scaled(asked, [table.turns[items] for table, items in zip(tables, around, strict=True)])
    scorings = [_Scoring(*pair, Weighing(pair[0]), asked) for pair in zip(tables, around, strict=True)]
    found = sorted((one for scoring in scorings for one in scoring.best(kept)), key=lambda one: one.order)[:kept]
    return sorted(found, key=lambda one: (-one.score, one.order)), sum(map(len, around))


def _scaled(asked: Asked, turns: Sequence[Items]) -> Asked:
    """With words divided by the highest of these turns, so that the best of the candidates has 1."""
    if asked.words is None:
        return asked
    highest = max((float(asked.words[rows].max(initial=0.0)) for rows in turns), default=0.0)
    return replace(asked, words=asked.words / highest) if highest else asked


@dataclass(frozen=True, slots=True)
class _Scoring:
    """Equation 4 over one table; `around` are the edges near the anchors."""

    table: Table
    around: Items
    weighing: Weighing
    asked: Asked

    def best(self, kept: int) -> list[Scored]:
        """The triplets of the semantic stage. What says the same counts once, unless each edge counts for itself."""
        return self._nearest(kept) if self.asked.words is None else self._matching(kept, self.asked.words)

    def _matching(self, kept: int, words: Scores) -> list[Scored]:
        """The best by cosine and by the words of the source."""
        vectors, around = self.table.layer.vectors.values, self.around
        rough = self._semantic(around, roughly(vectors, around, self.asked.vector), words)
        wanted = kept
        while True:
            near = around[finalists(rough, wanted)]
            cosines = similarities(vectors, near, self.asked.vector)
            found = best(near, self._semantic(near, cosines, words), wanted, self._later_first)
            nearness: dict[int, tuple[int, float]] = {}
            for item, score in zip(found.items.tolist(), found.similarities.tolist(), strict=True):
                nearness.setdefault(self._statement(item), (item, score))
            if len(nearness) >= kept or len(found.items) == len(around):
                break
            wanted *= 2
        chosen = list(nearness.values())[:kept]
        places = np.searchsorted(near, [item for item, _ in chosen])
        return [self.of(item, float(cosines[at]), score) for (item, score), at in zip(chosen, places, strict=True)]

    def _semantic(self, items: Items, cosines: npt.NDArray[np.floating], words: Scores) -> Scores:
        """S_sem of edges, with the share that the words of their source have in it."""
        share = self.table.settings.source
        semantic: Scores = (1 - share) * np.maximum(cosines, 0.0) + share * words[self.table.turns[items]]
        return semantic

    def _later_first(self, items: Items) -> tuple[Items, ...]:
        """Breaks ties: the later turn, then the place in the conversation, then the alphabet."""
        table = self.table
        seconds: Items = table.graph.turns.seconds.values[table.turns[items]]
        # ~ turns the order round, and unlike a minus sign also that of `NO_TIME`
        return (~seconds, *table.graph.place(table.layer, items), table.edges.alphabetic(items))

    def _nearest(self, kept: int) -> list[Scored]:
        """The best by cosine alone, with all that are as near as the last of them: `Scored.order` decides there."""
        cosines: dict[int, tuple[int, float]] = {}
        candidates, vectors = self._candidates(), self.table.layer.vectors.values
        wanted = kept + 1
        while True:
            found = nearest_among(
                vectors, candidates, self.asked.vector, wanted, lambda items: (self.table.edges.alphabetic(items),)
            )
            for item, cosine in zip(found.items.tolist(), found.similarities.tolist(), strict=True):
                cosines.setdefault(self._statement(item), (item, cosine))
            ranked = list(cosines.values())
            least = ranked[kept - 1][1] if len(ranked) >= kept else -np.inf
            if len(found.items) < wanted or ranked[-1][1] < least:
                return [self.of(item, cosine, max(0.0, cosine)) for item, cosine in ranked if cosine >= least]
            wanted *= 2

    def _candidates(self) -> Items:
        """The edges to compare: of those worded alike one, unless each edge counts for itself."""
        if self.table.settings.repeated == "parallel":
            return self.around
        return self.around[first_places(self.table.edges.wordings.values[self.around])]

    def _statement(self, item: int) -> int:
        """What an edge says; edges that count for themselves say each their own."""
        return item if self.table.settings.repeated == "parallel" else int(self.table.edges.statements.values[item])

    def of(self, item: int, cosine: float, semantic: float) -> Scored:
        """The triplet of an edge with the parts of its score."""
        table, settings = self.table, self.table.settings
        same = self._same(item)
        spans = sorted(
            (table.graph.span(table.layer, source) for each in same for source in _sources(table, each)),
            key=lambda span: (span.turn.session, span.turn.ordinal, span.start, span.end),
        )
        rows = {row for each in same for row in table.layer.source_turns.values[_sources(table, each)].tolist()}
        return Scored(
            triplet=table.edges.triplets[item],
            anchor=self._anchor(item),
            cosine=cosine,
            nearness=semantic,
            semantic=settings.semantic_weight * semantic,
            importance=settings.importance_weight * max(self.weighing.weight(each) for each in same),
            recency=settings.recency_weight * self._recency(rows),
            created=int(table.graph.turns.seconds.values[list(rows)].min()),
            spans=tuple(dict.fromkeys(spans)),
            turn_rows=tuple(rows),
        )

    def _same(self, item: int) -> list[int]:
        """The edges that an edge stands for."""
        if self.table.settings.repeated == "parallel":
            return [item]
        statements = self.table.edges.statements.values
        same: list[int] = self.around[statements[self.around] == statements[item]].tolist()
        return same

    def _anchor(self, item: int) -> str:
        """The end of the edge that is nearer to the question; over several hops, the nearest anchor of all."""
        edges, triplet = self.table.edges, self.table.edges.triplets[item]
        ends = {int(edges.objects.values[item]): triplet.object, int(edges.subjects.values[item]): triplet.subject}
        near = (ends[edges.nodes[name]] for name in self.asked.anchors if edges.nodes.get(name) in ends)
        return next(near, next(iter(self.asked.anchors)))

    def _recency(self, rows: Collection[int]) -> float:
        """exp(-lambda * seconds since it was last stated or used); 0 for what has no time."""
        graph = self.table.graph
        times = [int(graph.turns.seconds.values[row]) for row in rows if graph.turns.seconds.values[row] != NO_TIME]
        keys = (int(graph.turns.keys.values[row]) for row in rows)
        # use marks are in UTC, said times and the time of asking on the clock of the wall
        times += [seconds_of(datetime.fromisoformat(graph.used[key]).astimezone()) for key in keys if key in graph.used]
        if not times:
            return 0.0
        return float(np.exp(-self.table.settings.decay * max(0, seconds_of(self.asked.at) - max(times))))


def _sources(table: Table, item: int) -> range:
    sources = table.layer.sources(item)
    return range(sources.start, sources.stop)
