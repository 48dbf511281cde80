"""HippoRAG over G-Long's triplets: turns by personalised PageRank (SPEC §6.4, "HippoRAG + G-Long triplet").

triplets ─▶ graph of names and turns ── seeds: G-Long's anchors by their cosines ─▶ PageRank ─▶ turns by their mass

What differs from HippoRAG: seeds are the names nearest to the question, where it asks a language model for those that
the question names; names that resemble each other are not linked, as G-Long's triplets share names already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong import GLong
from convograph.architectures.glong.tables import Table
from convograph.graph.pagerank import personalised_pagerank
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import TurnTable
from convograph.graph.vectors import best, rounded
from convograph.protocols import Encoder, Layer, MemoLayer, Query, Sketch
from convograph.retrieval import hit
from convograph.terms import Analyzer
from convograph.timing import Stopwatch
from convograph.types import Evidence, Hit, Reason, Recall, Span, Unit, Usage

DAMPING = 0.5  # HippoRAG's: how likely the walker goes on

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TripletPageRank:
    """Ranks turns by PageRank over the triplets of `memory`, of which only the graph and the anchors are used."""

    memory: GLong
    damping: float = DAMPING

    @property
    def name(self) -> str:
        """`hipporag-glong`."""
        return "hipporag-glong"

    @property
    def encoder(self) -> Encoder:
        """That of the memory."""
        return self.memory.encoder

    @property
    def analyzer(self) -> Analyzer:
        """That of the memory."""
        return self.memory.analyzer

    @property
    def units(self) -> tuple[Unit, ...]:
        """Turns."""
        return ("turn",)

    @property
    def layers(self) -> tuple[Layer | MemoLayer, ...]:
        """Those of the memory."""
        return self.memory.layers

    def with_encoder(self, encoder: Encoder) -> TripletPageRank:
        """The same over another encoder."""
        return replace(self, memory=self.memory.with_encoder(encoder))

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """The k turns of highest mass, ties to the earlier; no turn that no seed reaches."""
        watch = Stopwatch()
        vector = rounded(self.encoder.encode([query.wording], "query"))[0]
        tables = self.memory.tables(graph, query) if vector.any() else []
        anchors = self.memory.anchors(tables, vector, query)
        watch.lap("anchors")
        walk = walk_over(tables, graph.turns)
        ranked = self._ranked(walk, anchors, query.k)
        watch.lap("rank")
        hits = [_hit(graph, rank, row, mass) for rank, (row, mass) in enumerate(ranked, start=1)]
        usage = Usage(watch.laps, len(walk.names) + len(walk.turns))
        return Recall(query.question, self.name, query.unit, tuple(hits), usage, query.asked_at)

    def sketch(self, graph: Snapshot) -> Sketch:
        """What the memory draws: names and triplets."""
        return self.memory.sketch(graph)

    def _ranked(self, walk: Walk, anchors: Mapping[str, float], k: int) -> list[tuple[int, float]]:
        """The rows of the best turns with their masses."""
        seeds = np.array([max(0.0, anchors.get(name, 0.0)) for name in walk.names] + [0.0] * len(walk.turns))
        if not seeds.any():
            return []
        weights = walk.counts.astype(np.float64)
        masses = personalised_pagerank(walk.sources, walk.targets, weights, seeds, damping=self.damping)
        turns = masses[len(walk.names) :]
        ranked = best(np.flatnonzero(turns), turns[turns > 0], k, lambda found: (found,))
        return list(zip(walk.turns[ranked.items].tolist(), ranked.similarities.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Walk:
    """The graph that is walked: nodes are `names`, in the alphabet's order, then `turns` by row, as they were said.

    Edges lead from `sources` to `targets`, both ways, in an order of their own; `counts` says how often a triplet has
    both names, and how often a name stands in what a turn states.
    """

    names: tuple[str, ...]
    turns: Numbers
    sources: Numbers
    targets: Numbers
    counts: Numbers


def walk_over(tables: Sequence[Table], turns: TurnTable) -> Walk:
    """The graph of the triplets that may serve as evidence; it does not depend on the order of what is stored."""
    stated = [_statements(table) for table in tables]
    names = tuple(sorted({name for each in stated for name in (*each.subjects, *each.objects)}))
    places = {name: place for place, name in enumerate(names)}
    rows = np.unique(np.concatenate([each.rows for each in stated])) if stated else np.empty(0, np.int64)
    said = rows[np.lexsort((turns.ordinals.values[rows], turns.sessions.values[rows]))]
    nodes = np.zeros(len(turns), np.int64)
    nodes[said] = len(names) + np.arange(len(said))
    ends, others = np.concatenate(
        [np.empty((2, 0), np.int64), *(_pairs(each, places, nodes) for each in stated)], axis=1
    )
    apart = ends != others
    ends, others = ends[apart], others[apart]
    size = len(names) + len(said)
    edges, counts = np.unique(np.concatenate((ends * size + others, others * size + ends)), return_counts=True)
    return Walk(names, said, edges // max(size, 1), edges % max(size, 1), counts)


@dataclass(frozen=True, slots=True)
class _Statements:
    """The triplets of a table: the nodes of their ends, and for each turn that states one, whose it is and its row."""

    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    owners: Numbers
    rows: Numbers


def _pairs(stated: _Statements, places: Mapping[str, int], nodes: Numbers) -> Numbers:
    """The nodes that are linked, shape (2, pairs): both names of a triplet, and each name with each of its turns."""
    subjects, objects = (
        np.array([places[name] for name in ends], np.int64) for ends in (stated.subjects, stated.objects)
    )
    turns = nodes[stated.rows]
    ends = np.concatenate((subjects, subjects[stated.owners], objects[stated.owners]))
    return np.stack((ends, np.concatenate((objects, turns, turns))))


def _statements(table: Table) -> _Statements:
    layer, edges = table.layer, table.edges
    items = np.flatnonzero(table.allowed)
    names = list(edges.nodes)
    sources = [layer.sources(item) for item in items.tolist()]
    counts = np.array([source.stop - source.start for source in sources], np.int64)
    rows = [layer.source_turns.values[source].astype(np.int64) for source in sources]
    return _Statements(
        tuple(names[node] for node in edges.subjects.values[items].tolist()),
        tuple(names[node] for node in edges.objects.values[items].tolist()),
        np.repeat(np.arange(len(items)), counts),
        np.concatenate([np.empty(0, np.int64), *rows]),
    )


def _hit(graph: Snapshot, rank: int, row: int, mass: float) -> Hit:
    turn = graph.turns.source_turn(row)
    evidence = Evidence(Span(turn, 0, len(turn.text)), mass, Reason("unit", mass, (), rank))
    return hit(rank, "turn", mass, [turn], [evidence])
