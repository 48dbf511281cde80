"""One run of answering: every question of a data set answered from its context, scored and judged.

    case ── memory or history ──▶ contexts ── threads: model, metrics, judges ──▶ Answered ── journal ──▶ report
                                                  ╰─ replies, kept as they come

A run that was stopped asks no model again what it has answered: finished cases stand in the journal, replies in a file.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from convograph.tokens import WordPieceCounter
from convograph_eval.answering.agreeing import judge_agreement
from convograph_eval.answering.asking import Asker
from convograph_eval.answering.cost import Cost, Price
from convograph_eval.answering.history import FULL_BUDGET, HISTORIES
from convograph_eval.answering.patience import Patience, Patient
from convograph_eval.answering.preparing import Preparing, memory_settings
from convograph_eval.answering.record import ANSWERING, Answered, Record
from convograph_eval.answering.replies import Booked, Replies, beside
from convograph_eval.answering.running import WORKERS, Line, Seats
from convograph_eval.answering.scoring import report
from convograph_eval.answering.settings import AnswerSettings
from convograph_eval.brought import Brought
from convograph_eval.datasets import Dataset
from convograph_eval.retrieval import Watch, Worker, journal

NOTHING_BROUGHT = Brought()
NO_MODELS = Seats()

__all__ = [
    "FULL_BUDGET",
    "HISTORIES",
    "WORKERS",
    "AnswerSettings",
    "Answered",
    "Booked",
    "Cost",
    "Patience",
    "Patient",
    "Price",
    "Record",
    "Replies",
    "Seats",
    "beside",
    "judge_agreement",
    "run",
]


def run(
    settings: AnswerSettings,
    dataset: Dataset,
    *,
    seats: Seats = NO_MODELS,
    brought: Brought = NOTHING_BROUGHT,
    replies: Replies | None = None,
    cache: Path | None = None,
    output: Path | None = None,
    watch: Watch = lambda stage, done, total: None,
) -> dict[str, Any]:
    """The report of a run: `settings`, `summary`, `by_category`, `cost`, `memory`, `left_out`, `questions`.

    `seats` holds the models that answer and judge; `replies` keeps what they say (`None`: nothing). `cache` is a folder
    of extractions. Where `output` names the file that the report will be written to, a run that was stopped goes on
    from the cases it had done. Raises `ModelError` when a model was given up, or never answered.
    """
    worker = Worker(memory_settings(settings), brought, cache)
    counter = WordPieceCounter()
    preparing = Preparing(settings, counter)
    asker = Asker(settings, seats.patient_model, seats.patient_judge, replies, counter)
    says = settings.described(worker.encoder.fingerprint)
    line = Line(worker, preparing, asker, seats, watch)
    with journal(output, says, Answered.from_json) as kept:
        results = dict(kept.done)
        waiting = [case for case in dataset.cases if case.conversation.name not in results]
        for answered in line.answered(waiting):
            if not any(record.failed for record in answered.records):  # what failed is asked again
                kept.keep(answered)
            results[answered.case] = answered
            watch("cases", len(results), len(dataset.cases))
        seats.check_answered()
    in_order = [results[case.conversation.name] for case in dataset.cases]
    prices = {stage: price for stage in (ANSWERING, *settings.judges) if (price := seats.price(stage))}
    return report(says, in_order, counter, prices, [asdict(one) for one in dataset.unresolved])
