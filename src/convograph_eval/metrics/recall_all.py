"""Recall_all@k: was all of the evidence retrieved?"""

from __future__ import annotations

from collections.abc import Sequence


def recall_all(ranked: Sequence[str], gold: frozenset[str], cutoff: int) -> float:
    """1 if every gold unit is among the first `cutoff`, else 0: Recall_all@k = 1 iff G ⊆ top-k.

    LongMemEval's `recall_all` (Wu et al., ICLR 2025, arXiv 2410.10813) and Associa's R@k. It is always 0 with more
    gold units than `cutoff`.
    """
    return float(gold.issubset(ranked[:cutoff]))
