"""Plain search over the evaluation's own pieces; for plain units of dialogue, see the library's `Search`."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from convograph.architectures.search import Signals, asked_for, found_unit, search
from convograph.graph.snapshot import Snapshot
from convograph.protocols import Encoder, Layer, Query, Sketch
from convograph.retrieval import unit_hits
from convograph.terms import ENGLISH, Analyzer
from convograph.timing import Stopwatch
from convograph.types import Recall, Unit, Usage
from convograph_eval.baselines.layer import PieceLayer
from convograph_eval.baselines.pieces import Pieces
from convograph_eval.baselines.unit_names import named_hits


@dataclass(frozen=True, slots=True)
class PieceSearch:
    """Ranks pieces as the library's search ranks units."""

    encoder: Encoder
    signals: Signals
    pieces: Pieces
    label: str | None = None

    @property
    def name(self) -> str:
        """The `label`, or the name of the signals."""
        return self.label or self.signals

    @property
    def analyzer(self) -> Analyzer:
        """English."""
        return ENGLISH

    @property
    def units(self) -> tuple[Unit, ...]:
        """The unit of the pieces; triplets are found as their source turns."""
        return ("turn" if self.pieces.named else self.pieces.unit,)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layer of the pieces."""
        return (self._layer,)

    def layers_for(self, unit: Unit) -> tuple[Layer, ...]:
        """The same for every unit."""
        return self.layers

    def with_encoder(self, encoder: Encoder) -> PieceSearch:
        """The same search with another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """The k best pieces, as hits; pieces that have nothing in common with the question are left out.

        The id of a hit is the piece's name, if it has one. A triplet with sources in several sessions is found once in
        each.
        """
        watch = Stopwatch()
        layer = graph.layers[self._layer.key]
        asked = asked_for(query.wording, self.signals, self.encoder, ENGLISH)
        found, compared = search(graph, layer, query, asked)
        hits = unit_hits(
            graph, [found_unit(layer, rank, one) for rank, one in enumerate(found, start=1)], query, ENGLISH
        )
        if self.pieces.named:
            hits = named_hits(graph, layer, self.pieces, np.array([one.item for one in found], np.int64), hits)
        watch.lap("rank")
        return Recall(query.question, self.name, query.unit, tuple(hits), Usage(watch.laps, compared), query.asked_at)

    def sketch(self, graph: Snapshot) -> Sketch:
        """An empty sketch, because there is no graph."""
        return Sketch()

    @property
    def _layer(self) -> PieceLayer:
        return PieceLayer(self.encoder, self.pieces)
