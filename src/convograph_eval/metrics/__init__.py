"""Retrieval metrics: first a score per question, then means.

ranking, gold ── parse_metric("recall_all@5") ──▶ one score per question ── summarise ──▶ one mean per metric
"""

from __future__ import annotations

from convograph_eval.metrics.first_rank import first_gold_rank
from convograph_eval.metrics.metric import Metric, parse_metric
from convograph_eval.metrics.summary import summarise

__all__ = ["Metric", "first_gold_rank", "parse_metric", "summarise"]
