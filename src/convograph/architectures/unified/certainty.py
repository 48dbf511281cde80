"""How likely it is that anything in memory answers, and that a unit does: two logistic models.

Features of the ranker compare turns with each other: something is always best. Whether the best is any good is told by
how much of the question it has (words, similar words, cosine), how much the question asks about at all, and its score.
A unit answers if anything does, and if it is the one: the likelier, the further ahead of all others it is.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from convograph.architectures.unified.features import RankedFeatures
from convograph.architectures.unified.levels import weighted_sum
from convograph.architectures.unified.weights import FORMS, RankerWeights, of_features
from convograph.graph.arrays import Floats, Rows

BEST = 5  # turns that tell whether anything answers
SAID_THEN = 0.9  # how likely what was said at a time tells what was then: set by hand
CLOSENESS = 8  # power of a message's likeness to small talk: of thousands, one is alike at .7 by chance
NEAR_COSINE = 0.6  # from which a turn may answer words that nobody knows: misspelt, or another language's; set by hand

UNIT_SIGNS = ("share",)
_BEST_SIGNS = ("score", "covered", "alike", "cosine", "information")
WHOLE_SIGNS = (*_BEST_SIGNS, "asked_about", "lead", "words", "small_talk")


def unit_signs(units: Floats, scores: Floats) -> Floats:
    """What tells of each unit whether it is the one that answers, (`UNIT_SIGNS`, units), by its score and all turns'.

    The logarithm of its share in the odds of all: 0 for the only turn, -0.7 for one of two that are as good.
    """
    return np.array([units - np.logaddexp.reduce(scores)])


def whole_signs(features: RankedFeatures, scores: Floats) -> Floats:
    """What tells whether anything answers, (`WHOLE_SIGNS`,): the highest of each sign among the best turns, and more.

    `asked_about` is how much the question asks about, in how many `words`, `lead` how far the best turn is ahead of the
    last of the best; `small_talk` is how much the message is like such.
    """
    best = np.argsort(-scores, kind="stable")[:BEST]
    lead = float(scores[best[0]] - scores[best[-1]])
    information = np.log1p(features.covered * features.asked_about)
    of_turns = np.array([scores, features.covered, features.alike, features.cosine, information])
    message = [np.log1p(features.words), features.small_talk**CLOSENESS]
    further = [np.log1p(features.asked_about), lead, *message]
    return np.append(of_turns[:, best].max(axis=1), further)


def unit_probabilities(
    units: Floats, best: Rows, features: RankedFeatures, scores: Floats, weights: RankerWeights
) -> Floats:
    """How likely units are to answer if anything does, from 0 to 1, by their scores and those of all turns.

    `best` are the numbers of their best turns among those scored.
    """
    signs = unit_signs(units, scores)
    found = np.zeros(len(units))
    for number, form in enumerate(FORMS):
        meant = features.forms[best] == number
        found[meant] = _likely(signs[:, meant], UNIT_SIGNS, weights.by_form[form].unit_certainty)
    return found


def whole_probability(features: RankedFeatures, scores: Floats, weights: RankerWeights, *, then: bool = False) -> float:
    """How likely it is that anything in memory answers, from 0 to 1; 0 where there is nothing, or nothing is asked.

    What is only civil asks for nothing: "thanks a lot", though a short memory may have such words. `then` says that
    nothing is asked for but what was at a time: what was said then answers.
    """
    if not len(scores) or features.is_courtesy or _is_noise(features):
        return 0.0
    if then and (features.values["said_near"] == 1).any():
        return SAID_THEN
    return float(_likely(whole_signs(features, scores)[:, None], WHOLE_SIGNS, weights.whole_certainty)[0])


def _is_noise(features: RankedFeatures) -> bool:
    """Whether a message says nothing in words of the table, nor in any that occur in a turn: "zxqv blorp", "brb".

    The models cannot tell: fitted to long conversations, they see some word in common with nearly every message.
    """
    is_shared = features.covered.any() or features.alike.any()
    return not features.is_known and not is_shared and bool(features.cosine.max() < NEAR_COSINE)


def _likely(signs: Floats, names: tuple[str, ...], weights: Mapping[str, float]) -> Floats:
    """The logistic function of the weighted signs, one for each column."""
    *of_signs, offset = of_features(weights, (*names, "offset")).tolist()
    likely: Floats = 1 / (1 + np.exp(-(weighted_sum(signs, np.array(of_signs)) + offset)))
    return likely
