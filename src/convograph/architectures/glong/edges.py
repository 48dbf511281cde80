"""The edges of one layer of triplets as columns, and shared numbers for nodes and statements.

Nothing here depends on the order in which items were stored: sessions may be added and grow in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong.settings import SameName
from convograph.graph.arrays import Items
from convograph.graph.columns import Column, Listing
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import Snapshot
from convograph.layers.triplets import triplet_of
from convograph.quotation import relation_in_words
from convograph.types import Triplet

Words = TypeVar("Words", str, tuple[str, str, str])


def node_of(name: str, same_name: SameName) -> str:
    """The key of a name's node, which all its spellings share."""
    return name if same_name == "written" else " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True)
class Numbering:
    """Numbers for nodes, for statements (equal if triplets say the same about the same nodes), and for wordings.

    Triplets with the same wording are identical strings, so they have the same vector. All layers of a snapshot share
    the numbers, so that they make one graph; numbers are only added, never changed.
    """

    same_name: SameName
    nodes: dict[str, int] = field(default_factory=dict)
    statements: dict[tuple[int, str, int], int] = field(default_factory=dict)
    wordings: dict[Triplet, int] = field(default_factory=dict)
    terms: dict[int, npt.NDArray[np.uint64]] = field(default_factory=dict)

    def node(self, name: str) -> int:
        """The number of a name's node."""
        return self.nodes.setdefault(node_of(name, self.same_name), len(self.nodes))

    def edge(self, triplet: Triplet) -> tuple[int, int, int, int]:
        """The numbers of a triplet: subject, object, statement, wording."""
        subject, object_ = self.node(triplet.subject), self.node(triplet.object)
        statement = (subject, " ".join(relation_in_words(triplet.relation).casefold().split()), object_)
        return (
            subject,
            object_,
            self.statements.setdefault(statement, len(self.statements)),
            self.wordings.setdefault(triplet, len(self.wordings)),
        )


@dataclass(frozen=True, slots=True)
class LayerEdges:
    """The edges of one layer by item; `numbers` (items, 4) are those of `Numbering.edge`.

    `scores` are the importance scores, NaN without a scorer.
    """

    triplets: Listing[Triplet]
    numbers: Column
    scores: Column


@dataclass(frozen=True, slots=True)
class LayerNames:
    """The names of one layer by item: the numbers of their `spellings` and of their `nodes`."""

    spellings: Column
    nodes: Column
    known: dict[str, int]


def numbering_of(snapshot: Snapshot, same_name: SameName) -> Numbering:
    """The numbers of the names and triplets of a snapshot, shared with its successors."""
    made: Numbering = snapshot.derived.incremental(
        ("numbers", same_name), Listing[str](), lambda: Numbering(same_name), lambda numbers, _: numbers
    )
    return made


def edges_of(snapshot: Snapshot, key: LayerKey, numbering: Numbering) -> LayerEdges:
    """The edges of a layer; only those new since the last call are computed."""

    def none() -> LayerEdges:
        return LayerEdges(Listing(), Column(np.empty((0, 4), np.int32)), Column(np.empty(0)))

    def more(edges: LayerEdges, payloads: Sequence[str]) -> LayerEdges:
        stored = [triplet_of(payload) for payload in payloads]
        return LayerEdges(
            edges.triplets.extended(one.triplet for one in stored),
            edges.numbers.extended(np.array([numbering.edge(one.triplet) for one in stored], np.int32)),
            edges.scores.extended(np.array([np.nan if one.score is None else one.score for one in stored])),
        )

    made: LayerEdges = snapshot.derived.incremental(
        ("edges", key, numbering.same_name), snapshot.layers[key].payloads, none, more
    )
    return made


def names_of(snapshot: Snapshot, key: LayerKey, numbering: Numbering) -> LayerNames:
    """The names of a layer; only those new since the last call are computed."""

    def none() -> LayerNames:
        return LayerNames(Column(np.empty(0, np.int32)), Column(np.empty(0, np.int32)), {})

    def more(names: LayerNames, payloads: Sequence[str]) -> LayerNames:
        spellings = [names.known.setdefault(payload, len(names.known)) for payload in payloads]
        nodes = [numbering.node(payload) for payload in payloads]
        return LayerNames(
            names.spellings.extended(np.array(spellings, np.int32)),
            names.nodes.extended(np.array(nodes, np.int32)),
            names.known,
        )

    made: LayerNames = snapshot.derived.incremental(
        ("names", key, numbering.same_name), snapshot.layers[key].payloads, none, more
    )
    return made


def first_places(ids: npt.NDArray[np.integer]) -> Items:
    """The first position of each id, ascending. Ids count from 0 without large gaps, so they need no sorting."""
    positions = np.arange(len(ids))[::-1]
    firsts = np.full(int(ids.max(initial=-1)) + 1, -1)
    firsts[ids[positions]] = positions  # of several, the last assignment wins
    return np.sort(firsts[firsts >= 0])
