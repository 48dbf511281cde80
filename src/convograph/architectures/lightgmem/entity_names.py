"""The names of each entity, with its type and the number, first and last of its mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.structure import canonical_name, names_first
from convograph.graph.runs import changes, combined
from convograph.graph.turns import speaker_key
from convograph.layers.mentions import NamedMention, as_named
from convograph.profiles import type_of
from convograph.types import ProfileType


@dataclass(frozen=True, slots=True)
class EntityNames:
    """An entity by its mentions: its names in the order of saying, descriptions last, its kind, and their number.

    `first` and `last` are turn rows. `spoken` are the keys of the names that it speaks under. `in_short` are short
    forms that were read as one of its names ("Sam" for Sam Okafor).
    """

    names: tuple[str, ...]
    kind: str
    mentions: int
    first: int
    last: int
    spoken: frozenset[str] = frozenset()
    in_short: tuple[str, ...] = ()

    @property
    def type(self) -> ProfileType:
        """The profile type, which says what attributes the entity may have."""
        return type_of(self.kind)

    @property
    def name(self) -> str:
        """The canonical name: a speaker's own, else the fullest."""
        return canonical_name(self.names, self.spoken)

    def name_beside(self, other: EntityNames) -> str:
        """The name in the profile of another entity: in Ana's, her mother is "mum" if nobody says her name."""
        owned = (f"{name}'s " for name in other.names)
        return self.name.removeprefix(next((prefix for prefix in owned if self.name.startswith(prefix)), ""))

    @property
    def aliases(self) -> tuple[str, ...]:
        """The names other than the canonical one."""
        return tuple(name for name in self.names if name != self.name)

    @property
    def further_aliases(self) -> tuple[str, ...]:
        """The short forms that are none of its names."""
        known = set(map(speaker_key, self.names))
        return tuple(name for name in self.in_short if speaker_key(name) not in known)


def names_by_entity(graph: EntityGraph) -> dict[int, EntityNames]:
    """The visible entities by number, in the order in which they were first mentioned."""
    if not len(graph.mentions):
        return {}
    read, kinds, mentions = graph.read, graph.kinds(), graph.mentions.by_entity()
    items, entities, turns = mentions.items, mentions.entities, mentions.turns
    is_other = mentions.names != mentions.read
    starts = np.flatnonzero(changes(entities))
    ends = np.append(starts, len(items))[1:]
    in_short = _in_short(graph, read)
    said: dict[int, list[NamedMention]] = {}
    for row in np.sort(np.unique(combined(entities, mentions.names), return_index=True)[1]).tolist():
        said.setdefault(int(entities[row]), []).append(as_named(read[items[row]], as_said=bool(is_other[row])))
    return {
        entity: EntityNames(
            tuple(names_first(said[entity])),
            kinds[entity],
            end - start,
            first,
            last,
            frozenset(graph.speaks_as(entity)),
            in_short.get(entity, ()),
        )
        for entity, start, end, first, last in zip(
            *(column.tolist() for column in (entities[starts], starts, ends, turns[starts], turns[ends - 1])),
            strict=True,
        )
    }


def _in_short(graph: EntityGraph, read: Sequence[NamedMention]) -> dict[int, tuple[str, ...]]:
    """For each entity, the distinct names that its turns have but that it was not resolved by."""
    others = graph.mentions.at(graph.mentions.names != graph.mentions.said)
    _, firsts = np.unique(combined(others.entities, others.said), return_index=True)
    others = others.at(np.sort(firsts))
    found: dict[int, tuple[str, ...]] = {}
    for item, entity in zip(others.items.tolist(), others.entities.tolist(), strict=True):
        found[entity] = (*found.get(entity, ()), read[item].said)
    return found
