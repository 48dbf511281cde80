"""The semantic stage and equation 4 (SPEC §1.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong.edges import Items
from convograph.architectures.glong.importance import Weighing
from convograph.architectures.glong.tables import Table
from convograph.graph.turns import NO_TIME
from convograph.graph.vectors import nearest
from convograph.times import seconds_of
from convograph.types import Span, Triplet

Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Scored:
    """A triplet with its score: its parts are weighted already, `score` is their sum.

    `anchor` is the name near to the question that it was reached from; `spans` are where it is stated, `turn_rows`
    the rows of these turns.
    """

    triplet: Triplet
    anchor: str
    cosine: float
    semantic: float
    importance: float
    recency: float
    created: int
    item: int
    spans: tuple[Span, ...]
    turn_rows: tuple[int, ...]

    @property
    def score(self) -> float:
        """S_final of equation 4."""
        return self.semantic + self.importance + self.recency


def scored(
    tables: Sequence[Table], anchors: dict[str, float], vector: Vector, kept: int, asked_at: datetime
) -> tuple[list[Scored], int]:
    """The `kept` triplets around the anchors that are nearest to the question, best by equation 4 first.

    And how many were compared. Ties go to the higher cosine, then the later, then the first stored [R].
    """
    found: list[Scored] = []
    compared = 0
    for table in tables:
        nearby, count = _nearest(table, anchors, vector, kept, asked_at)
        found += nearby
        compared += count
    nearest_of_all = sorted(found, key=lambda one: (-one.cosine, -one.created, one.item))[:kept]
    return sorted(nearest_of_all, key=lambda one: (-one.score, -one.cosine, -one.created, one.item)), compared


def _nearest(
    table: Table, anchors: dict[str, float], vector: Vector, kept: int, asked_at: datetime
) -> tuple[list[Scored], int]:
    around = table.edges.around(set(anchors), table.settings.hops, table.allowed)
    if len(around) == 0:
        return [], 0
    candidates = np.zeros(len(table.layer), np.bool_)
    candidates[_distinct(table, around)] = True
    (found,) = nearest(
        table.layer.vectors.values,
        vector[None, :],
        kept,
        lambda items: (-_created(table, items), items),
        allowed=candidates,
    )
    scoring = _Scoring(table, Weighing(table), around, anchors, asked_at)
    numbers = zip(found.items.tolist(), found.similarities.tolist(), strict=True)
    return [scoring.of(item, cosine) for item, cosine in numbers], int(candidates.sum())


def _distinct(table: Table, items: Items) -> Items:
    """Of edges that say the same the first, unless each counts."""
    if table.settings.repeated == "parallel":
        return items
    _, firsts = np.unique(table.edges.statements.values[items], return_index=True)
    return items[firsts]


@dataclass(frozen=True, slots=True)
class _Scoring:
    """Equation 4 over one table; `around` are the edges near the anchors."""

    table: Table
    weighing: Weighing
    around: Items
    anchors: dict[str, float]
    asked_at: datetime

    def of(self, item: int, cosine: float) -> Scored:
        table, settings = self.table, self.table.settings
        same = self._same(item)
        sources = [source for each in same for source in range(*table.layer.sources(each).indices(1 << 62))]
        rows = dict.fromkeys(table.layer.source_turns.values[sources].tolist())
        return Scored(
            triplet=table.edges.triplets[item],
            anchor=self._anchor(item),
            cosine=cosine,
            semantic=settings.semantic_weight * max(0.0, cosine),
            importance=settings.importance_weight * max(self.weighing.weight(each) for each in same),
            recency=settings.recency_weight * self._recency(list(rows)),
            created=int(_created(table, np.array([item]))[0]),
            item=item,
            spans=tuple(table.graph.span(table.layer, source) for source in sources),
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
        edges = self.table.edges
        ends = {int(edges.subjects.values[item]), int(edges.objects.values[item])}
        return next((name for name in self.anchors if edges.nodes.get(name) in ends), next(iter(self.anchors)))

    def _recency(self, rows: list[int]) -> float:
        """exp(-lambda * seconds since it was last stated or used); 0 for what has no time."""
        graph = self.table.graph
        times = [int(graph.turns.seconds.values[row]) for row in rows if graph.turns.seconds.values[row] != NO_TIME]
        keys = (int(graph.turns.keys.values[row]) for row in rows)
        times += [seconds_of(datetime.fromisoformat(graph.used[key])) for key in keys if key in graph.used]
        if not times:
            return 0.0
        return float(np.exp(-self.table.settings.decay * max(0, seconds_of(self.asked_at) - max(times))))


def _created(table: Table, items: Items) -> Items:
    """When edges were first stated, in seconds."""
    rows = table.layer.source_turns.values[table.layer.first_source(items)]
    seconds: Items = table.graph.turns.seconds.values[rows].astype(np.int64)
    return seconds
