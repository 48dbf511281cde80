"""The nodes and edges of the event graph as numbers, built once per version of a memory.

Nodes and edges are numbered in the order of the conversation, names and times alphabetically, so that nothing depends
on the order in which sessions were stored. Names and events whose texts differ only in case and spacing are one node,
such relations one edge; so are near duplicates, by the duplicate layer. Each is represented by its most frequent
spelling, then the longest [R].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from convograph.architectures.associa.merged_roots import Roots, roots_of
from convograph.graph.arrays import Rows
from convograph.graph.rows import LayerKey
from convograph.graph.runs import alphabetic, changes, combined, located, ordered
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.layers.associations import (
    ASK,
    ENTITY_ITEM,
    EVENT_ENTITY,
    FACT,
    OCCUR,
    RELATION,
    TIME_ITEM,
    UTTERANCE_ENTITY,
    ItemWords,
    rests_of,
    words_of,
)
from convograph.layers.distinct_things import event_names, event_texts
from convograph.layers.episodes import in_order
from convograph.types import TreeKind

Words = tuple[str, ...]

KINDS: tuple[TreeKind, ...] = ("utterance", "event", "entity", "time")
UTTERANCE, EVENT, ENTITY, TIME = range(len(KINDS))

_NONE = -1


@dataclass(frozen=True, slots=True)
class EventGraphKeys:
    """The layers of an event graph: utterances, events (the last layer takes precedence), associations, duplicates."""

    units: LayerKey
    events: tuple[LayerKey, ...]
    associations: LayerKey
    duplicates: LayerKey

    @property
    def all(self) -> tuple[LayerKey, ...]:
        """The layers with nodes, in the order in which `StandIns.tables` numbers them."""
        return (self.units, *self.events, self.associations)


@dataclass(frozen=True, slots=True)
class AssociationRows:
    """The living rows of the association layer, with what each row is and what it rests on.

    `nodes` and `edges` are the node or edge that a row belongs to (-1: none); `units` the utterance (a node) and
    `events` the event (an index into `Events`, -1: none) that it rests on. `spellings` are indices into `words`.
    """

    rows: Rows
    nodes: Rows
    edges: Rows
    units: Rows
    events: Rows
    spellings: Rows
    words: Sequence[Words]


@dataclass(frozen=True, slots=True)
class Events:
    """All events in the order of the conversation: their tables and rows, and their nodes, which duplicates share.

    `spellings` are indices into `words`, the texts of the events, as in `AssociationRows`.
    """

    tables: Rows
    items: Rows
    nodes: Rows
    spellings: Rows
    words: Sequence[Words]


@dataclass(frozen=True, slots=True)
class StandIns:
    """The item that represents each node (`tables`, indices into `EventGraphKeys.all`, and `items`) and each edge.

    `edge_items` are rows of the associations. Of several items, one with the most frequent words, then the longest [R].
    """

    tables: npt.NDArray[np.int8]
    items: Rows
    edge_items: Rows


@dataclass(frozen=True, slots=True)
class EventStructure:
    """All nodes and edges. `kinds` (nodes,) are indices into `KINDS`; `edges` (edges, 2) are nodes, subject and object.

    `edge_kinds` are the item kinds of edges, `stand_ins` the items that represent nodes and edges. `events` and `rests`
    give the node or edge of each event and row.
    """

    kinds: npt.NDArray[np.int8]
    edges: Rows
    edge_kinds: Rows
    stand_ins: StandIns
    events: Events
    rests: AssociationRows

    def standing(self, rows: npt.NDArray[np.bool_], events: npt.NDArray[np.bool_]) -> StandIns:
        """The stand-ins if only the rows of the associations and the events in these masks count.

        Nodes and edges without such a row or event keep their stand-ins.
        """
        if rows.all() and events.all():
            return self.stand_ins
        return _stand_ins(self.stand_ins, self.events, self.rests, rows, events)


def structure_of(snapshot: Snapshot, keys: EventGraphKeys) -> EventStructure:
    """The nodes and edges of a snapshot's layers, cached until there is a newer version."""
    made: EventStructure = snapshot.derived.for_version(
        ("event-graph", keys), snapshot.version, lambda: _structure(snapshot, keys)
    )
    return made


def _structure(snapshot: Snapshot, keys: EventGraphKeys) -> EventStructure:
    words = words_of(snapshot, keys.associations)
    roots = roots_of(snapshot, keys.duplicates, words)
    rows = _living_rows(snapshot, keys, words, roots)
    nodes = _nodes(snapshot, keys, words, roots, rows)
    edges, rests = _edges_and_rests(snapshot.layers[keys.units], words, rows, nodes)
    stand_ins = _first_stand_ins(nodes, rests, edges=len(edges), table_of_names=len(keys.all) - 1)
    kind_of_row = np.empty(len(snapshot.layers[keys.associations]), np.int64)
    kind_of_row[rows.living] = rows.kinds
    return EventStructure(nodes.kinds(), edges, kind_of_row[stand_ins.edge_items], stand_ins, nodes.events, rests)


@dataclass(frozen=True, slots=True)
class _LivingRows:
    """The living rows of the associations, with the numbers of their words and the keys that they rest on.

    `firsts` are the names or times they lead to (the subject of a relation), `relations` and `objects` those of
    relations, with duplicates merged; `events` are 0 if there is none.
    """

    living: Rows
    kinds: Rows
    firsts: Rows
    relations: Rows
    objects: Rows
    spellings: Rows
    units: Rows
    events: Rows


def _living_rows(snapshot: Snapshot, keys: EventGraphKeys, words: ItemWords, roots: Roots) -> _LivingRows:
    living = _founded(snapshot, keys)
    kinds, firsts, relations, objects, spellings = words.numbers.values[living].T
    units, events = rests_of(snapshot, keys.associations, snapshot.layers[keys.associations])[living].T
    of_name = ~_of_time(kinds)
    firsts[of_name] = roots.names[firsts[of_name]]
    relations, objects = roots.relations[relations], roots.names[objects]
    return _LivingRows(living, kinds, firsts, relations, objects, spellings, units, events)


def _of_time(kinds: Rows) -> npt.NDArray[np.bool_]:
    """A mask of the rows that lead to a time, by their kinds."""
    return np.isin(kinds, (TIME_ITEM, OCCUR))


@dataclass(frozen=True, slots=True)
class _Nodes:
    """The nodes by kind: items of utterances, events and their keys, the nodes of known names and times by number.

    `starts` are the first node of each of `KINDS`, followed by the number of nodes.
    """

    units: Rows
    events: Events
    event_keys: Rows
    names: Rows
    times: Rows
    starts: tuple[int, ...]

    def kinds(self) -> npt.NDArray[np.int8]:
        """The kind of each node, an index into `KINDS`."""
        return np.repeat(np.arange(len(KINDS), dtype=np.int8), np.diff(self.starts))


def _nodes(snapshot: Snapshot, keys: EventGraphKeys, words: ItemWords, roots: Roots, rows: _LivingRows) -> _Nodes:
    units = in_order(snapshot, snapshot.layers[keys.units])
    events, event_keys = _events(snapshot, keys, rows.events, roots, len(units))
    named, timed = (rows.firsts[rows.kinds == kind] for kind in (ENTITY_ITEM, TIME_ITEM))
    of_names = int(events.nodes.max(initial=len(units) - 1)) + 1
    of_times = of_names + len(np.unique(named))
    starts = (0, len(units), of_names, of_times, of_times + len(np.unique(timed)))
    names = of_names + _alphabetical_ranks(words.names, named)
    times = of_times + _alphabetical_ranks(words.times, timed)
    return _Nodes(units, events, event_keys, names, times, starts)


def _edges_and_rests(
    units: LayerTable, words: ItemWords, rows: _LivingRows, nodes: _Nodes
) -> tuple[Rows, AssociationRows]:
    """The edges, and the node or edge of each row."""
    kinds, of_time, related = rows.kinds, _of_time(rows.kinds), rows.kinds == RELATION
    unit_of_row = _unit_nodes(units, nodes.units, rows.units)
    event_of_row = _found(nodes.event_keys, rows.events)
    name_of_row = _where_wanted(nodes.names, rows.firsts, ~of_time)
    time_of_row = _where_wanted(nodes.times, rows.firsts, of_time)
    ends = _ends(
        kinds,
        units=unit_of_row,
        events=nodes.events.nodes[event_of_row] if len(nodes.events.nodes) else event_of_row,
        names=name_of_row,
        times=time_of_row,
        objects=_where_wanted(nodes.names, rows.objects, related),
    )
    edges, edge_of_row = _edges(ends, kinds, _where_wanted(alphabetic(list(words.relations)), rows.relations, related))
    rests = AssociationRows(
        rows.living,
        np.select([kinds == ENTITY_ITEM, kinds == TIME_ITEM], [name_of_row, time_of_row], _NONE),
        edge_of_row,
        unit_of_row,
        np.where(rows.events > 0, event_of_row, _NONE),
        rows.spellings,
        list(words.spellings),
    )
    return edges, rests


def _first_stand_ins(nodes: _Nodes, rests: AssociationRows, *, edges: int, table_of_names: int) -> StandIns:
    """The stand-ins if all rows and events count; utterances represent themselves."""
    count, names = nodes.starts[-1], nodes.starts[ENTITY]
    bare = StandIns(np.zeros(count, np.int8), np.zeros(count, np.int64), np.zeros(edges, np.int64))
    bare.items[: len(nodes.units)] = nodes.units
    bare.tables[names:] = table_of_names
    everything = np.ones(len(rests.rows), np.bool_), np.ones(len(nodes.events.items), np.bool_)
    return _stand_ins(bare, nodes.events, rests, *everything)


def _stand_ins(
    known: StandIns, events: Events, rests: AssociationRows, rows: npt.NDArray[np.bool_], counted: npt.NDArray[np.bool_]
) -> StandIns:
    tables, items, edge_items = known.tables.copy(), known.items.copy(), known.edge_items.copy()
    said = np.flatnonzero(counted)
    chosen = said[_said_most(events.nodes[said], events.spellings[said], events.words)]
    tables[events.nodes[chosen]], items[events.nodes[chosen]] = events.tables[chosen], events.items[chosen]
    for numbers, found in ((rests.nodes, items), (rests.edges, edge_items)):
        said = np.flatnonzero(rows & (numbers >= 0))
        chosen = said[_said_most(numbers[said], rests.spellings[said], rests.words)]
        found[numbers[chosen]] = rests.rows[chosen]
    return StandIns(tables, items, edge_items)


def _founded(snapshot: Snapshot, keys: EventGraphKeys) -> Rows:
    """The living rows of the associations whose utterance and event exist.

    That is all of them, except in a store that this process may not bring up to date.
    """
    layer = snapshot.layers[keys.associations]
    living = layer.living()
    units, events = rests_of(snapshot, keys.associations, layer)[living].T
    there = [
        table.keys.values[table.living()] for table in (snapshot.layers[key] for key in (keys.units, *keys.events))
    ]
    founded: Rows = living[np.isin(units, there[0]) & ((events == 0) | np.isin(events, np.concatenate(there[1:])))]
    return founded


def _unit_nodes(layer: LayerTable, units: Rows, keys: Rows) -> Rows:
    """The utterance node for each key."""
    node_of_row = np.empty(len(layer), np.int64)
    node_of_row[units] = np.arange(len(units))
    found: Rows = node_of_row[np.searchsorted(layer.keys.values, keys)]
    return found


def _events(snapshot: Snapshot, keys: EventGraphKeys, rested_on: Rows, roots: Roots, first: int) -> tuple[Events, Rows]:
    """The events that associations rest on, with nodes from `first` on, and their keys."""
    found = _event_items(snapshot, keys, np.unique(rested_on))
    nothing = np.empty(0, np.int64)
    if not found.payloads:
        return Events(nothing, nothing, nothing, nothing, ()), nothing
    order = ordered(found.said_at, found.payloads)
    nodes = first + roots.numbered_events([found.names[row] for row in order.tolist()])
    numbers: dict[str, int] = {}
    spellings = np.array([numbers.setdefault(found.texts[row], len(numbers)) for row in order.tolist()], np.int64)
    words = [(text,) for text in numbers]
    return Events(found.tables[order], found.items[order], nodes, spellings, words), found.keys[order]


class _EventItems(NamedTuple):
    """Items of event layers; row i of every column is the same item.

    `tables` and `items` are those of `Events`, `said_at` the sort keys of `Snapshot.said`.
    """

    tables: Rows
    items: Rows
    keys: Rows
    said_at: tuple[Rows, ...]
    payloads: Sequence[str]
    texts: Sequence[str]
    names: Sequence[str]


def _event_items(snapshot: Snapshot, keys: EventGraphKeys, wanted: Rows) -> _EventItems:
    """The items of the event layers with the `wanted` keys."""
    tables, items, item_keys, said_at = [], [], [], []
    payloads: list[str] = []
    texts: list[str] = []
    names: list[str] = []
    for number, key in enumerate(keys.events, start=1):
        layer = snapshot.layers[key]
        own = np.flatnonzero(np.isin(layer.keys.values, wanted))
        tables.append(np.full(len(own), number))
        items.append(own)
        item_keys.append(layer.keys.values[own])
        said_at.append(np.stack(snapshot.said(layer, own)))
        payloads += layer.payloads.at(own) if len(own) else []
        texts += event_texts(snapshot, key).at(own)
        names += event_names(snapshot, key).at(own)
    return _EventItems(
        tables=np.concatenate(tables),
        items=np.concatenate(items),
        keys=np.concatenate(item_keys),
        said_at=tuple(np.concatenate(said_at, axis=1)),
        payloads=payloads,
        texts=texts,
        names=names,
    )


def _alphabetical_ranks(known: dict[str, int], said: Rows) -> Rows:
    """The alphabetical rank of each known word among the words in `said`; 0 for words not in it."""
    ranks = np.zeros(len(known), np.int64)
    there = np.unique(said)
    there = there[np.argsort(alphabetic(list(known))[there])]
    ranks[there] = np.arange(len(there))
    return ranks


def _said_most(groups: Rows, spellings: Rows, words: Sequence[Words]) -> Rows:
    """For each group, the first row with its most frequent spelling; ties go to the longest, then alphabetically.

    `spellings` are indices into `words`, which are only compared for groups with several spellings.
    """
    _, firsts, counts = np.unique(combined(groups, spellings), return_index=True, return_counts=True)
    begins = changes(groups[firsts])  # sorted by group
    several = ~(begins & np.append(begins[1:], True))
    ranks = np.zeros(len(firsts), np.int64)
    ranks[several] = _by_length([words[one] for one in spellings[firsts[several]].tolist()])
    order = np.lexsort((ranks, -counts, groups[firsts]))
    chosen: Rows = firsts[order[changes(groups[firsts][order])]]
    return chosen


def _by_length(words: Iterable[Words]) -> Rows:
    """The rank of each of `words`: longer ones first, then alphabetically."""
    return alphabetic([(-sum(map(len, each)), each) for each in words])


def _found(keys: Rows, wanted: Rows) -> Rows:
    """The index of each wanted key in the unsorted `keys`: arbitrary for a missing key, 0 if there are no keys."""
    order = np.argsort(keys)
    at, _ = located(keys[order], wanted)
    return order[at] if len(keys) else at


def _where_wanted(ranks: Rows, numbers: Rows, wanted: npt.NDArray[np.bool_]) -> Rows:
    """`ranks[numbers]` where `wanted`, else 0."""
    found = np.zeros(len(numbers), np.int64)
    found[wanted] = ranks[numbers[wanted]]
    return found


def _ends(kinds: Rows, *, units: Rows, events: Rows, names: Rows, times: Rows, objects: Rows) -> Rows:
    """The subject and object of each row as nodes, shape (rows, 2); zeros for rows that are no edges."""
    by_kind = {
        OCCUR: (events, times),
        FACT: (events, units),
        EVENT_ENTITY: (events, names),
        UTTERANCE_ENTITY: (units, names),
        ASK: (names, units),
        RELATION: (names, objects),
    }
    masks = [kinds == kind for kind in by_kind]
    return np.stack([np.select(masks, [ends[side] for ends in by_kind.values()], 0) for side in (0, 1)], axis=1)


def _edges(ends: Rows, kinds: Rows, relations: Rows) -> tuple[Rows, Rows]:
    """The ends of the edges, distinct by kind, ends and relation and without loops, and the edge of each row."""
    edge_of_row = np.full(len(ends), _NONE, np.int64)
    rows = np.flatnonzero((kinds > TIME_ITEM) & (ends[:, 0] != ends[:, 1]))
    if not len(rows):
        return np.empty((0, 2), np.int64), edge_of_row
    alike = combined(kinds[rows], ends[rows, 0], ends[rows, 1], relations[rows])
    _, firsts, groups = np.unique(alike, return_index=True, return_inverse=True)
    edge_of_row[rows] = groups
    return ends[rows[firsts]], edge_of_row
