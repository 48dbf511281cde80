"""What was said at a time comes first where a question asks for nothing else ("What happened on 4 October?")."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from convograph.architectures.unified.ranking import PARTS, Scores
from convograph.architectures.unified.scored import Scored
from convograph.retrieval import SCORE_DECIMALS

THEN = 4.0  # log odds that a turn gains which was said at the time or names it; set by hand
TELLING = 1.0  # log odds that it gains for each e-fold of its words; set by hand
MOST_WORDS_TELLING = 20  # words of a turn that count: an assistant's essay tells no more of a day than a sentence
_MATCHES = ("words", "similar words", "meaning", "its session", "turns beside it")  # parts of a score that tell nothing


def of_that_time(scored: Scored) -> Scored:
    """The same turns; where a question asks for nothing but what was at a time, those first that tell of it, and of
    these the ones that tell most: to have "what", "happened" or "week" in common tells nothing.
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
    return replace(scored, scores=Scores(np.round(changed, SCORE_DECIMALS), parts))
