"""Nodes and edges of the graph around events as numbers, made once for each version of a memory.

Nodes and edges are numbered in the order of the conversation, names and times alphabetically, so that nothing depends
on the order in which sessions were stored. Names that differ only in case and spacing are one node, relations likewise
one edge: what stands for them is the spelling said most often, then the longest [R].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from convograph.graph.columns import Column
from convograph.graph.rows import LayerKey
from convograph.graph.runs import changes, combined
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.associations import LABELS, ItemKind, association_of, rests_of
from convograph.types import TreeKind

Rows = npt.NDArray[np.int64]

KINDS: tuple[TreeKind, ...] = ("utterance", "event", "entity", "time")
UTTERANCE, EVENT, ENTITY, TIME = range(len(KINDS))

_ITEM_KINDS: tuple[ItemKind, ...] = ("entity", "time", *LABELS, "relation")
_ENTITY_ITEM, _TIME_ITEM, _OCCUR, FACT, _EVENT_ENTITY, _UTTERANCE_ENTITY, _ASK, RELATION = range(len(_ITEM_KINDS))
_NONE = -1


@dataclass(frozen=True, slots=True)
class Keys:
    """The layers of a graph: utterances, events in the order of precedence, and what lies between them."""

    units: LayerKey
    events: tuple[LayerKey, ...]
    associations: LayerKey

    @property
    def all(self) -> tuple[LayerKey, ...]:
        """All of them, in the order in which `Structure.tables` numbers them."""
        return (self.units, *self.events, self.associations)


@dataclass(frozen=True, slots=True)
class Structure:
    """All nodes and edges.

    `kinds` (nodes,) are codes; `tables` and `items` say which layer has a node, and in which row. `edges` (edges, 2)
    are their ends, from subject to object, `edge_kinds` their kinds, `edge_items` their rows in the associations.
    `rows` are the rows of the associations that count, and parallel to them `node_of_item` and `edge_of_item`, what a
    row is (-1: nothing of the kind), and `unit_of_item` and `event_of_item`, the utterance and the event (-1: none)
    that it rests on.
    """

    kinds: npt.NDArray[np.int8]
    tables: npt.NDArray[np.int8]
    items: Rows
    edges: Rows
    edge_kinds: Rows
    edge_items: Rows
    rows: Rows
    node_of_item: Rows
    edge_of_item: Rows
    unit_of_item: Rows
    event_of_item: Rows


@dataclass(frozen=True, slots=True)
class _Words:
    """Numbers for the words of items; they are only added, never changed. `numbers` has a row for each item.

    Its columns: the kind of item, the name or time that it leads to (or the subject), the relation, the object, and the
    spelling of all of these.
    """

    numbers: Column
    names: dict[str, int] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)
    relations: dict[str, int] = field(default_factory=dict)
    spellings: dict[tuple[str, ...], int] = field(default_factory=dict)

    def row(self, payload: str) -> tuple[int, int, int, int, int]:
        """The numbers of an item."""
        kind, words = association_of(payload)
        code = _ITEM_KINDS.index(kind)
        spelling = self.spellings.setdefault(words, len(self.spellings))
        if code == FACT:
            return code, 0, 0, 0, spelling
        if code in (_TIME_ITEM, _OCCUR):
            return code, _number(self.times, words[0]), 0, 0, spelling
        first = _number(self.names, words[0])
        if code != RELATION:
            return code, first, 0, 0, spelling
        relation = _number(self.relations, words[1].replace("_", " "))
        return code, first, relation, _number(self.names, words[2]), spelling


def structure_of(graph: Snapshot, keys: Keys) -> Structure:
    """The nodes and edges of a snapshot's layers, remembered until there is a newer version."""
    made: Structure = graph.derived.kept(("event-graph", keys), graph.version, lambda: _structure(graph, keys))
    return made


def _structure(graph: Snapshot, keys: Keys) -> Structure:
    layer = graph.layers[keys.associations]
    words = _words(graph, keys.associations)
    living = _founded(graph, keys)
    numbers = words.numbers.values[living]
    rests = rests_of(graph, keys.associations, layer)[living]
    kinds, firsts, relations, objects, spellings = numbers.T

    units = _utterances(graph, graph.layers[keys.units])
    event_tables, event_items, event_keys = _events(graph, keys, rests[:, 1])
    ranks = _by_length(words.spellings)
    names, name_items = _named(living, numbers, kinds == _ENTITY_ITEM, words.names, ranks)
    times, time_items = _named(living, numbers, kinds == _TIME_ITEM, words.times, ranks)
    begins = np.cumsum([0, len(units), len(event_items), len(name_items)])

    unit_keys = graph.layers[keys.units].keys.values
    unit_of_row = np.empty(len(unit_keys), np.int64)
    unit_of_row[units] = np.arange(len(units))
    unit_of_item = unit_of_row[np.searchsorted(unit_keys, rests[:, 0])]
    event_of_item = begins[1] + _places(event_keys, rests[:, 1])
    event_of_item[rests[:, 1] == 0] = _NONE

    of_time = np.isin(kinds, (_TIME_ITEM, _OCCUR))
    name_of_item = begins[2] + _looked_up(names, firsts, ~of_time)
    time_of_item = begins[3] + _looked_up(times, firsts, of_time)
    object_of_item = begins[2] + _looked_up(names, objects, kinds == RELATION)
    node_of_item = np.select([kinds == _ENTITY_ITEM, kinds == _TIME_ITEM], [name_of_item, time_of_item], _NONE)
    ends = _ends(
        kinds,
        units=unit_of_item,
        events=event_of_item,
        names=name_of_item,
        times=time_of_item,
        objects=object_of_item,
    )
    is_edge = (kinds > _TIME_ITEM) & (ends[:, 0] != ends[:, 1])
    said_as = _looked_up(_alphabetic(words.relations), relations, kinds == RELATION)
    edges, edge_items, edge_of_item = _edges(ends, kinds, said_as, ranks[spellings], is_edge)

    counts = np.diff([*begins, begins[3] + len(time_items)])
    associations = len(keys.all) - 1
    return Structure(
        kinds=np.repeat(np.arange(len(KINDS), dtype=np.int8), counts),
        tables=np.concatenate(
            (np.zeros(len(units)), event_tables, np.full(len(name_items) + len(time_items), associations))
        ).astype(np.int8),
        items=np.concatenate((units, event_items, name_items, time_items)),
        edges=edges,
        edge_kinds=kinds[edge_items],
        edge_items=living[edge_items],
        rows=living,
        node_of_item=node_of_item,
        edge_of_item=edge_of_item,
        unit_of_item=unit_of_item,
        event_of_item=event_of_item,
    )


def _founded(graph: Snapshot, keys: Keys) -> Rows:
    """The living rows of the associations whose utterance and event are there.

    All are, but in a store that this process may not bring up to date.
    """
    layer = graph.layers[keys.associations]
    living = layer.living()
    units, events = rests_of(graph, keys.associations, layer)[living].T
    there = [table.keys.values[table.living()] for table in (graph.layers[key] for key in (keys.units, *keys.events))]
    founded: Rows = living[np.isin(units, there[0]) & ((events == 0) | np.isin(events, np.concatenate(there[1:])))]
    return founded


def _words(graph: Snapshot, key: LayerKey) -> _Words:
    def more(words: _Words, payloads: Sequence[str]) -> _Words:
        rows = np.array([words.row(payload) for payload in payloads], np.int64)
        return _Words(words.numbers.extended(rows), words.names, words.times, words.relations, words.spellings)

    made: _Words = graph.derived.of(
        ("associated-words", key), graph.layers[key].payloads, lambda: _Words(Column(np.empty((0, 5), np.int64))), more
    )
    return made


def _number(numbers: dict[str, int], name: str) -> int:
    return numbers.setdefault(speaker_key(name), len(numbers))


def _utterances(graph: Snapshot, layer: LayerTable) -> Rows:
    """The living utterances in the order of the conversation."""
    living = layer.living()
    ordered: Rows = living[np.lexsort(graph.place(layer, living)[::-1])]
    return ordered


def _events(graph: Snapshot, keys: Keys, rested_on: Rows) -> tuple[Rows, Rows, Rows]:
    """The events that something rests on, in the order of the conversation: their tables, rows and keys."""
    wanted = np.unique(rested_on)
    tables, items, found, places, payloads = [], [], [], [], []
    for number, key in enumerate(keys.events, start=1):
        layer = graph.layers[key]
        own = np.flatnonzero(np.isin(layer.keys.values, wanted))
        tables.append(np.full(len(own), number))
        items.append(own)
        found.append(layer.keys.values[own])
        places.append(np.stack(graph.place(layer, own)))
        payloads += layer.payloads.at(own) if len(own) else []
    if not payloads:
        nothing = np.empty(0, np.int64)
        return nothing, nothing, nothing
    order = np.lexsort((np.unique(payloads, return_inverse=True)[1], *np.concatenate(places, axis=1)[::-1]))
    return np.concatenate(tables)[order], np.concatenate(items)[order], np.concatenate(found)[order]


def _named(
    living: Rows, numbers: Rows, wanted: npt.NDArray[np.bool_], known: dict[str, int], ranks: Rows
) -> tuple[Rows, Rows]:
    """For each name its place among those that there are, in order, and for each place the row that stands for it.

    Names that are not there have the place 0.
    """
    places = np.zeros(len(known), np.int64)
    rows = np.flatnonzero(wanted)
    if not len(rows):
        return places, np.empty(0, np.int64)
    there = np.unique(numbers[rows, 1])
    there = there[np.argsort(_alphabetic(known)[there])]
    places[there] = np.arange(len(there))
    groups = places[numbers[rows, 1]]
    return places, living[rows[_said_most(groups, ranks[numbers[rows, 4]])]]


def _said_most(groups: Rows, spellings: Rows) -> Rows:
    """For each group, from 0, the first row in the spelling that it has most often, then the longest.

    `spellings` are ranks by length, descending, then alphabetical.
    """
    _, firsts, counts = np.unique(combined(groups, spellings), return_index=True, return_counts=True)
    order = np.lexsort((spellings[firsts], -counts, groups[firsts]))
    chosen: Rows = firsts[order[changes(groups[firsts][order])]]
    return chosen


def _alphabetic(numbers: dict[str, int]) -> Rows:
    """The alphabetical rank of each number."""
    ranks = np.empty(len(numbers), np.int64)
    ranks[[numbers[word] for word in sorted(numbers)]] = np.arange(len(numbers))
    return ranks


def _by_length(numbers: dict[tuple[str, ...], int]) -> Rows:
    """The rank of each number: of longer words first, then alphabetically."""
    ranks = np.empty(len(numbers), np.int64)
    ordered = sorted(numbers, key=lambda words: (-sum(map(len, words)), words))
    ranks[[numbers[words] for words in ordered]] = np.arange(len(numbers))
    return ranks


def _places(keys: Rows, wanted: Rows) -> Rows:
    """The place of each wanted key among some that are in no order; 0 for one that is not there."""
    if not len(keys):
        return np.zeros(len(wanted), np.int64)
    order = np.argsort(keys)
    found: Rows = order[np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)]
    return found


def _looked_up(places: Rows, numbers: Rows, wanted: npt.NDArray[np.bool_]) -> Rows:
    """The place of each number where it is wanted, else 0."""
    found = np.zeros(len(numbers), np.int64)
    found[wanted] = places[numbers[wanted]]
    return found


def _ends(kinds: Rows, *, units: Rows, events: Rows, names: Rows, times: Rows, objects: Rows) -> Rows:
    """Subject and object of each row as nodes, shape (rows, 2); of rows that are no edges, nothing that counts."""
    by_kind = {
        _OCCUR: (events, times),
        FACT: (events, units),
        _EVENT_ENTITY: (events, names),
        _UTTERANCE_ENTITY: (units, names),
        _ASK: (names, units),
        RELATION: (names, objects),
    }
    masks = [kinds == kind for kind in by_kind]
    return np.stack([np.select(masks, [ends[side] for ends in by_kind.values()], 0) for side in (0, 1)], axis=1)


def _edges(
    ends: Rows, kinds: Rows, relations: Rows, spellings: Rows, is_edge: npt.NDArray[np.bool_]
) -> tuple[Rows, Rows, Rows]:
    """The distinct edges by kind and ends: their ends, the row that stands for each, and the edge of each row."""
    edge_of_row = np.full(len(ends), _NONE, np.int64)
    rows = np.flatnonzero(is_edge)
    if not len(rows):
        return np.empty((0, 2), np.int64), rows, edge_of_row
    alike = combined(kinds[rows], ends[rows, 0], ends[rows, 1], relations[rows])
    _, firsts, groups = np.unique(alike, return_index=True, return_inverse=True)
    edge_of_row[rows] = groups
    return ends[rows[firsts]], rows[_said_most(groups, spellings[rows])], edge_of_row
