"""What stands in a context beside the episodes: texts of profiles, descriptions of communities (section 4.4).

A profile of which nothing is known but names is left out, and so is a community that no model has described: the rules'
list of its names and words says less than the turns whose place it would take.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import numpy as np

from convograph.architectures.lightgmem.communities import EntityCommunity
from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.fusion import Vector
from convograph.architectures.lightgmem.naming import written_description
from convograph.architectures.lightgmem.profile_search import SelectedProfile
from convograph.graph.snapshot import LayerTable
from convograph.types import MemoHit, SourceTurn


def profile_memos(profiles: Sequence[SelectedProfile]) -> list[MemoHit]:
    """The profiles of a question, in their order, with the turns that state their values; scores are cosine + 1."""
    memos: list[MemoHit] = []
    for one in profiles:
        turns = _in_order(turn for entry in one.told.entries for turn in entry.turns)
        if turns:
            memos.append(MemoHit(len(memos) + 1, "profile", one.text, one.cosine + 1, turns[-1].said, turns))
    return memos


def community_memos(
    graph: EntityGraph, communities: Sequence[EntityCommunity], episodes: LayerTable, vector: Vector
) -> list[MemoHit]:
    """What a model said of the communities of a question, with the turns that mention their members."""
    memos: list[MemoHit] = []
    for one in communities:
        told = written_description(graph, one, episodes)
        if told is None:
            continue
        cosine = float(one.centre @ vector.astype(np.float64))
        turns = _mentioning(graph, one, episodes)
        text = f"{told.name}: {told.text}"
        memos.append(MemoHit(len(memos) + 1, "community", text, cosine + 1, turns[-1].said, turns))
    return memos


def _mentioning(graph: EntityGraph, community: EntityCommunity, episodes: LayerTable) -> tuple[SourceTurn, ...]:
    """The turns of the episodes that it is named after in which a member is mentioned or speaks."""
    named = np.concatenate([episodes.turn_rows(item) for item in community.naming_episodes.tolist()])
    there = np.isin(graph.presence[:, 0], community.entities) & np.isin(graph.presence[:, 1], named)
    return _in_order(graph.graph.turns.source_turn(row) for row in np.unique(graph.presence[there, 1]).tolist())


def _in_order(turns: Iterable[SourceTurn]) -> tuple[SourceTurn, ...]:
    """Each once, in the order in which they were said; those without a time come first."""
    return tuple(sorted({turn.id: turn for turn in turns}.values(), key=_said))


def _said(turn: SourceTurn) -> tuple[datetime, str, int]:
    moment = datetime.min if turn.said is None else turn.said.local
    return moment, turn.session, turn.ordinal
