"""What a model writes about names: resolutions, profiles, community names, where the architecture supports them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from convograph.chat import ChatRequest
from convograph.generation.community_names import COMMUNITY, community_request
from convograph.generation.profile_memos import PROFILE
from convograph.graph.snapshot import Snapshot
from convograph.layers.resolved_entities import ResolvedEntities
from convograph.memory.capabilities import lacking
from convograph.memory.enriching.community_writing import CommunitiesByModel, unnamed
from convograph.memory.enriching.profile_writing import ProfilesByModel, profile_requests
from convograph.memory.enriching.resolution_writing import RESOLUTION, open_requests
from convograph.protocols import Architecture
from convograph.types import WrittenKind


@dataclass(frozen=True, slots=True)
class NamesByModel:
    """What a model is to write about names: resolutions, profiles, community names; `None` for what is not wanted."""

    resolved: ResolvedEntities | None = None
    profiled: ProfilesByModel | None = None
    grouped: CommunitiesByModel | None = None

    @classmethod
    def of(cls, architecture: Architecture, kinds: Collection[WrittenKind]) -> NamesByModel:
        """What the kinds ask for. Raises `UnsupportedError` if the architecture does not support one of them."""
        return cls(
            _resolved_by_model(architecture) if RESOLUTION in kinds else None,
            _profiled_by_model(architecture) if PROFILE in kinds else None,
            _named_by_model(architecture) if COMMUNITY in kinds else None,
        )

    def __bool__(self) -> bool:
        """Whether anything is to be written."""
        return any(one is not None for one in (self.resolved, self.profiled, self.grouped))

    def requests(self, graph: Snapshot, owner: str, *, flush: bool) -> list[ChatRequest]:
        """All requests that would be sent, given complete layers."""
        found: list[ChatRequest] = []
        if self.resolved is not None:
            found += open_requests(graph, self.resolved, owner)
        if self.profiled is not None:
            found += profile_requests(self.profiled.pending_profiles(graph, flush=flush), owner)
        if self.grouped is not None:
            communities = unnamed(graph, self.grouped.nameable_communities(graph))
            found += [community_request(owner, one) for one in communities]
        return found


def _profiled_by_model(architecture: Architecture) -> ProfilesByModel:
    """The architecture, if a model may write its profiles."""
    if isinstance(architecture, ProfilesByModel):
        return architecture
    raise lacking(architecture, "has no profiles")


def _named_by_model(architecture: Architecture) -> CommunitiesByModel:
    """The architecture, if a model may name its communities."""
    if isinstance(architecture, CommunitiesByModel):
        return architecture
    raise lacking(architecture, "has no communities")


def _resolved_by_model(architecture: Architecture) -> ResolvedEntities:
    """The architecture's layer that resolves mentions to entities, where a model may choose between them."""
    for layer in architecture.layers:
        if isinstance(layer, ResolvedEntities):
            return layer
    raise lacking(architecture, "resolves no names")
