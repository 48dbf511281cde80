"""The probabilities that anything in memory answers, and that a given unit does: two logistic models.

The ranker's features compare turns with each other, so some turn is always best. Whether the best turn is any good
depends on how much of the question it covers (words, similar words, cosine), how much the question asks about, and its
score. A unit answers if anything does and if it is the right one, which is the likelier the further ahead it is.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from convograph.architectures.unified.features import RankedFeatures
from convograph.architectures.unified.levels import weighted_sum
from convograph.architectures.unified.weights import FORMS, RankerWeights, of_features
from convograph.graph.arrays import Floats, Rows

BEST = 5  # turns that decide whether anything answers
SAID_THEN = 0.9  # probability that turns said at a time tell what was then: set by hand
CLOSENESS = 8  # exponent of a message's likeness to small talk: of the thousands compared, one has .7 by chance
NEAR_COSINE = 0.6  # least cosine at which a turn may answer unknown words (misspelt, or foreign): set by hand

UNIT_SIGNS = ("share",)
_BEST_SIGNS = ("score", "covered", "alike", "cosine", "information")
WHOLE_SIGNS = (*_BEST_SIGNS, "asked_about", "lead", "words", "small_talk")


def unit_signs(units: Floats, scores: Floats) -> Floats:
    """The signs that a unit is the one that answers, shape (`UNIT_SIGNS`, units), by its score and those of all turns.

    `share` is the logarithm of its share in the odds of all: 0 for the only turn, -0.7 for one of two equal turns.
    """
    return np.array([units - np.logaddexp.reduce(scores)])


def whole_signs(features: RankedFeatures, scores: Floats) -> Floats:
    """The signs that anything answers, shape (`WHOLE_SIGNS`,): the highest of each sign among the best turns, and more.

    `asked_about` is how much the question asks about, in how many `words`; `lead` is how far the best turn is ahead of
    the last of the best; `small_talk` is how similar the message is to small talk.
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
    """How likely each unit is to answer if anything does, from 0 to 1, by its score and those of all turns.

    `best` are the numbers of the units' best turns among the scored turns.
    """
    signs = unit_signs(units, scores)
    found = np.zeros(len(units))
    for number, form in enumerate(FORMS):
        meant = features.forms[best] == number
        found[meant] = _likely(signs[:, meant], UNIT_SIGNS, weights.by_form[form].unit_certainty)
    return found


def whole_probability(features: RankedFeatures, scores: Floats, weights: RankerWeights, *, then: bool = False) -> float:
    """How likely it is that anything in memory answers, from 0 to 1; 0 if memory is empty or nothing is asked.

    Courtesy such as "thanks a lot" asks for nothing, even if a short memory has the same words. `then` says that the
    question asks only what was at a time: any turn said at that time answers it.
    """
    if not len(scores) or features.is_courtesy or _is_noise(features):
        return 0.0
    if then and (features.values["said_near"] == 1).any():
        return SAID_THEN
    return float(_likely(whole_signs(features, scores)[:, None], WHOLE_SIGNS, weights.whole_certainty)[0])


def _is_noise(features: RankedFeatures) -> bool:
    """Whether no content word of a message is in the word table or in a turn, and no turn is near: "zxqv blorp", "brb".

    The models cannot tell: they are fitted to long conversations, which share some word with nearly every message.
    """
    is_shared = features.covered.any() or features.alike.any()
    return not features.is_known and not is_shared and bool(features.cosine.max() < NEAR_COSINE)


def _likely(signs: Floats, names: tuple[str, ...], weights: Mapping[str, float]) -> Floats:
    """The logistic function of the weighted sum of the signs in each column."""
    *of_signs, offset = of_features(weights, (*names, "offset")).tolist()
    likely: Floats = 1 / (1 + np.exp(-(weighted_sum(signs, np.array(of_signs)) + offset)))
    return likely
