"""Figures of rankings beyond the means: recall as k grows, and the ranks of the first gold unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from convograph_eval.metrics import Metric, first_gold_rank

CURVES: Final = ("hit", "recall_all", "recall_frac")
DEEPEST: Final = 20  # the depth of the rankings in a run's records
NOT_FOUND: Final = "not found"

_BANDS: Final = ((1, "1"), (3, "2–3"), (5, "4–5"), (10, "6–10"), (DEEPEST, "11–20"))


def recall_curves(questions: Sequence[Mapping[str, Any]], deepest: int = DEEPEST) -> dict[str, list[tuple[int, float]]]:
    """Each of `CURVES` → its mean over `questions` at every k from 1 to `deepest`; empty without questions.

    A question has `ranked`, unit ids, best first, and `gold`, at least one unit id.

    >>> recall_curves([{"ranked": ["b", "a"], "gold": ["a"]}], deepest=2)["hit"]
    [(1, 0.0), (2, 1.0)]
    """
    if not questions:
        return {}
    rankings = [(question["ranked"], frozenset(question["gold"])) for question in questions]
    return {
        name: [(k, fmean(Metric(name, k)(*ranking) for ranking in rankings)) for k in range(1, deepest + 1)]
        for name in CURVES
    }


def first_gold_bands(questions: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """The number of questions whose first gold unit is at rank 1, 2–3, … 11–20, or not among the first 20."""
    counts = dict.fromkeys([*(name for _, name in _BANDS), NOT_FOUND], 0)
    for question in questions:
        rank = first_gold_rank(question["ranked"], question["gold"])
        counts[next((name for last, name in _BANDS if rank is not None and rank <= last), NOT_FOUND)] += 1
    return counts
