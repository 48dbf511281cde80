"""Metrics of retrieval: per question first, means second.

ranking, gold ── parse_metric("recall_all@5") ──▶ one score a question ── summarise ──▶ one mean a metric
"""

from __future__ import annotations

from convograph_eval.metrics.first_rank import first_gold_rank
from convograph_eval.metrics.metric import Metric, parse_metric
from convograph_eval.metrics.summary import summarise

__all__ = ["Metric", "first_gold_rank", "parse_metric", "summarise"]
