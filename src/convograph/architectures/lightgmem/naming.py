"""The name and description of a community of entities: a model's, else by rules, from at most twelve episodes.

Reading the episodes takes tens of milliseconds, so recall names a community by its members alone unless a model has
named it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from convograph.architectures.lightgmem.communities import EntityCommunity
from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.communities.description import MOST_WORDS, Description, Member, described
from convograph.communities.distinctive_words import TermCounts
from convograph.generation.community_names import (
    CommunityKey,
    ShownEpisode,
    UnnamedCommunity,
    written_communities,
)
from convograph.graph.snapshot import LayerTable
from convograph.layers.chunks import unit_text
from convograph.terms import Analyzer, term_hash
from convograph.types import KnownCommunity, SupportingEpisode, Triplet


def description_of(
    graph: EntityGraph, community: EntityCommunity, episodes: LayerTable, analyzer: Analyzer
) -> Description:
    """The name and description of a community: a model's, else by rules.

    Document frequencies of words are counted over all episodes.
    """
    written = written_description(graph, community, episodes)
    if written is not None:
        return written
    members = _members(graph, community)
    texts = [_text(graph, episodes, item) for item in community.naming_episodes.tolist()]
    known = TermCounts(len(episodes.living()), _Counted(episodes))
    return described(members, _relations(graph, community), texts, known, analyzer)


def known_community(
    graph: EntityGraph, community: EntityCommunity, episodes: LayerTable, analyzer: Analyzer
) -> KnownCommunity:
    """A community for a person to read."""
    told = description_of(graph, community, episodes, analyzer)
    members = tuple(member.name for member in _members(graph, community))
    support = tuple(_episode(graph, episodes, item) for item in community.episodes.tolist())
    return KnownCommunity(told.name, told.text, members, support)


def name_of(graph: EntityGraph, community: EntityCommunity, episodes: LayerTable) -> str:
    """The name that a model gave a community, else one made of its members alone, without reading any text."""
    written = written_description(graph, community, episodes)
    if written is not None:
        return written.name
    return described(_members(graph, community, MOST_WORDS), (), (), TermCounts(0, {})).name


def written_description(graph: EntityGraph, community: EntityCommunity, episodes: LayerTable) -> Description | None:
    """A model's description of a community; `None` if there is none."""
    written = _written(graph)
    return written.get(key_of(graph, community, episodes)) if written else None


def nameable_communities(
    graph: EntityGraph, communities: Sequence[EntityCommunity], episodes: LayerTable
) -> dict[CommunityKey, UnnamedCommunity]:
    """The communities as shown to a model that names them, by the keys of their memos."""
    found = {}
    for community in communities:
        key = key_of(graph, community, episodes)
        shown = tuple(_shown(graph, community, episodes, item) for item in community.naming_episodes.tolist())
        found[key] = UnnamedCommunity(key, tuple(_members(graph, community)), shown)
    return found


def key_of(graph: EntityGraph, community: EntityCommunity, episodes: LayerTable) -> CommunityKey:
    """The key of a community's memo: the first names of its members; the turns of these and of its naming episodes."""
    own = np.flatnonzero(np.isin(graph.mentions.entities, community.entities))
    firsts = own[np.sort(np.unique(graph.mentions.entities[own], return_index=True)[1])]
    names = tuple(graph.mention(row).name for row in firsts.tolist())
    rows = [episodes.turn_rows(item) for item in community.naming_episodes.tolist()]
    turns = np.unique(np.concatenate([graph.mentions.turns[firsts], *rows]))
    return names, tuple(graph.snapshot.turns.keys.values[turns].tolist())


def _written(graph: EntityGraph) -> Mapping[CommunityKey, Description]:
    """Models' descriptions of communities, cached until there is a newer version."""
    whole = graph.snapshot
    made: Mapping[CommunityKey, Description] = whole.derived.for_version(
        ("written-communities",), whole.version, lambda: written_communities(whole.memos)
    )
    return made


def _shown(graph: EntityGraph, community: EntityCommunity, episodes: LayerTable, item: int) -> ShownEpisode:
    rows = episodes.turn_rows(item)
    there = np.unique(graph.presence[np.isin(graph.presence[:, 1], rows), 0])
    members = tuple(graph.name(entity) for entity in there[np.isin(there, community.entities)].tolist())
    return ShownEpisode(tuple(graph.snapshot.turns_of(episodes, item)), members)


def _members(graph: EntityGraph, community: EntityCommunity, most: int | None = None) -> list[Member]:
    """The `most` mentioned members (`None`: all), most mentions first."""
    counts, kinds = np.bincount(graph.mentions.entities, minlength=graph.structure.entities), graph.kinds()
    return [
        Member(graph.name(entity), kinds[entity], int(counts[entity]))
        for entity in community.entities[np.argsort(-counts[community.entities], kind="stable")][:most].tolist()
        if counts[entity]
    ]


@dataclass(frozen=True, slots=True)
class _Counted(Mapping[str, int]):
    """The number of episodes with each stem, looked up in the index; it cannot be iterated, since terms are hashes."""

    episodes: LayerTable

    def __getitem__(self, stem: str) -> int:
        items, _ = self.episodes.postings.find(np.uint64(term_hash(stem)))
        alive = self.episodes.alive
        return int(len(items) if alive is None else alive[items].sum())

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _episode(graph: EntityGraph, episodes: LayerTable, item: int) -> SupportingEpisode:
    turns = graph.snapshot.turns_of(episodes, item)
    return SupportingEpisode(turns[0].session, turns[0].said, tuple(turn.id for turn in turns))


def _text(graph: EntityGraph, episodes: LayerTable, item: int) -> str:
    return unit_text(graph.snapshot.turns_of(episodes, item))


def _relations(graph: EntityGraph, community: EntityCommunity) -> list[Triplet]:
    """The relations stated between members, the most frequent first, then alphabetically."""
    pairs = graph.relations.pairs
    between = np.flatnonzero(np.isin(pairs, community.entities).all(axis=1))
    stated: Counter[tuple[str, str, str]] = Counter()
    for row in between.tolist():
        subject, object_ = pairs[row].tolist()
        stated[graph.name(subject), graph.triplet(row).relation, graph.name(object_)] += 1
    return [Triplet(*parts) for parts, _ in sorted(stated.items(), key=lambda pair: (-pair[1], pair[0]))]
