"""One retrieval run: every question of a data set asked of its memory; a record a question first, means second."""

from __future__ import annotations

import platform
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import convograph
from convograph.build import make_encoder
from convograph.memory import Memory
from convograph_eval.architectures import architecture_for
from convograph_eval.datasets import Case, Dataset, Question
from convograph_eval.metrics import parse_metric, summarise
from convograph_eval.units import Credited, UnitMap, unit_map

DEFAULT_METRICS = ("hit", "recall_all", "recall_frac", "ndcg", "ndcg_longmemeval")
RANKED = 20  # distinct units kept a question: enough for every k that is published
GROWTH = 4  # how much more is asked for when hits share units

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Everything that decides a run's figures."""

    dataset: str
    data: str
    architecture: str
    unit: str
    encoder: str = "static"
    ks: tuple[int, ...] = (1, 3, 5, 10)
    audit: str | None = None
    limit: int | None = None
    ids: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One question: what was ranked, what was right, and its metrics."""

    id: str
    category: str
    ranked: tuple[str, ...]
    gold: tuple[str, ...]
    milliseconds: float
    metrics: Mapping[str, float]


def run(settings: RunSettings, dataset: Dataset, progress: Progress | None = None) -> dict[str, Any]:
    """The report of a run: `settings`, `summary`, `by_category`, `cost`, `left_out`, `questions`.

    Abstention questions and questions without a resolvable gold unit are left out of the metrics and listed.
    An architecture is asked for more until it has named `RANKED` distinct units or has nothing left.
    """
    metrics = _metric_names(settings.ks)
    records: list[Record] = []
    left_out: dict[str, str] = {}
    build_seconds = 0.0
    cases = _chosen(settings, dataset.cases)
    for number, case in enumerate(cases, start=1):
        units = unit_map(case.conversation, settings.unit)
        with tempfile.TemporaryDirectory() as folder, _memory(settings, Path(folder)) as memory:
            start = perf_counter()
            memory.add(list(case.conversation.sessions))
            build_seconds += perf_counter() - start
            for question in case.questions:
                gold = _gold(question, settings.unit, units)
                if reason := _why_left_out(question, gold):
                    left_out[question.id] = reason
                    continue
                records.append(_record(memory, question, units, gold, metrics))
        if progress:
            progress(number, len(cases))
    return _report(settings, dataset, records, left_out, build_seconds)


def _memory(settings: RunSettings, folder: Path) -> Memory:
    architecture = architecture_for(settings.architecture, make_encoder(settings.encoder), settings.unit)
    return convograph.open(folder / "memory.db", architecture=architecture)


def _record(memory: Memory, question: Question, units: UnitMap, gold: frozenset[str], metrics: Sequence[str]) -> Record:
    start = perf_counter()
    first = memory.recall(question.text, k=RANKED, asked_at=question.asked_at)
    milliseconds = (perf_counter() - start) * 1000
    credited = Credited(units)
    asked, hits = RANKED, first.hits
    while True:
        for hit in hits:
            credited.take(hit)
        if len(credited.ranked) >= RANKED or len(hits) < asked:
            break
        asked *= GROWTH
        hits = memory.recall(question.text, k=asked, asked_at=question.asked_at).hits
    ranked = list(credited.ranked)[:RANKED]
    scores = {name: parse_metric(name)(ranked, gold) for name in metrics}
    return Record(question.id, question.category, tuple(ranked), tuple(sorted(gold)), milliseconds, scores)


def _gold(question: Question, unit: str, units: UnitMap) -> frozenset[str]:
    if unit == "session":
        return frozenset(question.gold_sessions) & units.turns_of_unit.keys()
    return units.gold(question.gold_turns)


def _why_left_out(question: Question, gold: frozenset[str]) -> str | None:
    if question.abstention:
        return "not answerable"
    return None if gold else "no gold unit"


def _metric_names(ks: Sequence[int]) -> list[str]:
    return [f"{name}@{k}" for name in DEFAULT_METRICS for k in ks] + ["mrr", "map"]


def _chosen(settings: RunSettings, cases: Sequence[Case]) -> list[Case]:
    wanted = None if settings.ids is None else set(settings.ids)
    chosen = []
    for case in cases:
        questions = tuple(one for one in case.questions if wanted is None or one.id in wanted)
        if questions:
            chosen.append(Case(case.conversation, questions))
    return chosen[: settings.limit]


def _report(
    settings: RunSettings, dataset: Dataset, records: Sequence[Record], left_out: Mapping[str, str], build: float
) -> dict[str, Any]:
    by_category: dict[str, dict[str, Mapping[str, float]]] = defaultdict(dict)
    for record in records:
        by_category[record.category][record.id] = record.metrics
    times = [record.milliseconds for record in records]
    return {
        "settings": {
            **asdict(settings),
            "version": convograph.__version__,
            "python": platform.python_version(),
            "unit_text": "speaker: text, a line a turn (bm25, dense, rag); sentences without speakers (sgmem)",
        },
        "summary": summarise({record.id: record.metrics for record in records}) if records else {},
        "by_category": {
            name: {"questions": len(scores), **summarise(scores)} for name, scores in sorted(by_category.items())
        },
        "cost": {
            "build_seconds": round(build, 3),
            "query_milliseconds_p50": round(float(np.percentile(times, 50)), 3) if times else None,
            "query_milliseconds_p95": round(float(np.percentile(times, 95)), 3) if times else None,
            "model_calls": 0,
            "model_tokens": 0,
        },
        "left_out": {
            "questions": dict(left_out),
            "unresolved_citations": [asdict(one) for one in dataset.unresolved],
        },
        "questions": [asdict(record) for record in records],
    }
