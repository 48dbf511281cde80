"""The weights of the features, fitted by `scripts/calibrate_answers.py` on LongMemEval and the chronicles."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from convograph.answering.certainty import CERTAINTY_SIGNS
from convograph.answering.features import FEATURES, Features, Floats

# How much each feature of a sentence adds to the log odds that it is the one that answers.
WEIGHTS: Mapping[str, float] = {
    "rank": 0.93,
    "shown": 0.67,
    "companion": -1.15,
    "cosine": 0.88,
    "covered": 3.33,
    "covered_turn": 1.47,
    "before": 0.66,
    "replies": 0.46,
    "time": 1.42,
    "number": 2.42,
    "place": 0.66,
    "name": 1.25,
    "new": 0.41,
    "other": -1.03,
    "newer": 0.43,
}

# How much each sign of the best sentence adds to the certainty that it answers at all, and the least certainty that is
# quoted, which nine in ten of the answerable questions reach: with the log odds of hits, and without.
WITH_ODDS: Mapping[str, float] = {
    "cosine": 2.96,
    "covered": -0.01,
    "covered_turn": 1.44,
    "other": -3.10,
    "assisted": -1.17,
    "unheard": -3.32,
    "odds": 0.24,
}
LEAST_WITH_ODDS = 0.23
WITHOUT_ODDS: Mapping[str, float] = {
    "cosine": 3.88,
    "covered": -0.25,
    "covered_turn": 2.44,
    "other": -3.26,
    "assisted": -1.36,
    "unheard": -3.48,
}
LEAST_WITHOUT_ODDS = 1.17

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
