"""The period that a question asks about: the latest values, or former ones.

Among the best turns, those followed by much that is relevant to the question lose when it asks for what holds now; and
of two turns that say nearly the same, the one from the period asked about comes first.
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
"""The log odds that a turn loses if all that is relevant was said after it; in proportion if only a share was.

Chosen among a few settings on LongMemEval dev and the chronicles. A higher loss puts the newest first more often, and
pushes older evidence out of the best five. Fitted to the chronicles, the loss with "now" would be four times as high or
more, since all their questions with "now" are about a last value, which is not so elsewhere.
"""

COMPARED = 50  # best turns that can lose by what was said after them
LIKE = 0.7  # least cosine of the best sentences of two turns that are taken to state the same
NEAR_ODDS = 2.0  # log odds at most between two turns that change places
SWAPPED = 5  # best turns among which those that state the same are put in order

_STEP = 10.0**-SCORE_DECIMALS  # the least difference of two scores


def prefer_period(scored: Scored, moment: datetime | None) -> Scored:
    """The same turns, rescored for the question's period.

    Turns said after the `moment` of asking, or at an unknown time, do not count as newer than others.
    """
    features, scores, period = scored.features, scored.scores, scored.period
    if period is None or len(features.places) < 2:
        return scored
    best = np.argsort(-scores.turns, kind="stable")[:COMPARED]
    said = scored.snapshot.turns.seconds.values[scored.places.rows[features.places[best]]]
    later = _later(said, features.sessions[best], None if moment is None else seconds_of(moment))
    changed = scores.turns.copy()
    if period in LOSS:
        changed[best] = np.round(changed[best] - LOSS[period] * _said_after(later, scores.turns[best]), SCORE_DECIMALS)
    best, later = best[:SWAPPED], later[:SWAPPED, :SWAPPED]
    before = later if period in LOSS else later.T
    changed[best] = _raised(changed[best], before & (_alike(scored.layer, features, best) >= LIKE))
    return scored.rescored(changed, "time")


def _later(said: npt.NDArray[np.int64], sessions: Rows, moment: int | None) -> npt.NDArray[np.bool_]:
    """Whether each turn (columns) was said later than each other (rows), in another session, and by the moment."""
    counts = said != NO_TIME if moment is None else (said != NO_TIME) & (said <= moment)
    is_later: npt.NDArray[np.bool_] = (said[None, :] > said[:, None]) & (said != NO_TIME)[:, None] & counts[None, :]
    elsewhere: npt.NDArray[np.bool_] = sessions[None, :] != sessions[:, None]
    return is_later & elsewhere


def _said_after(later: npt.NDArray[np.bool_], scores: Floats) -> Floats:
    """For each turn, the share of the turns said after it in the odds of all."""
    bearing = np.exp(scores - scores.max())
    share: Floats = np.where(later, bearing[None, :], 0.0).sum(axis=1) / bearing.sum()
    return share


def _alike(layer: LayerTable, features: TurnFeatures, numbers: Rows) -> Floats:
    """The cosines of the best sentences of some turns, shape (turns, turns); 0 for turns without sentences."""
    vectors = np.zeros((len(numbers), layer.vectors.values.shape[1]), np.float32)
    for row, number in enumerate(numbers.tolist()):
        sentences = features.sentences.of_turn(number)
        if sentences:
            sentence = sentences[int(np.argmax(features.support[sentences.start : sentences.stop]))]
            vectors[row] = layer.vectors.values[features.sentences.items[sentence]]
    products: Floats = np.einsum("td,ud->tu", vectors, vectors, optimize=False).astype(np.float64)
    return products


def _raised(scores: Floats, before: npt.NDArray[np.bool_]) -> Floats:
    """The scores, each raised just above the best of the turns within `NEAR_ODDS` that the turn should precede.

    `before` (turns, turns) says whether the turn of a column should precede that of the row.
    """
    raised = scores.copy()
    for number in range(len(scores)):
        above = before[:, number] & (scores > scores[number]) & (scores - scores[number] <= NEAR_ODDS)
        if above.any():
            raised[number] = max(raised[number], round(float(scores[above].max()) + _STEP, SCORE_DECIMALS))
    return raised
