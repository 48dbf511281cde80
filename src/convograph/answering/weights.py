"""The feature weights, fitted by `scripts/calibrate_answers.py` on conversations of three forms.

Those for what is quoted after the best sentence are fitted by `scripts/calibrate_further.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from convograph.answering.candidates import Candidate
from convograph.answering.certainty import CERTAINTY_SIGNS
from convograph.answering.features import FEATURES, SentenceFeatures
from convograph.answering.further import EVERY, FurtherWeights
from convograph.context.companions import Neighbours
from convograph.graph.arrays import Floats
from convograph.retrieval import SCORE_DECIMALS
from convograph.segmentation import BRIEF_WORDS, REQUEST_WORDS, is_role, is_user
from convograph.terms import Analyzer

MAX_SENTENCES = 3  # an answer should be short
MAX_MESSAGES = 5  # in chats, where these have about as many words
FEWEST = 8  # turns needed to tell how people write: set by hand
LEAST_COSINE = 0.25  # for a sentence whose turn shares no word with the question: set by hand


@dataclass(frozen=True, slots=True)
class AnswerWeights:
    """The weights of features, for ranking sentences, and of signs, for whether the best one answers at all.

    Each feature adds to the log odds that a sentence is the one that answers, each sign to the certainty. Signs have
    two sets of weights, each with the least certainty that is quoted: where the recall tells how likely anything
    answers, and where it does not. That certainty is reached by 88 in 100 of the answerable questions, in chats of
    people by 92. With `needs_common`, nothing is quoted that has nothing in common with the question. At most
    `most_sentences` are quoted; where hits have a probability, those after the best only if `further` says that they
    probably add to it.
    """

    of_features: Mapping[str, float]
    with_probability: Mapping[str, float]
    least_with_probability: float
    without_probability: Mapping[str, float]
    least_without_probability: float
    needs_common: bool
    most_sentences: int
    further: FurtherWeights = EVERY

    def log_odds(self, features: SentenceFeatures) -> Floats:
        """The log odds of each candidate, up to a constant: only differences between candidates are meaningful."""
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
        """Whether a candidate with these signs is never quoted, however likely it is that anything answers."""
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
    most_sentences=MAX_SENTENCES,
)

# In chats, most replies share no word with the question, and a message has half the words of a sentence elsewhere.
IN_CHAT = AnswerWeights(
    of_features={
        "rank": 1.02,
        "shown": 0.53,
        "companion": -0.18,
        "cosine": 0.00,
        "covered": 0.00,
        "covered_turn": 0.13,
        "before": 0.44,
        "replies": 0.11,
        "time": 0.80,
        "number": 2.26,
        "place": 1.63,
        "name": 0.79,
        "new": 0.34,
        "other": -1.31,
        "newer": 0.77,
    },
    with_probability={
        "cosine": 2.86,
        "covered": -3.72,
        "covered_turn": 4.00,
        "other": -4.99,
        "assisted": 0.00,
        "unheard": -1.35,
        "likely": 0.48,
    },
    least_with_probability=-0.32,
    without_probability={
        "cosine": 3.22,
        "covered": -4.92,
        "covered_turn": 5.72,
        "other": -5.78,
        "assisted": 0.00,
        "unheard": -1.81,
    },
    least_without_probability=0.21,
    needs_common=False,
    most_sentences=MAX_MESSAGES,
    further=FurtherWeights(share=0.48, hit=0.41, same_turn=-2.81, least=-2.98),
)


# Users answer an assistant's questions in half sentences; the assistant's own replies are longer.
WITH_ASSISTANT = AnswerWeights(
    of_features={
        "rank": 1.07,
        "shown": 0.61,
        "companion": -0.83,
        "cosine": 0.13,
        "covered": 1.91,
        "covered_turn": 0.0,
        "before": 0.43,
        "replies": 1.91,
        "time": 1.03,
        "number": 2.27,
        "place": 0.83,
        "name": 1.05,
        "new": 0.47,
        "other": 0.0,
        "newer": 0.65,
    },
    with_probability={"cosine": 1.28, "covered": -2.11, "covered_turn": 1.81, "unheard": -1.05, "likely": 0.81},
    least_with_probability=-0.27,
    without_probability={"cosine": 3.00, "covered": -3.48, "covered_turn": 4.53, "unheard": -1.40},
    least_without_probability=0.53,
    needs_common=False,
    most_sentences=MAX_MESSAGES,
    further=FurtherWeights(share=0.62, hit=0.42, same_turn=-2.05, least=-3.39),
)


def weights_for(candidates: Sequence[Candidate], neighbours: Neighbours, analyzer: Analyzer) -> AnswerWeights:
    """The weights for chats between people, for chats with an assistant, or for the rest, including very few turns.

    The turns beside those found decide, since found turns are longer than what people write on average.
    """
    found = {one.source: one.evidence.span.turn for one in candidates if one.evidence is not None}
    beside = {turn.id: turn for one in found.values() for turn in neighbours(one) if turn is not None}
    if min(len(found), len(beside)) < FEWEST:
        return AT_LENGTH
    assisted = any(is_role(turn.speaker) for turn in found.values())
    telling = [turn for turn in beside.values() if not assisted or is_user(turn.speaker)]
    words = sum(len(analyzer.terms(turn.text)) for turn in telling)
    in_chat, least = (WITH_ASSISTANT, REQUEST_WORDS) if assisted else (IN_CHAT, BRIEF_WORDS)
    return in_chat if words < least * len(telling) else AT_LENGTH


def is_foreign(signs: Floats) -> bool:
    """Whether a candidate with these signs has nothing in common with the question."""
    covered, cosine = (signs[CERTAINTY_SIGNS.index(name)] for name in ("covered_turn", "cosine"))
    return bool(covered == 0 and cosine < LEAST_COSINE)
