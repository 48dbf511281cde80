"""Entities and explicit relations as numbers, built once per version of a memory.

Entities are numbered in the order in which they were first mentioned, names in the order in which they were read, which
affects no answer. A question limits what it sees by a mask over turns: the rest is as if it did not exist.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from convograph.extraction.types import LIVING
from convograph.facts.relations import plain
from convograph.graph.arrays import Mask, Rows
from convograph.graph.columns import Column
from convograph.graph.rows import LayerKey
from convograph.graph.runs import combined, located, numbered
from convograph.graph.snapshot import EMPTY_LAYER, LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.brought_mentions import MentionKeys, last_turns, mention_table
from convograph.layers.episodes import in_episodes
from convograph.layers.mentions import NamedMention, mention_of
from convograph.layers.resolved_entities import rests_of_mentions
from convograph.layers.triplets import StoredTriplet, triplet_of
from convograph.resolution.mentions import first_kind
from convograph.resolution.names import fuzzy_words, is_fuller

NONE = -1


@dataclass(frozen=True, slots=True)
class EntityGraphKeys:
    """The layers that entities and relations are made of, and the episodes in whose order they were resolved.

    `triplets` is the layer of read triplets, `brought` that of triplets brought by a caller or written by a model.
    """

    episodes: LayerKey
    mentions: MentionKeys
    resolved: LayerKey
    triplets: LayerKey
    brought: LayerKey


@dataclass(frozen=True, slots=True)
class Names:
    """The names in a layer's payloads: a number for each normalised name, and the numbers of each item's names.

    A mention has three columns: its name, its spelling in the turn, and its name as the turn has it ("Sam" for the
    speaker Sam Okafor); a triplet has two, its subject and its object. `seeded` marks the mentions that are speakers.
    """

    numbers: dict[str, int]
    columns: Column
    seeded: Column


@dataclass(frozen=True, slots=True)
class _Columns:
    """A table of columns of equal length."""

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))

    def at(self, rows: Rows | Mask) -> Self:
        """The rows with these numbers, or in this mask."""
        return type(self)(*(getattr(self, column.name)[rows] for column in fields(self)))


@dataclass(frozen=True, slots=True)
class Mentions(_Columns):
    """Resolved mentions in the order in which they were said; row i of every column is the same mention.

    `items` are items of the mention table, `turns` rows of the turn table. `names` are the numbers of the names that
    mentions were resolved by, `read` those of the names as read, `said` those of the names as their turns have them.
    For example, a "Sam" that by decision does not mean the speaker Sam Okafor has "Sam", "Sam Okafor" and "Sam".
    `spelled` are the numbers of the spellings, `seeded` marks the speakers.
    """

    items: Rows
    entities: Rows
    turns: Rows
    names: Rows
    read: Rows
    said: Rows
    spelled: Rows
    seeded: Mask

    def by_entity(self) -> Mentions:
        """The mentions sorted by entity, each entity's in the order in which they were said."""
        return self.at(np.argsort(self.entities, kind="stable"))


@dataclass(frozen=True, slots=True)
class EntityRelations(_Columns):
    """The statements between two entities; row i of every column is the same statement.

    `subjects` and `objects` are entities, `turns` rows of the turn table; a statement of a memo about several turns has
    the last of them. `items` are items of the layer of read triplets; those of brought triplets are numbered after
    them.
    """

    subjects: Rows
    objects: Rows
    turns: Rows
    items: Rows

    @property
    def pairs(self) -> Rows:
        """The subject and object of each statement, shape (statements, 2)."""
        return np.stack((self.subjects, self.objects), axis=1)

    def with_brought(self, brought: EntityRelations, read: int) -> EntityRelations:
        """These statements followed by brought ones, whose items are numbered from `read` on."""
        return EntityRelations(
            np.concatenate((self.subjects, brought.subjects)),
            np.concatenate((self.objects, brought.objects)),
            np.concatenate((self.turns, brought.turns)),
            np.concatenate((self.items, read + brought.items)),
        )


@dataclass(frozen=True, slots=True)
class EntityStructure:
    """All entities and relations.

    `presence` (rows, 3) has entities, turns that mention them or that they said, and the turn that must be visible,
    too: the last turn of a memo about several, else the same turn. `earlier` (pairs, 2) has items of `relations` and
    the turns that they rest on beside their own. `speakers` are the entities that speak, ascending. `names` maps
    normalised names to numbers.
    """

    entities: int
    mentions: Mentions
    presence: Rows
    relations: EntityRelations
    earlier: Rows
    speakers: Rows
    names: Mapping[str, int]


def structure_of(snapshot: Snapshot, keys: EntityGraphKeys) -> EntityStructure:
    """The entities and relations of a snapshot's layers, cached until there is a newer version."""
    made: EntityStructure = snapshot.derived.for_version(
        ("entity-graph", keys), snapshot.version, lambda: _structure(snapshot, keys)
    )
    return made


def canonical_name(names: Sequence[str], spoken: Container[str] = ()) -> str:
    """The fullest of the names of an entity, which are given in the order in which they were said.

    A later name that has all words of the current one, and more, replaces it (as in `resolution.entities`). A speaker
    only goes by names that it speaks under, whatever others mean it; `spoken` are their keys.

    >>> canonical_name(["Mel", "Melanie", "Melanie Reed"])
    'Mel'
    >>> canonical_name(["Melanie", "Melanie Reed", "Mel"])
    'Melanie Reed'
    >>> canonical_name(["Melanie", "Melanie Reed"], {"melanie"})
    'Melanie'
    """
    own = [name for name in names if speaker_key(name) in spoken] or names
    found = own[0]
    for name in own[1:]:
        if is_fuller(fuzzy_words(name), fuzzy_words(found)):
            found = name
    return found


def names_first(mentions: Iterable[NamedMention]) -> list[str]:
    """The names of the mentions in their order, those of descriptions ("Ana's sister") and in lower case last."""
    return [mention.name for mention in sorted(mentions, key=lambda mention: not mention.is_name)]


def kind_told(mentions: Iterable[NamedMention]) -> str:
    """The kind of an entity, by its mentions: the first that is not open, else the open kind.

    Descriptions as a person or an animal come first, then names, then other descriptions ("the corner").
    """
    return first_kind(mention.kind for mention in sorted(mentions, key=_how_telling))


def _how_telling(mention: NamedMention) -> int:
    if mention.described is None:
        return 1
    return 0 if mention.kind in LIVING else 2


def distinct(pairs: Rows) -> tuple[Rows, Rows]:
    """The distinct pairs, ascending, and the count of each; numbers are not negative."""
    _, firsts, counts = np.unique(combined(*pairs.T), return_index=True, return_counts=True)
    return pairs[firsts], counts


def _called(entities: Rows, seeded: Mask, named: Rows, said: Rows) -> Rows:
    """The number of the name that each mention goes by.

    It is `named`, the name as read, if that is the mention's name in the turn or the mention means the speaker of that
    name; otherwise `said`, the name as the turn has it.
    """
    width = int(named.max(initial=0)) + 1
    pairs = _paired(entities, named, width)
    found: Rows = np.where((named == said) | np.isin(pairs, pairs[seeded]), named, said)
    return found


def _structure(snapshot: Snapshot, keys: EntityGraphKeys) -> EntityStructure:
    layer = mention_table(snapshot, keys.mentions)
    names = _names(snapshot, keys.mentions, layer, _of_mention, 3)
    mentions = _mentions(snapshot, keys, layer, names)
    return EntityStructure(
        entities=int(mentions.entities.max(initial=-1)) + 1,
        mentions=mentions,
        presence=_presence(snapshot, keys, mentions, names.numbers),
        relations=_relations(snapshot, keys, mentions, names.numbers),
        earlier=_earlier(snapshot, keys),
        speakers=np.unique(mentions.entities[mentions.seeded]),
        names=names.numbers,
    )


def _mentions(snapshot: Snapshot, keys: EntityGraphKeys, layer: LayerTable, names: Names) -> Mentions:
    """The resolved mentions, in the order in which they were said."""
    resolved_to = _resolved_to(snapshot, keys.resolved, layer)
    in_order = in_episodes(snapshot, snapshot.layers[keys.episodes], layer).items
    items = in_order[resolved_to[in_order] >= 0]
    entities = numbered(resolved_to[items])
    read, spelled, said = names.columns.values[items].T
    seeded = names.seeded.values[items]
    return Mentions(
        items=items,
        entities=entities,
        turns=layer.first_turns()[items],
        names=_called(entities, seeded, read, said),
        read=read,
        said=said,
        spelled=spelled,
        seeded=seeded,
    )


def _resolved_to(snapshot: Snapshot, key: LayerKey, layer: LayerTable) -> Rows:
    """For each item of the mention table, the first mention of its entity, or `NONE`, shape (items,)."""
    resolved = snapshot.layers[key]
    rests = rests_of_mentions(snapshot, key, resolved)[resolved.living()]
    items, firsts = _items_of(layer, rests[:, 0]), _items_of(layer, rests[:, 1])
    there = (items >= 0) & (firsts >= 0)  # all, except in a store that this process may not bring up to date
    found = np.full(len(layer), NONE)
    found[items[there]] = firsts[there]
    return found


def _presence(snapshot: Snapshot, keys: EntityGraphKeys, mentions: Mentions, known: Mapping[str, int]) -> Rows:
    """`EntityStructure.presence`: by mentions, by speaking, and by memos."""
    mentioned = np.stack((mentions.entities, mentions.turns), axis=1)
    present, _ = distinct(np.concatenate((mentioned, _speaking(snapshot, mentions))))
    return np.concatenate((present[:, [0, 1, 1]], _told_of(snapshot, keys, mentions, known)))


def _names(
    snapshot: Snapshot,
    key: Hashable,
    layer: LayerTable,
    read: Callable[[str], tuple[tuple[str, ...], bool]],
    width: int,
) -> Names:
    """The names that `read` finds in the payloads of a layer, `width` for each item, and the flags for speakers.

    Only new payloads are read.
    """

    def more(held: Names, payloads: Sequence[str]) -> Names:
        numbers = dict(held.numbers)
        found = [read(payload) for payload in payloads]
        rows = [[numbers.setdefault(speaker_key(name), len(numbers)) for name in named] for named, _ in found]
        seeded = held.seeded.extended(np.array([one for _, one in found], np.bool_))
        return Names(numbers, held.columns.extended(np.array(rows, np.int64)), seeded)

    made: Names = snapshot.derived.incremental(("names", key), layer.payloads, lambda: _no_names(width), more)
    return made


def _of_mention(payload: str) -> tuple[tuple[str, ...], bool]:
    one = mention_of(payload)
    return (one.name, one.text, one.said), one.seeded


def _of_triplet(payload: str) -> tuple[tuple[str, ...], bool]:
    subject, _, object_, *_ = json.loads(payload)
    return (subject, object_), False


def _no_names(width: int) -> Names:
    return Names({}, Column(np.empty((0, width), np.int64)), Column(np.empty(0, np.bool_)))


def _items_of(layer: LayerTable, keys: Rows) -> Rows:
    """The living item of each key, `NONE` if there is none."""
    positions, there = located(layer.keys.values, keys)
    if layer.alive is not None:
        there[there] = layer.alive[positions[there]]
    found: Rows = np.where(there, positions, NONE)
    return found


def _speaking(snapshot: Snapshot, mentions: Mentions) -> Rows:
    """Pairs of an entity and a turn that it said; a speaker has a seeded mention in each session."""
    seeded, turns = mentions.at(mentions.seeded), snapshot.turns
    spoken = _paired(_sessions(snapshot), turns.speakers.values.astype(np.int64) + 1, len(turns.speaker_keys) + 1)
    entities = _looked_up(spoken[seeded.turns], seeded.entities, spoken)
    rows = np.flatnonzero(entities >= 0)
    return np.stack((entities[rows], rows), axis=1)


def _told_of(snapshot: Snapshot, keys: EntityGraphKeys, mentions: Mentions, known: Mapping[str, int]) -> Rows:
    """Rows of `presence` for memos: an entity named, each turn of the memo but the last, and the last turn."""
    layer = snapshot.layers.get(keys.mentions.brought, EMPTY_LAYER)
    items, turns, lasts = _earlier_turns(snapshot, layer)
    if not len(items):
        return np.empty((0, 3), np.int64)
    names = _names(snapshot, keys.mentions.brought, layer, _of_mention, 3)
    numbers = np.array([known.get(name, NONE) for name in names.numbers], np.int64)
    entities = referents(snapshot, mentions, lasts, numbers[names.columns.values[items, 0]])
    found: Rows = np.stack((entities, turns, lasts), axis=1)[entities >= 0]
    return found


def _earlier(snapshot: Snapshot, keys: EntityGraphKeys) -> Rows:
    """Pairs of an item of a brought statement and a turn that it rests on, except its last."""
    items, turns, _ = _earlier_turns(snapshot, snapshot.layers.get(keys.brought, EMPTY_LAYER))
    return np.stack((items + len(snapshot.layers[keys.triplets]), turns), axis=1)


def _earlier_turns(snapshot: Snapshot, layer: LayerTable) -> tuple[Rows, Rows, Rows]:
    """The items that rest on several turns, once per turn other than the last; those turns; the items' last turns."""
    items = layer.living()
    if len(layer.source_turns) == len(layer):
        return items[:0], items[:0], items[:0]
    positions, turns = layer.sources_of(items)
    repeated = items[positions]
    lasts = last_turns(snapshot, layer)[repeated]
    others = turns != lasts
    return repeated[others], turns[others], lasts[others]


def referents(snapshot: Snapshot, mentions: Mentions, turns: Rows, named: Rows) -> Rows:
    """The entity that each name (by number, `NONE` if unknown) means in its turn, else `NONE`.

    A name means the entity that its turn mentions by it, as read or as the turn has it; else a speaker of the session
    with that name.
    """
    width = int(max(names.max(initial=0) for names in (mentions.read, mentions.said, named))) + 1
    known = np.concatenate([_paired(mentions.turns, names, width) for names in (mentions.read, mentions.said)])
    there = _looked_up(known, np.tile(mentions.entities, 2), _paired(turns, named, width))
    sessions, speakers = _sessions(snapshot), mentions.at(mentions.seeded)
    speaking = _looked_up(
        _paired(sessions[speakers.turns], speakers.read, width),
        speakers.entities,
        _paired(sessions[turns], named, width),
    )
    return np.where(named < 0, NONE, np.where(there >= 0, there, speaking))


def statement(snapshot: Snapshot, keys: EntityGraphKeys, item: int) -> StoredTriplet:
    """The triplet of a statement, by its item in `EntityRelations`."""
    read = snapshot.layers[keys.triplets]
    if item < len(read):
        return triplet_of(read.payloads[item])
    return triplet_of(snapshot.layers[keys.brought].payloads[item - len(read)])


def _relations(
    snapshot: Snapshot, keys: EntityGraphKeys, mentions: Mentions, known: Mapping[str, int]
) -> EntityRelations:
    """The statements between two entities; brought ones only if their turn does not state them already."""
    read = _of_layer(snapshot, keys.triplets, mentions, known)
    if not len(snapshot.layers.get(keys.brought, EMPTY_LAYER)):
        return read
    return _told_once(snapshot, keys, read, _of_layer(snapshot, keys.brought, mentions, known))


def _told_once(
    snapshot: Snapshot, keys: EntityGraphKeys, read: EntityRelations, brought: EntityRelations
) -> EntityRelations:
    """The read statements, and the brought ones that their turn does not state already in the same words."""
    both = read.with_brought(brought, len(snapshot.layers[keys.triplets]))
    alike = numbered(combined(both.subjects, both.objects, both.turns))  # the same entities in the same turn
    shared = np.bincount(alike, minlength=1)[alike] > 1
    told: set[tuple[int, str]] = set()
    kept = np.ones(len(both), np.bool_)
    for row in np.flatnonzero(shared).tolist():
        one = statement(snapshot, keys, int(both.items[row])).stated
        words = {(int(alike[row]), plain(phrase)) for phrase in (one.triplet.relation, one.phrase)}
        kept[row] = row < len(read) or told.isdisjoint(words)
        told |= words
    return both.at(kept)


def _of_layer(snapshot: Snapshot, key: LayerKey, mentions: Mentions, known: Mapping[str, int]) -> EntityRelations:
    """The statements between two entities in one layer, with that layer's items."""
    layer = snapshot.layers[key]
    names = _names(snapshot, key, layer, _of_triplet, 2)
    items = layer.living()
    turns = last_turns(snapshot, layer)[items]
    numbers = np.array([known.get(name, NONE) for name in names.numbers] or [NONE], np.int64)
    subjects, objects = (
        referents(snapshot, mentions, turns, numbers[names.columns.values[items, side]]) for side in (0, 1)
    )
    related = (subjects >= 0) & (objects >= 0) & (subjects != objects)
    return EntityRelations(subjects, objects, turns, items).at(related)


def _sessions(snapshot: Snapshot) -> Rows:
    """The session of each turn, numbered from 0."""
    numbers: Rows = np.unique(snapshot.turns.sessions.values, return_inverse=True)[1]
    return numbers


def _paired(ones: Rows, others: Rows, width: int) -> Rows:
    """A number for each pair; `others` are below `width`."""
    return ones * width + others


def _looked_up(known: Rows, values: Rows, wanted: Rows) -> Rows:
    """The value of each wanted number, from the first equal number in `known`; `NONE` if there is none."""
    numbers, firsts = np.unique(known, return_index=True)
    positions, there = located(numbers, wanted)
    found = np.full(len(wanted), NONE)
    found[there] = values[firsts[positions[there]]]
    return found
