"""Reciprocal rank: how far down is the first useful unit?"""

from __future__ import annotations

from collections.abc import Sequence


def reciprocal_rank(ranked: Sequence[str], gold: frozenset[str], cutoff: int) -> float:
    """1 / rank of the first gold unit among the first `cutoff`, or 0 if there is none; 0 to 1.

    The mean over questions is MRR (Voorhees, "The TREC-8 Question Answering Track Report", 1999); with a cutoff, it is
    G-Long's MRR@k.
    """
    return next((1 / rank for rank, unit in enumerate(ranked[:cutoff], start=1) if unit in gold), 0.0)
