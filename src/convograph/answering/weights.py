"""The weights of the features, fitted by `scripts/calibrate_answers.py` on LongMemEval and the chronicles."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from convograph.answering.certainty import CERTAINTY_SIGNS
from convograph.answering.features import FEATURES, Features, Floats

# How much each feature of a sentence adds to the log odds that it is the one that answers.
WEIGHTS: Mapping[str, float] = {
    "rank": 0.92,
    "shown": 0.43,
    "companion": -1.28,
    "cosine": 1.89,
    "covered": 2.95,
    "covered_turn": 1.19,
    "before": 0.83,
    "replies": 0.48,
    "time": 1.22,
    "number": 2.17,
    "place": 0.90,
    "name": 1.35,
    "new": 0.52,
    "other": -1.15,
    "newer": 0.31,
}

# How much each sign of the best sentence adds to the certainty that it answers at all, and the least certainty that is
# quoted, which nine in ten of the answerable questions reach: where the recall tells how likely anything answers, and
# where it does not.
WITH_PROBABILITY: Mapping[str, float] = {
    "cosine": 3.02,
    "covered": -0.07,
    "covered_turn": 1.26,
    "other": -3.46,
    "assisted": -1.43,
    "unheard": -3.26,
    "likely": 0.29,
}
LEAST_WITH_PROBABILITY = -0.26
WITHOUT_PROBABILITY: Mapping[str, float] = {
    "cosine": 3.71,
    "covered": -0.61,
    "covered_turn": 2.45,
    "other": -3.70,
    "assisted": -1.48,
    "unheard": -3.38,
}
LEAST_WITHOUT_PROBABILITY = 0.66

DECIMALS = 6  # of log odds: sentences that differ by less were told apart by rounding alone


def log_odds(features: Features) -> Floats:
    """The log odds of each candidate, up to a constant: only differences between candidates mean anything."""
    found: Floats = (features.values * np.array([WEIGHTS[name] for name in FEATURES])).sum(axis=1).round(DECIMALS)
    return found


def answers(signs: Floats, *, is_likely_known: bool) -> bool:
    """Whether a candidate with these signs is certain enough to answer."""
    weights, least = WITHOUT_PROBABILITY, LEAST_WITHOUT_PROBABILITY
    if is_likely_known:
        weights, least = WITH_PROBABILITY, LEAST_WITH_PROBABILITY
    certainty = sum(weight * signs[CERTAINTY_SIGNS.index(name)] for name, weight in weights.items())
    return bool(certainty >= least)
