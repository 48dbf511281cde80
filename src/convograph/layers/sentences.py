"""The base class of sentence layers. Kept apart from the other bases, which import the readers of syntax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.graph.rows import NodeBatch
from convograph.graph.sessions import Part, SessionTurns
from convograph.graph.snapshot import Snapshot
from convograph.protocols import Encoder, TurnScope


@dataclass(frozen=True, slots=True)
class SentenceLayer:
    """A layer of the sentences of turns, scope `"turn"`: what it keeps of a sentence depends on its turn alone."""

    model: Encoder

    @property
    def scope(self) -> TurnScope:
        """Each turn by itself."""
        return "turn"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder it uses."""
        return self.model.fingerprint

    def resume(self, session: SessionTurns, position: int, begun: int | None) -> int:
        """The first new turn: earlier turns stay as they are."""
        return position

    def link(self, snapshot: Snapshot, parts: Sequence[Part], items: NodeBatch) -> NodeBatch:
        """All items extracted."""
        return items
