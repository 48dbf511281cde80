"""The report of a simulation: accuracy over runs, by source and type of question, and the cost."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from statistics import fmean, stdev
from typing import Any, Final

import numpy as np

from convograph.extraction.times.words import YEAR
from convograph_eval.answering import Cost
from convograph_eval.answering.intervals import means
from convograph_eval.datasets import category_groups
from convograph_eval.dialsim.agents import Summariser
from convograph_eval.dialsim.record import SimulationRecord
from convograph_eval.dialsim.shows.types import Show

UNANSWERABLE, ANSWERABLE = "unanswerable", "answerable"
DATED, UNDATED = f"{ANSWERABLE}/dated", f"{ANSWERABLE}/undated"
"""Whether an answerable question names a year."""

_A_YEAR: Final = re.compile(rf"\b{YEAR}\b")


def report(
    settings: Mapping[str, Any],
    show: Show,
    records: Sequence[SimulationRecord],
    silent: Sequence[Mapping[str, int]],
    summariser: Summariser | None,
) -> dict[str, Any]:
    """The report: `settings`, `summary`, `by_category`, `cost`, `show`, and `questions` in the order of `records`.

    `silent` has for each run the number of scenes without a question, by reason.
    """
    groups: dict[str, list[SimulationRecord]] = defaultdict(list)
    for record in records:
        for name in (*category_groups(record.category), *_groups(record)):
            groups[name].append(record)
    return {
        "settings": dict(settings),
        "summary": _summary(records),
        "by_category": {name: _summary(group) for name, group in sorted(groups.items())},
        "cost": _cost(records, summariser),
        "show": {
            "name": show.name,
            "agent": show.agent,
            "scenes": len(show.scenes),
            "utterances": sum(len(scene.utterances) for scene in show.scenes),
            "skipped": dict(show.skipped),
            "silent": [dict(one) for one in silent],
        },
        "questions": [_shown(record) for record in records],
    }


def _groups(record: SimulationRecord) -> tuple[str, ...]:
    if record.unanswerable:
        return (UNANSWERABLE,)
    return ANSWERABLE, DATED if _A_YEAR.search(record.question) else UNDATED


def _summary(records: Sequence[SimulationRecord]) -> dict[str, Any]:
    """Counts, the accuracy of each run with mean and deviation, and means over all questions with intervals.

    `evidence` has for each hop the share of answerable questions for which a scene that states it was found, with its
    95 % interval; only over questions whose scenes are known.
    """
    return {
        "questions": len(records),
        "late": sum(record.late for record in records),
        "evidence": _evidence(records),
        "failed": dict(Counter(stage for record in records for stage in record.failed)),
        "runs": over_runs(records),
        "means": {
            name: None if mean is None else asdict(mean)
            for name, mean in means([record.metrics for record in records]).items()
        },
    }


def _evidence(records: Sequence[SimulationRecord]) -> list[dict[str, Any]]:
    known = [record.hops for record in records if record.hops and not record.unanswerable]
    by_hop = ([hops[place] for hops in known if len(hops) > place] for place in range(max(map(len, known), default=0)))
    shares = [means([{"share": float(one)} for one in found])["share"] for found in by_hop]
    return [
        {"questions": one.questions, "share": one.mean, "low": one.low, "high": one.high}
        for one in shares
        if one is not None
    ]


def over_runs(records: Sequence[SimulationRecord]) -> dict[str, Any]:
    """The accuracy of each run, their mean and their sample standard deviation (`None` for fewer than two runs).

    Questions without a score, because a model failed, are left out.
    """
    by_run: dict[int, list[float]] = defaultdict(list)
    for record in records:
        if (score := record.metrics["accuracy"]) is not None:
            by_run[record.run].append(score)
    accuracies = [fmean(scores) for _, scores in sorted(by_run.items())]
    return {
        "accuracy": accuracies,
        "mean": fmean(accuracies) if accuracies else None,
        "deviation": stdev(accuracies) if len(accuracies) > 1 else None,
    }


def _cost(records: Sequence[SimulationRecord], summariser: Summariser | None) -> dict[str, Any]:
    seconds = [record.seconds for record in records]
    stages = dict.fromkeys(stage for record in records for stage in record.costs)
    totals = {
        stage: sum((record.costs[stage] for record in records if stage in record.costs), Cost()) for stage in stages
    }
    if summariser is not None:
        totals["summaries"] = summariser.cost
    return {
        "hearing_seconds": round(sum(record.hearing for record in records), 3),
        "answer_seconds_p50": round(float(np.percentile(seconds, 50)), 3) if seconds else None,
        "answer_seconds_p95": round(float(np.percentile(seconds, 95)), 3) if seconds else None,
        "failed_summaries": {} if summariser is None else dict(summariser.failed),
        **{stage: total.as_json() for stage, total in totals.items()},
    }


def _shown(record: SimulationRecord) -> dict[str, Any]:
    """A record under the names that `compare` reads."""
    return {"id": record.case, **asdict(record), "gold": [record.gold]}
