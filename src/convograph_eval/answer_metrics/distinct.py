"""Distinct-n: how little do replies repeat each other?"""

from __future__ import annotations

from collections.abc import Sequence

from convograph_eval.answer_metrics.cumulative_bleu import n_grams
from convograph_eval.answer_metrics.penn_words import penn_words


def distinct(replies: Sequence[str], size: int) -> float | None:
    """The number of distinct n-grams of `size` words over the number of all, 0 to 1; `None` without any.

    Li et al., "A Diversity-Promoting Objective Function", NAACL 2016. It falls as the number of replies grows.

    >>> distinct(["I see.", "I know."], 1)  # i, see, know and the full stop, of six
    0.6666666666666666
    """
    found = [one for reply in replies for one in n_grams(penn_words(reply), size)]
    return len(set(found)) / len(found) if found else None
