"""nDCG@k: is the evidence near the top?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, log2


def ndcg(ranked: Sequence[str], gold: frozenset[str], cutoff: int) -> float:
    """Normalised discounted cumulative gain, 0 to 1, with binary relevance and the discount 1 / log2(rank + 1).

    Järvelin & Kekäläinen, TOIS 20(4), 2002, with the discount that became standard (Burges et al., ICML 2005;
    trec_eval's `ndcg_cut`). It may fall as `cutoff` grows, because the ideal gain grows with it.

    >>> round(ndcg(["noise", "gold"], frozenset({"gold"}), 5), 4)  # 1 / log2(3), ideal 1
    0.6309
    """
    return normalised_gain(ranked, gold, cutoff, lambda rank: 1 / log2(rank + 1))


def normalised_gain(
    ranked: Sequence[str], gold: frozenset[str], cutoff: int, discount: Callable[[int], float]
) -> float:
    """The sum of `discount(rank)` over gold units among the first `cutoff`, as a share of the best possible, 0 to 1.

    Ranks count from 1. The best possible ranking starts with all gold units, including those that were not retrieved.
    """
    gain = fsum(discount(rank) for rank, unit in enumerate(ranked[:cutoff], start=1) if unit in gold)
    ideal = fsum(discount(rank) for rank in range(1, min(cutoff, len(gold)) + 1))
    return gain / ideal
