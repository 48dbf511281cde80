"""The share of the gold answer's words that a quotation holds."""

from __future__ import annotations

from convograph.terms import ENGLISH
from convograph_eval.answer_metrics.normalization import words

HELD = 0.6  # the share of the gold's words required: two of three are enough, one of two is not


def gold_words(answer: str, gold: str) -> float:
    """The share of the gold's distinct content words whose stem is in the answer, 0 to 1.

    Other words of the answer cost nothing, because a quotation is not a short answer. If the gold has only stop words
    ("Yes"), all of its words count, unstemmed.

    >>> gold_words("My cat is called Miso, and she sleeps.", "a cat named Miso")
    0.6666666666666666
    """
    wanted, said = set(ENGLISH.terms(gold)), set(ENGLISH.terms(answer))
    if not wanted:
        wanted, said = set(words(gold)), set(words(answer))
    return len(wanted & said) / len(wanted) if wanted else 0.0


def holds_gold(answer: str, gold: str) -> float:
    """1 if the answer has at least `HELD` of the gold's content words, else 0."""
    return float(gold_words(answer, gold) >= HELD)
