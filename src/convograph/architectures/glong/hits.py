"""Scored triplets as hits: the triplets, or the turns that state them, with the path that reached each."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.architectures.glong.scoring import ScoredTriplet
from convograph.layers.triplets import spoken
from convograph.quotation import edge_on_line
from convograph.retrieval import hit
from convograph.terms import Analyzer
from convograph.types import Evidence, Hit, MemoHit, Reason, SourceTurn, Span


def triplet_hits(ranked: Sequence[ScoredTriplet], question: str, analyzer: Analyzer) -> list[Hit]:
    """One hit per triplet, with the turns that state it."""
    return [
        Hit(
            rank,
            "triplet",
            " | ".join(one.triplet.parts),
            one.score,
            _turns(one),
            tuple(Evidence(span, one.score, _reason(one, rank, span, question, analyzer)) for span in one.spans),
        )
        for rank, one in enumerate(ranked, start=1)
    ]


def turn_hits(ranked: Sequence[ScoredTriplet], k: int, question: str, analyzer: Analyzer) -> list[Hit]:
    """The first `k` turns that state the triplets, best triplet first, with a turn's triplets as evidence."""
    evidence: dict[str, list[Evidence]] = {}
    turns: dict[str, SourceTurn] = {}
    for rank, one in enumerate(ranked, start=1):
        for span in one.spans:
            turns.setdefault(span.turn.id, span.turn)
            reason = _reason(one, rank, span, question, analyzer)
            evidence.setdefault(span.turn.id, []).append(Evidence(span, one.score, reason))
    return [
        hit(rank, "turn", evidence[name][0].score, [turn], evidence[name])
        for rank, (name, turn) in enumerate(list(turns.items())[:k], start=1)
    ]


def triplet_memos(ranked: Sequence[ScoredTriplet]) -> list[MemoHit]:
    """The triplets as memos for a prompt, with their source turns."""
    return [
        MemoHit(rank, "triplet", spoken(one.triplet), one.score, _turns(one)[-1].said, _turns(one))
        for rank, one in enumerate(ranked, start=1)
    ]


def _turns(one: ScoredTriplet) -> tuple[SourceTurn, ...]:
    return tuple({span.turn.id: span.turn for span in one.spans}.values())


def _reason(one: ScoredTriplet, rank: int, span: Span, question: str, analyzer: Analyzer) -> Reason:
    """The anchor, the edges to the triplet, and the parts of equation 4."""
    anchor, triplets = one.path
    return Reason(
        "triplet",
        one.cosine,
        analyzer.shared_words(span.text, question),
        rank,
        path=(anchor, *(edge_on_line(*triplet.parts) for triplet in triplets)),
        parts=(("semantic", one.semantic), ("importance", one.importance), ("recency", one.recency)),
    )
