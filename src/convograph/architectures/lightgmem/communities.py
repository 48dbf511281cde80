"""Communities of entities, and those that a question is about (LightGMEM, section 4.3, stage 5, and section 4.4).

    relations + weak association ─▶ ego-splitting ─▶ at least two entities and two episodes ─▶ the 2 nearest a question

Speakers are hubs: they are in nearly every ego net and would join everything into one cluster [R]. Ours: the vector of
a community is the mean of the vectors of its naming episodes, not that of a description, so only communities that are
shown need descriptions, and nothing is encoded when a memory grows. Communities are named in the reasons of hits and
change no score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.weak_edges import explicit_edges, present_in, weak_edges
from convograph.communities.ego_splitting import LIGHTGMEM, SplittingSettings, ego_splitting
from convograph.communities.partitions import NOTHING, Known
from convograph.communities.support import NAMING_EPISODES, supported
from convograph.communities.weighted_graph import WeightedGraph, graph_of
from convograph.graph.arrays import Mask, Rows, Vector
from convograph.graph.runs import combined
from convograph.graph.snapshot import LayerTable
from convograph.layers.episodes import in_order


@dataclass(frozen=True, slots=True)
class EntityCommunity:
    """Entities that belong together, ascending, and the episodes (items) that support them, best first.

    `centre` is the mean vector of the naming episodes, scaled to norm 1 unless it is zero.
    """

    entities: Rows
    episodes: Rows
    centre: npt.NDArray[np.float64]

    @property
    def naming_episodes(self) -> Rows:
        """The episodes that its name is taken from."""
        return self.episodes[:NAMING_EPISODES]

    def turns(self, episodes: LayerTable, turns: int) -> Mask:
        """A mask of the turns in episodes that support it, shape (turns,)."""
        there = np.zeros(turns, np.bool_)
        for item in self.episodes.tolist():
            there[episodes.turn_rows(item)] = True
        return there


def entity_communities(
    graph: EntityGraph, episodes: LayerTable, settings: SplittingSettings = LIGHTGMEM
) -> list[EntityCommunity]:
    """The communities of a graph; if nothing is hidden, they are cached until there is a newer version.

    Components that have not changed since the last version are not partitioned again.
    """
    if not graph.is_whole:
        return _communities(graph, episodes, settings, _Remembered())
    derived, own = graph.snapshot.derived, ("communities", graph.keys, settings)
    remembered = derived.cached((*own, "partitions"), _Remembered)
    found: list[EntityCommunity] = derived.for_version(
        own, graph.snapshot.version, lambda: _communities(graph, episodes, settings, remembered)
    )
    return found


def asked_about(communities: Sequence[EntityCommunity], vector: Vector, count: int) -> list[EntityCommunity]:
    """The `count` communities most similar to a question, best first; none with a cosine of 0 or less."""
    if not communities or not count:
        return []
    cosines = np.stack([community.centre for community in communities]) @ vector.astype(np.float64)
    order = np.lexsort((np.arange(len(cosines)), -cosines))[:count]
    return [communities[position] for position in order.tolist() if cosines[position] > 0]


def weighted_edges(graph: EntityGraph, episodes: LayerTable) -> WeightedGraph:
    """The graph of all entities; an edge weighs its number of statements plus its weak associations [R]."""
    stated, weak = explicit_edges(graph), weak_edges(graph, episodes)
    pairs = np.concatenate((stated.pairs, weak.pairs))
    _, firsts, groups = np.unique(combined(*pairs.T), return_index=True, return_inverse=True)
    weights = np.bincount(groups, np.concatenate((stated.counts, weak.counts)), len(firsts))
    return graph_of(graph.structure.entities, pairs[firsts], weights.astype(np.float64))


@dataclass(slots=True)
class _Remembered:
    """The partitions of the last version: a cache that never changes a result."""

    partitions: Known = field(default_factory=lambda: NOTHING)


def _communities(
    graph: EntityGraph, episodes: LayerTable, settings: SplittingSettings, remembered: _Remembered
) -> list[EntityCommunity]:
    hubs = graph.structure.speakers.tolist()
    split = ego_splitting(weighted_edges(graph, episodes), settings, hubs=hubs, known=remembered.partitions)
    remembered.partitions = split.known
    return supported_communities(graph, episodes, split.communities)


def supported_communities(graph: EntityGraph, episodes: LayerTable, members: Sequence[Rows]) -> list[EntityCommunity]:
    """The communities among `members` with enough entities and supporting episodes.

    A supporting episode has to mention a member that is not a hub.
    """
    ordered = in_order(graph.snapshot, episodes)
    ranks = np.zeros(len(episodes), np.int64)
    ranks[ordered] = np.arange(len(ordered))
    present = present_in(graph.presence[:, ::-1], episodes)
    mentions = np.stack((ranks[present[:, 0]], present[:, 1]), axis=1)
    found = []
    for one in supported(members, mentions, hubs=graph.structure.speakers.tolist()):
        items = ordered[one.episodes]
        found.append(EntityCommunity(one.members, items, _centre(episodes, items[:NAMING_EPISODES])))
    return found


def _centre(episodes: LayerTable, items: Rows) -> npt.NDArray[np.float64]:
    mean: npt.NDArray[np.float64] = episodes.vectors.values[items].astype(np.float64).mean(axis=0)
    norm = float(np.sqrt(mean @ mean))
    return mean / norm if norm else mean
