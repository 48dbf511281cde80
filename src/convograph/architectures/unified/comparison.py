"""Two things that a question compares in time: a turn is as good as it is for the one of them that it tells of.

Such a question shares most words with turns that tell of one thing at length; asked for alone, the other is found.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from convograph.architectures.unified.scored import Scored
from convograph.retrieval import SCORE_DECIMALS

BELOW = 0.5  # log odds of the best turn for a thing below the best for the question: of seven values on LongMemEval dev


def for_each(whole: Scored, things: Sequence[Scored]) -> Scored:
    """The turns scored for a question, each raised to what it is worth for one of the things that are compared.

    For each thing the best turn lies `BELOW` the best of all, the others as far below it as they are for that thing;
    what has nothing of it stays as it is. `things` are the same turns, or others, scored for each thing.
    """
    scores = whole.scores.turns
    raised = scores.copy()
    for thing in things:
        telling = np.flatnonzero(thing.features.alike > 0)  # the others have no word like one of it
        of_thing = thing.scores.turns[telling]
        places = thing.features.places[telling]
        _, own, there = np.intersect1d(whole.features.places, places, assume_unique=True, return_indices=True)
        best, best_of_thing = scores.max(initial=-np.inf), of_thing.max(initial=-np.inf)
        raised[own] = np.maximum(raised[own], of_thing[there] - best_of_thing + best - BELOW)
    return whole.rescored(np.round(raised, SCORE_DECIMALS), "time")
