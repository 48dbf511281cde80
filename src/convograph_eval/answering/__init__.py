"""An answering run: every question of a data set is answered from its context, scored and judged.

    case ── memory or history ──▶ contexts ── threads: model, metrics, judges ──▶ CaseAnswers ── journal ──▶ report
                                                  ╰─ replies, cached as they come

Resuming an interrupted run repeats no answered call: finished cases are in the journal, replies in a file.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from convograph.tokens import WordPieceCounter
from convograph_eval.answering.circuit_breaker import CircuitBreaker, Guarded
from convograph_eval.answering.contexts import ContextBuilder, memory_settings
from convograph_eval.answering.cost import Cost, TokenPrice
from convograph_eval.answering.history_context import FULL_BUDGET, HISTORIES
from convograph_eval.answering.judge_agreement import judge_agreement
from convograph_eval.answering.pipeline import WORKERS, ModelRoles, Pipeline
from convograph_eval.answering.question import QuestionAnswerer
from convograph_eval.answering.record import ANSWERING, AnswerRecord, CaseAnswers, record_fields
from convograph_eval.answering.replies import RecordedModel, Replies, beside
from convograph_eval.answering.settings import AnswerSettings
from convograph_eval.answering.summary import report
from convograph_eval.answering.verdicts import verdict_of
from convograph_eval.brought import Brought
from convograph_eval.datasets import Dataset
from convograph_eval.retrieval import NOWHERE, MemoryStorage, Watch, Worker, check_kept, journal

NOTHING_BROUGHT = Brought()
NO_MODELS = ModelRoles()

__all__ = [
    "FULL_BUDGET",
    "HISTORIES",
    "WORKERS",
    "AnswerRecord",
    "AnswerSettings",
    "CaseAnswers",
    "CircuitBreaker",
    "Cost",
    "Guarded",
    "ModelRoles",
    "RecordedModel",
    "Replies",
    "TokenPrice",
    "beside",
    "judge_agreement",
    "record_fields",
    "run",
    "verdict_of",
]


def run(
    settings: AnswerSettings,
    dataset: Dataset,
    *,
    models: ModelRoles = NO_MODELS,
    brought: Brought = NOTHING_BROUGHT,
    replies: Replies | None = None,
    cache: Path | None = None,
    output: Path | None = None,
    memories: MemoryStorage = NOWHERE,
    watch: Watch = lambda stage, done, total: None,
) -> dict[str, Any]:
    """The report of a run: `settings`, `summary`, `by_category`, `cost`, `memory`, `left_out`, `questions`.

    `models` answer and judge; `replies` caches their replies (`None`: no cache). `cache` is a folder of extractions. If
    `output` names the file for the report, an interrupted run resumes after its finished cases. If a model writes
    memos, `memories` says where the memories are kept. Raises `ModelError` if a model was given up, never replied, or
    failed on the memory of every case.
    """
    worker = Worker(memory_settings(settings), brought, cache, memories)
    counter = WordPieceCounter()
    contexts = ContextBuilder(settings, counter)
    answerer = QuestionAnswerer(settings, models.guarded_model, models.guarded_judge, replies, counter)
    scorer = worker.scorer
    says = settings.described(worker.encoder.fingerprint, None if scorer is None else scorer.fingerprint)
    pipeline = Pipeline(worker, contexts, answerer, models, watch)
    with journal(output, says, CaseAnswers.from_json) as kept:
        results = dict(kept.done)
        waiting = [case for case in dataset.cases if case.conversation.name not in results]
        for answered in pipeline.answered(waiting):
            if not answered.has_failed:  # failures are retried by the next run
                kept.keep(answered)
            results[answered.case] = answered
            watch("cases", len(results), len(dataset.cases))
        models.check_answered()
        check_kept([answered.upkeep for answered in results.values()])
    in_order = [results[case.conversation.name] for case in dataset.cases]
    prices = {stage: price for stage in (ANSWERING, *settings.judges) if (price := models.price(stage))}
    return report(says, in_order, counter, prices, [asdict(one) for one in dataset.unresolved])
