"""Entities and explicit relations as numbers, made once for each version of a memory.

Entities are numbered in the order in which they were first mentioned, names in the order in which they were read, which
no answer depends on. Which of it a question may see, it says by a mask over turns: the rest is as if not there.
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

    `triplets` were read, `brought` ones were brought or written by a model.
    """

    episodes: LayerKey
    mentions: MentionKeys
    resolved: LayerKey
    triplets: LayerKey
    brought: LayerKey


@dataclass(frozen=True, slots=True)
class Names:
    """The names in payloads by number: a number for each key, and the columns of each item's.

    Of a mention: its name, its spelling in the turn, its name as that has it ("Sam" of a speaker Sam Okafor). Of a
    triplet: its subject, its object. `seeded` are the mentions that are speakers.
    """

    numbers: dict[str, int]
    columns: Column
    seeded: Column


@dataclass(frozen=True, slots=True)
class _Columns:
    """A table of columns of one length."""

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))

    def at(self, rows: Rows | Mask) -> Self:
        """Some of its rows, by their numbers or by a mask."""
        return type(self)(*(getattr(self, column.name)[rows] for column in fields(self)))


@dataclass(frozen=True, slots=True)
class Mentions(_Columns):
    """Resolved mentions in the order in which they were said; row i of every column is the same mention.

    `items` are those of the table of mentions, `turns` rows of the turn table. `names` are the numbers of the names
    that they were resolved by, `read` of those that were read, `said` of those that their turns have: of a "Sam" that
    was decided not to mean the speaker Sam Okafor, "Sam", "Sam Okafor" and "Sam". `spelled` are the numbers of their
    spellings, `seeded` says which are speakers.
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
        """The same by entity, those of one in the order in which they were said."""
        return self.at(np.argsort(self.entities, kind="stable"))


@dataclass(frozen=True, slots=True)
class EntityRelations(_Columns):
    """The statements between two entities; row i of every column is the same statement.

    `subjects` and `objects` are the entities, `turns` rows of the turn table: of a statement that a memo about several
    turns makes, the last of these. `items` are those of the table of triplets that were read; those of what was brought
    are numbered after them.
    """

    subjects: Rows
    objects: Rows
    turns: Rows
    items: Rows

    @property
    def pairs(self) -> Rows:
        """Subject and object of each, shape (statements, 2)."""
        return np.stack((self.subjects, self.objects), axis=1)

    def with_brought(self, brought: EntityRelations, read: int) -> EntityRelations:
        """These and those of a table that was brought, whose items stand after so many that were read."""
        return EntityRelations(
            np.concatenate((self.subjects, brought.subjects)),
            np.concatenate((self.objects, brought.objects)),
            np.concatenate((self.turns, brought.turns)),
            np.concatenate((self.items, read + brought.items)),
        )


@dataclass(frozen=True, slots=True)
class EntityStructure:
    """All entities and relations.

    `presence` (rows, 3) are entities with turns that mention them or that they said, and the turn that has to be there,
    too: of a memo about several turns the last, else the same. `earlier` (pairs, 2) are items of `relations` with the
    turns that they rest on beside their own. `speakers` are the entities who speak, ascending. `names` are the numbers
    of names, by their keys.
    """

    entities: int
    mentions: Mentions
    presence: Rows
    relations: EntityRelations
    earlier: Rows
    speakers: Rows
    names: Mapping[str, int]


def structure_of(graph: Snapshot, keys: EntityGraphKeys) -> EntityStructure:
    """The entities and relations of a snapshot's layers, remembered until there is a newer version."""
    made: EntityStructure = graph.derived.kept(("entity-graph", keys), graph.version, lambda: _structure(graph, keys))
    return made


def canonical_name(names: Sequence[str], spoken: Container[str] = ()) -> str:
    """The fullest of the names of an entity, in the order in which they were said: a later one that has all words of
    the one before, and more, takes its place (as `resolution.entities` has it).

    A speaker goes by the own name, whatever others are taken for it: `spoken` are the keys of those that it speaks
    under.

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
    """The names of some mentions in their order, those of descriptions ("Ana's sister") last."""
    read = list(mentions)
    return [one.name for one in sorted(read, key=lambda one: one.described is not None)]


def kind_told(mentions: Iterable[NamedMention]) -> str:
    """The kind of some mentions of one entity: that of its first description as a person or an animal, else the first
    that is not open, of names before other descriptions ("the corner").
    """
    return first_kind(one.kind for one in sorted(mentions, key=_how_telling))


def _how_telling(one: NamedMention) -> int:
    if one.described is None:
        return 1
    return 0 if one.kind in LIVING else 2


def distinct(pairs: Rows) -> tuple[Rows, Rows]:
    """Each of some pairs of numbers from 0 once, ascending, and how often it comes."""
    _, firsts, counts = np.unique(combined(*pairs.T), return_index=True, return_counts=True)
    return pairs[firsts], counts


def _called(entities: Rows, seeded: Mask, named: Rows, said: Rows) -> Rows:
    """The name of each mention by number: `named` as it was read, but as it was `said` where it means another than the
    speaker of that name.
    """
    width = int(named.max(initial=0)) + 1
    pairs = _paired(entities, named, width)
    found: Rows = np.where((named == said) | np.isin(pairs, pairs[seeded]), named, said)
    return found


def _structure(graph: Snapshot, keys: EntityGraphKeys) -> EntityStructure:
    layer, resolved = mention_table(graph, keys.mentions), graph.layers[keys.resolved]
    names = _names(graph, keys.mentions, layer, _of_mention, 3)
    rests = rests_of_mentions(graph, keys.resolved, resolved)[resolved.living()]
    resolved_to = np.full(len(layer), NONE)
    items, firsts = _items_of(layer, rests[:, 0]), _items_of(layer, rests[:, 1])
    there = (items >= 0) & (firsts >= 0)  # all are, but in a store that this process may not bring up to date
    resolved_to[items[there]] = firsts[there]
    in_order = in_episodes(graph, graph.layers[keys.episodes], layer).items
    items = in_order[resolved_to[in_order] >= 0]
    firsts = resolved_to[items]
    entities = numbered(firsts)
    turns = layer.first_turns()[items]
    named, spelled, said = names.columns.values[items].T
    seeded = names.seeded.values[items]
    called = _called(entities, seeded, named, said)
    mentions = Mentions(items, entities, turns, called, named, said, spelled, seeded)
    present = np.concatenate((np.stack((entities, turns), axis=1), _speaking(graph, mentions)))
    told = _told_of(graph, keys, mentions, names.numbers)
    presence = np.concatenate((distinct(present)[0][:, [0, 1, 1]], told))
    relations = _relations(graph, keys, mentions, names.numbers)
    speakers = np.unique(entities[seeded])
    count = int(entities.max(initial=-1)) + 1
    earlier = _earlier(graph, keys)
    numbers = names.numbers
    return EntityStructure(count, mentions, presence, relations, earlier, speakers, numbers)


def _names(
    graph: Snapshot, key: Hashable, layer: LayerTable, read: Callable[[str], tuple[tuple[str, ...], bool]], width: int
) -> Names:
    """The names that `read` finds in the payloads of a layer, `width` each, and whether it is a speaker; only new
    payloads are read.
    """

    def more(held: Names, payloads: Sequence[str]) -> Names:
        numbers = dict(held.numbers)
        found = [read(payload) for payload in payloads]
        rows = [[numbers.setdefault(speaker_key(name), len(numbers)) for name in named] for named, _ in found]
        seeded = held.seeded.extended(np.array([one for _, one in found], np.bool_))
        return Names(numbers, held.columns.extended(np.array(rows, np.int64)), seeded)

    made: Names = graph.derived.of(("names", key), layer.payloads, lambda: _no_names(width), more)
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
    """The living item of each key, `NONE` for one that is not there."""
    places, there = located(layer.keys.values, keys)
    if layer.alive is not None:
        there[there] = layer.alive[places[there]]
    found: Rows = np.where(there, places, NONE)
    return found


def _speaking(graph: Snapshot, mentions: Mentions) -> Rows:
    """Pairs of an entity and a turn that it said; of speakers there is a mention in each of their sessions."""
    seeded, turns = mentions.at(mentions.seeded), graph.turns
    spoken = _paired(_sessions(graph), turns.speakers.values.astype(np.int64) + 1, len(turns.speaker_keys) + 1)
    entities = _looked_up(spoken[seeded.turns], seeded.entities, spoken)
    rows = np.flatnonzero(entities >= 0)
    return np.stack((entities[rows], rows), axis=1)


def _told_of(graph: Snapshot, keys: EntityGraphKeys, mentions: Mentions, known: Mapping[str, int]) -> Rows:
    """Entities with the turns of memos that name them, but for the last of each memo, which stands behind."""
    layer = graph.layers.get(keys.mentions.brought, EMPTY_LAYER)
    items, turns, lasts = _earlier_turns(graph, layer)
    if not len(items):
        return np.empty((0, 3), np.int64)
    names = _names(graph, keys.mentions.brought, layer, _of_mention, 3)
    numbers = np.array([known.get(name, NONE) for name in names.numbers], np.int64)
    entities = referents(graph, mentions, lasts, numbers[names.columns.values[items, 0]])
    found: Rows = np.stack((entities, turns, lasts), axis=1)[entities >= 0]
    return found


def _earlier(graph: Snapshot, keys: EntityGraphKeys) -> Rows:
    """Items of statements that were brought with the turns that they rest on, but for the last of each."""
    items, turns, _ = _earlier_turns(graph, graph.layers.get(keys.brought, EMPTY_LAYER))
    return np.stack((items + len(graph.layers[keys.triplets]), turns), axis=1)


def _earlier_turns(graph: Snapshot, layer: LayerTable) -> tuple[Rows, Rows, Rows]:
    """The items that rest on several turns, each as often as it has turns but the last; these turns, and the last."""
    items = layer.living()
    if len(layer.source_turns) == len(layer):
        return items[:0], items[:0], items[:0]
    places, turns = layer.sources_of(items)
    repeated = items[places]
    lasts = last_turns(graph, layer)[repeated]
    others = turns != lasts
    return repeated[others], turns[others], lasts[others]


def referents(graph: Snapshot, mentions: Mentions, turns: Rows, named: Rows) -> Rows:
    """The entity that each of some names (by number, `NONE` for an unknown one) means in its turn, else `NONE`.

    A name is whom it means in the same turn, read or as the turn has it; one that the turn does not mention may be a
    speaker of its session.
    """
    width = int(max(names.max(initial=0) for names in (mentions.read, mentions.said, named))) + 1
    known = np.concatenate([_paired(mentions.turns, names, width) for names in (mentions.read, mentions.said)])
    there = _looked_up(known, np.tile(mentions.entities, 2), _paired(turns, named, width))
    sessions, speakers = _sessions(graph), mentions.at(mentions.seeded)
    speaking = _looked_up(
        _paired(sessions[speakers.turns], speakers.read, width),
        speakers.entities,
        _paired(sessions[turns], named, width),
    )
    return np.where(named < 0, NONE, np.where(there >= 0, there, speaking))


def statement(graph: Snapshot, keys: EntityGraphKeys, item: int) -> StoredTriplet:
    """What a statement says, by the number of its item in `EntityRelations`."""
    read = graph.layers[keys.triplets]
    if item < len(read):
        return triplet_of(read.payloads[item])
    return triplet_of(graph.layers[keys.brought].payloads[item - len(read)])


def _relations(graph: Snapshot, keys: EntityGraphKeys, mentions: Mentions, known: Mapping[str, int]) -> EntityRelations:
    """The statements between two entities, each once in a turn."""
    read = _of_layer(graph, keys.triplets, mentions, known)
    if not len(graph.layers.get(keys.brought, EMPTY_LAYER)):
        return read
    return _told_once(graph, keys, read, _of_layer(graph, keys.brought, mentions, known))


def _told_once(
    graph: Snapshot, keys: EntityGraphKeys, read: EntityRelations, brought: EntityRelations
) -> EntityRelations:
    """Statements without those that were brought and that their turn states already, in the same words."""
    both = read.with_brought(brought, len(graph.layers[keys.triplets]))
    alike = numbered(combined(both.subjects, both.objects, both.turns))  # the same entities in the same turn
    shared = np.bincount(alike, minlength=1)[alike] > 1
    told: set[tuple[int, str]] = set()
    kept = np.ones(len(both), np.bool_)
    for row in np.flatnonzero(shared).tolist():
        one = statement(graph, keys, int(both.items[row])).stated
        words = {(int(alike[row]), plain(phrase)) for phrase in (one.triplet.relation, one.phrase)}
        kept[row] = row < len(read) or told.isdisjoint(words)
        told |= words
    return both.at(kept)


def _of_layer(graph: Snapshot, key: LayerKey, mentions: Mentions, known: Mapping[str, int]) -> EntityRelations:
    """The statements of a layer between two entities, with its own items."""
    layer = graph.layers[key]
    names = _names(graph, key, layer, _of_triplet, 2)
    items = layer.living()
    turns = last_turns(graph, layer)[items]
    numbers = np.array([known.get(name, NONE) for name in names.numbers] or [NONE], np.int64)
    subjects, objects = (
        referents(graph, mentions, turns, numbers[names.columns.values[items, side]]) for side in (0, 1)
    )
    related = (subjects >= 0) & (objects >= 0) & (subjects != objects)
    return EntityRelations(subjects, objects, turns, items).at(related)


def _sessions(graph: Snapshot) -> Rows:
    """The session of each turn by a number from 0."""
    numbers: Rows = np.unique(graph.turns.sessions.values, return_inverse=True)[1]
    return numbers


def _paired(ones: Rows, others: Rows, width: int) -> Rows:
    """A number for each pair; the others are below `width`."""
    return ones * width + others


def _looked_up(known: Rows, values: Rows, wanted: Rows) -> Rows:
    """The value of each wanted number by those of known ones, the first where several have one; `NONE` for others."""
    numbers, firsts = np.unique(known, return_index=True)
    places, there = located(numbers, wanted)
    found = np.full(len(wanted), NONE)
    found[there] = values[firsts[places[there]]]
    return found
