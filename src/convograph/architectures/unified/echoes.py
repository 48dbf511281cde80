"""Questions that were asked before: they resemble a question most, and answer it least."""

from __future__ import annotations

import numpy as np

from convograph.architectures.unified.hits import Scored
from convograph.extraction.asking import asks_with_mark, asks_without_mark
from convograph.terms import Analyzer

ECHO = 5.0  # log odds that such a turn lies below what states: set, as conversations at hand have few of them
CONSIDERED = 50  # of the best turns: what lies below is hardly returned
MOST_NEW = 2  # words that the question has not: with more, asking tells something ("a lens for my new camera?")


def without_echoes(scored: Scored, question: str, analyzer: Analyzer) -> Scored:
    """The same turns; those of the best that only ask, and hardly anything else than the question, are put behind what
    states about as well.
    """
    scores = scored.scores.turns
    best = np.argsort(-scores, kind="stable")[:CONSIDERED].tolist()
    asking = {number: texts for number in best if (texts := _questions(scored, number))}
    asked = set(analyzer.terms(question)) if asking else set()
    echoes = [number for number, texts in asking.items() if len(_terms(texts, analyzer) - asked) <= MOST_NEW]
    if not echoes:
        return scored
    lowered = scores.copy()
    lowered[echoes] -= ECHO
    return scored.rescored(lowered, "form")


def _questions(scored: Scored, number: int) -> list[str]:
    """The sentences of a turn, if every one asks, with a mark or without."""
    low, high = np.searchsorted(scored.features.sentences.places, (number, number + 1)).tolist()
    texts: list[str] = []
    for place in range(low, high):
        texts.append(scored.sentence(place).text)
        if not _asks(texts[-1]):
            return []
    return texts


def _terms(texts: list[str], analyzer: Analyzer) -> set[str]:
    return {term for text in texts for term in analyzer.terms(text)}


def _asks(text: str) -> bool:
    return asks_with_mark(text) or asks_without_mark(text)
