"""Turns that state exactly what is asked about one person (`statements`) come first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from convograph.architectures.unified.scored import Scored
from convograph.retrieval import SCORE_DECIMALS
from convograph.terms import has_words

ABOVE = 0.5  # log odds that the last of them is put above all others, and each above the next
ALL_SUPPORT = 3.0  # support of a sentence that has all that is asked: three shares of 1 (`features`)
STATED = 0.9  # probability that a turn that states what is asked answers: set by hand


def put_direct_statements_first(scored: Scored) -> Scored:
    """The same turns; those that state what is asked come first, with the stating sentences as their best."""
    if not scored.stating:
        return scored
    features, scores = scored.features, scored.scores.turns.copy()
    numbers = np.searchsorted(features.places, list(scored.stating))
    scores[numbers] = scores.max() + ABOVE * np.arange(1, len(numbers) + 1)
    support = features.support.copy()
    for number, values in zip(numbers.tolist(), scored.stating.values(), strict=True):
        for sentence in features.sentences.of_turn(number):
            text = scored.sentence(sentence).text
            if any(has_words(text, value) for value in values):
                support[sentence] = ALL_SUPPORT
    found = scored.rescored(np.round(scores, SCORE_DECIMALS), "statement")
    return replace(found, features=replace(features, support=support))
