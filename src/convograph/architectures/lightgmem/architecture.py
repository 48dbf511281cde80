"""LightGMEM's recall as a pipeline: anchors, profiles, two searches over episodes, bonuses, communities, hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from convograph.architectures.lightgmem.anchors import AnchorEntity, anchors_of, asked_names
from convograph.architectures.lightgmem.communities import EntityCommunity, asked_about, entity_communities
from convograph.architectures.lightgmem.context_memos import context_memos
from convograph.architectures.lightgmem.entity_graph import EntityGraph, entity_graph
from convograph.architectures.lightgmem.fusion import Ranking, fused, support_of
from convograph.architectures.lightgmem.hits import episode_hits
from convograph.architectures.lightgmem.known_entities import entities_in, mentions_of, mergeable_in, merges_in
from convograph.architectures.lightgmem.naming import description_of, known_community, name_of, nameable_communities
from convograph.architectures.lightgmem.profile_search import (
    SelectedProfile,
    profile_index,
    selected,
    supporting_episodes,
)
from convograph.architectures.lightgmem.profiles import Telling, profiles_of
from convograph.architectures.lightgmem.reranking import reranked
from convograph.architectures.lightgmem.searches import AskedWording, Candidates, Episodes, candidates_of, sentences_for
from convograph.architectures.lightgmem.settings import PAPER, LightGMEMSettings
from convograph.architectures.lightgmem.sketch import entity_sketch
from convograph.architectures.lightgmem.structure import EntityGraphKeys
from convograph.architectures.lightgmem.written_profiles import pending_profiles
from convograph.communities.description import Description
from convograph.errors import InputError
from convograph.extraction.reading import Reader
from convograph.facts import DEFAULT_RELATIONS, Relations
from convograph.generation.community_names import CommunityKey, UnnamedCommunity
from convograph.generation.profile_memos import PendingProfile
from convograph.graph.arrays import Rows
from convograph.graph.rows import LayerKey
from convograph.graph.runs import marked
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import rounded
from convograph.layers.brought_triplets import BroughtTriplets
from convograph.layers.chunks import ChunkLayer
from convograph.layers.mentions import MentionLayer
from convograph.layers.resolved_entities import ResolvedEntities
from convograph.layers.text import TextLayer
from convograph.layers.triplets import TripletLayer
from convograph.protocols import AnyLayer, Encoder, Mergeable, Query, Reranker, Sketch
from convograph.resolution import OfflineResolver
from convograph.retrieval import check_unit, units_allowed, visible_turns
from convograph.terms import ENGLISH, Analyzer
from convograph.timing import Stopwatch
from convograph.types import EntityMention, KnownCommunity, KnownEntity, Merge, MergeKind, Profile, Recall, Unit, Usage

EpisodeUnit = Literal["chunk500", "turn"]
UNITS: tuple[EpisodeUnit, ...] = ("chunk500", "turn")
RESOLVED_IN: EpisodeUnit = "chunk500"  # the episodes used for resolution, whatever unit is retrieved [R]


@dataclass(frozen=True, slots=True)
class LightGMEM:
    """Search over episodes by BM25 and cosine, with bonuses for entities shared by question and episode.

    `reader` reads names and relations, `resolver` resolves names to entities. `unit` is the default episode: chunks of
    500 tokens, or single turns. Entities are the same for both. `reranker`, if given, reorders the best episodes.
    """

    encoder: Encoder
    reader: Reader
    settings: LightGMEMSettings = PAPER
    analyzer: Analyzer = ENGLISH
    unit: EpisodeUnit = "chunk500"
    resolver: OfflineResolver = field(default_factory=OfflineResolver)
    reranker: Reranker | None = None

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise InputError(f"an episode is one of {', '.join(map(repr, UNITS))}: unit {self.unit!r:.80}")

    @property
    def name(self) -> str:
        """`lightgmem`, `lightgmem-linear` with linear fusion, or `lightgmem-sentences` with a search over sentences.

        The kind of the reranker, if there is one, is appended.
        """
        linear = "lightgmem" if self.settings.fusion == "rrf" else "lightgmem-linear"
        plain = "lightgmem-sentences" if self.settings.sentences else linear
        return plain if self.reranker is None else f"{plain}+{self.reranker.name.partition(':')[0]}"

    @property
    def units(self) -> tuple[Unit, ...]:
        """The possible units of episodes, the default first."""
        return (self.unit, *(unit for unit in UNITS if unit != self.unit))

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        """The layers for the default unit: episodes, sentences if searched, triplets, mentions, resolved entities."""
        return self.layers_for(self.unit)

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        """The layers for a unit. Raises `UnsupportedError` for a unit that is no episode."""
        check_unit(self, unit)
        chunks = dict.fromkeys((unit, RESOLVED_IN))
        sentences = (self._sentences,) if self.settings.sentences else ()
        resolved = self._resolved
        triplets = (self._triplets, self._brought)
        return (*map(self._chunks, chunks), *sentences, *triplets, self._mentions, resolved.brought, resolved)

    def with_encoder(self, encoder: Encoder) -> LightGMEM:
        """The same architecture with another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, snapshot: Snapshot, query: Query) -> Recall:
        """The k best episodes by fused searches, with bonuses for profiles and the question's entities and relations.

        With a reranker, the best are put in its order.

        The reasons of hits name the profiles and communities they support. The selected profiles, and models'
        descriptions of these communities, come along as memos.
        """
        check_unit(self, query.unit)
        watch = Stopwatch()
        asked = self._asked(query)
        watch.lap("encode")
        episodes = self._episodes(snapshot, query)
        items = marked(units_allowed(episodes.layer, snapshot.turns, query), len(episodes.layer))
        entities = self.entity_graph(snapshot, query)
        anchors = self._anchors(entities, query)
        watch.lap("entities")
        profiles = self._profiles_about(entities, query, asked, anchors)
        more = supporting_episodes(episodes, items, profiles, asked.vector, self.settings.profile_episodes)
        watch.lap("profiles")
        candidates = candidates_of(episodes, items, asked, max(self.settings.depth, query.k), more)
        ranking = self._ranked(entities, episodes, candidates, anchors, profiles, k=query.k)
        watch.lap("search")
        if self.reranker is not None:
            ranking = reranked(episodes, ranking, self.reranker, query.wording, query.k)
            watch.lap("reranking")
        communities = self._asked_about(entities, asked.vector)
        ranking = self._told_why(entities, ranking, communities, profiles)
        watch.lap("communities")
        hits = episode_hits(entities, episodes.layer, ranking, query, self.analyzer)
        named_in = self._resolved_in(snapshot)
        memos = context_memos(entities, query, profiles, communities, episodes=named_in, vector=asked.vector)
        watch.lap("hits")
        usage = Usage(watch.laps, len(items))
        return Recall(query.question, self.name, query.unit, tuple(hits), usage, query.asked_at, memos)

    def entity_graph(self, snapshot: Snapshot, query: Query) -> EntityGraph:
        """The entities and relations that the question may see."""
        resolved, triplets = self._resolved, (self._triplets.key, self._brought.key)
        keys = EntityGraphKeys(self._chunks(RESOLVED_IN).key, resolved.mention_keys, resolved.key, *triplets)
        return entity_graph(snapshot, keys, query)

    def communities(self, snapshot: Snapshot) -> list[KnownCommunity]:
        """All communities of entities, with names and descriptions."""
        entities, episodes = self._all_entities(snapshot), self._resolved_in(snapshot)
        return [
            known_community(entities, community, episodes, self.analyzer)
            for community in self._communities(entities, episodes)
        ]

    def sketch(self, snapshot: Snapshot) -> Sketch:
        """The entities, with the relations and weak associations between them, and their communities."""
        entities, episodes = self._all_entities(snapshot), self._resolved_in(snapshot)

        def communities() -> list[tuple[Description, Rows]]:
            found = self._communities(entities, episodes)
            return [
                (description_of(entities, community, episodes, self.analyzer), community.entities)
                for community in found
            ]

        return entity_sketch(entities, episodes, communities)

    def entities(self, snapshot: Snapshot) -> list[KnownEntity]:
        """All entities with their names, those with most mentions first."""
        return entities_in(self._all_entities(snapshot), self._resolved_in(snapshot), self.resolver.weights.join)

    def mentions(self, snapshot: Snapshot, entity: KnownEntity) -> list[EntityMention]:
        """The mentions of an entity, in the order of saying."""
        return mentions_of(self._all_entities(snapshot), entity)

    def merges(self, snapshot: Snapshot) -> list[Merge]:
        """The names that were merged as names of the same entity."""
        return merges_in(self._all_entities(snapshot), self.resolver.weights.join)

    def mergeable(self, snapshot: Snapshot) -> dict[MergeKind, dict[str, Mergeable]]:
        """Each name, by its normalised form."""
        return {"entity": mergeable_in(self._all_entities(snapshot))}

    def profiles(
        self, snapshot: Snapshot, layers: Sequence[LayerKey], relations: Mapping[str, str], *, outdated: bool
    ) -> list[Profile]:
        """The profiles of all entities, from the statements of `layers`, including frames and corrections."""
        telling = Telling(tuple(layers), Relations.of(relations))
        return profiles_of(self._all_entities(snapshot), self._resolved_in(snapshot), telling, outdated=outdated)

    def pending_profiles(self, snapshot: Snapshot, *, flush: bool) -> list[PendingProfile]:
        """The entities with enough evidence that no model has read, or with any if `flush`."""
        return pending_profiles(self._all_entities(snapshot), self._resolved_in(snapshot), flush=flush)

    def nameable_communities(self, snapshot: Snapshot) -> dict[CommunityKey, UnnamedCommunity]:
        """All communities of entities, as shown to a model that names them."""
        entities, episodes = self._all_entities(snapshot), self._resolved_in(snapshot)
        return nameable_communities(entities, self._communities(entities, episodes), episodes)

    def _communities(self, graph: EntityGraph, episodes: LayerTable) -> list[EntityCommunity]:
        return entity_communities(graph, episodes, self.settings.splitting)

    def _all_entities(self, snapshot: Snapshot) -> EntityGraph:
        return self.entity_graph(snapshot, Query("", 1, self.unit))

    def _resolved_in(self, snapshot: Snapshot) -> LayerTable:
        """The episodes used for resolution."""
        return snapshot.layers[self._chunks(RESOLVED_IN).key]

    def _asked(self, query: Query) -> AskedWording:
        vector = rounded(self.encoder.encode([query.wording], "query"))[0]
        return AskedWording(self.analyzer.hashes([query.wording])[1], vector)

    def _episodes(self, snapshot: Snapshot, query: Query) -> Episodes:
        layer = snapshot.layers[self._chunks(query.unit).key]
        if not self.settings.sentences:
            return Episodes(snapshot, layer)
        return Episodes(snapshot, layer, sentences_for(snapshot, snapshot.layers[self._sentences.key], query))

    def _ranked(
        self,
        entities: EntityGraph,
        episodes: Episodes,
        candidates: Candidates,
        anchors: Sequence[AnchorEntity],
        profiles: Sequence[SelectedProfile],
        *,
        k: int,
    ) -> Ranking:
        """The best candidates by score with bonuses: k of them, or as many as a reranker is to order."""
        counting = anchors if self.settings.uses_entities else ()
        support = support_of(
            entities, episodes.layer, candidates.items, counting, [profile.turns for profile in profiles]
        )
        wanted = k if self.reranker is None else max(self.settings.reranked, k)
        return fused(episodes, candidates, support, self.settings, wanted)

    def _told_why(
        self,
        entities: EntityGraph,
        ranking: Ranking,
        communities: Sequence[EntityCommunity],
        profiles: Sequence[SelectedProfile],
    ) -> Ranking:
        """The ranking with the communities and profiles for its reasons, each with the turns that support it."""
        named_in, turns = self._resolved_in(entities.snapshot), len(entities.snapshot.turns)
        return replace(
            ranking,
            communities=[
                (name_of(entities, community, named_in), community.turns(named_in, turns)) for community in communities
            ],
            profiles=[(profile.name, profile.turns) for profile in profiles],
        )

    def _profiles_about(
        self, entities: EntityGraph, query: Query, asked: AskedWording, anchors: Sequence[AnchorEntity]
    ) -> list[SelectedProfile]:
        if not self.settings.uses_profiles:
            return []
        visible = visible_turns(entities.snapshot.turns, query)
        layers = (self._triplets.key, self._brought.key)
        telling = Telling(layers, DEFAULT_RELATIONS, visible, query.as_of, triplets_alone=True)
        index = profile_index(entities, telling, self.encoder, self.analyzer)
        about = [anchor.entity for anchor in anchors]
        return selected(entities, index, asked, about, self.settings)

    def _anchors(self, entities: EntityGraph, query: Query) -> Sequence[AnchorEntity]:
        if not (self.settings.uses_entities or self.settings.uses_profiles) or not len(entities.mentions):
            return ()
        lower_case = self.settings.resolution.descriptions
        names = asked_names(self.reader, query.wording, entities, lower_case=lower_case)
        least = self.settings.least_cosine(self.encoder.name)
        return anchors_of(entities, names, self.encoder, self.settings.anchors, least)

    def _asked_about(self, graph: EntityGraph, vector: npt.NDArray[np.float32]) -> list[EntityCommunity]:
        if not self.settings.communities:
            return []
        return asked_about(
            self._communities(graph, self._resolved_in(graph.snapshot)), vector, self.settings.communities
        )

    def _chunks(self, unit: Unit) -> ChunkLayer:
        return ChunkLayer(self.encoder, unit, self.analyzer)

    @property
    def _sentences(self) -> TextLayer:
        return TextLayer(self.encoder, analyzer=self.analyzer, speakers=True)

    @property
    def _mentions(self) -> MentionLayer:
        return MentionLayer(
            self.encoder, self.reader, self.analyzer, descriptions=self.settings.resolution.descriptions
        )

    @property
    def _triplets(self) -> TripletLayer:
        return TripletLayer(self.encoder, self.reader, self.analyzer)

    @property
    def _brought(self) -> BroughtTriplets:
        return BroughtTriplets(self.encoder, self.analyzer)

    @property
    def _resolved(self) -> ResolvedEntities:
        return ResolvedEntities(self._chunks(RESOLVED_IN), self._mentions, self.settings.resolution, self.resolver)
