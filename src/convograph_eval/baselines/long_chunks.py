"""RAG-4096: the whole conversation in chunks of 4,096 tokens, ranked by cosine. LightGMEM's baseline (table 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from convograph.graph.runs import marked
from convograph.graph.snapshot import Snapshot
from convograph.graph.vectors import nearest, rounded
from convograph.protocols import Encoder, Layer, Query, Sketch
from convograph.retrieval import evidence_turns, hit
from convograph.segmentation import line
from convograph.segmentation.windows import token_windows
from convograph.terms import ENGLISH, Analyzer
from convograph.timing import Stopwatch
from convograph.tokens import WordPieceCounter
from convograph.types import Evidence, Hit, Reason, Recall, SourceTurn, Span, Unit, Usage

CHUNK_TOKENS = 4096


@dataclass(frozen=True, slots=True)
class LongChunks:
    """Chunks of up to 4,096 tokens across sessions, in whole turns, without overlap; it needs no layer.

    A chunk is returned as one hit per session, in order and with the same score, because a hit has a single session.
    Chunks are made and encoded for every question, because they change with every turn.
    """

    encoder: Encoder

    @property
    def name(self) -> str:
        """`rag-4096`."""
        return f"rag-{CHUNK_TOKENS}"

    @property
    def analyzer(self) -> Analyzer:
        """English."""
        return ENGLISH

    @property
    def units(self) -> tuple[Unit, ...]:
        """Sessions; a hit may be a part of one."""
        return ("session",)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """No layers."""
        return ()

    def layers_for(self, unit: Unit) -> tuple[Layer, ...]:
        """The same for every unit."""
        return self.layers

    def with_encoder(self, encoder: Encoder) -> LongChunks:
        """The same baseline with another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """The session parts of the best chunks, k in total; scores are cosines."""
        watch = Stopwatch()
        turns, allowed = graph.turns, evidence_turns(graph.turns, query)
        rows = marked(allowed, len(turns))
        read = rows[np.lexsort((turns.ordinals.values[rows], turns.sessions.values[rows]))]
        said = [turns.source_turn(row) for row in read.tolist()]
        lines = [line(turn) for turn in said]
        chunks = token_windows(WordPieceCounter().count(lines), CHUNK_TOKENS, 0)
        watch.lap("chunk")
        texts = ["\n".join(lines[chunk.start : chunk.stop]) for chunk in chunks]
        vectors = rounded(self.encoder.encode(texts, "passage"))
        vector = rounded(self.encoder.encode([query.wording], "query"))
        watch.lap("encode")
        (ranked,) = nearest(vectors, vector, len(chunks), lambda items: (items,))
        found = [
            (said[chunks[place].start : chunks[place].stop], cosine)
            for place, cosine in zip(ranked.items.tolist(), ranked.similarities.tolist(), strict=True)
        ]
        hits = tuple(one for one, _ in zip(_hits(found), range(query.k), strict=False))
        watch.lap("rank")
        usage = Usage(watch.laps, len(chunks))
        return Recall(query.question, self.name, query.unit, hits, usage, query.asked_at)

    def sketch(self, graph: Snapshot) -> Sketch:
        """An empty sketch, because there is no graph."""
        return Sketch()


def _hits(found: Sequence[tuple[Sequence[SourceTurn], float]]) -> Iterator[Hit]:
    rank = 0
    for chunk, cosine in found:
        for _, session in groupby(chunk, key=lambda turn: turn.session):
            rank += 1
            part, reason = list(session), Reason("unit", cosine, (), rank)
            yield hit(
                rank, "session", cosine, part, [Evidence(Span(one, 0, len(one.text)), cosine, reason) for one in part]
            )
