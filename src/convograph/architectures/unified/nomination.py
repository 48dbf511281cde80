"""Which turns are scored: the best by any of three cheap measures. Scoring all turns would take too long."""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.levels import scaled
from convograph.architectures.unified.matches import Matches
from convograph.architectures.unified.memo_matches import MemoMatches
from convograph.graph.arrays import Floats, Rows
from convograph.graph.snapshot import LayerTable
from convograph.graph.turns import TurnTable
from convograph.graph.vectors import TOLERANCE, best, finalists, roughly, similarities

NOMINATED = 200  # turns per measure: more find no more (docs/unified_design.md#nomination)

# The combined measure is BM25 of the turn, plus similar words, BM25 of the turn with its neighbours, and the cosine:
_SIMILAR, _WINDOW, _COSINE = 0.5, 0.25, 0.7


def nominated(
    turns: TurnTable,
    matches: Matches,
    memos: MemoMatches,
    layer: LayerTable,
    allowed: npt.NDArray[np.bool_] | None,
    *,
    stating: Collection[int] = (),
) -> Rows:
    """The ascending places of the turns to score.

    These are the best of the `allowed` turns (rows of the turn table; `None`: all) by each measure, the turns of the
    best memos, the first turns said at the time if the question asks only what was then, and the turns at the places
    `stating`, which state what is asked.
    """
    places, asked = matches.places, matches.asked
    anywhere = np.ones(len(places), np.bool_) if allowed is None else allowed[places.rows]
    whole, wide = asked.weights("all"), matches.wide_scores
    lexical = (
        scaled(matches.turns.scores(whole))
        + _SIMILAR * scaled(matches.likeness(matches.turn_similar))
        + _WINDOW * scaled(matches.windows[0].scores(whole))
    )
    rough = roughly(layer.vectors.values, matches.sentences.items, asked.vectors[1])
    chosen = np.zeros(len(places), np.bool_)
    chosen[_best(np.flatnonzero(anywhere & (wide > 0)), wide)] = True
    chosen[_nearest(matches, layer, rough, anywhere)] = True
    chosen[_best_of_both(matches, layer, lexical, rough, anywhere)] = True
    if asked.then:
        for start, end in asked.ranges:
            chosen[np.flatnonzero(anywhere & turns.said_between(start, end)[places.rows])[:NOMINATED]] = True
    chosen[list(stating)] = True
    if len(memos.index):
        described = memos.index.places_of(_best_memos(memos))
        chosen[described[anywhere[described]]] = True
    return np.flatnonzero(chosen)


def _best(candidates: Rows, scores: Floats) -> Rows:
    found: Rows = best(candidates, scores[candidates], NOMINATED, lambda items: (items,)).items
    return found


def _nearest(
    matches: Matches, layer: LayerTable, rough: npt.NDArray[np.float32], anywhere: npt.NDArray[np.bool_]
) -> Rows:
    """The turns of the sentences with the highest cosines with the question."""
    near = np.flatnonzero(anywhere[matches.sentences.places] & (rough > -TOLERANCE))
    near = near[finalists(rough[near], NOMINATED)]
    exact = similarities(layer.vectors.values, matches.sentences.items[near], matches.asked.vectors[1])
    found = best(near[exact > 0], exact[exact > 0], NOMINATED, lambda items: (items,)).items
    return matches.sentences.places[found]


def _best_memos(memos: MemoMatches) -> Rows:
    """The memos with the highest sum of words and cosine."""
    asked = memos.matches.asked
    lexical = scaled(memos.level.scores(asked.weights("all"))) + _SIMILAR * scaled(memos.alike)
    rough = memos.rough_cosines(asked.vectors[1])
    near = np.flatnonzero((lexical > 0) | (rough > -TOLERANCE))
    return _best_sums(near, lexical, rough, lambda some: memos.cosines(some, asked.vectors[1]))


def _best_of_both(
    matches: Matches,
    layer: LayerTable,
    lexical: Floats,
    rough: npt.NDArray[np.float32],
    anywhere: npt.NDArray[np.bool_],
) -> Rows:
    """The turns with the highest sum of words and cosine."""
    cosines = matches.sentences.best(rough, len(lexical))

    def exactly(turns: Rows) -> Floats:
        held = matches.sentences.of_turns(turns)
        return held.best(similarities(layer.vectors.values, held.items, matches.asked.vectors[1]), len(turns))

    near = np.flatnonzero(anywhere & ((lexical > 0) | (cosines > -TOLERANCE)))
    return _best_sums(near, lexical, cosines, exactly)


def _best_sums(near: Rows, lexical: Floats, rough: npt.NDArray[np.floating], exactly: Callable[[Rows], Floats]) -> Rows:
    """The candidates `near` with the highest sum of words and cosine; `exactly` gives the exact cosines of some."""
    near = near[finalists((lexical + _COSINE * np.maximum(rough, 0))[near], NOMINATED)]
    totals = lexical[near] + _COSINE * np.maximum(exactly(near), 0)
    return best(near[totals > 0], totals[totals > 0], NOMINATED, lambda items: (items,)).items
