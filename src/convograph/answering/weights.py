"""The weights of the features, fitted by `scripts/calibrate_answers.py` on LongMemEval, chronicles and chats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from convograph.answering.candidates import Candidate
from convograph.answering.certainty import CERTAINTY_SIGNS
from convograph.answering.features import FEATURES, Floats, SentenceFeatures
from convograph.retrieval import SCORE_DECIMALS
from convograph.segmentation import BRIEF, is_role
from convograph.terms import Analyzer

FEWEST = 8  # turns that tell how people write: set by hand
LEAST_COSINE = 0.25  # of a sentence that shares no word with the question, nor does its turn: set by hand


@dataclass(frozen=True, slots=True)
class AnswerWeights:
    """How much each feature of a sentence adds to the log odds that it is the one that answers, and each sign of the
    best one to the certainty that it answers at all.

    The least certainty that is quoted is reached by 88 in 100 of the answerable questions: where the recall tells how
    likely anything answers, and where it does not. `needs_common` says that nothing is quoted that has nothing in
    common with the question.
    """

    of_features: Mapping[str, float]
    with_probability: Mapping[str, float]
    least_with_probability: float
    without_probability: Mapping[str, float]
    least_without_probability: float
    needs_common: bool

    def log_odds(self, features: SentenceFeatures) -> Floats:
        """The log odds of each candidate, up to a constant: only differences between candidates mean anything."""
        weights = np.array([self.of_features[name] for name in FEATURES])
        found: Floats = (features.values * weights).sum(axis=1).round(SCORE_DECIMALS)
        return found

    def answers(self, signs: Floats, *, is_likely_known: bool) -> bool:
        """Whether a candidate with these signs is certain enough to answer."""
        if self.leaves_out(signs):
            return False
        weights, least = self.without_probability, self.least_without_probability
        if is_likely_known:
            weights, least = self.with_probability, self.least_with_probability
        certainty = sum(weight * signs[CERTAINTY_SIGNS.index(name)] for name, weight in weights.items())
        return bool(certainty >= least)

    def leaves_out(self, signs: Floats) -> bool:
        """Whether a candidate with these signs is never quoted, however likely anything answers."""
        return self.needs_common and is_foreign(signs)


AT_LENGTH = AnswerWeights(
    of_features={
        "rank": 0.98,
        "shown": 0.48,
        "companion": -1.12,
        "cosine": 2.09,
        "covered": 2.74,
        "covered_turn": 1.26,
        "before": 0.91,
        "replies": 0.47,
        "time": 1.27,
        "number": 2.17,
        "place": 1.25,
        "name": 1.46,
        "new": 0.50,
        "other": -1.09,
        "newer": 0.36,
    },
    with_probability={
        "cosine": 3.27,
        "covered": -0.68,
        "covered_turn": 2.34,
        "other": -3.64,
        "assisted": -1.26,
        "unheard": -2.51,
        "likely": 0.30,
    },
    least_with_probability=0.32,
    without_probability={
        "cosine": 4.22,
        "covered": -1.03,
        "covered_turn": 3.10,
        "other": -3.81,
        "assisted": -1.33,
        "unheard": -2.76,
    },
    least_without_probability=0.72,
    needs_common=True,
)

# In chats most replies have no word of the question.
IN_CHAT = AnswerWeights(
    of_features={
        "rank": 1.01,
        "shown": 0.46,
        "companion": 0.06,
        "cosine": 0.00,
        "covered": 0.00,
        "covered_turn": 0.00,
        "before": 0.63,
        "replies": 0.00,
        "time": 0.94,
        "number": 2.21,
        "place": 1.95,
        "name": 0.97,
        "new": 0.11,
        "other": -1.13,
        "newer": 0.70,
    },
    with_probability={
        "cosine": 1.76,
        "covered": -2.46,
        "covered_turn": 3.76,
        "other": -4.49,
        "assisted": 0.00,
        "unheard": -1.37,
        "likely": 0.55,
    },
    least_with_probability=-0.35,
    without_probability={
        "cosine": 1.86,
        "covered": -2.04,
        "covered_turn": 4.25,
        "other": -4.23,
        "assisted": 0.00,
        "unheard": -1.99,
    },
    least_without_probability=0.11,
    needs_common=False,
)


def weights_for(candidates: Sequence[Candidate], analyzer: Analyzer) -> AnswerWeights:
    """The weights for sentences of turns in which people chat, in short messages, or for others; so for a few turns."""
    said = [one for one in candidates if one.evidence is not None]
    turns = {one.source for one in said}
    if len(turns) < FEWEST or any(is_role(one.speaker) for one in said):
        return AT_LENGTH
    words = sum(len(analyzer.terms(one.text)) for one in said)
    return IN_CHAT if words < BRIEF * len(turns) else AT_LENGTH


def is_foreign(signs: Floats) -> bool:
    """Whether a candidate with these signs has nothing in common with the question."""
    covered, cosine = (signs[CERTAINTY_SIGNS.index(name)] for name in ("covered_turn", "cosine"))
    return bool(covered == 0 and cosine < LEAST_COSINE)
