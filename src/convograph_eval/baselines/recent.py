"""The newest turns, whatever the question (SGMem's LC-Latest, SPEC §6.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from convograph.graph.snapshot import Snapshot
from convograph.protocols import Encoder, ItemLink, Layer, Query
from convograph.retrieval import evidence_turns, hit
from convograph.types import Evidence, Reason, Recall, Span, Unit, Usage


@dataclass(frozen=True, slots=True)
class Recent:
    """The last turns of the conversation, newest first; it needs no layer."""

    encoder: Encoder

    @property
    def name(self) -> str:
        """`recent`."""
        return "recent"

    @property
    def units(self) -> tuple[Unit, ...]:
        """Turns."""
        return ("turn",)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """None."""
        return ()

    def with_encoder(self, encoder: Encoder) -> Recent:
        """The same: it does not read the encoder."""
        return replace(self, encoder=encoder)

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """The k newest turns by session and ordinal; scores are 1 / rank."""
        turns = graph.turns
        allowed = evidence_turns(turns, query)
        rows = np.arange(len(turns)) if allowed is None else np.flatnonzero(allowed)
        newest = rows[np.lexsort((turns.ordinals.values[rows], turns.sessions.values[rows]))][::-1][: query.k]
        hits = []
        for rank, turn in enumerate((turns.source_turn(row) for row in newest.tolist()), start=1):
            evidence = Evidence(Span(turn, 0, len(turn.text)), 1 / rank, Reason("unit", 0.0, (), rank))
            hits.append(hit(rank, "turn", 1 / rank, [turn], [evidence]))
        return Recall(query.question, self.name, query.unit, tuple(hits), Usage({}, 0), query.asked_at)

    def links(self, graph: Snapshot, items: npt.NDArray[np.int64]) -> tuple[ItemLink, ...]:
        """None: there is no graph."""
        return ()
