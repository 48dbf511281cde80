"""BM25, dense search, and their sum, over whole units: what every graph memory has to beat.

A unit's text is its lines `speaker: text`. The sum adds both scores, each divided by its highest for the
question, so that neither scale decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from convograph import terms
from convograph.graph.rows import LayerKey, NodeBatch
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import best, rounded, similarities
from convograph.layers.chunks import by_session, unit_items
from convograph.protocols import Encoder, ItemLink, Layer, Query, Scope
from convograph.retrieval import evidence_turns, hit, items_resting_on
from convograph.timing import Stopwatch
from convograph.types import Evidence, Reason, Recall, SourceTurn, Span, Unit, Usage
from convograph_eval.units import grouped

Signals = Literal["bm25", "dense", "bm25+dense"]


@dataclass(frozen=True, slots=True)
class UnitLayer:
    """Units with terms and vectors, derived afresh with their session."""

    model: Encoder
    unit: str
    scope: Scope = "session"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder inside."""
        return self.model.fingerprint

    @property
    def key(self) -> LayerKey:
        """Changes with the unit, the terms and the encoder."""
        return LayerKey(f"evaluation-{self.unit}", f"1|{terms.FINGERPRINT}|{self.model.fingerprint}")

    def extract(self, turns: Sequence[SourceTurn]) -> NodeBatch:
        """The units of the sessions whose turns these are."""
        units = [unit for session in by_session(turns) for unit in grouped(session, self.unit)]
        return unit_items(units, self.model, with_terms=True)


@dataclass(frozen=True, slots=True)
class UnitSearch:
    """Ranks units of the evaluation by BM25, by cosine, or by the sum of both."""

    encoder: Encoder
    signals: Signals
    chunk: str

    @property
    def name(self) -> str:
        """The signals."""
        return self.signals

    @property
    def units(self) -> tuple[Unit, ...]:
        """One: hits carry the turns of a unit of the evaluation, under the library's nearest name."""
        return ("session" if self.chunk == "session" else "turn",)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The units."""
        return (self._layer,)

    def with_encoder(self, encoder: Encoder) -> UnitSearch:
        """The same over another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """The k best units; those that share nothing with the question come last, in order."""
        watch = Stopwatch()
        layer = graph.layers[self._layer.key]
        allowed = items_resting_on(layer, evidence_turns(graph.turns, query))
        items = np.arange(len(layer)) if allowed is None else np.flatnonzero(allowed)
        scores = self._scores(layer, items, query.question)
        ranked = best(items, scores, query.k, lambda found: graph.place(layer, found))
        hits = []
        for rank, (item, score) in enumerate(zip(ranked.items.tolist(), ranked.similarities.tolist(), strict=True), 1):
            turns = [graph.turns.source_turn(row) for row in layer.source_turns.values[layer.sources(item)].tolist()]
            reason = Reason("unit", score, (), rank)
            evidence = [Evidence(Span(turn, 0, len(turn.text)), score, reason) for turn in turns]
            hits.append(hit(rank, query.unit, score, turns, evidence))
        watch.lap("rank")
        return Recall(query.question, self.name, query.unit, tuple(hits), Usage(watch.laps, len(items)), query.asked_at)

    def links(self, graph: Snapshot, items: npt.NDArray[np.int64]) -> tuple[ItemLink, ...]:
        """None: there is no graph."""
        return ()

    @property
    def _layer(self) -> UnitLayer:
        return UnitLayer(self.encoder, self.chunk)

    def _scores(self, layer: LayerTable, items: npt.NDArray[np.int64], question: str) -> npt.NDArray[np.float64]:
        lexical, dense = np.zeros(len(items)), np.zeros(len(items))
        if "bm25" in self.signals:
            _, asked = terms.term_hashes([question])
            lexical = layer.postings.scores(asked)[items]
        if "dense" in self.signals and len(items):
            vector = rounded(self.encoder.encode([question], "query"))[0]
            dense = similarities(layer.vectors.values, items, vector)
        return _scaled(lexical) + _scaled(dense) if self.signals == "bm25+dense" else lexical + dense


def _scaled(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    highest = scores.max(initial=0.0)
    return scores / highest if highest > 0 else scores
