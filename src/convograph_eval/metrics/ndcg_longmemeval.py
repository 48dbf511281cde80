"""nDCG@k as LongMemEval's own evaluation computes it."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from convograph_eval.metrics.ndcg import normalised_gain


def ndcg_longmemeval(ranked: Sequence[str], gold: frozenset[str], cutoff: int) -> float:
    """Normalised discounted cumulative gain, 0 to 1: rel_1 + Σ_{i≥2} rel_i / log2(i), divided by its ideal.

    Differs from `ndcg` only in the discount: ranks 1 and 2 count in full, rank i ≥ 3 counts 1 / log2(i). This is
    Järvelin & Kekäläinen's original form (TOIS 20(4), 2002, base 2), as used by LongMemEval (Wu et al., ICLR 2025,
    arXiv 2410.10813, `src/retrieval/eval_utils.py`) and in Associa's tables.

    Two differences from LongMemEval's code. When it credits turns to sessions, it counts a session once per turn, in
    the ranking and in the ideal; here units are distinct. Gold units that are not in the searched corpus count in the
    ideal here, but not there.

    >>> ndcg_longmemeval(["noise", "gold"], frozenset({"gold"}), 5)
    1.0
    """
    return normalised_gain(ranked, gold, cutoff, lambda rank: 1 / log2(max(rank, 2)))
