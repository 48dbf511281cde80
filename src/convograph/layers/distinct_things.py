"""The distinct names, relations and events of Associa's graph, in the order in which they were first said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from convograph.graph.arrays import Rows
from convograph.graph.columns import Column, Listing
from convograph.graph.rows import LayerKey
from convograph.graph.runs import alphabetic, ordered
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.graph.vectors import rounded
from convograph.layers.associations import ASK, ENTITY_ITEM, RELATION, AssociationLayer, rests_of, words_of
from convograph.layers.events import event_of, event_text
from convograph.protocols import Encoder
from convograph.types import MergeKind


@dataclass(frozen=True, slots=True)
class Things:
    """Distinct things of a kind; texts that differ only in case and spacing are one, worded as first said.

    `names` are the texts as they are compared, `keys` the keys of the items that say them first, `turns` the keys of
    these items' first turns. `alone` marks speakers: each is a node of its own (Associa, section 3.3), however similar
    to another.
    """

    texts: Sequence[str]
    names: Sequence[str]
    keys: Rows
    turns: Rows
    vectors: npt.NDArray[np.float32]
    alone: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.texts)


def distinct_things(snapshot: Snapshot, layer: AssociationLayer, kind: MergeKind) -> Things:
    """The distinct things of a kind."""
    if kind == "event":
        return _events(snapshot, layer)
    return _relations(snapshot, layer) if kind == "relation" else _names(snapshot, layer)


def event_texts(snapshot: Snapshot, key: LayerKey) -> Listing[str]:
    """The text encoded for each item of an event layer; only new items are read."""

    def more(held: Listing[str], payloads: Sequence[str]) -> Listing[str]:
        return held.extended([event_text(*event_of(payload)) for payload in payloads])

    made: Listing[str] = snapshot.derived.incremental(
        ("event-texts", key), snapshot.layers[key].payloads, Listing[str], more
    )
    return made


def event_names(snapshot: Snapshot, key: LayerKey) -> Listing[str]:
    """The same texts, as they are compared."""

    def more(held: Listing[str], payloads: Sequence[str]) -> Listing[str]:
        return held.extended(map(speaker_key, event_texts(snapshot, key)[len(held) : len(held) + len(payloads)]))

    made: Listing[str] = snapshot.derived.incremental(
        ("event-names", key), snapshot.layers[key].payloads, Listing[str], more
    )
    return made


def _names(snapshot: Snapshot, layer: AssociationLayer) -> Things:
    table, words = snapshot.layers[layer.key], words_of(snapshot, layer.key)
    living = table.living()
    kinds, names, _, _, spellings = words.numbers.values[living].T
    speakers = np.unique(names[kinds == ASK])
    said = np.flatnonzero(kinds == ENTITY_ITEM)
    known, all_spellings = list(words.names), list(words.spellings)
    distinct, positions = np.unique(spellings[said], return_inverse=True)
    texts = [" ".join(all_spellings[one]) for one in distinct.tolist()]
    firsts = _firsts(snapshot, table, living[said], names[said], alphabetic(texts)[positions])
    numbers, items = names[said[firsts]], living[said[firsts]]
    said_first = [texts[one] for one in positions[firsts].tolist()]
    names_first = [known[one] for one in numbers.tolist()]
    alone = np.isin(numbers, speakers)
    return Things(said_first, names_first, *_said_by(snapshot, table, items), table.vectors.values[items], alone)


def _relations(snapshot: Snapshot, layer: AssociationLayer) -> Things:
    table, words = snapshot.layers[layer.key], words_of(snapshot, layer.key)
    living = table.living()
    kinds, _, relations, _, _ = words.numbers.values[living].T
    said = np.flatnonzero(kinds == RELATION)
    texts = list(words.relations)
    firsts = said[_firsts(snapshot, table, living[said], relations[said], alphabetic(texts)[relations[said]])]
    vectors = _relation_vectors(snapshot, layer.key, layer.units.model)[relations[firsts]]
    said_first = [texts[one] for one in relations[firsts].tolist()]  # already as they are compared
    nobody = np.zeros(len(firsts), np.bool_)
    return Things(said_first, said_first, *_said_by(snapshot, table, living[firsts]), vectors, nobody)


def _events(snapshot: Snapshot, layer: AssociationLayer) -> Things:
    """The events in the graph: read events of a session with brought ones, for example, are not.

    The key of an event is that of its first association, not its own: an event may be older than the graph that it is
    part of.
    """
    found = _event_items(snapshot, layer)
    numbers: dict[str, int] = {}
    groups = np.array([numbers.setdefault(name, len(numbers)) for name in found.names], np.int64)
    firsts = _first_of_each(groups, ordered(found.said_at, found.texts))
    texts, names = ([column[row] for row in firsts.tolist()] for column in (found.texts, found.names))
    nobody = np.zeros(len(firsts), np.bool_)
    return Things(texts, names, found.known_since[firsts], found.turns[firsts], found.vectors[firsts], nobody)


class _EventItems(NamedTuple):
    """Items of event layers that associations rest on; row i of every column is the same item.

    `known_since` are the keys of their first associations, `turns` those of their first turns; `said_at` are the sort
    keys of `Snapshot.said`.
    """

    texts: Sequence[str]
    names: Sequence[str]
    known_since: Rows
    turns: Rows
    said_at: tuple[Rows, ...]
    vectors: npt.NDArray[np.float32]


def _event_items(snapshot: Snapshot, layer: AssociationLayer) -> _EventItems:
    used, known_since = _associated(snapshot, layer)
    texts: list[str] = []
    names: list[str] = []
    columns: list[tuple[Rows, ...]] = []
    vectors = []
    for event_layer in layer.events:
        key, table = event_layer.key, snapshot.layers[event_layer.key]
        items = np.flatnonzero(np.isin(table.keys.values, used))
        texts += event_texts(snapshot, key).at(items)
        names += event_names(snapshot, key).at(items)
        since, turns = known_since[np.searchsorted(used, table.keys.values[items])], table.first_turns()[items]
        columns.append((since, snapshot.turns.keys.values[turns], *snapshot.said(table, items)))
        vectors.append(table.vectors.values[items])
    since, turns, *said_at = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    with_rows = [rows for rows in vectors if len(rows)]  # the width is unknown in a table without items
    all_vectors = np.concatenate(with_rows) if with_rows else np.empty((0, 0), np.float32)
    return _EventItems(texts, names, since, turns, tuple(said_at), all_vectors)


def _associated(snapshot: Snapshot, layer: AssociationLayer) -> tuple[Rows, Rows]:
    """The keys of the events that associations rest on, ascending, and that of the first association of each."""
    associations = snapshot.layers[layer.key]
    living = associations.living()
    used, firsts = np.unique(rests_of(snapshot, layer.key, associations)[living, 1], return_index=True)
    return used, associations.keys.values[living[firsts]]


def _relation_vectors(snapshot: Snapshot, key: LayerKey, model: Encoder) -> npt.NDArray[np.float32]:
    """The vectors of all relations, by their number in `words_of`."""
    relations = list(words_of(snapshot, key).relations)

    def more(held: Column, payloads: Sequence[str]) -> Column:
        new = relations[len(held) :]
        return held.extended(rounded(model.encode(new, "passage"))) if new else held

    def empty() -> Column:
        return Column(np.empty((0, model.dimensions), np.float32))

    made: Column = snapshot.derived.incremental(("relation-vectors", key), snapshot.layers[key].payloads, empty, more)
    return made.values


def _firsts(snapshot: Snapshot, table: LayerTable, items: Rows, groups: Rows, ranks: Rows) -> Rows:
    """The positions of the items said first in each group, in that order; ties go by rank."""
    if not len(items):
        return np.empty(0, np.int64)
    return _first_of_each(groups, np.lexsort((ranks, *snapshot.said(table, items)[::-1])))


def _first_of_each(groups: Rows, order: Rows) -> Rows:
    """The first row of each group in an order of the rows, in that order."""
    firsts: Rows = order[np.sort(np.unique(groups[order], return_index=True)[1])]
    return firsts


def _said_by(snapshot: Snapshot, table: LayerTable, items: Rows) -> tuple[Rows, Rows]:
    """The keys of some items, and those of their first turns."""
    return table.keys.values[items], snapshot.turns.keys.values[table.first_turns()[items]]
