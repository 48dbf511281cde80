"""The weights of the features, fitted by `scripts/calibrate_answers.py` on LongMemEval and the chronicles."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from convograph.answering.certainty import CERTAINTY_SIGNS
from convograph.answering.features import FEATURES, Features, Floats

# How much each feature of a sentence adds to the log odds that it is the one that answers.
WEIGHTS: Mapping[str, float] = {
    "rank": 0.92,
    "shown": 0.47,
    "companion": -1.22,
    "cosine": 1.88,
    "covered": 3.07,
    "covered_turn": 1.09,
    "before": 0.88,
    "replies": 0.49,
    "time": 1.40,
    "number": 2.40,
    "place": 0.86,
    "name": 1.28,
    "new": 0.54,
    "other": -1.09,
    "newer": 0.27,
}

# How much each sign of the best sentence adds to the certainty that it answers at all, and the least certainty that is
# quoted, which nine in ten of the answerable questions reach: with the log odds of hits, and without.
WITH_ODDS: Mapping[str, float] = {
    "cosine": 2.79,
    "covered": 0.06,
    "covered_turn": 1.16,
    "other": -3.29,
    "assisted": -1.39,
    "unheard": -3.27,
    "odds": 0.29,
}
LEAST_WITH_ODDS = -0.38
WITHOUT_ODDS: Mapping[str, float] = {
    "cosine": 3.55,
    "covered": -0.52,
    "covered_turn": 2.39,
    "other": -3.55,
    "assisted": -1.47,
    "unheard": -3.40,
}
LEAST_WITHOUT_ODDS = 0.60

DECIMALS = 6  # of log odds: sentences that differ by less were told apart by rounding alone


def log_odds(features: Features) -> Floats:
    """The log odds of each candidate, up to a constant: only differences between candidates mean anything."""
    found: Floats = (features.values * np.array([WEIGHTS[name] for name in FEATURES])).sum(axis=1).round(DECIMALS)
    return found


def answers(signs: Floats, *, has_odds: bool) -> bool:
    """Whether a candidate with these signs is certain enough to answer."""
    weights, least = (WITH_ODDS, LEAST_WITH_ODDS) if has_odds else (WITHOUT_ODDS, LEAST_WITHOUT_ODDS)
    certainty = sum(weight * signs[CERTAINTY_SIGNS.index(name)] for name, weight in weights.items())
    return bool(certainty >= least)
