"""The period that a question asks about: what was said last where it asks for what holds, what held before where it
asks for that.

Over the best turns: those after which much was said that bears on the question lose, and of two that say nearly the
same the one that is wanted comes first.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.features import TurnFeatures
from convograph.architectures.unified.scored import Scored
from convograph.extraction.asking import Period
from convograph.graph.arrays import Floats, Rows
from convograph.graph.snapshot import LayerTable
from convograph.graph.turns import NO_TIME
from convograph.retrieval import SCORE_DECIMALS
from convograph.times import seconds_of

LOSS: Mapping[Period, float] = {"now": 2.0, "present": 0.1}
"""The log odds that a turn loses if all that bears on the question was said after it; for a share of that, their share.

Chosen among a few settings on LongMemEval dev and the chronicles. More puts the newest first more often, and pushes
evidence that is older out of the best five. Fitted to the chronicles the loss with "now" would be four times as high
and more, since all their questions with "now" are about a last value; other people's are not.
"""

COMPARED = 50  # turns at most that lose by what was said after them, the best
LIKE = 0.7  # cosine of their best sentences from which two turns are taken to state the same
NEAR_ODDS = 2.0  # log odds at most that lie between two turns that change places
SWAPPED = 5  # turns at most among which those that state the same are put in order, the best

_STEP = 10.0**-SCORE_DECIMALS  # the least by which two scores differ


def in_period(scored: Scored, moment: datetime | None) -> Scored:
    """The same turns, scored with a view to the question's period.

    What was said after the `moment` of asking, or at no known time, is newer than nothing.
    """
    features, scores, period = scored.features, scored.scores, scored.period
    if period is None or len(features.places) < 2:
        return scored
    best = np.argsort(-scores.turns, kind="stable")[:COMPARED]
    said = scored.graph.turns.seconds.values[scored.places.rows[features.places[best]]]
    later = _later(said, features.sessions[best], None if moment is None else seconds_of(moment))
    changed = scores.turns.copy()
    if period in LOSS:
        changed[best] = np.round(changed[best] - LOSS[period] * _said_after(later, scores.turns[best]), SCORE_DECIMALS)
    best, later = best[:SWAPPED], later[:SWAPPED, :SWAPPED]
    before = later if period in LOSS else later.T
    changed[best] = _raised(changed[best], before & (_alike(scored.layer, features, best) >= LIKE))
    return scored.rescored(changed, "time")


def _later(said: npt.NDArray[np.int64], sessions: Rows, moment: int | None) -> npt.NDArray[np.bool_]:
    """Whether each turn (columns) was said after each other one (rows), in another session, and by the moment."""
    counts = said != NO_TIME if moment is None else (said != NO_TIME) & (said <= moment)
    is_later: npt.NDArray[np.bool_] = (said[None, :] > said[:, None]) & (said != NO_TIME)[:, None] & counts[None, :]
    elsewhere: npt.NDArray[np.bool_] = sessions[None, :] != sessions[:, None]
    return is_later & elsewhere


def _said_after(later: npt.NDArray[np.bool_], scores: Floats) -> Floats:
    """The share of what bears on the question that was said after each turn."""
    bearing = np.exp(scores - scores.max())
    share: Floats = np.where(later, bearing[None, :], 0.0).sum(axis=1) / bearing.sum()
    return share


def _alike(layer: LayerTable, features: TurnFeatures, numbers: Rows) -> Floats:
    """The cosines of the best sentences of some turns, (turns, turns); 0 for turns without."""
    vectors = np.zeros((len(numbers), layer.vectors.values.shape[1]), np.float32)
    for row, number in enumerate(numbers.tolist()):
        sentences = features.sentences.of_turn(number)
        if sentences:
            sentence = sentences[int(np.argmax(features.support[sentences.start : sentences.stop]))]
            vectors[row] = layer.vectors.values[features.sentences.items[sentence]]
    products: Floats = np.einsum("td,ud->tu", vectors, vectors, optimize=False).astype(np.float64)
    return products


def _raised(scores: Floats, before: npt.NDArray[np.bool_]) -> Floats:
    """The scores, best first before, of turns each raised just above the best one near it that it comes before.

    `before` (turns, turns): whether the turn of a column comes before that of the row.
    """
    raised = scores.copy()
    for number in range(len(scores)):
        above = before[:, number] & (scores > scores[number]) & (scores - scores[number] <= NEAR_ODDS)
        if above.any():
            raised[number] = max(raised[number], round(float(scores[above].max()) + _STEP, SCORE_DECIMALS))
    return raised
