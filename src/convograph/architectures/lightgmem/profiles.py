"""Profiles of entities, without a model: what facts say of each, under whatever name it was said (section 4.2).

statements ─▶ whom the subject means in its turn ─▶ facts, folded by entity ─▶ entries by type
                                                    └─ turned around, where the value is an entity: Max's owner is Ana

Computed with the snapshot, and remembered for one version: each turn changes what is known of its speaker, so that a
stored profile would be dropped and put again with every append; and forgetting leaves what was never there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.structure import Mask, Rows, canonical_name
from convograph.architectures.lightgmem.weak_edges import present_in
from convograph.facts import Relations
from convograph.facts.history import folded
from convograph.facts.statements import Statement, statements_in
from convograph.graph.rows import LayerKey
from convograph.graph.runs import changes
from convograph.graph.snapshot import LayerTable
from convograph.layers.mentions import mention_of
from convograph.profiles import TOLD, Finding, entries_of, finding_of, type_of
from convograph.resolution.mentions import first_kind
from convograph.types import Fact, Profile, ProfileType


@dataclass(frozen=True, slots=True)
class Telling:
    """What profiles are told by: layers of statements, and which relations have one value at a time.

    Of the `visible` turns alone (`None`: all), and of decisions made by `known_at`. With `triplets_alone`, neither
    frames nor corrections are read, since a recall needs its profiles in milliseconds.
    """

    layers: tuple[LayerKey, ...]
    relations: Relations
    visible: Mask | None = None
    known_at: datetime | None = None
    triplets_alone: bool = False


@dataclass(frozen=True, slots=True)
class Called:
    """An entity by its mentions: what it is called, in the order of saying, and its type; the first and last turn."""

    names: tuple[str, ...]
    type: ProfileType
    mentions: int
    first: int
    last: int

    @property
    def name(self) -> str:
        """The fullest of its names."""
        return canonical_name(self.names)

    @property
    def aliases(self) -> tuple[str, ...]:
        """The others."""
        return tuple(one for one in self.names if one != self.name)


def profiles_of(graph: EntityGraph, episodes: LayerTable, telling: Telling, *, outdated: bool) -> list[Profile]:
    """The profile of each entity that is there, in the order in which they were first mentioned."""
    entities = called(graph)
    found = findings(graph, entities, telling)
    counts = np.bincount(present_in(graph.presence[:, ::-1], episodes)[:, 1], minlength=graph.structure.entities)
    turns = graph.graph.turns
    return [
        Profile(
            name=one.name,
            type=one.type,
            aliases=one.aliases,
            mentions=one.mentions,
            episodes=int(counts[entity]),
            first=turns.source_turn(one.first),
            last=turns.source_turn(one.last),
            entries=entries_of(found.get(entity, ()), outdated=outdated),
        )
        for entity, one in entities.items()
    ]


def called(graph: EntityGraph) -> dict[int, Called]:
    """The entities that are there by number, in the order in which they were first mentioned."""
    order = np.argsort(graph.mentions[:, 1], kind="stable")
    rows = graph.mentions[order]
    starts = np.flatnonzero(changes(rows[:, 1]))
    ends = np.append(starts, len(rows))[1:]
    return {
        int(rows[start, 1]): _called(graph, rows[start:end])
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
    }


def findings(graph: EntityGraph, entities: Mapping[int, Called], telling: Telling) -> dict[int, list[Finding]]:
    """What facts tell of each entity, in the order in which the facts were first stated."""
    stated = statements_in(graph.graph, telling.layers, TOLD, telling.visible, triplets_alone=telling.triplets_alone)
    subjects = graph.referents([one.turn for one in stated], [one.subject for one in stated])
    resolved = [replace(one, referent=entity) for one, entity in zip(stated, subjects, strict=True) if entity >= 0]
    found: dict[int, list[Finding]] = defaultdict(list)
    for entity, one in _told(graph, entities, folded(graph.graph, resolved, telling.relations, telling.known_at)):
        found[entity].append(one)
    return dict(found)


def _told(
    graph: EntityGraph, entities: Mapping[int, Called], facts: list[tuple[Statement, Fact]]
) -> Iterator[tuple[int, Finding]]:
    """What each fact tells of its subject, and of whom its value means."""
    turns = [statement.turn for statement, _ in facts]
    values = graph.referents(turns, [fact.value for _, fact in facts])
    claimants = graph.referents(turns, [fact.claimed_by or "" for _, fact in facts])
    for (statement, fact), value, claimant in zip(facts, values, claimants, strict=True):
        entity = statement.referent
        if entity is None or entity not in entities:
            continue
        told = finding_of(entities[entity].type, fact, own=claimant == entity)
        if told is not None:
            yield entity, told
        of_value = None if value not in entities else finding_of(entities[value].type, fact, own=False, reverse=True)
        if of_value is not None and value != entity:
            yield value, of_value


def _called(graph: EntityGraph, rows: Rows) -> Called:
    """The entity of some mentions, in order of saying."""
    payloads = graph.layer.payloads
    firsts = np.sort(np.unique(rows[:, 3], return_index=True)[1])
    names = tuple(mention_of(payloads[item]).name for item in rows[firsts, 0].tolist())
    kind = first_kind(mention_of(payloads[item]).kind for item in rows[:, 0].tolist())
    return Called(names, type_of(kind), len(rows), int(rows[0, 2]), int(rows[-1, 2]))
