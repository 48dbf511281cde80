"""HippoRAG: turns ranked by personalised PageRank over triplets, two baselines of G-Long's Table 5.

triplets ─▶ graph of names and turns ── seeds: G-Long's anchors by their cosines ─▶ PageRank ─▶ turns by their mass

`hipporag-glong` uses G-Long's triplets and does not link similar names, because these triplets already share names.
`hipporag` links them, and also starts at the names in the question, which HippoRAG asks a language model for; its
triplets are written by a model (`--upkeep`), as in the publication.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong import GLong
from convograph.architectures.glong.anchors import anchors_of
from convograph.architectures.glong.edges import node_of
from convograph.architectures.glong.triplet_graph import TripletGraph
from convograph.graph.arrays import Indices
from convograph.graph.pagerank import personalised_pagerank
from convograph.graph.snapshot import Snapshot
from convograph.graph.vectors import best, rounded
from convograph.protocols import AnyLayer, Encoder, Query, Sketch
from convograph.retrieval import hit
from convograph.terms import Analyzer
from convograph.timing import Stopwatch
from convograph.types import Evidence, Hit, Reason, Recall, Span, Unit, Usage

DAMPING = 0.5  # HippoRAG's damping: the probability that the walk continues
SYNONYMS = 0.8  # HippoRAG's threshold, set for another encoder [R]

_ROWS = 512  # names compared with all others at a time


@dataclass(frozen=True, slots=True)
class TripletPageRank:
    """Ranks turns by PageRank over the triplets of `memory`; only its graph and its anchors are used.

    Names whose cosine is at least `synonyms` are linked, with the cosine as weight (`None`: no links).
    """

    memory: GLong
    damping: float = DAMPING
    synonyms: float | None = None

    @property
    def name(self) -> str:
        """`hipporag`, or `hipporag-glong` without links between names."""
        return "hipporag-glong" if self.synonyms is None else "hipporag"

    @property
    def encoder(self) -> Encoder:
        """The encoder of the memory."""
        return self.memory.encoder

    @property
    def analyzer(self) -> Analyzer:
        """The analyzer of the memory."""
        return self.memory.analyzer

    @property
    def units(self) -> tuple[Unit, ...]:
        """Only turns."""
        return ("turn",)

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        """The layers of the memory."""
        return self.memory.layers

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        """The same for every unit."""
        return self.layers

    def with_encoder(self, encoder: Encoder) -> TripletPageRank:
        """The same architecture with another encoder."""
        return replace(self, memory=self.memory.with_encoder(encoder))

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """The k turns of highest mass, earlier turns first among ties; turns that no seed reaches are left out."""
        watch = Stopwatch()
        vector = rounded(self.encoder.encode([query.wording], "query"))[0]
        triplets = self.memory.triplets(graph, query)
        anchors = anchors_of(triplets, vector, query)
        watch.lap("anchors")
        walk = walk_over(triplets)
        if self.synonyms is not None:
            walk = with_synonyms(walk, triplets, self.synonyms)
        ranked = self._ranked(walk, anchors, query.k)
        watch.lap("rank")
        hits = [_hit(graph, rank, row, mass) for rank, (row, mass) in enumerate(ranked, start=1)]
        usage = Usage(watch.laps, len(walk.names) + len(walk.turns))
        return Recall(query.question, self.name, query.unit, tuple(hits), usage, query.asked_at)

    def sketch(self, graph: Snapshot) -> Sketch:
        """The sketch of the memory: names and triplets."""
        return self.memory.sketch(graph)

    def _ranked(self, walk: Walk, anchors: Mapping[str, float], k: int) -> list[tuple[int, float]]:
        """The rows of the best k turns, with their masses."""
        seeds = np.array([max(0.0, anchors.get(name, 0.0)) for name in walk.names] + [0.0] * len(walk.turns))
        if not seeds.any():
            return []
        masses = personalised_pagerank(walk.sources, walk.targets, walk.weights, seeds, damping=self.damping)
        turns = masses[len(walk.names) :]
        ranked = best(np.flatnonzero(turns), turns[turns > 0], k, lambda found: (found,))
        return list(zip(walk.turns[ranked.items].tolist(), ranked.similarities.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Walk:
    """The graph for PageRank: its nodes are `names`, in alphabetical order, then `turns` (rows) in the order said.

    Edges lead from `sources` to `targets`, in both directions and in a fixed order. The weight of an edge between names
    is the number of triplets with both, that of an edge between name and turn the number of times that the name occurs
    in triplets of the turn.
    """

    names: tuple[str, ...]
    turns: Indices
    sources: Indices
    targets: Indices
    weights: npt.NDArray[np.float64]


def walk_over(triplets: TripletGraph) -> Walk:
    """The graph of the triplets that are allowed as evidence; it does not depend on the order of storage."""
    turns, items = triplets.snapshot.turns, np.flatnonzero(triplets.allowed)
    known = list(triplets.numbering.nodes)
    numbers = triplets.numbers[items, :2].astype(np.int64)
    names = tuple(sorted(known[node] for node in np.unique(numbers).tolist()))
    places = np.zeros(len(known), np.int64)
    places[[triplets.numbering.nodes[name] for name in names]] = np.arange(len(names))
    subjects, objects = places[numbers].T
    owners, rows = triplets.stating(items)
    said = np.unique(rows)
    said = said[np.lexsort((turns.ordinals.values[said], turns.sessions.values[said]))]
    nodes = np.zeros(len(turns), np.int64)
    nodes[said] = len(names) + np.arange(len(said))
    ends = np.concatenate((subjects, subjects[owners], objects[owners]))
    others = np.concatenate((objects, nodes[rows], nodes[rows]))
    apart = ends != others
    ends, others = ends[apart], others[apart]
    size = len(names) + len(said)
    edges, counts = np.unique(np.concatenate((ends * size + others, others * size + ends)), return_counts=True)
    return Walk(names, said, edges // max(size, 1), edges % max(size, 1), counts.astype(np.float64))


def with_synonyms(walk: Walk, triplets: TripletGraph, least: float) -> Walk:
    """The graph with added edges between names whose cosine is at least `least`, with the cosine as weight."""
    places = {name: place for place, name in enumerate(walk.names)}
    vectors = np.zeros((len(places), triplets.parts[0].name_layer.vectors.values.shape[1] if places else 0), np.float32)
    for part in triplets.parts:
        for item, written in enumerate(part.name_layer.payloads):
            place = places.get(node_of(written, triplets.settings.same_name))
            if place is not None:
                vectors[place] = part.name_layer.vectors.values[item]
    sources, targets, cosines = [walk.sources], [walk.targets], [walk.weights]
    for start in range(0, len(vectors), _ROWS):
        near = vectors[start : start + _ROWS] @ vectors.T
        rows, others = np.nonzero(near >= least)
        apart = rows + start != others
        sources.append(rows[apart] + start)
        targets.append(others[apart])
        cosines.append(near[rows[apart], others[apart]].astype(np.float64))
    return replace(
        walk, sources=np.concatenate(sources), targets=np.concatenate(targets), weights=np.concatenate(cosines)
    )


def _hit(graph: Snapshot, rank: int, row: int, mass: float) -> Hit:
    turn = graph.turns.source_turn(row)
    evidence = Evidence(Span(turn, 0, len(turn.text)), mass, Reason("unit", mass, (), rank))
    return hit(rank, "turn", mass, [turn], [evidence])
