"""An architecture that wraps another, with layers that cache what they extract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from convograph.graph.snapshot import Snapshot
from convograph.protocols import AnyLayer, Architecture, Encoder, Query, Sketch
from convograph.terms import Analyzer
from convograph.types import Recall, Unit
from convograph_eval.cache.file import CacheFile
from convograph_eval.cache.layer import CachedLayer


@dataclass(frozen=True, slots=True)
class CachedArchitecture:
    """Recalls exactly as `architecture` does."""

    architecture: Architecture
    cache: CacheFile

    @property
    def name(self) -> str:
        """That of the architecture inside."""
        return self.architecture.name

    @property
    def encoder(self) -> Encoder:
        """That of the architecture inside."""
        return self.architecture.encoder

    @property
    def analyzer(self) -> Analyzer:
        """That of the architecture inside."""
        return self.architecture.analyzer

    @property
    def units(self) -> tuple[Unit, ...]:
        """Those of the architecture inside."""
        return self.architecture.units

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        """Those of the architecture inside, each over turns with a memory."""
        return self._cached(self.architecture.layers)

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        """Likewise."""
        return self._cached(self.architecture.layers_for(unit))

    def with_encoder(self, encoder: Encoder) -> CachedArchitecture:
        """The same over another encoder."""
        return replace(self, architecture=self.architecture.with_encoder(encoder))

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """What the architecture inside recalls."""
        return self.architecture.recall(graph, query)

    def sketch(self, graph: Snapshot) -> Sketch:
        """What the architecture inside draws."""
        return self.architecture.sketch(graph)

    def _cached(self, layers: Sequence[AnyLayer]) -> tuple[AnyLayer, ...]:
        return tuple(
            CachedLayer(layer, self.cache) if layer.scope in ("turn", "session") else layer for layer in layers
        )
