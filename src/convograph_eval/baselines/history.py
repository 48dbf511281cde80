"""The conversation itself, for any question: in reading order, or newest turns first."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from convograph.graph.runs import marked
from convograph.graph.snapshot import Snapshot
from convograph.protocols import Encoder, Layer, Query, Sketch
from convograph.retrieval import evidence_turns, hit
from convograph.terms import ENGLISH, Analyzer
from convograph.types import Evidence, Reason, Recall, Span, Unit, Usage


@dataclass(frozen=True, slots=True)
class History:
    """Full Context, in reading order, or SGMem's LC-Latest, newest first; it needs no layer."""

    encoder: Encoder
    newest_first: bool

    @property
    def name(self) -> str:
        """`recent` or `full`."""
        return "recent" if self.newest_first else "full"

    @property
    def analyzer(self) -> Analyzer:
        """English."""
        return ENGLISH

    @property
    def units(self) -> tuple[Unit, ...]:
        """Only turns."""
        return ("turn",)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """No layers."""
        return ()

    def layers_for(self, unit: Unit) -> tuple[Layer, ...]:
        """The same for every unit."""
        return self.layers

    def with_encoder(self, encoder: Encoder) -> History:
        """The same baseline with another encoder, which recall does not use."""
        return replace(self, encoder=encoder)

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """The first or last k turns by session and ordinal; scores are 1 / rank."""
        turns = graph.turns
        allowed = evidence_turns(turns, query)
        rows = marked(allowed, len(turns))
        read = rows[np.lexsort((turns.ordinals.values[rows], turns.sessions.values[rows]))]
        chosen = (read[::-1] if self.newest_first else read)[: query.k]
        hits = []
        for rank, turn in enumerate((turns.source_turn(row) for row in chosen.tolist()), start=1):
            evidence = Evidence(Span(turn, 0, len(turn.text)), 1 / rank, Reason("unit", 0.0, (), rank))
            hits.append(hit(rank, "turn", 1 / rank, [turn], [evidence]))
        return Recall(query.question, self.name, query.unit, tuple(hits), Usage({}, 0), query.asked_at)

    def sketch(self, graph: Snapshot) -> Sketch:
        """An empty sketch, because there is no graph."""
        return Sketch()
