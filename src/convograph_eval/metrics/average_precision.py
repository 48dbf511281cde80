"""Average precision: how much noise is ranked above the evidence?"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum


def average_precision(ranked: Sequence[str], gold: frozenset[str], cutoff: int) -> float:
    """The precision at the rank of each gold unit, averaged over all gold units, 0 to 1.

    Gold units that are not among the first `cutoff` count 0, even if there are more of them than `cutoff`. The mean
    over questions is MAP (Buckley & Voorhees, "Evaluating Evaluation Measure Stability", SIGIR 2000); with a cutoff, it
    is trec_eval's `map_cut`.

    >>> average_precision(["first", "noise", "second"], frozenset({"first", "second"}), 3)  # (1/1 + 2/3) / 2
    0.8333333333333333
    """
    ranks = [rank for rank, unit in enumerate(ranked[:cutoff], start=1) if unit in gold]
    return fsum(found / rank for found, rank in enumerate(ranks, start=1)) / len(gold)
