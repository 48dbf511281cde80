"""Where G-Long's edges and nodes come from: layers read without a model, and those of triplets that were brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong.edges import Edges, Mask, edges_of, first_of_turns, node_of
from convograph.architectures.glong.settings import GLongSettings
from convograph.graph.columns import Column
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import nearest
from convograph.protocols import Query
from convograph.retrieval import evidence_turns, items_resting_on, visible_turns
from convograph.terms import Analyzer

Items = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Keys:
    """The layer of the edges and that of the names of their ends."""

    edges: LayerKey
    names: LayerKey


@dataclass(frozen=True, slots=True)
class Table:
    """One layer of edges as a question may see it: `allowed` may serve as evidence, `alive` are not dropped."""

    graph: Snapshot
    keys: Keys
    edges: Edges
    layer: LayerTable
    alive: Mask
    allowed: Mask
    settings: GLongSettings
    analyzer: Analyzer

    @property
    def sessions(self) -> Items:
        """The session of each edge."""
        rows = self.layer.source_turns.values[self.layer.first_source(np.arange(len(self.layer)))]
        sessions: Items = self.graph.turns.sessions.values[rows]
        return sessions

    def anchors(self, vector: Vector, query: Query) -> dict[str, float]:
        """The nodes whose names are nearest to the question, with their cosines (SPEC §1.5)."""
        layer = self.graph.layers[self.keys.names]
        names = self.graph.derived.of(
            ("names", self.keys.names, self.settings.same_name), layer.payloads, _no_names, self._more_names
        )
        visible = items_resting_on(layer, visible_turns(self.graph.turns, query), every_source=False)
        (found,) = nearest(
            layer.vectors.values,
            vector[None, :],
            self.settings.anchors,
            lambda items: self.graph.place(layer, items),
            allowed=_once(names.ids.values, visible),
        )
        return {
            node_of(layer.payloads[item], self.settings): cosine
            for item, cosine in zip(found.items.tolist(), found.similarities.tolist(), strict=True)
        }

    def _more_names(self, names: _Names, payloads: Sequence[str]) -> _Names:
        nodes = (node_of(payload, self.settings) for payload in payloads)
        found = [names.known.setdefault(node, len(names.known)) for node in nodes]
        return _Names(names.ids.extended(np.array(found, np.int64)), names.known)


@dataclass(frozen=True, slots=True)
class _Names:
    """The node of each item of a layer of names, by number."""

    ids: Column
    known: dict[str, int]


def _no_names() -> _Names:
    return _Names(Column(np.empty(0, np.int64)), {})


def table_of(graph: Snapshot, keys: Keys, query: Query, settings: GLongSettings, analyzer: Analyzer) -> Table:
    """The table of a pair of layers, as the question may see it."""
    layer = graph.layers[keys.edges]
    alive = np.ones(len(layer), np.bool_) if layer.alive is None else layer.alive
    if settings.first_only:
        alive = first_of_turns(layer, alive)
    resting = items_resting_on(layer, evidence_turns(graph.turns, query))
    allowed = alive if resting is None else alive & resting
    return Table(graph, keys, edges_of(graph, keys.edges, settings), layer, alive, allowed, settings, analyzer)


def without_sessions_of(table: Table, other: Table) -> Table:
    """The table without the sessions that the other one has edges of."""
    kept = ~np.isin(table.sessions, np.unique(other.sessions[other.alive]))
    return replace(table, alive=table.alive & kept, allowed=table.allowed & kept)


def _once(ids: Items, allowed: Mask | None) -> Mask:
    """Of the items allowed, the first of each id."""
    items = np.arange(len(ids)) if allowed is None else np.flatnonzero(allowed)
    _, firsts = np.unique(ids[items], return_index=True)
    once = np.zeros(len(ids), np.bool_)
    once[items[firsts]] = True
    return once
