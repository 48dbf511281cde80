"""RAG-T, RAG-R, RAG-S: units of raw dialogue ranked by cosine, without a graph. SGMem's baseline.

Each turn, round or session is encoded whole, as lines `speaker: text`; the K nearest to the question are returned.
An encoder that truncates long texts (MiniLM: 256 word pieces) sees only the beginning of a session.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from convograph.graph.snapshot import Snapshot
from convograph.graph.vectors import nearest, rounded
from convograph.layers.chunks import ChunkLayer
from convograph.layers.memos import letters, memo_layers, nearest_memos
from convograph.protocols import AnyLayer, Encoder, Query, Sketch
from convograph.retrieval import FoundUnit, check_unit, unit_hits, units_allowed
from convograph.terms import ENGLISH, Analyzer
from convograph.timing import Stopwatch
from convograph.types import Reason, Recall, Unit, Usage, WrittenKind


@dataclass(frozen=True, slots=True)
class Rag:
    """Dense retrieval of whole units."""

    encoder: Encoder
    chunk: Unit = "turn"
    memos: tuple[WrittenKind, ...] = ()
    analyzer: Analyzer = ENGLISH

    @property
    def name(self) -> str:
        """The name that the SGMem paper uses: `rag-t`, `rag-r`, `rag-s`, with memos `rag-smfi`."""
        return f"rag-{self.chunk[0]}{letters(self.memos)}"

    @property
    def units(self) -> tuple[Unit, ...]:
        """The one unit it indexes."""
        return (self.chunk,)

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        """The units with their vectors, and the included kinds of memos."""
        return (self._chunk_layer, *memo_layers(self.encoder, self.memos))

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        """The same layers for every unit."""
        return self.layers

    def with_encoder(self, encoder: Encoder) -> Rag:
        """The same architecture with another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, snapshot: Snapshot, query: Query) -> Recall:
        """The k units nearest to the question, scored by cosine, and the k nearest memos of each kind."""
        check_unit(self, query.unit)
        watch = Stopwatch()
        layer = snapshot.layers[self._chunk_layer.key]
        vector = rounded(self.encoder.encode([query.wording], "query"))[0]
        watch.lap("encode")
        allowed = units_allowed(layer, snapshot.turns, query)
        known = [vector] if vector.any() else []
        ranked = nearest(
            layer.vectors.values,
            np.array(known, np.float32),
            query.k,
            lambda items: snapshot.reading_order_key(layer, items),
            allowed=allowed,
        )
        units = [
            FoundUnit(layer.turn_rows(item).tolist(), cosine, Reason("unit", cosine, rank=rank))
            for found in ranked
            for rank, (item, cosine) in enumerate(
                zip(found.items.tolist(), found.similarities.tolist(), strict=True), start=1
            )
        ]
        hits = unit_hits(snapshot, units, query, self.analyzer)
        watch.lap("rank")
        memos = nearest_memos(snapshot, memo_layers(self.encoder, self.memos), query, vector)
        watch.lap("memos")
        scored = len(layer) if allowed is None else int(allowed.sum())
        usage = Usage(watch.laps, scored)
        return Recall(query.question, self.name, query.unit, tuple(hits), usage, query.asked_at, memos)

    def sketch(self, snapshot: Snapshot) -> Sketch:
        """An empty sketch: there is no graph."""
        return Sketch()

    @property
    def _chunk_layer(self) -> ChunkLayer:
        return ChunkLayer(self.encoder, self.chunk)
