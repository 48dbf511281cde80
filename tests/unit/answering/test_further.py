"""Which sentences are quoted after the best one."""

from __future__ import annotations

import numpy as np

from convograph.answering.further import EVERY, FurtherWeights, Sentences, best_and_further, log_shares
from convograph.answering.weights import AT_LENGTH, IN_CHAT, WITH_ASSISTANT

WEIGHTS = FurtherWeights(share=1.0, hit=0.0, same_turn=-1.0, least=-2.0)


def kept(odds: list[float], weights: FurtherWeights, *, sources: str = "abcde", texts: str = "vwxyz") -> list[int]:
    """The positions kept of sentences with some log odds, from turns `sources`, at most three."""
    given = Sentences(texts[: len(odds)], sources[: len(odds)], log_shares(np.array(odds)), np.zeros(len(odds)))
    return best_and_further(given, weights, 3)


def test_a_sentence_far_behind_the_best_is_not_quoted() -> None:
    """One sentence that takes nearly all of the odds stands alone; three that share them are all quoted."""
    assert kept([4.0, 0.0, 0.0], WEIGHTS) == [0]
    assert kept([1.0, 0.9, 0.8, 0.8], WEIGHTS) == [0, 1, 2]


def test_another_turn_is_preferred_to_the_one_quoted_already() -> None:
    """A sentence of the same turn is worth less, since its passage has most of the turn."""
    assert kept([1.0, 0.9, 0.8], WEIGHTS, sources="aab") == [0, 2]


def test_the_same_words_are_quoted_once() -> None:
    """A repeated sentence adds nothing."""
    assert kept([1.0, 0.9, 0.8], WEIGHTS, texts="vvx") == [0, 2]


def test_nothing_is_left_out_without_a_threshold() -> None:
    """`EVERY` keeps the order of the odds; so it is where people write at length."""
    assert kept([4.0, 0.0, -3.0], EVERY, sources="aaa") == [0, 1, 2]
    assert AT_LENGTH.further == EVERY
    assert min(IN_CHAT.further.least, WITH_ASSISTANT.further.least) > -np.inf


def test_a_lone_sentence_is_quoted() -> None:
    """The best one is quoted whatever the threshold."""
    assert kept([0.0], FurtherWeights(1.0, 0.0, 0.0, 5.0)) == [0]
