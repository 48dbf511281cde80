"""Pieces with terms and vectors, derived afresh with their session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from convograph import terms
from convograph.graph.rows import WHOLE_TURN, LayerKey, NodeBatch
from convograph.layers.chunks import by_session, unit_items
from convograph.protocols import Encoder, Scope
from convograph.types import SourceTurn
from convograph_eval.baselines.pieces import Piece, Pieces


@dataclass(frozen=True, slots=True)
class UnitLayer:
    """An item for each piece of each session."""

    model: Encoder
    pieces: Pieces
    scope: Scope = "session"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder inside."""
        return self.model.fingerprint

    @property
    def key(self) -> LayerKey:
        """Changes with the pieces, the terms and the encoder."""
        return LayerKey(
            f"evaluation-{self.pieces.unit}",
            f"{self.pieces.fingerprint}|{terms.FINGERPRINT}|{self.model.fingerprint}",
        )

    def extract(self, turns: Sequence[SourceTurn]) -> NodeBatch:
        """The pieces of the sessions whose turns these are."""
        return _items([piece for session in by_session(turns) for piece in self.pieces.of_session(session)], self.model)


def _items(pieces: Sequence[Piece], model: Encoder) -> NodeBatch:
    """An item a piece: the library's items of the texts, each resting on all turns of its piece."""
    texts = [[replace(piece.turns[0], speaker=None, text=piece.text)] for piece in pieces]
    members = [turn.key for piece in pieces for turn in piece.turns]
    return replace(
        unit_items(texts, model, with_terms=True),
        source_counts=np.array([len(piece.turns) for piece in pieces], np.int32),
        source_turns=np.array(members, np.int64),
        source_starts=np.full(len(members), WHOLE_TURN, np.int32),
        source_ends=np.full(len(members), WHOLE_TURN, np.int32),
    )
