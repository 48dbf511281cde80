"""The graph around events as a question may see it: which nodes and edges exist, and which may be evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from convograph.architectures.associa.structure import (
    EVENT,
    FACT,
    RELATION,
    UTTERANCE,
    Keys,
    Rows,
    Structure,
    structure_of,
)
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import roughly, similarities
from convograph.layers.associations import LABELS, association_of
from convograph.layers.brought_events import BroughtEvents
from convograph.layers.events import event_of
from convograph.layers.sketches import short
from convograph.protocols import Query
from convograph.retrieval import evidence_turns, items_resting_on, units_allowed, visible_turns

Mask = npt.NDArray[np.bool_]
Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EventGraph:
    """All nodes and edges, and masks of them: `seen` ones exist for the question, `allowed` ones may be evidence."""

    graph: Snapshot
    keys: Keys
    structure: Structure
    seen: Mask
    seen_edges: Mask
    allowed: Mask
    allowed_edges: Mask

    @property
    def layers(self) -> tuple[LayerTable, ...]:
        """The tables of nodes, in the order of `Structure.tables`."""
        return tuple(self.graph.layers[key] for key in self.keys.all)

    @property
    def associations(self) -> LayerTable:
        """The table of edges, names and times."""
        return self.graph.layers[self.keys.associations]

    @property
    def utterances(self) -> Rows:
        """The numbers of the utterances that may be evidence."""
        return np.flatnonzero((self.structure.kinds == UTTERANCE) & self.allowed)

    def roughly(self, vector: Vector) -> npt.NDArray[np.float64]:
        """The cosines of all nodes with a question, each within half of the tolerance of `graph.vectors`."""
        nodes = np.arange(len(self.structure.kinds))
        return self._of_tables(lambda table, items: roughly(table.vectors.values, items, vector), nodes)

    def cosines(self, nodes: Rows, vector: Vector) -> npt.NDArray[np.float64]:
        """The exact cosines of some nodes with a question."""
        return self._of_tables(lambda table, items: similarities(table.vectors.values, items, vector), nodes)

    def edges_roughly(self, vector: Vector) -> npt.NDArray[np.float32]:
        """The cosines of all edges, as `roughly`."""
        return roughly(self.associations.vectors.values, self.structure.edge_items, vector)

    def edge_cosines(self, edges: Rows, vector: Vector) -> npt.NDArray[np.float64]:
        """The exact cosines of some edges with a question."""
        return similarities(self.associations.vectors.values, self.structure.edge_items[edges], vector)

    def text(self, node: int) -> str:
        """What a node says: its turns, an event's description, a name, a time."""
        table, item = self._place(node)
        if self.structure.kinds[node] == UTTERANCE:
            return "\n".join(self.graph.turns.source_turn(row).text for row in self.turns(node))
        if self.structure.kinds[node] == EVENT:
            return event_of(table.payloads[item])[0]
        return association_of(table.payloads[item])[1][0]

    def edge_text(self, edge: int) -> str:
        """An edge as a line, from one end to the other; an utterance by the id of its first turn."""
        first, second = (self._name(node) for node in self.structure.edges[edge].tolist())
        return f"{first} —{self.label(edge)[1]}→ {second}"

    def label(self, edge: int) -> tuple[str, str]:
        """The kind of an edge, `"triplet"` for a relation, and what it is called."""
        kind, words = association_of(self.associations.payloads[int(self.structure.edge_items[edge])])
        return ("triplet", words[1].replace("_", " ")) if kind == "relation" else (kind, LABELS[kind])

    @property
    def relations(self) -> Mask:
        """Which edges that are seen are relations between entities, and no edge of a kind of their own."""
        found: Mask = self.seen_edges & (self.structure.edge_kinds == RELATION)
        return found

    def turns(self, node: int) -> list[int]:
        """The rows of the turns of an utterance or an event."""
        table, item = self._place(node)
        rows: list[int] = table.source_turns.values[table.sources(item)].tolist()
        return rows

    def is_brought(self, node: int) -> bool:
        """Whether a node is an event that somebody brought or a model wrote."""
        brought = self.keys.all[self.structure.tables[node]].name == BroughtEvents.name
        return bool(self.structure.kinds[node] == EVENT and brought)

    def grounded(self) -> tuple[Rows, Rows]:
        """Each event that is seen with each utterance that grounds it."""
        edges = self.structure.edges[(self.structure.edge_kinds == FACT) & self.seen_edges]
        return edges[:, 0], edges[:, 1]

    def _name(self, node: int) -> str:
        if self.structure.kinds[node] != UTTERANCE:
            return short(self.text(node)) if self.structure.kinds[node] == EVENT else self.text(node)
        return self.graph.turns.source_turn(self.turns(node)[0]).id

    def _place(self, node: int) -> tuple[LayerTable, int]:
        return self.layers[self.structure.tables[node]], int(self.structure.items[node])

    def _of_tables(
        self, values: Callable[[LayerTable, Rows], npt.NDArray[Any]], nodes: Rows
    ) -> npt.NDArray[np.float64]:
        tables, items = self.structure.tables[nodes], self.structure.items[nodes]
        found = np.empty(len(nodes))
        for number, table in enumerate(self.layers):
            at = np.flatnonzero(tables == number)
            found[at] = values(table, items[at])
        return found


def event_graph(graph: Snapshot, keys: Keys, query: Query) -> EventGraph:
    """The graph of these layers for a question."""
    structure = structure_of(graph, keys)
    existing = Query("", 1, query.unit, as_of=query.as_of, strict=query.strict)
    visible, evidence = visible_turns(graph.turns, query), evidence_turns(graph.turns, query)
    seen, seen_edges = _masks(graph, keys, structure, existing, visible, every_source=True)
    allowed, allowed_edges = _masks(graph, keys, structure, query, evidence, every_source=False)
    return EventGraph(graph, keys, structure, seen, seen_edges, allowed & seen, allowed_edges & seen_edges)


def _masks(
    graph: Snapshot, keys: Keys, structure: Structure, query: Query, turns: Mask | None, *, every_source: bool
) -> tuple[Mask, Mask]:
    """The nodes and edges that rest on utterances that pass, and on events with one (or every) source among `turns`."""
    there = np.ones(len(structure.kinds), np.bool_)
    for number, key in enumerate(keys.all[:-1]):
        nodes = np.flatnonzero(structure.tables == number)
        layer = graph.layers[key]
        if number:
            passing = items_resting_on(layer, turns, every_source=every_source)
        else:
            passing = units_allowed(layer, graph.turns, query)
        if passing is not None:
            there[nodes] = passing[structure.items[nodes]]
    events = structure.event_of_item
    resting = there[structure.unit_of_item] & (there[events] | (events < 0))
    edges = np.bincount(structure.edge_of_item[resting] + 1, minlength=len(structure.edges) + 1)[1:] > 0
    named = np.bincount(structure.node_of_item[resting] + 1, minlength=len(there) + 1)[1:] > 0
    later = structure.tables == len(keys.all) - 1
    there[later] = named[later]
    return there, edges
