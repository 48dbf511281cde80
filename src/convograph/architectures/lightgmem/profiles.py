"""Profiles of entities: the facts about each, under any of its names, and what a model wrote (section 4.2).

statements ─▶ the entity that each subject means ─▶ facts, folded by entity ─▶ entries by type
                                                    ├─ reversed, if the value is an entity: Max's owner is Ana
                                                    └─ with what models wrote (`written_profiles`)

Profiles are computed from the snapshot and cached for one version: each turn changes what is known about its speaker,
so a stored profile would be dropped and put again with every append. After forgetting, they have no trace of the turns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.entity_names import EntityNames, names_by_entity
from convograph.architectures.lightgmem.structure import NONE
from convograph.architectures.lightgmem.weak_edges import present_in
from convograph.architectures.lightgmem.written_profiles import written_entries, written_profiles
from convograph.facts import Relations
from convograph.facts.decisions import Decisions
from convograph.facts.folding.known_folds import KnownFolds
from convograph.facts.gathering.statements import statements_in
from convograph.facts.statement import Statement
from convograph.facts.values.pets import name_behind
from convograph.generation.profile_memos import WrittenProfile
from convograph.graph.arrays import Mask
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import LayerTable
from convograph.profiles import TOLD, Finding, entries_of, finding_of, with_written
from convograph.types import Fact, Profile, ProfileEntry


@dataclass(frozen=True, slots=True)
class Telling:
    """What profiles are made from: layers of statements, and which relations have one value at a time.

    Only `visible` turns count (`None`: all), and only decisions made by `known_at`. With `triplets_alone`, neither
    frames nor corrections are read, since recall needs its profiles in milliseconds.
    """

    layers: tuple[LayerKey, ...]
    relations: Relations
    visible: Mask | None = None
    known_at: datetime | None = None
    triplets_alone: bool = False


def profiles_of(graph: EntityGraph, episodes: LayerTable, telling: Telling, *, outdated: bool) -> list[Profile]:
    """The profiles of all visible entities, in the order in which these were first mentioned."""
    entities = names_by_entity(graph)
    knowledge = knowledge_of(graph, entities, telling, outdated=outdated)
    counts = np.bincount(present_in(graph.presence[:, ::-1], episodes)[:, 1], minlength=graph.structure.entities)
    turns = graph.snapshot.turns
    return [
        Profile(
            name=names.name,
            type=names.type,
            aliases=(*names.aliases, *names.further_aliases),
            mentions=names.mentions,
            episodes=int(counts[entity]),
            first=turns.source_turn(names.first),
            last=turns.source_turn(names.last),
            entries=knowledge[entity].entries,
            description=knowledge[entity].description,
            kind=names.kind,
        )
        for entity, names in entities.items()
    ]


@dataclass(frozen=True, slots=True)
class EntityKnowledge:
    """What is known about an entity, with its description if a model wrote one."""

    entries: tuple[ProfileEntry, ...]
    description: str | None = None


def knowledge_of(
    graph: EntityGraph, entities: Mapping[int, EntityNames], telling: Telling, *, outdated: bool = False
) -> dict[int, EntityKnowledge]:
    """What is known about each entity, from facts and from what models wrote."""
    found, written = findings(graph, entities, telling), written_profiles(graph)

    def known(entity: int, names: EntityNames) -> EntityKnowledge:
        about, profile = found.get(entity, ()), written.get(entity)
        if profile is None:
            return EntityKnowledge(entries_of(about, outdated=outdated))
        values = _written(graph, entities, entity, profile)
        return EntityKnowledge(with_written(names.type, about, values, outdated=outdated), profile.description)

    return {entity: known(entity, names) for entity, names in entities.items()}


def _written(
    graph: EntityGraph, entities: Mapping[int, EntityNames], entity: int, profile: WrittenProfile
) -> list[ProfileEntry]:
    """The entries that a model wrote; a value that means another entity gets that entity's name."""
    own = entities[entity]
    entries = written_entries(graph, own.type, profile)
    keys = graph.snapshot.turns.keys.values
    turns = [int(np.searchsorted(keys, entry.turns[0].key)) for entry in entries]
    meant = meant_by_values(graph, turns, [(own.name, entry.value) for entry in entries])
    others = [None if value == entity else entities.get(value) for value in meant]
    return [
        entry if other is None else replace(entry, value=other.name_beside(own))
        for entry, other in zip(entries, others, strict=True)
    ]


def findings(graph: EntityGraph, entities: Mapping[int, EntityNames], telling: Telling) -> dict[int, list[Finding]]:
    """The findings from facts about each entity, in the order in which the facts were first stated."""
    stated = statements_in(
        graph.snapshot,
        telling.layers,
        TOLD,
        telling.visible,
        triplets_alone=telling.triplets_alone,
        kin_as_said=True,  # `_findings` replaces a value by the name of the entity that its words mean
    )
    subjects = graph.referents([statement.turn for statement in stated], [statement.subject for statement in stated])
    about: dict[int, list[Statement]] = defaultdict(list)
    for entity, statement in zip(subjects, stated, strict=True):
        if entity in entities:
            about[entity].append(statement)
    found: dict[int, list[Finding]] = defaultdict(list)
    for entity, finding in _findings(graph, entities, _folded(graph, about, telling)):
        found[entity].append(finding)
    return dict(found)


def _folded(graph: EntityGraph, about: Mapping[int, list[Statement]], telling: Telling) -> list[_EntityFact]:
    """The facts of all entities, in the order in which they were stated; unchanged entities are not folded again."""
    decisions = Decisions.of(graph.snapshot.memos[:], telling.known_at)
    own = ("profile-facts", graph.keys, telling.layers, telling.relations, telling.triplets_alone)
    known: KnownFolds[int] = graph.snapshot.derived.cached(own, KnownFolds)
    found = known.folded(
        graph.snapshot, about, telling.relations, decisions, one_subject=True, remembered=graph.is_whole
    )
    facts = [
        _EntityFact(entity, statement, fact) for entity, of_entity in found.items() for statement, fact in of_entity
    ]
    return sorted(facts, key=lambda entity_fact: entity_fact.by.place)


@dataclass(frozen=True, slots=True)
class _EntityFact:
    """A fact about an entity, and the statement that first made it."""

    entity: int
    by: Statement
    fact: Fact


def _findings(
    graph: EntityGraph, entities: Mapping[int, EntityNames], facts: Sequence[_EntityFact]
) -> Iterator[tuple[int, Finding]]:
    """The finding of each fact about its subject, and about the entity that its value means.

    Both sides go by the names of their entities: the value "my sister" becomes "Clara" if it means her.
    """
    turns = [entity_fact.by.turn for entity_fact in facts]
    values = meant_by_values(
        graph, turns, [(entity_fact.fact.subject, entity_fact.fact.value) for entity_fact in facts]
    )
    claimants = graph.referents(turns, [entity_fact.fact.claimed_by or "" for entity_fact in facts])
    for entity_fact, value, claimant in zip(facts, values, claimants, strict=True):
        entity, fact = entity_fact.entity, entity_fact.fact
        subject, other = entities[entity], entities.get(value) if value != entity else None
        name = None if other is None else other.name_beside(subject)
        own_finding = finding_of(subject.type, fact, own=claimant == entity, name=name)
        if own_finding is not None:
            yield entity, own_finding
        if other is not None:
            named = subject.name_beside(other)
            other_finding = finding_of(other.type, fact, own=False, reverse=True, name=named)
            if other_finding is not None:
                yield value, other_finding


def meant_by_values(graph: EntityGraph, turns: Sequence[int], stated: Sequence[tuple[str, str]]) -> list[int]:
    """The entity that each value means in its turn, -1 for none; `stated` are pairs of a subject and its value.

    Ana's "dog" means the entity called her dog, never another person's dog; her "dog Rex" means Rex.
    """
    values = [value for _, value in stated]
    ways = (values, [f"{subject}'s {value}" for subject, value in stated], list(map(name_behind, values)))
    found = [graph.referents(turns, names, spelled=False) for names in ways]
    return [next((entity for entity in of_one if entity != NONE), NONE) for of_one in zip(*found, strict=True)]
