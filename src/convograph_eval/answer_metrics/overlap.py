"""The number of words that two answers share, and their F1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def shared(answer: Sequence[str], gold: Sequence[str]) -> int:
    """The size of the multiset intersection: a word counts as often as it occurs in both.

    >>> shared(["very", "very", "good"], ["very", "good", "good"])
    2
    """
    return (Counter(answer) & Counter(gold)).total()


def f1(answer: Sequence[str], gold: Sequence[str]) -> float:
    """F1 = 2PR/(P+R) with P = m/|ŷ| and R = m/|y|, which is 2m/(|ŷ|+|y|); 0 if no word is shared."""
    common = shared(answer, gold)
    return 2 * common / (len(answer) + len(gold)) if common else 0.0
