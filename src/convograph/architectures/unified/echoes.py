"""Questions that were asked before: they resemble a question most, and answer it least."""

from __future__ import annotations

import numpy as np

from convograph.architectures.unified.scored import Scored
from convograph.terms import Analyzer

ECHO = 5.0  # log odds that such a turn lies below what states: set by hand, as conversations at hand have few of them
CONSIDERED = 50  # of the best turns: what lies below is hardly returned
MOST_NEW = 2  # words that the question has not: with more, asking tells something ("a lens for my new camera?")


def without_echoes(scored: Scored, question: str, analyzer: Analyzer) -> Scored:
    """The same turns; those of the best that only ask, and hardly anything else than the question, are put behind what
    states about as well.
    """
    scores = scored.scores.turns
    best = np.argsort(-scores, kind="stable")[:CONSIDERED]
    asking = best[scored.features.only_asks[best]].tolist()
    asked = set(analyzer.terms(question)) if asking else set()
    echoes = [number for number in asking if len(_terms(scored, number, analyzer) - asked) <= MOST_NEW]
    if not echoes:
        return scored
    lowered = scores.copy()
    lowered[echoes] -= ECHO
    return scored.rescored(lowered, "form")


def _terms(scored: Scored, number: int, analyzer: Analyzer) -> set[str]:
    """The terms of all sentences of a turn."""
    sentences = scored.features.sentences.of_turn(number)
    return {term for sentence in sentences for term in analyzer.terms(scored.sentence(sentence).text)}
