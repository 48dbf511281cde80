"""An architecture that wraps another and caches what its layers extract."""

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
        """The name of the wrapped architecture."""
        return self.architecture.name

    @property
    def encoder(self) -> Encoder:
        """The encoder of the wrapped architecture."""
        return self.architecture.encoder

    @property
    def analyzer(self) -> Analyzer:
        """The analyzer of the wrapped architecture."""
        return self.architecture.analyzer

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units of the wrapped architecture."""
        return self.architecture.units

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        """The layers of the wrapped architecture; those over turns or sessions use the cache."""
        return self._cached(self.architecture.layers)

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        """The layers for `unit` of the wrapped architecture; those over turns or sessions use the cache."""
        return self._cached(self.architecture.layers_for(unit))

    def with_encoder(self, encoder: Encoder) -> CachedArchitecture:
        """The same architecture with another encoder."""
        return replace(self, architecture=self.architecture.with_encoder(encoder))

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """What the wrapped architecture recalls."""
        return self.architecture.recall(graph, query)

    def sketch(self, graph: Snapshot) -> Sketch:
        """The sketch of the wrapped architecture."""
        return self.architecture.sketch(graph)

    def _cached(self, layers: Sequence[AnyLayer]) -> tuple[AnyLayer, ...]:
        return tuple(
            CachedLayer(layer, self.cache) if layer.scope in ("turn", "session") else layer for layer in layers
        )
