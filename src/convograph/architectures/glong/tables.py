"""Where G-Long's edges and nodes come from: layers read without a model, and those of triplets that were brought."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong.edges import (
    Edges,
    Items,
    Mask,
    alphabetic,
    edges_of,
    first_of_turns,
    first_places,
    node_of,
)
from convograph.architectures.glong.settings import GLongSettings
from convograph.graph.columns import Column
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import nearest_among
from convograph.protocols import Query
from convograph.retrieval import evidence_turns, items_resting_on, visible_turns
from convograph.terms import DEFAULT_LANGUAGE, Analyzer

Vector = npt.NDArray[np.float32]

USER = "user"  # the speaker of messages with this role
SPELLINGS = 4  # ways in which a name may be written before it takes an anchor's place from another


_FIRST_PERSON = re.compile(r"\b(?:i|me|my|mine|myself)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Keys:
    """The layer of the edges and that of the names of their ends."""

    edges: LayerKey
    names: LayerKey


@dataclass(frozen=True)
class Table:
    """One layer of edges as a question may see it: `allowed` may serve as evidence, `alive` are not dropped.

    `stated` are those that weights are told among: the ones alive, before only the first of each turn was taken.
    """

    graph: Snapshot
    keys: Keys
    edges: Edges
    layer: LayerTable
    stated: Mask
    alive: Mask
    allowed: Mask
    settings: GLongSettings
    analyzer: Analyzer

    @cached_property
    def turns(self) -> Items:
        """The row of the first turn that states each edge."""
        rows: Items = self.layer.source_turns.values[self.layer.source_starts.values].astype(np.int64)
        return rows

    @cached_property
    def sessions(self) -> Items:
        """The session of each edge."""
        sessions: Items = self.graph.turns.sessions.values[self.turns]
        return sessions

    def around(self, nodes: Iterable[str]) -> Items:
        """The edges that the question may see within L hops of the nodes."""
        return self.edges.around(set(nodes), self.settings.hops, self.allowed, self.settings.hub)

    def anchors(self, vector: Vector, query: Query) -> dict[str, float]:
        """The nodes whose names are nearest to the question, with their cosines, best first (SPEC §1.5)."""
        layer = self.graph.layers[self.keys.names]
        found = nearest_among(
            layer.vectors.values,
            self._once_each(self._visible(query)),
            vector,
            self.settings.anchors * SPELLINGS,
            lambda items: (alphabetic([layer.payloads[item] for item in items.tolist()]),),
        )
        nodes: dict[str, float] = {}
        for item, cosine in zip(found.items.tolist(), found.similarities.tolist(), strict=True):
            nodes.setdefault(node_of(layer.payloads[item], self.settings), cosine)
        return dict(list(nodes.items())[: self.settings.anchors])

    def mentioned(self, query: Query) -> dict[str, float]:
        """The nodes all of whose words stand in the question, in the alphabet's order; they count as near as can be.

        "I" is whoever speaks as the user of an assistant.
        """
        layer = self.graph.layers[self.keys.names]
        matched = np.zeros(len(layer), np.int32)
        for term in np.unique(self.analyzer.hashes([query.wording])[1]):
            matched[layer.postings.find(term)[0]] += 1
        whole = (matched > 0) & (matched == layer.postings.lengths.values)
        visible = self._visible(query)
        items = self._once_each(whole if visible is None else whole & visible)
        nodes = {node_of(layer.payloads[item], self.settings) for item in items.tolist()}
        if self.analyzer.language == DEFAULT_LANGUAGE and _FIRST_PERSON.search(query.question):
            nodes |= {node_of(USER, self.settings)} & self.edges.nodes.keys()
        return dict.fromkeys(sorted(nodes), 1.0)

    def _visible(self, query: Query) -> Mask | None:
        """The names that exist for the question; `None` for all."""
        layer = self.graph.layers[self.keys.names]
        return items_resting_on(layer, visible_turns(self.graph.turns, query), every_source=False)

    def _once_each(self, names: Mask | None) -> Items:
        """Of these items of the layer of names (`None`: all), one for each way of writing one."""
        layer = self.graph.layers[self.keys.names]
        spellings = self.graph.derived.of(("names", self.keys.names), layer.payloads, _no_names, _more_names)
        items = np.arange(len(layer)) if names is None else np.flatnonzero(names)
        once: Items = items[first_places(spellings.ids.values[items])]
        return once


@dataclass(frozen=True, slots=True)
class _Spellings:
    """The name of each item of a layer of names, by number; what is written alike has one."""

    ids: Column
    known: dict[str, int]


def _no_names() -> _Spellings:
    return _Spellings(Column(np.empty(0, np.int64)), {})


def _more_names(names: _Spellings, payloads: Sequence[str]) -> _Spellings:
    found = [names.known.setdefault(payload, len(names.known)) for payload in payloads]
    return _Spellings(names.ids.extended(np.array(found, np.int64)), names.known)


def table_of(graph: Snapshot, keys: Keys, query: Query, settings: GLongSettings, analyzer: Analyzer) -> Table:
    """The table of a pair of layers, as the question may see it."""
    layer = graph.layers[keys.edges]
    edges = edges_of(graph, keys.edges, settings)
    stated = np.ones(len(layer), np.bool_) if layer.alive is None else layer.alive
    alive = first_of_turns(graph, layer, edges, stated) if settings.first_only else stated
    resting = items_resting_on(layer, evidence_turns(graph.turns, query))
    allowed = alive if resting is None else alive & resting
    return Table(graph, keys, edges, layer, stated, alive, allowed, settings, analyzer)


def without_sessions_of(table: Table, other: Table) -> Table:
    """The table without the sessions that the other one has edges of."""
    kept = ~np.isin(table.sessions, np.unique(other.sessions[other.alive]))
    return replace(table, stated=table.stated & kept, alive=table.alive & kept, allowed=table.allowed & kept)
