"""The report on the records of a run: means with intervals, overall and by category, and the cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from convograph.protocols import TokenCounter
from convograph_eval.answering.cost import Cost, TokenPrice
from convograph_eval.answering.intervals import means
from convograph_eval.answering.record import ANSWERING, AnswerRecord, CaseAnswers
from convograph_eval.datasets import category_groups
from convograph_eval.retrieval import upkeep_report


def report(
    settings: Mapping[str, Any],
    results: Sequence[CaseAnswers],
    counter: TokenCounter,
    prices: Mapping[str, TokenPrice],
    unresolved: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """`settings`, `summary`, `by_category`, `cost`, `memory`, `left_out`, and `questions` in the order of `results`.

    `prices` maps stages (`ANSWERING` and each judge) to prices.
    """
    records = [record for answered in results for record in answered.records]
    by_category: dict[str, list[AnswerRecord]] = defaultdict(list)
    for record in records:
        for group in category_groups(record.category):
            by_category[group].append(record)
    return {
        "settings": dict(settings),
        "summary": _summary(records),
        "by_category": {name: _summary(group) for name, group in sorted(by_category.items())},
        "cost": _cost(results, records, counter, prices),
        "memory": {
            "conversations": len(results),
            "sessions": sum(answered.sessions for answered in results),
            "turns": sum(answered.turns for answered in results),
        },
        "left_out": {
            "questions": {name: reason for answered in results for name, reason in answered.left_out.items()},
            "unresolved_citations": list(unresolved),
        },
        "questions": [_shown(record, prices) for record in records],
    }


def _summary(records: Sequence[AnswerRecord]) -> dict[str, Any]:
    """Counts, and the means of all metrics. Failures have no score; `failed` counts them by stage."""
    return {
        "questions": len(records),
        "found": sum(record.found for record in records),
        "failed": dict(Counter(stage for record in records for stage in record.failed)),
        "means": {
            name: None if mean is None else asdict(mean)
            for name, mean in means([record.metrics for record in records]).items()
        },
    }


def _cost(
    results: Sequence[CaseAnswers],
    records: Sequence[AnswerRecord],
    counter: TokenCounter,
    prices: Mapping[str, TokenPrice],
) -> dict[str, Any]:
    stages = list(dict.fromkeys(stage for record in records for stage in record.costs))
    totals = {
        stage: sum((record.costs[stage] for record in records if stage in record.costs), Cost()) for stage in stages
    }
    times = [record.milliseconds for record in records]
    tokens = [record.context_tokens for record in records]
    cut = [record.cut_turns for record in records if record.cut_turns]
    return {
        "build_seconds": round(sum(answered.build_seconds for answered in results), 3),
        "context_milliseconds_p50": round(float(np.percentile(times, 50)), 3) if times else None,
        "context_milliseconds_p95": round(float(np.percentile(times, 95)), 3) if times else None,
        "context": {
            "counter": counter.name,
            "mean_tokens": round(float(np.mean(tokens)), 1) if tokens else None,
            "most_tokens": max(tokens, default=None),
            "cut": len(cut),
            "mean_turns_cut": round(float(np.mean(cut)), 1) if cut else None,
        },
        "upkeep": upkeep_report({answered.case: answered.upkeep for answered in results}),
        "answering": _stage(totals.get(ANSWERING, Cost()), len(records), prices.get(ANSWERING)),
        "judging": {
            stage: _stage(total, sum(stage in record.costs for record in records), prices.get(stage))
            for stage, total in totals.items()
            if stage != ANSWERING
        },
    }


def _stage(cost: Cost, questions: int, price: TokenPrice | None) -> dict[str, Any]:
    """The sums, and the mean per question."""
    sums = cost.as_json(price)
    shares = ("prompt_tokens", "completion_tokens", "seconds", "money")
    return {
        **sums,
        "a_question": {name: sums[name] / questions if questions else None for name in shares if name in sums},
    }


def _shown(record: AnswerRecord, prices: Mapping[str, TokenPrice]) -> dict[str, Any]:
    costs = {stage: cost.as_json(prices.get(stage)) for stage, cost in record.costs.items()}
    verdicts = {stage: record.metrics[stage] for stage in record.metrics if stage in record.costs}
    judged = {stage: None if score is None else score == 1 for stage, score in verdicts.items()}
    return asdict(record) | {"verdicts": judged, "costs": costs}
