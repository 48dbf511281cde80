"""The weights of the features, fitted by `scripts/calibrate_answers.py` on LongMemEval and the chronicles."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from convograph.answering.certainty import CERTAINTY_SIGNS
from convograph.answering.features import FEATURES, Features, Floats

# How much each feature of a sentence adds to the log odds that it is the one that answers.
WEIGHTS: Mapping[str, float] = {
    "rank": 0.97,
    "shown": 0.48,
    "companion": -1.06,
    "cosine": 2.07,
    "covered": 2.77,
    "covered_turn": 1.27,
    "before": 0.90,
    "replies": 0.45,
    "time": 1.29,
    "number": 2.16,
    "place": 1.20,
    "name": 1.43,
    "new": 0.51,
    "other": -1.03,
    "newer": 0.34,
}

# How much each sign of the best sentence adds to the certainty that it answers at all, and the least certainty that is
# quoted, which 88 in 100 of the answerable questions reach: where the recall tells how likely anything answers, and
# where it does not.
WITH_PROBABILITY: Mapping[str, float] = {
    "cosine": 3.03,
    "covered": -0.57,
    "covered_turn": 2.06,
    "other": -3.54,
    "assisted": -1.26,
    "unheard": -2.58,
    "likely": 0.39,
}
LEAST_WITH_PROBABILITY = 0.14
WITHOUT_PROBABILITY: Mapping[str, float] = {
    "cosine": 4.22,
    "covered": -1.08,
    "covered_turn": 3.13,
    "other": -3.77,
    "assisted": -1.32,
    "unheard": -2.82,
}
LEAST_WITHOUT_PROBABILITY = 0.73

LEAST_COSINE = 0.25  # of a sentence that shares no word with the question, nor does its turn: set

DECIMALS = 6  # of log odds: sentences that differ by less were told apart by rounding alone


def log_odds(features: Features) -> Floats:
    """The log odds of each candidate, up to a constant: only differences between candidates mean anything."""
    found: Floats = (features.values * np.array([WEIGHTS[name] for name in FEATURES])).sum(axis=1).round(DECIMALS)
    return found


def answers(signs: Floats, *, is_likely_known: bool) -> bool:
    """Whether a candidate with these signs is certain enough to answer."""
    if is_foreign(signs):
        return False
    weights, least = WITHOUT_PROBABILITY, LEAST_WITHOUT_PROBABILITY
    if is_likely_known:
        weights, least = WITH_PROBABILITY, LEAST_WITH_PROBABILITY
    certainty = sum(weight * signs[CERTAINTY_SIGNS.index(name)] for name, weight in weights.items())
    return bool(certainty >= least)


def is_foreign(signs: Floats) -> bool:
    """Whether a candidate with these signs has nothing in common with the question, however likely anything answers."""
    covered, cosine = (signs[CERTAINTY_SIGNS.index(name)] for name in ("covered_turn", "cosine"))
    return bool(covered == 0 and cosine < LEAST_COSINE)
