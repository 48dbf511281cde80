"""Questions that compare things in time: a turn is as good as it is for the thing it is about.

The whole question shares most words with turns that dwell on one thing; a question for the other alone finds it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from convograph.architectures.unified.scored import Scored
from convograph.retrieval import SCORE_DECIMALS

BELOW = 0.5  # log odds that the best turn for a thing is put below the best overall: best of 7 on LongMemEval dev


def raise_compared_things(whole: Scored, things: Sequence[Scored]) -> Scored:
    """The turns scored for a question, each raised to its worth for one of the things compared.

    For each thing, the best turn is put `BELOW` the best overall, the others as far below it as they are for that
    thing; turns without a similar word keep their scores. `things` are the same or other turns, scored for each thing.
    """
    scores = whole.scores.turns
    raised = scores.copy()
    for thing in things:
        telling = np.flatnonzero(thing.features.alike > 0)  # the others have no word similar to one of the thing's
        of_thing = thing.scores.turns[telling]
        places = thing.features.places[telling]
        _, own, there = np.intersect1d(whole.features.places, places, assume_unique=True, return_indices=True)
        best, best_of_thing = scores.max(initial=-np.inf), of_thing.max(initial=-np.inf)
        raised[own] = np.maximum(raised[own], of_thing[there] - best_of_thing + best - BELOW)
    return whole.rescored(np.round(raised, SCORE_DECIMALS), "time")
