"""Base classes of layers read without a model, and of layers made from brought triplets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from convograph.extraction.reading import Reader
from convograph.extraction.types import FoundTriplet, Mention, TurnInContext
from convograph.graph.rows import LayerKey, NodeBatch
from convograph.graph.sessions import Part, SessionTurns
from convograph.graph.snapshot import Snapshot
from convograph.layers.memo_base import MemoLayerBase
from convograph.protocols import Encoder, TurnScope
from convograph.terms import ENGLISH, Analyzer
from convograph.types import MemoKind


@dataclass(frozen=True, slots=True)
class ReadLayer:
    """A layer of what a reader finds in sessions; `name` and `version` are those of the kind.

    A turn is read in the context of the turns before it and of all speakers of its session. Layers with the same reader
    share what it reads in a part. `version` is raised by hand whenever the layer's output changes for a reason other
    than its parts.
    """

    name: ClassVar[str]
    version: ClassVar[str]

    model: Encoder
    reader: Reader
    analyzer: Analyzer = ENGLISH
    scope: TurnScope = "session"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder it uses."""
        return self.model.fingerprint

    @property
    def key(self) -> LayerKey:
        """Changes with the reader, the terms, the encoder and `further`."""
        parts = (self.version, self.reader.fingerprint, self.analyzer.fingerprint, self.model.fingerprint)
        return LayerKey(self.name, "|".join((*parts, *self.further)))

    @property
    def further(self) -> tuple[str, ...]:
        """The fingerprints of anything else that the kind depends on."""
        return ()

    def resume(self, session: SessionTurns, position: int, begun: int | None) -> int:
        """The first new turn; or 0 with a new speaker, whom earlier turns may have addressed."""
        return 0 if session.has_new_speaker(position) else position

    def link(self, snapshot: Snapshot, parts: Sequence[Part], items: NodeBatch) -> NodeBatch:
        """All items found."""
        return items

    def stated(self, part: Part) -> list[tuple[TurnInContext, list[FoundTriplet]]]:
        """What each turn of a part states, with the turn as it was read; read once for all layers with this reader."""
        return part.once(
            ("stated", self.reader.fingerprint), lambda: self.reader.statements(part.session, start=part.start)
        )

    def mentioned(self, part: Part) -> list[tuple[TurnInContext, list[Mention]]]:
        """What each turn of a part mentions, likewise."""
        return part.once(
            ("mentioned", self.reader.fingerprint), lambda: self.reader.mentions_of(part.session, start=part.start)
        )


@dataclass(frozen=True, slots=True)
class BroughtLayer(MemoLayerBase):
    """A layer of memos with triplets; `name` and `version` are those of the kind, as in `ReadLayer`."""

    name: ClassVar[str]
    version: ClassVar[str]

    analyzer: Analyzer = ENGLISH

    @property
    def kinds(self) -> tuple[MemoKind, ...]:
        """The kinds that have triplets."""
        return ("triplet", "event")

    @property
    def key(self) -> LayerKey:
        """Changes with the terms, the encoder and `further`."""
        parts = (self.version, self.analyzer.fingerprint, self.model.fingerprint)
        return LayerKey(self.name, "|".join((*parts, *self.further)))

    @property
    def further(self) -> tuple[str, ...]:
        """The fingerprints of anything else that the kind depends on."""
        return ()
