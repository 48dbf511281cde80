"""The triplet graph as columns: nodes are names, edges are the items of a layer of triplets (SPEC §1.2).

Nothing here depends on the order in which items were stored: sessions may come and grow in any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

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
Words = TypeVar("Words", str, tuple[str, str, str])


def node_of(name: str, settings: GLongSettings) -> str:
    """What the spellings of one node share."""
    return name if settings.same_name == "written" else " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges of one layer, by item; ids are this layer's own.

    `statements` are alike where triplets say the same of the same nodes, `wordings` where they do so in the same
    letters, and then have the same vector. `scores` are those of a scorer of importance, NaN where there was none. The
    dicts grow and are shared with earlier ones: their ids stay.
    """

    triplets: Listing[Triplet]
    subjects: Column
    objects: Column
    statements: Column
    wordings: Column
    scores: Column
    nodes: dict[str, int]
    statement_ids: dict[tuple[int, str, int], int]
    wording_ids: dict[Triplet, int]
    known_terms: dict[int, npt.NDArray[np.uint64]]

    def terms(self, item: int, analyzer: Analyzer) -> npt.NDArray[np.uint64]:
        """The distinct search terms of a triplet, hashed; worked out when first asked for."""
        wording = int(self.wordings.values[item])
        if wording not in self.known_terms:
            self.known_terms[wording] = np.unique(analyzer.hashes([spoken(self.triplets[item])])[1])
        return self.known_terms[wording]

    def extended(self, payloads: Sequence[str], settings: GLongSettings) -> Edges:
        """With newer items."""
        stored = [triplet_of(payload) for payload in payloads]
        triplets = [one.triplet for one in stored]
        ids = np.array([self._ids(triplet, settings) for triplet in triplets], np.int32).reshape(len(triplets), 4)
        return Edges(
            self.triplets.extended(triplets),
            self.subjects.extended(ids[:, 0]),
            self.objects.extended(ids[:, 1]),
            self.statements.extended(ids[:, 2]),
            self.wordings.extended(ids[:, 3]),
            self.scores.extended(np.array([np.nan if one.score is None else one.score for one in stored])),
            self.nodes,
            self.statement_ids,
            self.wording_ids,
            self.known_terms,
        )

    def _ids(self, triplet: Triplet, settings: GLongSettings) -> tuple[int, int, int, int]:
        names = (node_of(triplet.subject, settings), node_of(triplet.object, settings))
        subject, object_ = (self.nodes.setdefault(name, len(self.nodes)) for name in names)
        statement = (subject, triplet.relation.casefold(), object_)
        return (
            subject,
            object_,
            self.statement_ids.setdefault(statement, len(self.statement_ids)),
            self.wording_ids.setdefault(triplet, len(self.wording_ids)),
        )

    def alphabetic(self, items: Items) -> Items:
        """Where triplets stand in the alphabet among each other."""
        return alphabetic([tuple_of(self.triplets[item]) for item in items.tolist()])

    def around(self, nodes: set[str], hops: int, allowed: Mask, hub: int | None = None) -> Items:
        """The edges within `hops` of the nodes, in either direction, among those allowed (SPEC §1.5).

        An edge belongs to them when one of its ends is reached within `hops` - 1 steps. Nodes with more than `hub`
        edges are reached, but not walked through, unless they are among those to begin with.
        """
        subjects, objects = self.subjects.values, self.objects.values
        reached = np.zeros(len(self.nodes), np.bool_)
        reached[[self.nodes[node] for node in nodes if node in self.nodes]] = True
        walked = np.ones(len(self.nodes), np.bool_) if hub is None else self._degrees(allowed) <= hub
        touching = allowed & (reached[subjects] | reached[objects])
        for _ in range(hops - 1):
            for ends in (subjects[touching], objects[touching]):
                reached[ends] |= walked[ends]
            touching = allowed & (reached[subjects] | reached[objects])
        return np.flatnonzero(touching)

    def _degrees(self, allowed: Mask) -> Items:
        """How many of the edges allowed each node has."""
        ends = np.concatenate((self.subjects.values[allowed], self.objects.values[allowed]))
        return np.bincount(ends, minlength=len(self.nodes))


def edges_of(graph: Snapshot, key: LayerKey, settings: GLongSettings) -> Edges:
    """The edges of a layer; only what is new since the last time is worked out."""
    payloads = graph.layers[key].payloads
    made: Edges = graph.derived.of(
        ("edges", key, settings.same_name), payloads, _none, lambda edges, newer: edges.extended(newer, settings)
    )
    return made


def _none() -> Edges:
    def column(kind: type[np.generic] = np.int32) -> Column:
        return Column(np.empty(0, kind))

    return Edges(Listing(), column(), column(), column(), column(), column(np.float64), {}, {}, {}, {})


def first_of_turns(graph: Snapshot, layer: LayerTable, edges: Edges, allowed: Mask) -> Mask:
    """Of the edges allowed, the first of each turn, as they stand in it, then by the alphabet [C]."""
    items = np.flatnonzero(allowed)
    places = graph.place(layer, items)
    items = items[np.lexsort((edges.alphabetic(items), *reversed(places)))]
    _, firsts = np.unique(layer.source_turns.values[layer.first_source(items)], return_index=True)
    kept = np.zeros(len(layer), np.bool_)
    kept[items[firsts]] = True
    return kept


def first_places(ids: npt.NDArray[np.integer]) -> Items:
    """Where each id first stands, growing; ids are numbers from 0, without large gaps, which saves sorting them."""
    places = np.arange(len(ids))[::-1]
    firsts = np.full(int(ids.max(initial=-1)) + 1, -1)
    firsts[ids[places]] = places  # of several, the one assigned last stays
    return np.sort(firsts[firsts >= 0])


def alphabetic(words: Sequence[Words]) -> Items:
    """Where words stand in the alphabet among each other: breaks ties whatever order things were stored in."""
    order = {each: place for place, each in enumerate(sorted(set(words)))}
    return np.array([order[each] for each in words], np.int64)


def tuple_of(triplet: Triplet) -> tuple[str, str, str]:
    """A triplet's parts, which can be sorted."""
    return triplet.subject, triplet.relation, triplet.object
