"""RAG-T, RAG-R, RAG-S: units of raw dialogue by cosine, no graph. SGMem's baseline (SPEC §2.4, "Variants").

Each turn, round or session is encoded whole, as lines `speaker: text`; the K nearest to the question come
back. An encoder that reads only the beginning of a long text (MiniLM: 256 word pieces) sees only that of a session.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from convograph.errors import UnsupportedError
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import nearest, rounded
from convograph.layers.chunks import ChunkLayer
from convograph.protocols import Encoder, ItemLink, Layer, Query
from convograph.retrieval import evidence_turns, hit, items_resting_on, visible_turns
from convograph.terms import shared_words
from convograph.timing import Stopwatch
from convograph.types import Evidence, Reason, Recall, SourceTurn, Span, Unit, Usage


@dataclass(frozen=True, slots=True)
class Rag:
    """Dense retrieval of whole units."""

    encoder: Encoder
    chunk: Unit = "turn"

    @property
    def name(self) -> str:
        """As the SGMem paper writes it: `rag-t`, `rag-r`, `rag-s`."""
        return f"rag-{self.chunk[0]}"

    @property
    def units(self) -> tuple[Unit, ...]:
        """The one unit that it indexes."""
        return (self.chunk,)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The units with their vectors."""
        return (self._chunk_layer,)

    def with_encoder(self, encoder: Encoder) -> Rag:
        """The same over another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """The k units nearest to the question; scores are cosines."""
        if query.unit != self.chunk:
            raise UnsupportedError(f"{self.name} cannot return the unit {query.unit!r}; it has {self.chunk}")
        watch = Stopwatch()
        layer = graph.layers[self._chunk_layer.key]
        vector = rounded(self.encoder.encode([query.question], "query"))[0]
        watch.lap("encode")
        allowed = _allowed(graph, layer, query)
        known = [vector] if vector.any() else []
        ranked = nearest(
            layer.vectors.values,
            np.array(known, np.float32),
            query.k,
            lambda items: graph.place(layer, items),
            allowed=allowed,
        )
        hits = [
            hit(rank, self.chunk, cosine, *_sources(graph, layer, query.question, rank, (item, cosine)))
            for found in ranked
            for rank, (item, cosine) in enumerate(
                zip(found.items.tolist(), found.similarities.tolist(), strict=True), start=1
            )
        ]
        watch.lap("rank")
        scored = len(layer) if allowed is None else int(allowed.sum())
        return Recall(query.question, self.name, query.unit, tuple(hits), Usage(watch.laps, scored), query.asked_at)

    def links(self, graph: Snapshot, items: npt.NDArray[np.int64]) -> tuple[ItemLink, ...]:
        """None: there is no graph."""
        return ()

    @property
    def _chunk_layer(self) -> ChunkLayer:
        return ChunkLayer(self.encoder, self.chunk)


def _sources(
    graph: Snapshot, layer: LayerTable, question: str, rank: int, found: tuple[int, float]
) -> tuple[list[SourceTurn], list[Evidence]]:
    """The turns of a unit, each as evidence that the unit as a whole was near to the question."""
    item, cosine = found
    turns = [graph.turns.source_turn(row) for row in layer.source_turns.values[layer.sources(item)].tolist()]
    evidence = [
        Evidence(Span(turn, 0, len(turn.text)), cosine, Reason("unit", cosine, shared_words(turn.text, question), rank))
        for turn in turns
    ]
    return turns, evidence


def _allowed(graph: Snapshot, layer: LayerTable, query: Query) -> npt.NDArray[np.bool_] | None:
    """Units all of whose turns exist and one of whose turns may serve as evidence."""
    existing = items_resting_on(layer, visible_turns(graph.turns, query))
    evidence = items_resting_on(layer, evidence_turns(graph.turns, query), every_source=False)
    if existing is None or evidence is None:
        return existing if evidence is None else evidence
    return existing & evidence
