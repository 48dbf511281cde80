"""Token F1: how many words do answer and gold share?"""

from __future__ import annotations

from convograph_eval.answer_metrics.normalization import words
from convograph_eval.answer_metrics.overlap import f1


def token_f1(answer: str | int, gold: str | int) -> float:
    """F1 over the multisets of words, 0 to 1; 1 if neither side has a word.

    LightGMEM's F1, after SQuAD's (Rajpurkar et al., EMNLP 2016), which removes punctuation instead of splitting at it.
    It is symmetric in answer and gold.

    >>> token_f1("A red bicycle", "the bicycle")  # 1 shared word, 2 + 1 in all
    0.6666666666666666
    """
    ours, theirs = words(answer), words(gold)
    return f1(ours, theirs) if ours or theirs else 1.0
