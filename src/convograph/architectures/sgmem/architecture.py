"""SGMem's recall as a pipeline: seeds, neighbours, votes, hits."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from convograph.architectures.sgmem.explanations import Explanation
from convograph.architectures.sgmem.neighbours import SentenceGraph
from convograph.architectures.sgmem.settings import EPSILON, LONGMEMEVAL, SGMemSettings
from convograph.architectures.sgmem.voting import Votes
from convograph.graph.arrays import Items, Vector
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import Ranked, nearest, rounded, similarities
from convograph.layers.memos import letters, memo_layers, nearest_memos
from convograph.layers.sketches import sentence_sketch
from convograph.layers.text import TextLayer
from convograph.protocols import AnyLayer, Encoder, Query, Sketch
from convograph.retrieval import check_unit, evidence_turns, hit, items_resting_on, units_of_items, visible_turns
from convograph.terms import ENGLISH, Analyzer
from convograph.timing import Stopwatch
from convograph.types import Hit, Recall, Unit, Usage, WrittenKind

_NO_SEEDS = Ranked(np.empty(0, np.int64), np.empty(0))


@dataclass(frozen=True, slots=True)
class SGMem:
    """Sentence graph memory.

    `chunk` is the unit that sentences vote for; `None` leaves it to the query. `memos` are the kinds of generated
    memory to include. `analyzer` finds the words that reasons show, and the terms for BM25 edges.
    """

    encoder: Encoder
    settings: SGMemSettings = LONGMEMEVAL
    chunk: Unit | None = None
    memos: tuple[WrittenKind, ...] = ()
    analyzer: Analyzer = ENGLISH

    @property
    def name(self) -> str:
        """`sgmem`, with the initials of the chunk and the memos as in the paper: `sgmem-t`, `sgmem-sf`."""
        suffix = (self.chunk[0] if self.chunk else "") + letters(self.memos)
        return f"sgmem-{suffix}" if suffix else "sgmem"

    @property
    def units(self) -> tuple[Unit, ...]:
        """The chunks it can return."""
        return (self.chunk,) if self.chunk else ("turn", "round", "session")

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        """Sentences with vectors and terms, and the included kinds of memos."""
        return (self._text_layer, *memo_layers(self.encoder, self.memos))

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        """The same layers for every unit."""
        return self.layers

    def with_encoder(self, encoder: Encoder) -> SGMem:
        """The same architecture with another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, snapshot: Snapshot, query: Query) -> Recall:
        """The chunks with the best votes of sentences. Scores are sim of §2.4, in [0, 2]; sums may be higher."""
        check_unit(self, query.unit)
        watch = Stopwatch()
        layer = snapshot.layers[self._text_layer.key]
        vector = rounded(self.encoder.encode([query.wording], "query"))[0]
        watch.lap("encode")
        nodes = self._nodes(snapshot, layer, query)
        seeds = self._seeds(nodes, vector)
        watch.lap("seeds")
        reached = nodes.expand(seeds.items)
        watch.lap("neighbours")
        votes = _votes(nodes, vector, np.concatenate((seeds.items, np.array(list(reached), np.int64))), query)
        seed_ranks = {item: rank for rank, item in enumerate(seeds.items.tolist(), start=1)}
        hits = self._hits(votes, Explanation(nodes, query.question, seed_ranks, reached), query.k)
        watch.lap("rank")
        memos = nearest_memos(snapshot, memo_layers(self.encoder, self.memos), query, vector)
        watch.lap("memos")
        scored = len(layer) if nodes.allowed is None else int(nodes.allowed.sum())
        usage = Usage(watch.laps, scored)
        return Recall(query.question, self.name, query.unit, tuple(hits), usage, query.asked_at, memos)

    def sketch(self, snapshot: Snapshot) -> Sketch:
        """The sentences with their outgoing edges."""
        layer = snapshot.layers[self._text_layer.key]
        nodes = SentenceGraph(snapshot, layer, replace(self.settings, traversal="outgoing"), layer.alive, self.analyzer)
        return sentence_sketch(snapshot, layer, nodes.relation, nodes.neighbours)

    @property
    def _text_layer(self) -> TextLayer:
        return TextLayer(self.encoder, whole_turns=self.settings.sentence_unit == "turn", analyzer=self.analyzer)

    def _nodes(self, snapshot: Snapshot, layer: LayerTable, query: Query) -> SentenceGraph:
        allowed = items_resting_on(layer, evidence_turns(snapshot.turns, query))
        nodes = SentenceGraph(snapshot, layer, self.settings, allowed, self.analyzer)
        return nodes.with_identical_merged() if self.settings.merge_identical else nodes

    def _seeds(self, nodes: SentenceGraph, vector: Vector) -> Ranked:
        """C_q of §2.4: at most n sentences with sim >= gamma. A question without known words has none."""
        if not vector.any():
            return _NO_SEEDS
        (ranked,) = nearest(
            nodes.layer.vectors.values,
            vector[None, :],
            self.settings.seeds,
            nodes.reading_order_key,
            allowed=nodes.allowed,
        )
        passed = ranked.similarities >= self.settings.least_cosine(self.encoder.name)
        if self.settings.fallback and not passed.any():
            return ranked
        return Ranked(ranked.items[passed], ranked.similarities[passed])

    def _hits(self, votes: Votes, explanation: Explanation, k: int) -> list[Hit]:
        turns = explanation.nodes.snapshot.turns
        return [
            hit(
                rank,
                votes.units.unit,
                score,
                [turns.source_turn(row) for row in votes.units.members[unit].tolist()],
                [explanation.evidence(*vote) for vote in votes.for_unit(unit)],
            )
            for rank, (unit, score) in enumerate(votes.elected(self.settings.aggregate, k), start=1)
        ]


def _votes(nodes: SentenceGraph, vector: Vector, items: Items, query: Query) -> Votes:
    """C* in reading order with sim(q, c) = cos + 1, grouped into chunks of the turns visible to the question."""
    items = nodes.standing_for(items)
    items = items[np.lexsort(tuple(reversed(nodes.reading_order_key(items))))]
    scores = similarities(nodes.layer.vectors.values, items, vector) + EPSILON
    visible = visible_turns(nodes.snapshot.turns, query)
    return Votes(items, scores, units_of_items(nodes.snapshot, nodes.layer, items, query.unit, visible))
