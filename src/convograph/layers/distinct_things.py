"""The distinct names, relations and events of the graph around events, in the order in which they were first said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from convograph.graph.columns import Column, Listing
from convograph.graph.rows import LayerKey
from convograph.graph.runs import alphabetic
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.graph.vectors import rounded
from convograph.layers.associations import ASK, ENTITY_ITEM, RELATION, AssociationLayer, rests_of, words_of
from convograph.layers.events import event_of, event_text
from convograph.protocols import Encoder
from convograph.types import MergeKind

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Things:
    """Distinct things of a kind; what differs only in case and spacing is one, in the words that came first.

    `keys` are those of the items that say them first, `turns` those of these items' first turns. `alone` are speakers:
    each is a node of its own (Associa, section 3.3), however similar to another.
    """

    texts: Sequence[str]
    keys: Rows
    turns: Rows
    vectors: npt.NDArray[np.float32]
    alone: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def names(self) -> list[str]:
        """The texts as they are compared."""
        return [speaker_key(text) for text in self.texts]


def distinct_things(graph: Snapshot, layer: AssociationLayer, kind: MergeKind) -> Things:
    """Those of a kind."""
    if kind == "event":
        return _events(graph, layer)
    return _relations(graph, layer) if kind == "relation" else _names(graph, layer)


def event_texts(graph: Snapshot, key: LayerKey) -> Listing[str]:
    """What each item of a layer of events says, as it is encoded; only those of new items are looked at."""

    def more(held: Listing[str], payloads: Sequence[str]) -> Listing[str]:
        return held.extended([event_text(*event_of(payload)) for payload in payloads])

    made: Listing[str] = graph.derived.of(("event-texts", key), graph.layers[key].payloads, Listing[str], more)
    return made


def _names(graph: Snapshot, layer: AssociationLayer) -> Things:
    table, words = graph.layers[layer.key], words_of(graph, layer.key)
    living = table.living()
    kinds, names, _, _, spellings = words.numbers.values[living].T
    speakers = np.unique(names[kinds == ASK])
    said = np.flatnonzero(kinds == ENTITY_ITEM)
    texts = [" ".join(one) for one in words.spellings]
    firsts = said[_firsts(graph, table, living[said], names[said], alphabetic(texts)[spellings[said]])]
    items = living[firsts]
    first_texts = [texts[one] for one in spellings[firsts].tolist()]
    things = _of_items(graph, table, items, first_texts, table.vectors.values[items])
    return replace(things, alone=np.isin(names[firsts], speakers))


def _relations(graph: Snapshot, layer: AssociationLayer) -> Things:
    table, words = graph.layers[layer.key], words_of(graph, layer.key)
    living = table.living()
    kinds, _, relations, _, _ = words.numbers.values[living].T
    said = np.flatnonzero(kinds == RELATION)
    texts = list(words.relations)
    firsts = said[_firsts(graph, table, living[said], relations[said], alphabetic(texts)[relations[said]])]
    vectors = _relation_vectors(graph, layer.key, layer.units.model)[relations[firsts]]
    return _of_items(graph, table, living[firsts], [texts[one] for one in relations[firsts].tolist()], vectors)


def _events(graph: Snapshot, layer: AssociationLayer) -> Things:
    """Events that the graph has: those of a session with brought ones, for example, are not read.

    The item that says one first is that of the association which leads from it: an event may be older than the graph
    that it is part of.
    """
    associations = graph.layers[layer.key]
    living = associations.living()
    used, firsts = np.unique(rests_of(graph, layer.key, associations)[living, 1], return_index=True)
    known_since = associations.keys.values[living[firsts]]
    texts: list[str] = []
    columns: list[tuple[Rows, ...]] = []
    vectors = []
    for one in layer.events:
        table, said = graph.layers[one.key], event_texts(graph, one.key)
        items = np.flatnonzero(np.isin(table.keys.values, used))
        texts += said.at(items)
        turns = graph.turns.keys.values[table.first_turns()[items]]
        columns.append((known_since[np.searchsorted(used, table.keys.values[items])], turns, *graph.said(table, items)))
        vectors.append(table.vectors.values[items])
    keys, turns, *said_at = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    numbers: dict[str, int] = {}
    groups = np.array([numbers.setdefault(speaker_key(text), len(numbers)) for text in texts], np.int64)
    firsts = _first_of_each(groups, (*said_at, alphabetic(texts)))
    with_rows = [one for one in vectors if len(one)]  # a table without items does not know how wide they are
    all_vectors = np.concatenate(with_rows) if with_rows else np.empty((0, 0), np.float32)
    said_first = [texts[one] for one in firsts.tolist()]
    return Things(said_first, keys[firsts], turns[firsts], all_vectors[firsts], np.zeros(len(firsts), np.bool_))


def _relation_vectors(graph: Snapshot, key: LayerKey, model: Encoder) -> npt.NDArray[np.float32]:
    """The vectors of all relations that `words_of` numbers, by number."""
    relations = list(words_of(graph, key).relations)

    def more(held: Column, payloads: Sequence[str]) -> Column:
        new = relations[len(held) :]
        return held.extended(rounded(model.encode(new, "passage"))) if new else held

    def empty() -> Column:
        return Column(np.empty((0, model.dimensions), np.float32))

    made: Column = graph.derived.of(("relation-vectors", key), graph.layers[key].payloads, empty, more)
    return made.values


def _firsts(graph: Snapshot, table: LayerTable, items: Rows, groups: Rows, ranks: Rows) -> Rows:
    return _first_of_each(groups, (*graph.said(table, items), ranks)) if len(items) else np.empty(0, np.int64)


def _first_of_each(groups: Rows, order: Sequence[Rows]) -> Rows:
    """The first row of each group by some columns, most significant first; in this order."""
    ordered = np.lexsort(tuple(order)[::-1])
    firsts: Rows = ordered[np.sort(np.unique(groups[ordered], return_index=True)[1])]
    return firsts


def _of_items(
    graph: Snapshot, table: LayerTable, items: Rows, texts: Sequence[str], vectors: npt.NDArray[np.float32]
) -> Things:
    turns = graph.turns.keys.values[table.first_turns()[items]]
    return Things(texts, table.keys.values[items], turns, vectors, np.zeros(len(items), np.bool_))
