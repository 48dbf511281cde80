"""A layer of pieces with terms and vectors, derived anew whenever their session changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.graph.rows import LayerKey, NodeBatch
from convograph.graph.sessions import Part, SessionTurns
from convograph.graph.snapshot import Snapshot
from convograph.layers.items import whole_turn_items
from convograph.protocols import Encoder, TurnScope
from convograph.terms import ENGLISH
from convograph_eval.baselines.pieces import Pieces


@dataclass(frozen=True, slots=True)
class PieceLayer:
    """An item for each piece of each session."""

    model: Encoder
    pieces: Pieces
    scope: TurnScope = "session"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder."""
        return self.model.fingerprint

    @property
    def key(self) -> LayerKey:
        """Changes with the pieces, the terms and the encoder."""
        return LayerKey(
            f"evaluation-{self.pieces.unit}",
            f"{self.pieces.fingerprint}|{ENGLISH.fingerprint}|{self.model.fingerprint}",
        )

    def resume(self, session: SessionTurns, position: int, begun: int | None) -> int:
        """The start of the session, because pieces may depend on all of its turns."""
        return 0

    def link(self, graph: Snapshot, parts: Sequence[Part], items: NodeBatch) -> NodeBatch:
        """The items, unchanged."""
        return items

    def extract(self, parts: Sequence[Part]) -> NodeBatch:
        """The pieces of the sessions, as items."""
        pieces = [piece for part in parts for piece in self.pieces.of_session(part.turns)]
        sources = [[turn.key for turn in piece.turns] for piece in pieces]
        return whole_turn_items([piece.text for piece in pieces], sources, self.model, analyzer=ENGLISH)
