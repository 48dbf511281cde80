"""BM25, dense search, and their sum, over whole units: what every graph memory has to beat.

The sum adds both scores, each divided by its highest for the question, so that neither scale decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import best, rounded, similarities
from convograph.protocols import Encoder, Layer, Query, Sketch
from convograph.retrieval import hit, units_allowed
from convograph.terms import ENGLISH, Analyzer
from convograph.timing import Stopwatch
from convograph.types import Evidence, Hit, Reason, Recall, Span, Unit, Usage
from convograph_eval.baselines.layer import UnitLayer
from convograph_eval.baselines.naming import named_hits
from convograph_eval.baselines.pieces import Pieces

Signals = Literal["bm25", "dense", "bm25+dense"]


@dataclass(frozen=True, slots=True)
class UnitSearch:
    """Ranks pieces by BM25, by cosine, or by the sum of both; its name is that of the signals, or `label`."""

    encoder: Encoder
    signals: Signals
    pieces: Pieces
    label: str | None = None

    @property
    def name(self) -> str:
        """What the baseline is called."""
        return self.label or self.signals

    @property
    def analyzer(self) -> Analyzer:
        """English."""
        return ENGLISH

    @property
    def units(self) -> tuple[Unit, ...]:
        """One: hits carry the turns of a unit of the evaluation, under the library's nearest name."""
        return ("session" if self.pieces.unit == "session" else "turn",)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The units."""
        return (self._layer,)

    def with_encoder(self, encoder: Encoder) -> UnitSearch:
        """The same over another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """The k best pieces; those that share nothing with the question come last, in order.

        The id of a hit is the unit's name where it has one of its own. A triplet that rests on several sessions is
        found once in each.
        """
        watch = Stopwatch()
        layer = graph.layers[self._layer.key]
        items = _allowed(graph, layer, query)
        scores = self._scores(layer, items, query.wording)
        ranked = best(items, scores, query.k, lambda found: graph.place(layer, found))
        hits = [
            _hit(graph, layer, rank, query.unit, found)
            for rank, found in enumerate(zip(ranked.items.tolist(), ranked.similarities.tolist(), strict=True), 1)
        ]
        if self.pieces.named:
            hits = named_hits(graph, layer, self.pieces, ranked.items, hits)
        watch.lap("rank")
        return Recall(query.question, self.name, query.unit, tuple(hits), Usage(watch.laps, len(items)), query.asked_at)

    def sketch(self, graph: Snapshot) -> Sketch:
        """Nothing: there is no graph."""
        return Sketch()

    @property
    def _layer(self) -> UnitLayer:
        return UnitLayer(self.encoder, self.pieces)

    def _scores(self, layer: LayerTable, items: npt.NDArray[np.int64], question: str) -> npt.NDArray[np.float64]:
        lexical, dense = np.zeros(len(items)), np.zeros(len(items))
        if "bm25" in self.signals:
            _, asked = ENGLISH.hashes([question])
            lexical = layer.postings.scores(asked, layer.alive)[items]
        if "dense" in self.signals and len(items):
            vector = rounded(self.encoder.encode([question], "query"))[0]
            dense = similarities(layer.vectors.values, items, vector)
        return _scaled(lexical) + _scaled(dense) if self.signals == "bm25+dense" else lexical + dense


def _hit(graph: Snapshot, layer: LayerTable, rank: int, unit: Unit, found: tuple[int, float]) -> Hit:
    item, score = found
    turns = [graph.turns.source_turn(row) for row in layer.source_turns.values[layer.sources(item)].tolist()]
    reason = Reason("unit", score, (), rank)
    return hit(rank, unit, score, turns, [Evidence(Span(turn, 0, len(turn.text)), score, reason) for turn in turns])


def _allowed(graph: Snapshot, layer: LayerTable, query: Query) -> npt.NDArray[np.int64]:
    mask = units_allowed(layer, graph.turns, query)
    return np.arange(len(layer)) if mask is None else np.flatnonzero(mask)


def _scaled(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    highest = scores.max(initial=0.0)
    return scores / highest if highest > 0 else scores
