"""Profiles that a model wrote: the entity of each, and the evidence for an entity that no model has read.

    H(v) = episodes that mention v, or in which it speaks        Δ(v) = those with a turn of v that no profile covers
    pending: |Δ| ≥ 15, in rounds of 15, all of Δ at a flush; a first profile needs more than 2 episodes, else rules do

LightGMEM, section 4.3, stage 4. The turn that first mentions an entity tells its profile apart from those of namesakes.
A profile is void once a turn that it covers no longer belongs to the entity, as after a decision that separates names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.entity_names import EntityNames, names_by_entity
from convograph.architectures.lightgmem.structure import NONE
from convograph.generation.profile_memos import (
    NOTHING,
    PROFILE,
    PendingProfile,
    ProfileRound,
    Property,
    WrittenProfile,
    WrittenValue,
    profile_of,
    when_stated,
)
from convograph.graph.arrays import Rows
from convograph.graph.rows import MemoRow
from convograph.graph.snapshot import LayerTable
from convograph.layers.episodes import first_episodes, in_order
from convograph.profiles import attributes_of, outdone
from convograph.types import ProfileEntry, ProfileType, SourceTurn

ROUND = 15  # B: the number of new episodes that a profile update takes (Table 6)
SPARSE = 2  # an entity in at most this many episodes has a light profile, by rules
AROUND = 1  # neighbouring episodes shown on either side


def written_profiles(graph: EntityGraph) -> dict[int, WrittenProfile]:
    """The valid profiles that models wrote of visible entities, by entity."""
    return _profiles(graph, _memos(graph))


def _profiles(graph: EntityGraph, memos: Mapping[int, Sequence[MemoRow]]) -> dict[int, WrittenProfile]:
    found = {entity: profile_of(some) for entity, some in memos.items()}
    return {
        entity: one
        for entity, one in found.items()
        if one is not None and np.isin(_rows_of(graph, one.covered), _turns_of(graph, entity)).all()
    }


def _memos(graph: EntityGraph) -> dict[int, list[MemoRow]]:
    """The profile memos by the entity that each means."""
    memos = [memo for memo in graph.snapshot.memos if memo.kind == PROFILE]
    if not memos:
        return {}
    rows = _rows_of(graph, [memo.turns[0] for memo in memos])
    entities = graph.referents(rows.tolist(), [memo.details.triplets[0].subject for memo in memos])
    found: dict[int, list[MemoRow]] = defaultdict(list)
    for entity, memo in zip(entities, memos, strict=True):
        if entity != NONE:
            found[entity].append(memo)
    return found


def written_entries(graph: EntityGraph, type_: ProfileType, profile: WrittenProfile) -> list[ProfileEntry]:
    """The values of a written profile as entries, in the order in which they were last stated.

    Each has the turns that state it. Of an attribute with one value at a time, all but the last are outdated.
    """
    attributes = attributes_of(type_)
    found: dict[str, list[ProfileEntry]] = defaultdict(list)
    for one in sorted(profile.values, key=when_stated):
        own = found[one.attribute]
        new = _entry(graph, one)
        if own and one.attribute in attributes and attributes[one.attribute].single:
            own[-1] = outdone(own[-1], new)
        own.append(new)
    return [one for own in found.values() for one in own]


def _entry(graph: EntityGraph, value: WrittenValue) -> ProfileEntry:
    """A value with its turns in the order in which they were said."""
    rows = _rows_of(graph, value.turns)
    ordered = rows[np.lexsort(graph.snapshot.turns.said(rows)[::-1])].tolist()
    turns = tuple(graph.snapshot.turns.source_turn(row) for row in ordered)
    return ProfileEntry(value.attribute, value.value, value.attribute, "current", (), turns, turns[0].said)


def pending_profiles(graph: EntityGraph, episodes: LayerTable, *, flush: bool) -> list[PendingProfile]:
    """The entities with enough evidence that no model has read, in the order in which they were first mentioned."""
    memos, ordered = _memos(graph), in_order(graph.snapshot, episodes)
    written = _profiles(graph, memos)
    shown = _Shown(graph, episodes, ordered, first_episodes(len(graph.snapshot.turns), episodes, ordered))
    found = []
    for entity, names in names_by_entity(graph).items():
        known = written.get(entity, NOTHING)
        turns = _turns_of(graph, entity)
        new = turns[~np.isin(turns, _rows_of(graph, known.covered))]
        support, left = np.unique(shown.firsts[turns]), np.unique(shown.firsts[new])
        if entity not in written and len(support) <= SPARSE:
            continue
        whole = len(left) if flush else len(left) - len(left) % ROUND
        if whole:
            rounds = tuple(shown.round(entity, turns, left[start : start + ROUND]) for start in range(0, whole, ROUND))
            found.append(_pending(graph, names, known, memos.get(entity, ()), rounds))
    return found


def _pending(
    graph: EntityGraph,
    names: EntityNames,
    known: WrittenProfile,
    memos: Sequence[MemoRow],
    rounds: tuple[ProfileRound, ...],
) -> PendingProfile:
    properties = tuple(Property(each.name, each.single) for each in attributes_of(names.type).values())
    first = int(graph.snapshot.turns.keys.values[names.first])
    stored = tuple(memo.key for memo in memos)
    return PendingProfile(names.names[0], names.names, names.type, properties, first, known, stored, rounds)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a model is shown: `ordered` are the episodes by time, `firsts` the index in it of each turn's first."""

    graph: EntityGraph
    episodes: LayerTable
    ordered: Rows
    firsts: Rows

    def round(self, entity: int, turns: Rows, positions: Rows) -> ProfileRound:
        """The evidence for an entity in the episodes at `positions`; `turns` are all turns that support it."""
        graph, there = self.graph, turns[np.isin(self.firsts[turns], positions)]
        rows, said_in = graph.stating().T
        about = (graph.relations.pairs[rows] == entity).any(axis=1)
        stated = np.unique(rows[about & np.isin(said_in, there)])
        beside = np.unique(graph.presence[np.isin(graph.presence[:, 1], there), 0])
        return ProfileRound(
            tuple(self._messages(positions)),
            tuple(graph.snapshot.turns.keys.values[there].tolist()),
            tuple(dict.fromkeys(graph.triplet(row) for row in stated.tolist())),
            tuple(graph.name(other) for other in beside.tolist() if other != entity),
        )

    def _messages(self, positions: Rows) -> Iterator[SourceTurn]:
        """The turns of the episodes at `positions` and of neighbouring ones, in order of time."""
        around = np.unique(positions[:, np.newaxis] + np.arange(-AROUND, AROUND + 1))
        rows: list[int] = []
        for item in self.ordered[around[(around >= 0) & (around < len(self.ordered))]].tolist():
            rows += self.episodes.turn_rows(item).tolist()
        yield from (self.graph.snapshot.turns.source_turn(row) for row in dict.fromkeys(rows))


def _turns_of(graph: EntityGraph, entity: int) -> Rows:
    """The turns that mention an entity or were said by it."""
    return np.flatnonzero(graph.turns_of(entity))


def _rows_of(graph: EntityGraph, keys: Sequence[int]) -> Rows:
    """The rows of the turns with these keys, which all exist: a memo is removed with any turn that it rests on."""
    found: Rows = np.searchsorted(graph.snapshot.turns.keys.values, np.array(keys, np.int64))
    return found
