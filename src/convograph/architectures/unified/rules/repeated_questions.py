"""Questions asked before: they resemble a question most and answer it least."""

from __future__ import annotations

import numpy as np

from convograph.architectures.unified.scored import Scored
from convograph.terms import Analyzer

LOSS = 5.0  # log odds that such a question is lowered by: set by hand, as the conversations at hand have few
CONSIDERED = 50  # best turns checked: turns below these are rarely returned
MOST_NEW = 2  # words the question does not have: with more, a question tells something ("a lens for my new camera?")


def lower_repeated_questions(scored: Scored, question: str, analyzer: Analyzer) -> Scored:
    """The same turns, lowered by `LOSS` if they are among the best and only ask, with at most `MOST_NEW` new words."""
    scores = scored.scores.turns
    best = np.argsort(-scores, kind="stable")[:CONSIDERED]
    asking = best[scored.features.only_asks[best]].tolist()
    asked = set(analyzer.terms(question)) if asking else set()
    repeated = [number for number in asking if len(_terms(scored, number, analyzer) - asked) <= MOST_NEW]
    if not repeated:
        return scored
    lowered = scores.copy()
    lowered[repeated] -= LOSS
    return scored.rescored(lowered, "form")


def _terms(scored: Scored, number: int, analyzer: Analyzer) -> set[str]:
    """The terms of all sentences of a turn."""
    sentences = scored.features.sentences.of_turn(number)
    return {term for sentence in sentences for term in analyzer.terms(scored.sentence(sentence).text)}
