"""The weights of the features, fitted by `scripts/calibrate_answers.py` on LongMemEval and the chronicles."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from convograph.answering.certainty import CERTAINTY_SIGNS
from convograph.answering.features import FEATURES, Features, Floats

# How much each feature of a sentence adds to the log odds that it is the one that answers.
WEIGHTS: Mapping[str, float] = {
    "rank": 0.87,
    "shown": 0.45,
    "companion": -1.15,
    "cosine": 1.98,
    "covered": 3.14,
    "covered_turn": 1.27,
    "before": 0.93,
    "replies": 0.54,
    "time": 1.33,
    "number": 2.37,
    "place": 0.50,
    "name": 1.11,
    "new": 0.50,
    "other": -0.98,
    "newer": 0.31,
}

# How much each sign of the best sentence adds to the certainty that it answers at all, and the least certainty that is
# quoted, which nine in ten of the answerable questions reach: with the log odds of hits, and without.
WITH_ODDS: Mapping[str, float] = {
    "cosine": 2.58,
    "covered": 0.14,
    "covered_turn": 1.09,
    "other": -3.33,
    "assisted": -1.34,
    "unheard": -3.11,
    "odds": 0.27,
}
LEAST_WITH_ODDS = -0.37
WITHOUT_ODDS: Mapping[str, float] = {
    "cosine": 3.36,
    "covered": -0.52,
    "covered_turn": 2.48,
    "other": -3.59,
    "assisted": -1.53,
    "unheard": -3.26,
}
LEAST_WITHOUT_ODDS = 0.48

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
