"""Hit@k: was any gold unit retrieved?"""

from __future__ import annotations

from collections.abc import Sequence


def hit(ranked: Sequence[str], gold: frozenset[str], cutoff: int) -> float:
    """1 if any gold unit is among the first `cutoff`, else 0: Hit@k = 1 iff G ∩ top-k ≠ ∅.

    LightGMEM's Hit@k and G-Long's Recall@k; LongMemEval (Wu et al., ICLR 2025, arXiv 2410.10813) calls it
    `recall_any`, trec_eval `success`. When chunks are ranked, the gold units are the chunks that hold a gold turn.
    """
    return float(not gold.isdisjoint(ranked[:cutoff]))
