"""Ranked units as hits: their turns, with the supporting ones as evidence."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.architectures.search.ranking import RankedItem
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.protocols import Query
from convograph.retrieval import evidence_turns, hit, sharing_words, whole_turns
from convograph.terms import Analyzer
from convograph.types import Hit, Reason


def unit_hits(
    graph: Snapshot, layer: LayerTable, found: Sequence[RankedItem], query: Query, analyzer: Analyzer
) -> list[Hit]:
    """A hit for each unit, best first.

    Evidence are the turns that pass the filters (`speakers`, `between`) and share words with the question; if none
    does, all that pass. The words of a reason are those of the whole line, including the speaker's name.
    """
    allowed = evidence_turns(graph.turns, query)
    hits = []
    for rank, one in enumerate(found, start=1):
        rows, turns = layer.turn_rows(one.item).tolist(), graph.turns_of(layer, one.item)
        speaking = [turn for row, turn in zip(rows, turns, strict=True) if allowed is None or allowed[row]]
        telling = sharing_words(speaking, query.wording, analyzer)
        reason = Reason("unit", one.cosine, rank=rank, parts=one.parts)
        evidence = whole_turns(telling, one.score, reason, query.wording, analyzer)
        hits.append(hit(rank, query.unit, one.score, turns, evidence))
    return hits
