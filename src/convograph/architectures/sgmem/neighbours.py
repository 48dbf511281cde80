"""The sentence graph: each sentence points to its k nearest. Edges are computed when walked, never stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from convograph.architectures.sgmem.settings import SGMemSettings
from convograph.graph.arrays import Items, Mask
from convograph.graph.runs import marked
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import Ranked, best, nearest
from convograph.terms import Analyzer
from convograph.types import Span

_NONE = Ranked(np.empty(0, np.int64), np.empty(0))


@dataclass(frozen=True, slots=True)
class Walked:
    """The edge that reached a sentence: the sentence it comes from, its weight, and the hop."""

    origin: int
    weight: float
    hop: int


@dataclass(slots=True)
class SentenceGraph:
    """The KNN graph of a snapshot's sentences, limited to those `allowed`.

    When identical texts are merged, `copies` lists the sentences that each node stands for.
    """

    snapshot: Snapshot
    layer: LayerTable
    settings: SGMemSettings
    allowed: Mask | None
    analyzer: Analyzer
    copies: Mapping[int, list[int]] | None = None
    _everyone: list[Ranked] | None = field(default=None, init=False)

    @property
    def relation(self) -> str:
        """The name of its edges."""
        return f"{self.settings.edges}-neighbour"

    def with_identical_merged(self) -> SentenceGraph:
        """The graph in which the first sentence of each text stands for all sentences with that text."""
        items = self._all_items()
        copies: dict[str, list[int]] = {}
        for item in items[np.lexsort(tuple(reversed(self.reading_order_key(items))))].tolist():
            copies.setdefault(self.span(item).text, []).append(item)
        firsts = {same[0]: same for same in copies.values()}
        allowed = np.zeros(len(self.layer), np.bool_)
        allowed[list(firsts)] = True
        return SentenceGraph(self.snapshot, self.layer, self.settings, allowed, self.analyzer, firsts)

    def standing_for(self, items: Items) -> Items:
        """The sentences that these nodes stand for: the nodes themselves, unless identical texts are merged."""
        if self.copies is None:
            return items
        return np.array([copy for item in items.tolist() for copy in self.copies[item]], np.int64)

    def expand(self, seeds: Items) -> dict[int, Walked]:
        """The sentences within h hops of the seeds, without the seeds, each by the strongest edge of its first hop.

        Edges lead from sentence to sentence, never through a chunk.
        """
        reached: dict[int, Walked] = {}
        frontier = seeds
        known = set(seeds.tolist())
        for hop in range(1, self.settings.hops + 1):
            found: dict[int, Walked] = {}
            for origin, ranked in zip(frontier.tolist(), self.neighbours(frontier), strict=True):
                for item, weight in zip(ranked.items.tolist(), ranked.similarities.tolist(), strict=True):
                    if item not in known and (item not in found or weight > found[item].weight):
                        found[item] = Walked(origin, weight, hop)
            reached |= found
            known |= found.keys()
            frontier = np.array(list(found), np.int64)
        return reached

    def neighbours(self, items: Items) -> list[Ranked]:
        """For each item, its neighbours over edges in the directions of `traversal`."""
        outgoing = self._outgoing(items)
        if self.settings.traversal == "outgoing":
            return outgoing
        return [self._with_incoming(item, ranked) for item, ranked in zip(items.tolist(), outgoing, strict=True)]

    def reading_order_key(self, items: Items) -> tuple[Items, ...]:
        """The position of each sentence in the conversation; ties go to the earlier."""
        return self.snapshot.reading_order_key(self.layer, items)

    def span(self, item: int) -> Span:
        """The span of the sentence in its turn."""
        return self.snapshot.span(self.layer, self.layer.sources(item).start)

    def _outgoing(self, items: Items) -> list[Ranked]:
        if self.settings.edges == "bm25":
            return [self._lexical(item) for item in items.tolist()]
        return self._dense(items)

    def _dense(self, items: Items) -> list[Ranked]:
        matrix = self.layer.vectors.values
        known = np.asarray(matrix[items].any(axis=1))  # a sentence without known words is near nothing
        ranked = iter(
            nearest(
                matrix,
                matrix[items[known]],
                self.settings.neighbours,
                self.reading_order_key,
                allowed=self.allowed,
                without=items[known],
            )
        )
        return [next(ranked) if has_words else _NONE for has_words in known.tolist()]

    def _lexical(self, item: int) -> Ranked:
        _, query = self.analyzer.hashes([self.span(item).text])
        scores = self.layer.postings.scores(query, self.layer.alive)
        scores[item] = 0.0
        if self.allowed is not None:
            scores[~self.allowed] = 0.0
        sharing = np.flatnonzero(scores)
        return (
            best(sharing, scores[sharing], self.settings.neighbours, self.reading_order_key) if len(sharing) else _NONE
        )

    def _with_incoming(self, item: int, outgoing: Ranked) -> Ranked:
        pointing = [
            (other, float(ranked.similarities[ranked.items == item][0]))
            for other, ranked in zip(self._all_items().tolist(), self._whole(), strict=True)
            if item in ranked.items and other not in outgoing.items
        ]
        return Ranked(
            np.concatenate((outgoing.items, np.array([other for other, _ in pointing], np.int64))),
            np.concatenate((outgoing.similarities, np.array([weight for _, weight in pointing]))),
        )

    def _whole(self) -> list[Ranked]:
        if self._everyone is None:
            self._everyone = self._outgoing(self._all_items())
        return self._everyone

    def _all_items(self) -> Items:
        return marked(self.allowed, len(self.layer))
