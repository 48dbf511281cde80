"""Recall_frac@k: how much of the evidence was retrieved?"""

from __future__ import annotations

from collections.abc import Sequence


def recall_frac(ranked: Sequence[str], gold: frozenset[str], cutoff: int) -> float:
    """The share of gold units among the first `cutoff`, 0 to 1: Recall_frac@k = |G ∩ top-k| / |G|.

    LoCoMo's official recall (Maharana et al., ACL 2024, arXiv 2402.17753), and the usual recall of information
    retrieval. It is always below 1 with more gold units than `cutoff`.
    """
    return len(gold.intersection(ranked[:cutoff])) / len(gold)
