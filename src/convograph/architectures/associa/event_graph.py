"""The event graph as a question may see it: which nodes and edges exist, and which may be evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from convograph.architectures.associa.structure import (
    EVENT,
    UTTERANCE,
    EventGraphKeys,
    EventStructure,
    StandIns,
    structure_of,
)
from convograph.graph.arrays import Mask, Rows, Vector
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import roughly, similarities
from convograph.layers.associations import FACT, LABELS, RELATION, association_of
from convograph.layers.brought_events import BroughtEvents
from convograph.layers.events import event_of
from convograph.layers.sketches import short
from convograph.protocols import Query
from convograph.quotation import edge_on_line, relation_in_words
from convograph.retrieval import evidence_turns, items_resting_on, units_allowed, visible_turns


@dataclass(frozen=True, slots=True)
class EventGraph:
    """All nodes and edges, with masks: `seen` ones exist for the question, `allowed` ones may be evidence.

    `stand_ins` represent nodes and edges by existing items; `events` is a mask of the existing events.
    """

    snapshot: Snapshot
    keys: EventGraphKeys
    structure: EventStructure
    stand_ins: StandIns
    events: Mask
    seen: Mask
    seen_edges: Mask
    allowed: Mask
    allowed_edges: Mask

    @property
    def layers(self) -> tuple[LayerTable, ...]:
        """The tables of nodes, in the order of `StandIns.tables`."""
        return tuple(self.snapshot.layers[key] for key in self.keys.all)

    @property
    def associations(self) -> LayerTable:
        """The table of edges, names and times."""
        return self.snapshot.layers[self.keys.associations]

    @property
    def utterances(self) -> Rows:
        """The nodes of the utterances that may be evidence."""
        return np.flatnonzero((self.structure.kinds == UTTERANCE) & self.allowed)

    def roughly(self, nodes: Rows, vector: Vector) -> npt.NDArray[np.float64]:
        """The cosines of `nodes` with a question, each within half of the tolerance of `graph.vectors`."""
        return self._of_tables(lambda table, items: roughly(table.vectors.values, items, vector), nodes)

    def cosines(self, nodes: Rows, vector: Vector) -> npt.NDArray[np.float64]:
        """The exact cosines of `nodes` with a question."""
        return self._of_tables(lambda table, items: similarities(table.vectors.values, items, vector), nodes)

    def edges_roughly(self, vector: Vector) -> npt.NDArray[np.float32]:
        """The cosines of all edges with a question, as precise as those of `roughly`."""
        return roughly(self.associations.vectors.values, self.stand_ins.edge_items, vector)

    def edge_cosines(self, edges: Rows, vector: Vector) -> npt.NDArray[np.float64]:
        """The exact cosines of `edges` with a question."""
        return similarities(self.associations.vectors.values, self.stand_ins.edge_items[edges], vector)

    def text(self, node: int) -> str:
        """The text of a node: its turns, an event's description, a name, or a time."""
        table, item = self._item(node)
        if self.structure.kinds[node] == UTTERANCE:
            return "\n".join(self.snapshot.turns.source_turn(row).text for row in self.turns(node))
        if self.structure.kinds[node] == EVENT:
            return event_of(table.payloads[item])[0]
        return association_of(table.payloads[item])[1][0]

    def edge_text(self, edge: int) -> str:
        """An edge as a line, from one end to the other; an utterance is shown by the id of its first turn."""
        first, second = (self._name(node) for node in self.structure.edges[edge].tolist())
        return edge_on_line(first, self.label(edge)[1], second)

    def label(self, edge: int) -> tuple[str, str]:
        """The kind of an edge (`"triplet"` for a relation) and its label."""
        kind, words = association_of(self.associations.payloads[int(self.stand_ins.edge_items[edge])])
        return ("triplet", relation_in_words(words[1])) if kind == "relation" else (kind, LABELS[kind])

    @property
    def relations(self) -> Mask:
        """A mask of the seen edges that are relations between entities."""
        found: Mask = self.seen_edges & (self.structure.edge_kinds == RELATION)
        return found

    def turns(self, node: int) -> list[int]:
        """The turn rows of a node; an event has those of all its duplicates that exist."""
        items = [self._item(node)]
        if self.structure.kinds[node] == EVENT:
            events = self.structure.events
            same = np.flatnonzero((events.nodes == node) & self.events).tolist()
            items = [(self.layers[int(events.tables[one])], int(events.items[one])) for one in same]
        rows = [row for table, item in items for row in table.turn_rows(item).tolist()]
        return list(dict.fromkeys(rows))

    def is_brought(self, node: int) -> bool:
        """Whether a node is an event that was brought by a caller or written by a model."""
        brought = self.keys.all[self.stand_ins.tables[node]].name == BroughtEvents.name
        return bool(self.structure.kinds[node] == EVENT and brought)

    def grounded(self) -> tuple[Rows, Rows]:
        """Pairs of a seen event and an utterance that grounds it, as two arrays."""
        edges = self.structure.edges[(self.structure.edge_kinds == FACT) & self.seen_edges]
        return edges[:, 0], edges[:, 1]

    def _name(self, node: int) -> str:
        if self.structure.kinds[node] != UTTERANCE:
            return short(self.text(node)) if self.structure.kinds[node] == EVENT else self.text(node)
        return self.snapshot.turns.source_turn(self.turns(node)[0]).id

    def _item(self, node: int) -> tuple[LayerTable, int]:
        return self.layers[self.stand_ins.tables[node]], int(self.stand_ins.items[node])

    def _of_tables(
        self, values: Callable[[LayerTable, Rows], npt.NDArray[Any]], nodes: Rows
    ) -> npt.NDArray[np.float64]:
        tables, items = self.stand_ins.tables[nodes], self.stand_ins.items[nodes]
        found = np.empty(len(nodes))
        for number, table in enumerate(self.layers):
            at = np.flatnonzero(tables == number)
            found[at] = values(table, items[at])
        return found


def event_graph(snapshot: Snapshot, keys: EventGraphKeys, query: Query) -> EventGraph:
    """The event graph of these layers for a question."""
    structure = structure_of(snapshot, keys)
    existing = Query("", 1, query.unit, as_of=query.as_of, strict=query.strict)
    visible, evidence = visible_turns(snapshot.turns, query), evidence_turns(snapshot.turns, query)
    there = _passing(snapshot, keys, structure, existing, visible, every_source=True)
    evidence_of = there  # without filters, all that exists may be evidence
    if evidence is not None:
        evidence_of = _passing(snapshot, keys, structure, query, evidence, every_source=False)
    stand_ins = structure.standing(there.rows, there.events)
    allowed, allowed_edges = evidence_of.nodes & there.nodes, evidence_of.edges & there.edges
    return EventGraph(
        snapshot, keys, structure, stand_ins, there.events, there.nodes, there.edges, allowed, allowed_edges
    )


@dataclass(frozen=True, slots=True)
class _Passing:
    """Masks of the events, rows of the associations, nodes and edges that pass filters."""

    events: Mask
    rows: Mask
    nodes: Mask
    edges: Mask


def _passing(
    snapshot: Snapshot,
    keys: EventGraphKeys,
    structure: EventStructure,
    query: Query,
    turns: Mask | None,
    *,
    every_source: bool,
) -> _Passing:
    """What rests on allowed utterances and on events with one source, or every source, in `turns`."""
    events = np.ones(len(structure.events.items), np.bool_)
    for number, key in enumerate(keys.events, start=1):
        own = np.flatnonzero(structure.events.tables == number)
        passing = items_resting_on(snapshot.layers[key], turns, every_source=every_source)
        if passing is not None:
            events[own] = passing[structure.events.items[own]]
    nodes, edges = np.zeros(len(structure.kinds), np.bool_), np.zeros(len(structure.edges), np.bool_)
    utterances = np.flatnonzero(structure.kinds == UTTERANCE)
    units = units_allowed(snapshot.layers[keys.units], snapshot.turns, query)
    nodes[utterances] = True if units is None else units[structure.stand_ins.items[utterances]]
    nodes[structure.events.nodes[events]] = True
    rests = structure.rests
    rows = nodes[rests.units] & np.append(events, True)[rests.events]
    for numbers, found in ((rests.nodes, nodes), (rests.edges, edges)):
        found[numbers[rows & (numbers >= 0)]] = True
    return _Passing(events, rows, nodes, edges)
