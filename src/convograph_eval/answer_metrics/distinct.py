"""Distinct-n: do replies repeat each other?"""

from __future__ import annotations

from collections.abc import Sequence

from convograph_eval.answer_metrics.cumulative_bleu import n_grams
from convograph_eval.answer_metrics.penn_words import penn_words


def distinct(replies: Sequence[str], size: int) -> float | None:
    """The share of distinct n-grams of `size` words among all of the replies', 0 to 1; `None` without any.

    Li et al., "A Diversity-Promoting Objective Function", NAACL 2016. It falls with the number of replies.

    >>> distinct(["I see.", "I know."], 1)  # i, see, know and the full stop, of six
    0.6666666666666666
    """
    found = [one for reply in replies for one in n_grams(penn_words(reply), size)]
    return len(set(found)) / len(found) if found else None
