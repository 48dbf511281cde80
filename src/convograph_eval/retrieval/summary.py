"""The report on the records of a run: means overall and by category, and the cost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from convograph.tokens import WordPieceCounter
from convograph_eval.datasets import category_groups
from convograph_eval.metrics import summarise
from convograph_eval.retrieval.case import CaseRecords, QuestionRecord
from convograph_eval.retrieval.upkeep import upkeep_report

AT_CUT_OFFS = ("hit", "recall_all", "recall_frac", "ndcg", "ndcg_longmemeval")


def metric_names(ks: Sequence[int]) -> tuple[str, ...]:
    """The metrics of a run: each of `AT_CUT_OFFS` at each cut-off, then `mrr` and `map`."""
    return (*(f"{name}@{k}" for name in AT_CUT_OFFS for k in ks), "mrr", "map")


def report(
    settings: Mapping[str, Any], results: Sequence[CaseRecords], lost: Mapping[str, Any], processes: int
) -> dict[str, Any]:
    """`settings`, `summary`, `by_category`, `cost`, `memory`, `left_out`, and `questions` in the order of `results`."""
    records = [record for asked in results for record in asked.records]
    by_category: dict[str, dict[str, Mapping[str, float]]] = defaultdict(dict)
    for record in records:
        for group in category_groups(record.category):
            by_category[group][record.id] = record.metrics
    return {
        "settings": dict(settings),
        "summary": summarise({record.id: record.metrics for record in records}) if records else {},
        "by_category": {
            name: {"questions": len(scores), **summarise(scores)} for name, scores in sorted(by_category.items())
        },
        "cost": _cost(results, records, processes),
        "memory": {
            "conversations": len(results),
            "sessions": sum(asked.sessions for asked in results),
            "turns": sum(asked.turns for asked in results),
        },
        "left_out": {
            "questions": {name: reason for asked in results for name, reason in asked.left_out.items()},
            **lost,
        },
        "questions": [asdict(record) for record in records],
    }


def _cost(results: Sequence[CaseRecords], records: Sequence[QuestionRecord], processes: int) -> dict[str, Any]:
    times = [record.milliseconds for record in records]
    return {
        "build_seconds": round(sum(asked.build_seconds for asked in results), 3),
        "processes": processes,
        "query_milliseconds_p50": round(float(np.percentile(times, 50)), 3) if times else None,
        "query_milliseconds_p95": round(float(np.percentile(times, 95)), 3) if times else None,
        "model_calls": sum(record.model_calls for record in records),
        "model_tokens": sum(record.model_tokens for record in records),
        "upkeep": upkeep_report({asked.case: asked.upkeep for asked in results}),
        "tokens": {
            "counter": WordPieceCounter().name,
            "mean_of_best_units": {
                k: round(float(np.mean([record.tokens[k] for record in records])), 1)
                for k in (records[0].tokens if records else ())
            },
        },
    }
