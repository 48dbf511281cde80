"""The triplet graph as columns: nodes are names, edges are the items of a layer of triplets (SPEC §1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong.settings import GLongSettings
from convograph.graph.columns import Column, Listing
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.layers.triplets import spoken, triplet_of
from convograph.terms import Analyzer
from convograph.types import Triplet

Items = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


def node_of(name: str, settings: GLongSettings) -> str:
    """What the spellings of one node share."""
    return name if settings.same_name == "written" else " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges of one layer, by item: ids of its ends and of what it says; ids are this layer's own."""

    triplets: Listing[Triplet]
    subjects: Column
    objects: Column
    statements: Column
    nodes: dict[str, int]  # grows, and is shared with earlier ones: their ids stay
    statement_ids: dict[tuple[int, str, int], int]
    known_terms: dict[int, npt.NDArray[np.uint64]]  # by what is said, as far as it was asked for

    def terms(self, item: int, analyzer: Analyzer) -> npt.NDArray[np.uint64]:
        """The distinct search terms of a triplet, hashed."""
        said = int(self.statements.values[item])
        if said not in self.known_terms:
            self.known_terms[said] = np.unique(analyzer.hashes([spoken(self.triplets[item])])[1])
        return self.known_terms[said]

    def extended(self, payloads: Sequence[str], settings: GLongSettings) -> Edges:
        """With newer items."""
        triplets = [triplet_of(payload).triplet for payload in payloads]
        ends = [
            [self.nodes.setdefault(node_of(name, settings), len(self.nodes)) for name in (one.subject, one.object)]
            for one in triplets
        ]
        said = [
            self.statement_ids.setdefault((subject, one.relation.casefold(), object_), len(self.statement_ids))
            for one, (subject, object_) in zip(triplets, ends, strict=True)
        ]
        columns = np.array(ends, np.int32).reshape(len(ends), 2)
        return Edges(
            self.triplets.extended(triplets),
            self.subjects.extended(columns[:, 0]),
            self.objects.extended(columns[:, 1]),
            self.statements.extended(np.array(said, np.int32)),
            self.nodes,
            self.statement_ids,
            self.known_terms,
        )

    def around(self, nodes: set[str], hops: int, allowed: Mask) -> Items:
        """The edges within `hops` of the nodes, in either direction, among those allowed (SPEC §1.5).

        An edge belongs to them when one of its ends is reached within `hops` - 1 steps.
        """
        reached = np.zeros(len(self.nodes), np.bool_)
        reached[[self.nodes[node] for node in nodes if node in self.nodes]] = True
        subjects, objects = self.subjects.values, self.objects.values
        touching = allowed & (reached[subjects] | reached[objects])
        for _ in range(hops - 1):
            reached[subjects[touching]] = True
            reached[objects[touching]] = True
            touching = allowed & (reached[subjects] | reached[objects])
        return np.flatnonzero(touching)


def edges_of(graph: Snapshot, key: LayerKey, settings: GLongSettings) -> Edges:
    """The edges of a layer; only what is new since the last time is worked out."""
    layer = graph.layers[key]
    made: Edges = graph.derived.of(
        ("edges", key, settings.same_name), layer.payloads, _none, partial(_extended, settings=settings)
    )
    return made


def _none() -> Edges:
    def column() -> Column:
        return Column(np.empty(0, np.int32))

    return Edges(Listing(), column(), column(), column(), {}, {}, {})


def _extended(edges: Edges, payloads: Sequence[str], settings: GLongSettings) -> Edges:
    return edges.extended(payloads, settings)


def first_of_turns(layer: LayerTable, allowed: Mask) -> Mask:
    """Of the edges allowed, the first of each turn [C]."""
    items = np.flatnonzero(allowed)
    _, firsts = np.unique(layer.source_turns.values[layer.first_source(items)], return_index=True)
    kept = np.zeros(len(layer), np.bool_)
    kept[items[firsts]] = True
    return kept
