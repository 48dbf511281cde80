"""Means over questions of their scores."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from convograph.formats.limits import shortened


def summarise(scores: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The mean of each metric over all questions: metric → mean, in the order of the first question's metrics.

    `scores` maps question → metric → score. All questions have equal weight; an unanswered question takes part with
    the scores of an empty ranking (0). The order of the questions does not change the means. Raises `ValueError`
    without questions, and for questions with different metrics, so that no mean silently leaves a question out.

    >>> summarise({"q1": {"hit@1": 1.0}, "q2": {"hit@1": 0.0}})
    {'hit@1': 0.5}
    """
    if not scores:
        raise ValueError("scores is empty; give the scores of at least one question")
    first, metrics = next(iter(scores.items()))
    for question, row in scores.items():
        if row.keys() != metrics.keys():
            differing = ", ".join(sorted(row.keys() ^ metrics.keys()))
            raise ValueError(
                f"questions {shortened(first)} and {shortened(question)} differ in metrics: {differing}; "
                "score every question with all metrics, an unanswered one as an empty ranking"
            )
    return {metric: fmean(row[metric] for row in scores.values()) for metric in metrics}
