"""Plain search as an architecture: the units that best match the question, by BM25, by cosine, or by both."""

from __future__ import annotations

from dataclasses import dataclass, replace

from convograph.architectures.search.ranking import Signals, asked_for, found_unit, search
from convograph.graph.snapshot import Snapshot
from convograph.layers.chunks import ChunkLayer
from convograph.protocols import Encoder, Layer, Query, Sketch
from convograph.retrieval import all_units, check_unit, unit_hits
from convograph.terms import ENGLISH, Analyzer
from convograph.timing import Stopwatch
from convograph.types import Recall, Unit, Usage


@dataclass(frozen=True, slots=True)
class Search:
    """Ranks units by BM25, by cosine, or (`"hybrid"`) by the sum of both; `unit` is the default unit.

    Each unit has a layer of its own. Every write updates that of the default unit; the others are updated on demand.
    """

    encoder: Encoder
    signals: Signals = "hybrid"
    unit: Unit = "turn"
    analyzer: Analyzer = ENGLISH

    @property
    def name(self) -> str:
        """`bm25`, `dense` or `hybrid`."""
        return self.signals

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units of dialogue."""
        return all_units(self.unit)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layer of the default unit, with terms and vectors."""
        return self.layers_for(self.unit)

    def layers_for(self, unit: Unit) -> tuple[Layer, ...]:
        """The layer of a unit, with terms and vectors. Raises `UnsupportedError` for anything but a dialogue unit."""
        return (self._layer(unit),)

    def with_encoder(self, encoder: Encoder) -> Search:
        """The same architecture with another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, snapshot: Snapshot, query: Query) -> Recall:
        """The k best units; units that have nothing in common with the question are left out."""
        watch = Stopwatch()
        layer = snapshot.layers[self._layer(query.unit).key]
        asked = asked_for(query.wording, self.signals, self.encoder, self.analyzer)
        watch.lap("encode")
        found, compared = search(snapshot, layer, query, asked)
        watch.lap("rank")
        units = [found_unit(layer, rank, one) for rank, one in enumerate(found, start=1)]
        hits = unit_hits(snapshot, units, query, self.analyzer, sharing_only=True)
        watch.lap("reasons")
        usage = Usage(watch.laps, compared)
        return Recall(query.question, self.name, query.unit, tuple(hits), usage, query.asked_at)

    def sketch(self, snapshot: Snapshot) -> Sketch:
        """An empty sketch: there is no graph."""
        return Sketch()

    def _layer(self, unit: Unit) -> ChunkLayer:
        check_unit(self, unit)
        return ChunkLayer(self.encoder, unit, self.analyzer)
