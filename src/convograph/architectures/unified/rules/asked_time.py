"""Questions that ask only what was at a time ("What happened on 4 October?"): turns about that time come first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from convograph.architectures.unified.ranking import PARTS, TurnScores
from convograph.architectures.unified.scored import Scored
from convograph.retrieval import SCORE_DECIMALS

THEN = 4.0  # log odds gained by a turn that was said at the time or names it; set by hand
TELLING = 1.0  # log odds gained for each e-fold of a turn's words; set by hand
MOST_WORDS_TELLING = 20  # words of a turn that count: an assistant's essay tells no more about a day than a sentence
_MATCHES = ("words", "similar words", "meaning", "its session", "turns beside it")  # parts of a score, left out here


def prefer_asked_time(scored: Scored) -> Scored:
    """The same turns, with those about the time first if a question asks only what was then.

    Longer turns gain more. Matches do not count: having "what", "happened" or "week" in common is no evidence.
    """
    if not scored.then:
        return scored
    features, parts = scored.features, scored.scores.parts.copy()
    tells = (features.values["said_near"] == 1) | (features.values["names_time"] == 1)
    sentences = features.sentences
    lengths = scored.layer.postings.lengths.values[sentences.items]
    words = np.bincount(sentences.places, lengths, len(features.places))
    matched = [PARTS.index(part) for part in _MATCHES]
    changed = scored.scores.turns - parts[matched].sum(axis=0)
    parts[matched] = 0
    for part, gain in (("time", THEN * tells), ("form", TELLING * np.log1p(np.minimum(words, MOST_WORDS_TELLING)))):
        parts[PARTS.index(part)] += gain
        changed = changed + gain
    return replace(scored, scores=TurnScores(np.round(changed, SCORE_DECIMALS), parts))
