"""Ranks items of a layer by BM25, by cosine, or by the sum of both, each divided by its maximum for the question.

That way neither scale dominates. Items with neither a shared term nor a cosine above 0 are not found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from convograph.graph.arrays import Indices, Scores
from convograph.graph.runs import marked
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import TOLERANCE, best, finalists, roughly, rounded, similarities
from convograph.protocols import Encoder, Query
from convograph.retrieval import FoundUnit, units_allowed
from convograph.terms import Analyzer
from convograph.types import Reason

Signals = Literal["hybrid", "bm25", "dense"]


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """A question as search terms, as a vector, or as both."""

    terms: npt.NDArray[np.uint64] | None
    vector: npt.NDArray[np.float32] | None


@dataclass(frozen=True, slots=True)
class RankedItem:
    """An item with its score, its cosine (`None` without vectors), and the parts of the score if BM25 is among them."""

    item: int
    score: float
    cosine: float | None
    parts: tuple[tuple[str, float], ...]


def asked_for(wording: str, signals: Signals, encoder: Encoder, analyzer: Analyzer) -> SearchTerms:
    """The terms and the vector of a question, as far as the signals need them."""
    terms = None if signals == "dense" else analyzer.hashes([wording])[1]
    vector = None if signals == "bm25" else rounded(encoder.encode([wording], "query"))[0]
    return SearchTerms(terms, vector)


def search(snapshot: Snapshot, layer: LayerTable, query: Query, asked: SearchTerms) -> tuple[list[RankedItem], int]:
    """The k best of the items that pass the filters, ties in conversation order, and how many items pass.

    Scores are exact (see `graph.vectors`) and do not depend on k.
    """
    allowed = units_allowed(layer, snapshot.turns, query)
    items = marked(allowed, len(layer))
    return _ranked(snapshot, layer, items, asked, query.k), len(items)


def found_unit(layer: LayerTable, rank: int, found: RankedItem) -> FoundUnit:
    """The ranked item's turns as a found unit, whose reason has its rank (from 1), its cosine and its parts."""
    reason = Reason("unit", found.cosine, rank=rank, parts=found.parts)
    return FoundUnit(layer.turn_rows(found.item).tolist(), found.score, reason)


def _ranked(snapshot: Snapshot, layer: LayerTable, items: Indices, asked: SearchTerms, k: int) -> list[RankedItem]:
    lexical, rough = _lexical(layer, items, asked), _rough_cosines(layer, items, asked)
    related = (lexical > 0) | (rough > 0)
    items, lexical, rough = items[related], lexical[related], rough[related]
    if not len(items):
        return []
    both = asked.terms is not None and asked.vector is not None
    highest = _scale(lexical) if both else 1.0
    nearest = _scale(_cosines(layer, items[finalists(rough, 1)], asked)) if both else 1.0
    near = finalists(lexical / highest * nearest + rough, k)  # scaled to cosines, whose error `finalists` knows
    items, words = items[near], lexical[near] / highest
    cosines = _cosines(layer, items, asked)
    meaning = cosines / nearest
    ranked = best(
        np.arange(len(items)), words + meaning, k, lambda positions: snapshot.reading_order_key(layer, items[positions])
    )
    return [
        RankedItem(
            int(items[position]),
            score,
            None if asked.vector is None else float(cosines[position]),
            _parts(asked, float(words[position]), float(meaning[position])),
        )
        for position, score in zip(ranked.items.tolist(), ranked.similarities.tolist(), strict=True)
    ]


def _lexical(layer: LayerTable, items: Indices, asked: SearchTerms) -> Scores:
    if asked.terms is None:
        return np.zeros(len(items))
    return layer.postings.scores(asked.terms, layer.alive)[items]


def _rough_cosines(layer: LayerTable, items: Indices, asked: SearchTerms) -> Scores:
    """The cosines, each within half of `TOLERANCE`; exact near 0, where the sign matters."""
    if asked.vector is None or not len(items):
        return np.zeros(len(items))
    rough = roughly(layer.vectors.values, items, asked.vector).astype(np.float64)
    unsure = np.abs(rough) <= TOLERANCE
    rough[unsure] = similarities(layer.vectors.values, items[unsure], asked.vector)
    return rough


def _cosines(layer: LayerTable, items: Indices, asked: SearchTerms) -> Scores:
    return np.zeros(len(items)) if asked.vector is None else similarities(layer.vectors.values, items, asked.vector)


def _scale(scores: Scores) -> float:
    """The divisor of scores: their maximum if that is above 0, else 1."""
    highest = float(scores.max())
    return highest if highest > 0 else 1.0


def _parts(asked: SearchTerms, words: float, meaning: float) -> tuple[tuple[str, float], ...]:
    """The parts of a score; none for a cosine alone, which is the score itself."""
    if asked.terms is None:
        return ()
    return (("bm25", words),) if asked.vector is None else (("bm25", words), ("dense", meaning))
