"""The entities that a question may see, with lookups for recall: by name, by turn, by relation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from convograph.architectures.lightgmem.structure import (
    NONE,
    EntityGraphKeys,
    EntityRelations,
    EntityStructure,
    Mentions,
    canonical_name,
    kind_told,
    names_first,
    referents,
    statement,
    structure_of,
)
from convograph.graph.arrays import Mask, Rows
from convograph.graph.runs import changes, runs
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.brought_mentions import mention_table
from convograph.layers.mentions import NamedMention, as_named, read_mentions
from convograph.protocols import Query
from convograph.retrieval import visible_turns
from convograph.types import Triplet


@dataclass(frozen=True, slots=True)
class EntityGraph:
    """A structure as a question may see it.

    `mentions`, `presence`, `relations` and `earlier` are the structure's rows in visible turns; `presence` has only
    entities and turns, shape (rows, 2), with repetitions.
    """

    snapshot: Snapshot
    keys: EntityGraphKeys
    structure: EntityStructure
    mentions: Mentions
    presence: Rows
    relations: EntityRelations
    earlier: Rows

    @property
    def is_whole(self) -> bool:
        """Whether no turn with an entity is hidden."""
        return len(self.presence) == len(self.structure.presence)

    @property
    def layer(self) -> LayerTable:
        """The table of mentions."""
        return mention_table(self.snapshot, self.keys.mentions)

    @property
    def read(self) -> Sequence[NamedMention]:
        """The mention of each item of `layer`."""
        return read_mentions(self.snapshot, self.keys.mentions, self.layer)

    def named(self, name: str) -> list[int]:
        """The entities that were called, or whose mentions are spelled, `name`, ignoring case and spacing.

        Those mentioned first come first.
        """
        number = self.structure.names.get(speaker_key(name))
        if number is None:
            return []
        return self._called(number)

    def name(self, entity: int) -> str:
        """The canonical name of an entity: a speaker's own, else the fullest, by its visible mentions."""
        return canonical_name(self.names(entity), self.speaks_as(entity))

    def speaks_as(self, entity: int) -> set[str]:
        """The keys of the names that an entity speaks under; none if it does not speak."""
        if not (self.structure.speakers == entity).any():
            return set()
        own = self.mentions.at(self.mentions.seeded & (self.mentions.entities == entity))
        firsts, read = np.unique(own.names, return_index=True)[1], self.read
        return {speaker_key(read[item].name) for item in own.items[firsts].tolist()}

    def names(self, entity: int) -> list[str]:
        """The distinct names that an entity was called by, in the order of saying, descriptions last."""
        own = np.flatnonzero(self.mentions.entities == entity)
        _, firsts = np.unique(self.mentions.names[own], return_index=True)
        return names_first(map(self.mention, own[np.sort(firsts)].tolist()))

    def mention(self, row: int) -> NamedMention:
        """A mention by its row, under the name that it was resolved by."""
        mentions = self.mentions
        is_other = bool(mentions.names[row] != mentions.read[row])
        return as_named(self.read[int(mentions.items[row])], as_said=is_other)

    def kinds(self) -> dict[int, str]:
        """The kind of each entity, by `kind_told`."""
        mentions, read = self.mentions.by_entity(), self.read
        items, entities = mentions.items, mentions.entities
        starts = np.flatnonzero(changes(entities))
        ends = np.append(starts, len(items))[1:]
        return {
            entity: kind_told(read[item] for item in items[start:end].tolist())
            for entity, start, end in zip(entities[starts].tolist(), starts.tolist(), ends.tolist(), strict=True)
        }

    def turns_of(self, entity: int) -> Mask:
        """A mask of the turns that mention an entity or were said by it, shape (turns,)."""
        there = np.zeros(len(self.snapshot.turns), np.bool_)
        there[self.presence[self.presence[:, 0] == entity, 1]] = True
        return there

    def related(self, entities: Sequence[int]) -> dict[tuple[int, int], Rows]:
        """The statements between any two of `entities`, as rows of `relations`, by pair, the lower number first."""
        pairs = self.relations.pairs
        chosen = np.flatnonzero(np.isin(pairs, entities).all(axis=1))
        found: dict[tuple[int, int], list[int]] = {}
        for row, (one, other) in zip(chosen.tolist(), np.sort(pairs[chosen], axis=1).tolist(), strict=True):
            found.setdefault((one, other), []).append(row)
        return {pair: np.array(rows, np.int64) for pair, rows in sorted(found.items())}

    def referents(self, turns: Sequence[int], names: Sequence[str], *, spelled: bool = True) -> list[int]:
        """The entity that each name means in its turn, -1 for none.

        That is the entity that the turn mentions by it, else a speaker of its session, else the only entity ever called
        so. With `spelled`, mentions spelled so count, too: "dog", where somebody's dog is mentioned.
        """
        number_of = {name: self.structure.names.get(speaker_key(name), NONE) for name in set(names)}
        numbers = np.array([number_of[name] for name in names], np.int64)
        found = referents(self.snapshot, self.mentions, np.array(turns, np.int64), numbers)
        open_ = (found < 0) & (numbers >= 0)
        for number in np.unique(numbers[open_]).tolist():
            called = self._called(number, spelled=spelled)
            if len(called) == 1:
                found[open_ & (numbers == number)] = called[0]
        meant: list[int] = found.tolist()
        return meant

    def turns_stating(self, rows: Rows) -> Rows:
        """All turns that these rows of `relations` rest on; a statement of a memo has all turns of the memo."""
        more = np.isin(self.earlier[:, 0], self.relations.items[rows])
        return np.concatenate((self.relations.turns[rows], self.earlier[more, 1]))

    def stating(self) -> Rows:
        """Pairs of a row of `relations` and a turn that it rests on, shape (pairs, 2)."""
        own = np.stack((np.arange(len(self.relations)), self.relations.turns), axis=1)
        if not len(self.earlier):
            return own
        order = np.argsort(self.relations.items, kind="stable")
        items = self.relations.items[order]
        first, last = (np.searchsorted(items, self.earlier[:, 0], side=side) for side in ("left", "right"))
        more = np.stack((order[runs(first, last)], np.repeat(self.earlier[:, 1], last - first)), axis=1)
        return np.concatenate((own, more))

    def triplet(self, row: int) -> Triplet:
        """The triplet of a statement, by its row of `relations`."""
        return statement(self.snapshot, self.keys, int(self.relations.items[row])).triplet

    def _called(self, number: int, *, spelled: bool = True) -> list[int]:
        """The entities that were called by the name with this number or, with `spelled`, spelled so in a turn."""
        called = self.mentions.names == number
        if spelled:
            called |= self.mentions.spelled == number
        found: list[int] = np.unique(self.mentions.entities[called]).tolist()
        return found


def entity_graph(snapshot: Snapshot, keys: EntityGraphKeys, query: Query) -> EntityGraph:
    """The entities and relations in the turns that are visible to a question."""
    whole = structure_of(snapshot, keys)
    visible = visible_turns(snapshot.turns, query)
    if visible is None:
        return EntityGraph(snapshot, keys, whole, whole.mentions, whole.presence[:, :2], whole.relations, whole.earlier)
    mentions = whole.mentions.at(visible[whole.mentions.turns])
    presence = whole.presence[visible[whole.presence[:, 1:]].all(axis=1), :2]
    relations = whole.relations.at(visible[whole.relations.turns])
    earlier = whole.earlier[visible[whole.earlier[:, 1]]]
    return EntityGraph(snapshot, keys, whole, mentions, presence, relations, earlier)
