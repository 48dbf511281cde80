"""BLEU-1: what share of the answer's words is in the gold answer?"""

from __future__ import annotations

from math import exp

from convograph_eval.answer_metrics.normalization import words
from convograph_eval.answer_metrics.overlap import shared


def bleu1(answer: str | int, gold: str | int) -> float:
    """Clipped unigram precision m/|ŷ| times the brevity penalty, 0 to 1; 1 if neither side has a word.

    The penalty is 1 for an answer longer than the gold, else exp(1 − |y|/|ŷ|), computed per answer. LightGMEM's
    BLEU-1, after Papineni et al., ACL 2002, with the words of `token_f1`; equal to NLTK's `sentence_bleu` over these
    words with weights (1,). An empty answer scores 0 if the gold has words.

    >>> bleu1("red bicycle", "a red city bicycle")  # 2/2 · exp(1 − 3/2)
    0.6065306597126334
    """
    ours, theirs = words(answer), words(gold)
    if not ours:
        return float(not theirs)
    penalty = 1.0 if len(ours) > len(theirs) else exp(1 - len(theirs) / len(ours))
    return shared(ours, theirs) / len(ours) * penalty
