"""A retrieval run: every question of a data set is asked of its memory; a record per question, then means.

dataset ── worker processes ──▶ CaseRecords, one per case ── journal ──▶ report
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from convograph_eval.brought import Brought
from convograph_eval.datasets import Dataset
from convograph_eval.retrieval.case import BuiltMemory, CaseRecords, QuestionRecord, Watch, built
from convograph_eval.retrieval.context_recall import survived
from convograph_eval.retrieval.journal import journal
from convograph_eval.retrieval.processes import NOWHERE, Worker, spread
from convograph_eval.retrieval.selection import chosen_questions
from convograph_eval.retrieval.settings import RANKED, RunSettings, described, files_digest
from convograph_eval.retrieval.summary import report
from convograph_eval.retrieval.upkeep import SUFFIX, MemoryStorage, Upkeep, check_kept, upkeep_report

NOTHING_BROUGHT = Brought()

__all__ = [
    "NOWHERE",
    "RANKED",
    "SUFFIX",
    "BuiltMemory",
    "CaseRecords",
    "MemoryStorage",
    "QuestionRecord",
    "RunSettings",
    "Upkeep",
    "Watch",
    "Worker",
    "built",
    "check_kept",
    "chosen_questions",
    "described",
    "files_digest",
    "journal",
    "run",
    "survived",
    "upkeep_report",
]


def run(
    settings: RunSettings,
    dataset: Dataset,
    *,
    brought: Brought = NOTHING_BROUGHT,
    processes: int = 1,
    cache: Path | None = None,
    output: Path | None = None,
    memories: MemoryStorage = NOWHERE,
    watch: Watch = lambda stage, done, total: None,
) -> dict[str, Any]:
    """The report of a run: `settings`, `summary`, `by_category`, `cost`, `memory`, `left_out`, `questions`.

    `brought` are triplets and memos from files. Abstention questions and questions without a resolvable gold unit are
    left out of the metrics and listed. Except for times, the figures do not depend on the number of `processes`.
    `cache` is a folder of extractions shared by all runs. If `output` names the file for the report, an interrupted run
    resumes after its finished cases. If a model writes memos, `memories` says where the memories are kept; a case on
    which the model failed is left out, and retried by the next run. `watch` reports progress by case, and in a single
    process also within a case. Raises `ModelError` if the model was given up, or failed on every case.
    """
    worker = Worker(settings, brought, cache, memories)
    models = (None if one is None else one.fingerprint for one in (worker.scorer, worker.reranker))
    says = described(settings, worker.encoder.fingerprint, *models)
    with journal(output, says, CaseRecords.from_json) as kept:
        results = dict(kept.done)
        waiting = [case for case in dataset.cases if case.conversation.name not in results]
        for asked in spread(worker, waiting, processes, watch):
            if asked.upkeep is None or asked.upkeep.failed is None:
                kept.keep(asked)
            results[asked.case] = asked
            watch("cases", len(results), len(dataset.cases))
        check_kept([asked.upkeep for asked in results.values()])
    in_order = [results[case.conversation.name] for case in dataset.cases]
    return report(says, in_order, _lost(dataset, brought, settings.unit), processes)


def _lost(dataset: Dataset, brought: Brought, unit: str) -> dict[str, Any]:
    """The gold, triplets and memos that could not be used."""
    shares = [brought.share(case.conversation.name) for case in dataset.cases]
    return {
        "unresolved_citations": [asdict(one) for one in dataset.unresolved],
        "unresolved_sources": [asdict(one) for one in brought.lost],
        "facts_without_unit": sum(share.facts_without_place(unit) for share in shares),
    }
