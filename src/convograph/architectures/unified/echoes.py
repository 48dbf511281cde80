"""Turns that only ask: they resemble a question most, above all when it was asked before, and answer it least."""

from __future__ import annotations

import re

import numpy as np

from convograph.architectures.unified.hits import Scored
from convograph.extraction.asking import asks_without_mark

ECHO = 2.0  # log odds that a turn that only asks lies below what states: set, as its conversations have few of them
CONSIDERED = 50  # of the best turns: what lies below is hardly returned

_ASKS = re.compile(r"\?\W*$")


def without_echoes(scored: Scored) -> Scored:
    """The same turns; those of the best that only ask are put behind what states about as well."""
    scores = scored.scores.turns
    best = np.argsort(-scores, kind="stable")[:CONSIDERED].tolist()
    asking = [number for number in best if _only_asks(scored, number)]
    if not asking:
        return scored
    lowered = scores.copy()
    lowered[asking] -= ECHO
    return scored.rescored(lowered, "form")


def _only_asks(scored: Scored, number: int) -> bool:
    """Whether every sentence of a turn asks, with a mark or without; false for a turn that has none."""
    low, high = np.searchsorted(scored.features.sentences.places, (number, number + 1)).tolist()
    return low < high and all(_asks(scored, place) for place in range(low, high))


def _asks(scored: Scored, sentence: int) -> bool:
    text = scored.sentence(sentence).text
    return bool(_ASKS.search(text)) or asks_without_mark(text)
