"""The context beside the episodes: texts of profiles, and descriptions of communities (section 4.4).

A profile without entries is left out, and so is a community that no model has described: the rules' list of its names
and words says less than the turns whose place it would take. As with hits, at least one turn of a memo has to be
allowed as evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from convograph.architectures.lightgmem.communities import EntityCommunity
from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.naming import written_description
from convograph.architectures.lightgmem.profile_search import SelectedProfile
from convograph.graph.arrays import Vector
from convograph.graph.snapshot import LayerTable
from convograph.protocols import Query
from convograph.retrieval import evidence_turns
from convograph.times import moment_of
from convograph.types import MemoHit, SourceTurn


def context_memos(
    graph: EntityGraph,
    query: Query,
    profiles: Sequence[SelectedProfile],
    communities: Sequence[EntityCommunity],
    *,
    episodes: LayerTable,
    vector: Vector,
) -> tuple[MemoHit, ...]:
    """The selected profiles, then the communities that a model described, each kind by descending score.

    A profile has its own score and the turns that state its values; a community has a score of cosine + 1 and the turns
    that mention its members.
    """
    turns = graph.snapshot.turns
    evidence = evidence_turns(turns, query)

    def counts(memo: MemoHit) -> bool:
        keys = [turn.key for turn in memo.turns]
        return evidence is None or bool(evidence[np.searchsorted(turns.keys.values, keys)].any())

    told = filter(counts, _of_profiles(profiles))
    described = filter(counts, _of_communities(graph, communities, episodes, vector))
    return tuple(replace(memo, rank=rank) for kind in (told, described) for rank, memo in enumerate(kind, start=1))


def _of_profiles(profiles: Sequence[SelectedProfile]) -> Iterator[MemoHit]:
    for profile in sorted(profiles, key=lambda profile: -profile.score):
        turns = _in_order(turn for entry in profile.knowledge.entries for turn in entry.turns)
        if turns:
            yield MemoHit(1, "profile", profile.text, profile.score, turns[-1].said, turns)


def _of_communities(
    graph: EntityGraph, communities: Sequence[EntityCommunity], episodes: LayerTable, vector: Vector
) -> Iterator[MemoHit]:
    for community in communities:
        described = written_description(graph, community, episodes)
        if described is None:
            continue
        cosine = float(community.centre @ vector.astype(np.float64))
        turns = _mentioning(graph, community, episodes)
        yield MemoHit(1, "community", f"{described.name}: {described.text}", cosine + 1, turns[-1].said, turns)


def _mentioning(graph: EntityGraph, community: EntityCommunity, episodes: LayerTable) -> tuple[SourceTurn, ...]:
    """The turns of a community's naming episodes in which a member is mentioned or speaks."""
    named = np.concatenate([episodes.turn_rows(item) for item in community.naming_episodes.tolist()])
    there = np.isin(graph.presence[:, 0], community.entities) & np.isin(graph.presence[:, 1], named)
    return _in_order(graph.snapshot.turns.source_turn(row) for row in np.unique(graph.presence[there, 1]).tolist())


def _in_order(turns: Iterable[SourceTurn]) -> tuple[SourceTurn, ...]:
    """The distinct turns in the order in which they were said; those without a time come first."""
    return tuple(sorted({turn.id: turn for turn in turns}.values(), key=_said))


def _said(turn: SourceTurn) -> tuple[datetime, str, int]:
    moment = moment_of(turn.said)
    return moment, turn.session, turn.ordinal
