"""One retrieval run: every question of a data set asked of its memory; a record a question first, means second.

dataset ── spread over processes ──▶ CaseRecords, a case each ── journal ──▶ report
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from convograph_eval.brought import Brought
from convograph_eval.datasets import Dataset
from convograph_eval.retrieval.case import CaseRecords, QuestionRecord, Watch, built
from convograph_eval.retrieval.context_recall import CONTEXT_K, survived
from convograph_eval.retrieval.journal import journal
from convograph_eval.retrieval.processes import Worker, spread
from convograph_eval.retrieval.selection import chosen
from convograph_eval.retrieval.settings import RANKED, RunSettings, described, file_digest
from convograph_eval.retrieval.summary import report

NOTHING_BROUGHT = Brought()

__all__ = [
    "CONTEXT_K",
    "RANKED",
    "CaseRecords",
    "QuestionRecord",
    "RunSettings",
    "Watch",
    "Worker",
    "built",
    "chosen",
    "described",
    "file_digest",
    "journal",
    "run",
    "survived",
]


def run(
    settings: RunSettings,
    dataset: Dataset,
    *,
    brought: Brought = NOTHING_BROUGHT,
    processes: int = 1,
    cache: Path | None = None,
    output: Path | None = None,
    watch: Watch = lambda stage, done, total: None,
) -> dict[str, Any]:
    """The report of a run: `settings`, `summary`, `by_category`, `cost`, `memory`, `left_out`, `questions`.

    `brought` are the triplets and memos that files gave. Abstention questions and questions without a resolvable gold
    unit are left out of the metrics and listed. Whatever the number of `processes`, the figures are the same, but for
    times. `cache` is a folder of extractions shared by all runs. Where `output` names the file that the report will be
    written to, a run that was stopped goes on from the cases it had done. `watch` follows the cases, and in one
    process also what is being built and asked.
    """
    worker = Worker(settings, brought, cache)
    scorer = worker.scorer
    says = described(settings, worker.encoder.fingerprint, None if scorer is None else scorer.fingerprint)
    with journal(output, says, CaseRecords.from_json) as kept:
        results = dict(kept.done)
        waiting = [case for case in dataset.cases if case.conversation.name not in results]
        for asked in spread(worker, waiting, processes, watch):
            kept.keep(asked)
            results[asked.case] = asked
            watch("cases", len(results), len(dataset.cases))
    in_order = [results[case.conversation.name] for case in dataset.cases]
    return report(says, in_order, _lost(dataset, brought, settings.unit), processes)


def _lost(dataset: Dataset, brought: Brought, unit: str) -> dict[str, Any]:
    """What of gold, triplets and memos could not be used."""
    shares = [brought.share(case.conversation.name) for case in dataset.cases]
    return {
        "unresolved_citations": [asdict(one) for one in dataset.unresolved],
        "unresolved_sources": [asdict(one) for one in brought.lost],
        "facts_without_unit": sum(share.facts_without_place(unit) for share in shares),
    }
