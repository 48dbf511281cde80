"""Reciprocal rank: how far down is the first useful unit?"""

from __future__ import annotations

from collections.abc import Sequence


def reciprocal_rank(ranked: Sequence[str], gold: frozenset[str], cutoff: int) -> float:
    """1 / rank of the first gold unit among the first `cutoff`, 0 when there is none; 0 to 1.

    Its mean over questions is MRR (Voorhees, "The TREC-8 Question Answering Track Report", 1999), and MRR@k for
    G-Long.
    """
    return next((1 / rank for rank, unit in enumerate(ranked[:cutoff], start=1) if unit in gold), 0.0)
