"""Recall_all@k: did everything that the answer needs come back?"""

from __future__ import annotations

from collections.abc import Sequence


def recall_all(ranked: Sequence[str], gold: frozenset[str], cutoff: int) -> float:
    """1 when every gold unit is among the first `cutoff`, else 0: Recall_all@k = 1 iff G ⊆ top-k.

    LongMemEval's `recall_all` (Wu et al., ICLR 2025, arXiv 2410.10813) and Associa's R@k. With more gold
    units than `cutoff` it is 0 whatever the ranking.
    """
    return float(gold.issubset(ranked[:cutoff]))
