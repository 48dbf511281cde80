"""The graph of the triplets visible to a question, over the layers that its edges come from.

Edges are numbered consecutively across layers. They form one graph: layers share nodes, and identical statements are
one statement, whatever layer they come from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong.edges import (
    LayerEdges,
    LayerNames,
    Numbering,
    edges_of,
    first_places,
    names_of,
    numbering_of,
)
from convograph.architectures.glong.settings import GLongSettings
from convograph.graph.arrays import Items, Mask, Vector
from convograph.graph.rows import LayerKey
from convograph.graph.runs import alphabetic
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import roughly, similarities
from convograph.layers.triplets import spoken
from convograph.protocols import Query
from convograph.retrieval import evidence_turns, items_resting_on, visible_turns
from convograph.terms import Analyzer
from convograph.types import Span, Triplet

UNREACHED = np.iinfo(np.int32).max


@dataclass(frozen=True, slots=True)
class TripletGraphKeys:
    """The layers of some edges and of the names of their ends."""

    edges: LayerKey
    names: LayerKey


@dataclass(frozen=True, slots=True)
class GraphPart:
    """One layer of edges with its names; its edges are numbered from `start`."""

    edges: LayerEdges
    layer: LayerTable
    names: LayerNames
    name_layer: LayerTable
    start: int

    @property
    def items(self) -> slice:
        """The numbers of its edges."""
        return slice(self.start, self.start + len(self.layer))


@dataclass(frozen=True, slots=True)
class Reached:
    """The edges within L hops of the anchors, and the distance of each node.

    `far` grows with the hops; for the anchors, `anchors` in number, it is their rank, best first.
    """

    items: Items
    far: Items
    anchors: int


@dataclass(frozen=True)
class TripletGraph:
    """All edges, and masks of them: `existing` edges are visible to the question, `allowed` ones may be evidence.

    Weights are computed over the `stated` edges, which are neither dropped nor replaced by a later part; `first_only`
    reduces these to the first triplet of each turn, which leaves those `alive`. `parts` are the layers with edges.
    """

    snapshot: Snapshot
    parts: tuple[GraphPart, ...]
    numbering: Numbering
    stated: Mask
    alive: Mask
    existing: Mask
    allowed: Mask
    settings: GLongSettings
    analyzer: Analyzer

    @cached_property
    def numbers(self) -> npt.NDArray[np.int32]:
        """Subject, object, statement and wording of each edge, shape (edges, 4)."""
        return _joined([part.edges.numbers.values for part in self.parts], np.empty((0, 4), np.int32))

    @property
    def subjects(self) -> npt.NDArray[np.int32]:
        """The node of each edge's subject."""
        return self.numbers[:, 0]

    @property
    def objects(self) -> npt.NDArray[np.int32]:
        """The node of each edge's object."""
        return self.numbers[:, 1]

    @property
    def statements(self) -> npt.NDArray[np.int32]:
        """The statement number of each edge; parallel edges have one each."""
        if self.settings.repeated == "parallel":
            return np.arange(len(self.numbers), dtype=np.int32)
        return self.numbers[:, 2]

    @cached_property
    def scores(self) -> npt.NDArray[np.float64]:
        """The importance score of each edge; NaN without a scorer."""
        return _joined([part.edges.scores.values for part in self.parts], np.empty(0))

    @cached_property
    def turns(self) -> Items:
        """The row of the first turn that states each edge."""
        return _joined([part.layer.first_turns() for part in self.parts], np.empty(0, np.int64))

    @cached_property
    def sessions(self) -> Items:
        """The session of each edge."""
        sessions: Items = self.snapshot.turns.sessions.values[self.turns]
        return sessions

    @cached_property
    def connected(self) -> Mask:
        """Which nodes have an edge visible to the question."""
        return self._degrees(self.existing) > 0

    def triplet(self, item: int) -> Triplet:
        """The triplet of an edge."""
        part, own = self._own(item)
        triplet: Triplet = part.edges.triplets[own]
        return triplet

    def terms(self, item: int) -> npt.NDArray[np.uint64]:
        """The distinct search terms of a triplet, hashed; computed on first use."""
        wording, known = int(self.numbers[item, 3]), self.numbering.terms
        if wording not in known:
            known[wording] = np.unique(self.analyzer.hashes([spoken(self.triplet(item))])[1])
        return known[wording]

    def spans(self, items: Iterable[int]) -> tuple[Span, ...]:
        """The spans that state some edges, by time, session and place; those without a time come first."""
        found = []
        for item in items:
            part, own = self._own(item)
            sources = part.layer.sources(own)
            rows = part.layer.source_turns.values[sources]
            seconds = self.snapshot.turns.seconds.values[rows].tolist()
            spans = (self.snapshot.span(part.layer, source) for source in range(sources.start, sources.stop))
            found += list(zip(seconds, spans, strict=True))
        found.sort(key=lambda pair: (pair[0], pair[1].turn.session, pair[1].turn.ordinal, pair[1].start, pair[1].end))
        return tuple(dict.fromkeys(span for _, span in found))

    def rows(self, items: Iterable[int]) -> list[int]:
        """The rows of all turns that state some edges, each once."""
        found: dict[int, None] = {}
        for item in items:
            part, own = self._own(item)
            found |= dict.fromkeys(part.layer.turn_rows(own).tolist())
        return list(found)

    def stating(self, items: Items) -> tuple[Items, Items]:
        """All sources of some edges: for each, the position of the edge in `items`, and the row of the turn."""
        owners, rows = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        for part in self.parts:
            at = np.flatnonzero((items >= part.items.start) & (items < part.items.stop))
            positions, of_part = part.layer.sources_of(items[at] - part.start)
            owners.append(at[positions])
            rows.append(of_part)
        return np.concatenate(owners), np.concatenate(rows)

    def alphabetic(self, items: Items) -> Items:
        """The alphabetical rank of each triplet."""
        return alphabetic([self.triplet(item).parts for item in items.tolist()])

    def reading_order_key(self, items: Items) -> tuple[Items, ...]:
        """The position of each edge in the conversation: session, ordinal, character."""
        return tuple(
            self._of_parts(items, lambda part, own: np.stack(self.snapshot.reading_order_key(part.layer, own)), 3)
        )

    def roughly(self, items: Items, vector: Vector) -> npt.NDArray[np.float64]:
        """The cosines of edges with a question, each within half of `TOLERANCE` of `graph.vectors`."""
        found: npt.NDArray[np.float64]
        (found,) = self._of_parts(items, lambda part, own: roughly(part.layer.vectors.values, own, vector)[None])
        return found

    def cosines(self, items: Items, vector: Vector) -> npt.NDArray[np.float64]:
        """The exact cosines of edges with a question."""
        found: npt.NDArray[np.float64]
        (found,) = self._of_parts(items, lambda part, own: similarities(part.layer.vectors.values, own, vector)[None])
        return found

    def worded_once(self, items: Items) -> Items:
        """One edge of each wording; all edges if they are parallel."""
        parallel = self.settings.repeated == "parallel"
        return items if parallel else items[first_places(self.numbers[items, 3])]

    def around(self, nodes: Collection[str]) -> Reached:
        """The allowed edges within L hops, in either direction, of some `nodes`, which come best first.

        An edge is included if one of its ends is reached within L - 1 hops. Hubs are reached but not expanded, unless
        they are among the starting nodes.
        """
        hub = self.settings.hub
        hops = np.full(len(self.numbering.nodes), UNREACHED, np.int32)
        anchors = [self.numbering.nodes[node] for node in nodes]
        hops[anchors] = 0
        walked = np.ones(len(hops), np.bool_) if hub is None else self._degrees(self.allowed) <= hub
        touching = self._touching(hops)
        for hop in range(1, self.settings.hops):
            for ends in (self.subjects[touching], self.objects[touching]):
                hops[ends[(hops[ends] == UNREACHED) & walked[ends]]] = hop
            touching = self._touching(hops)
        far = hops.astype(np.int64) * len(anchors)
        far[anchors] = np.arange(len(anchors))
        return Reached(np.flatnonzero(touching), far, len(anchors))

    def path(self, item: int, reached: Reached) -> tuple[int, list[int]]:
        """The anchor that an edge was reached from, and the edges from there to it.

        The path runs through the end with fewer hops; if both ends are anchors, through the better-ranked one.
        """
        far = reached.far
        node = int(min(self.numbers[item, :2], key=far.__getitem__))
        edges = [item]
        while far[node] >= reached.anchors:
            ends = self.numbers[reached.items, :2]
            nearest = np.where((ends == node).any(axis=1), far[ends].min(axis=1), np.iinfo(np.int64).max)
            before = reached.items[nearest == nearest.min()]
            edge = min(before.tolist(), key=lambda edge: self.triplet(edge).parts)
            node = int(min(self.numbers[edge, :2], key=far.__getitem__))
            edges.insert(0, edge)
        return node, edges

    def name(self, node: int, item: int) -> str:
        """The spelling of one end of an edge."""
        triplet = self.triplet(item)
        return triplet.subject if self.numbers[item, 0] == node else triplet.object

    def _touching(self, hops: npt.NDArray[np.int32]) -> Mask:
        reached = hops != UNREACHED
        touching: Mask = self.allowed & (reached[self.subjects] | reached[self.objects])
        return touching

    def _degrees(self, edges: Mask) -> Items:
        """The number of some edges at each node."""
        ends = np.concatenate((self.subjects[edges], self.objects[edges]))
        return np.bincount(ends, minlength=len(self.numbering.nodes))

    def _own(self, item: int) -> tuple[GraphPart, int]:
        """The part that has an edge, and the edge's number there."""
        part = next(part for part in reversed(self.parts) if part.start <= item)
        return part, item - part.start

    def _of_parts(
        self, items: Items, values: Callable[[GraphPart, Items], npt.NDArray[Any]], rows: int = 1
    ) -> npt.NDArray[Any]:
        """Values of some edges, shape (rows, items), gathered from their parts."""
        if len(self.parts) == 1:
            return values(self.parts[0], items)
        positions = [np.flatnonzero((items >= part.items.start) & (items < part.items.stop)) for part in self.parts]
        own = [values(part, items[at] - part.start) for part, at in zip(self.parts, positions, strict=True)]
        joined = np.concatenate([np.empty((rows, 0), np.int64), *own], axis=1)
        found = np.empty_like(joined)
        found[:, np.concatenate([np.empty(0, np.int64), *positions])] = joined
        return found


def triplet_graph(
    snapshot: Snapshot, keys: Sequence[TripletGraphKeys], query: Query, settings: GLongSettings, analyzer: Analyzer
) -> TripletGraph:
    """The graph of some pairs of layers. A session with edges of a later pair has none of the earlier ones [R]."""
    numbering = numbering_of(snapshot, settings.same_name)
    made = [pair for pair in keys if len(snapshot.layers[pair.edges])]
    starts = accumulate((len(snapshot.layers[pair.edges]) for pair in made), initial=0)
    parts = tuple(_part(snapshot, pair, start, numbering) for pair, start in zip(made, starts, strict=False))
    visible, evidence = visible_turns(snapshot.turns, query), evidence_turns(snapshot.turns, query)
    none = np.empty(0, np.bool_)
    stated = _joined([_mask(part.layer, None) for part in parts], none)
    existing = _joined([_mask(part.layer, visible) for part in parts], none)
    allowed = _joined([_mask(part.layer, evidence) for part in parts], none)
    whole = TripletGraph(snapshot, parts, numbering, stated, stated, existing, allowed, settings, analyzer)
    kept = stated & ~_replaced(whole)
    first = _first_of_turns(whole, kept) if settings.first_only else kept
    return replace(whole, stated=kept, alive=first, existing=existing & first, allowed=allowed & first)


def _part(snapshot: Snapshot, keys: TripletGraphKeys, start: int, numbering: Numbering) -> GraphPart:
    return GraphPart(
        edges_of(snapshot, keys.edges, numbering),
        snapshot.layers[keys.edges],
        names_of(snapshot, keys.names, numbering),
        snapshot.layers[keys.names],
        start,
    )


def _replaced(whole: TripletGraph) -> Mask:
    """The edges of sessions for which a later part has existing edges."""
    replaced = np.zeros(len(whole.stated), np.bool_)
    for part in whole.parts[1:]:
        earlier = slice(0, part.start)
        of_part = np.unique(whole.sessions[part.items][whole.existing[part.items]])
        replaced[earlier] |= np.isin(whole.sessions[earlier], of_part)
    return replaced


def _first_of_turns(whole: TripletGraph, edges: Mask) -> Mask:
    """The first of some edges in each turn, by position in the turn, then alphabetically [C]."""
    items = np.flatnonzero(edges)
    items = items[np.lexsort((whole.alphabetic(items), *reversed(whole.reading_order_key(items))))]
    kept = np.zeros(len(edges), np.bool_)
    kept[items[np.unique(whole.turns[items], return_index=True)[1]]] = True
    return kept


def _mask(layer: LayerTable, turns: Mask | None) -> Mask:
    mask = items_resting_on(layer, turns)
    return np.ones(len(layer), np.bool_) if mask is None else mask


def _joined(arrays: Sequence[npt.NDArray[Any]], empty: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays or [empty])
