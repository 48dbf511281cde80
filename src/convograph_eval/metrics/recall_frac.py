"""Recall_frac@k: how much of the evidence came back?"""

from __future__ import annotations

from collections.abc import Sequence


def recall_frac(ranked: Sequence[str], gold: frozenset[str], cutoff: int) -> float:
    """The share of gold units among the first `cutoff`, 0 to 1: Recall_frac@k = |G ∩ top-k| / |G|.

    LoCoMo's official recall (Maharana et al., ACL 2024, arXiv 2402.17753), and the recall of information
    retrieval at large. With more gold units than `cutoff` it stays below 1 whatever the ranking.
    """
    return len(gold.intersection(ranked[:cutoff])) / len(gold)
