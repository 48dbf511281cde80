"""Base classes of layers that are read without a model, and of those made of brought triplets."""

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

    A turn is read in the context of the turns before it, and of who speaks in its session at all. Layers with the same
    reader share what it reads of a part.
    `version` is raised by hand whenever the layer's output changes for a reason other than its parts.
    """

    name: ClassVar[str]
    version: ClassVar[str]

    model: Encoder
    reader: Reader
    analyzer: Analyzer = ENGLISH
    scope: TurnScope = "session"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder inside."""
        return self.model.fingerprint

    @property
    def key(self) -> LayerKey:
        """Changes with the reader, the terms, the encoder and what else the kind is made with."""
        parts = (self.version, self.reader.fingerprint, self.analyzer.fingerprint, self.model.fingerprint)
        return LayerKey(self.name, "|".join((*parts, *self.further)))

    @property
    def further(self) -> tuple[str, ...]:
        """The fingerprints of what else a kind is made with."""
        return ()

    def resume(self, session: SessionTurns, position: int, begun: int | None) -> int:
        """There is no look-ahead: only a new speaker changes who was addressed before."""
        return 0 if session.has_new_speaker(position) else position

    def link(self, graph: Snapshot, parts: Sequence[Part], items: NodeBatch) -> NodeBatch:
        """All that was found."""
        return items

    def stated(self, part: Part) -> list[tuple[TurnInContext, list[FoundTriplet]]]:
        """What each turn of a part states, with the turn as it was read; the first layer that asks has it read."""
        return part.once(
            ("stated", self.reader.fingerprint), lambda: self.reader.statements(part.session, start=part.start)
        )

    def mentioned(self, part: Part) -> list[tuple[TurnInContext, list[Mention]]]:
        """What each turn of a part mentions, read likewise."""
        return part.once(
            ("mentioned", self.reader.fingerprint), lambda: self.reader.mentions_of(part.session, start=part.start)
        )


@dataclass(frozen=True, slots=True)
class BroughtLayer(MemoLayerBase):
    """A layer of the memos that have triplets; `name` and `version` are those of the kind, as in `ReadLayer`."""

    name: ClassVar[str]
    version: ClassVar[str]

    analyzer: Analyzer = ENGLISH

    @property
    def kinds(self) -> tuple[MemoKind, ...]:
        """Those that have triplets."""
        return ("triplet", "event")

    @property
    def key(self) -> LayerKey:
        """Changes with the terms, the encoder and what else the kind is made with."""
        parts = (self.version, self.analyzer.fingerprint, self.model.fingerprint)
        return LayerKey(self.name, "|".join((*parts, *self.further)))

    @property
    def further(self) -> tuple[str, ...]:
        """The fingerprints of what else a kind is made with."""
        return ()
