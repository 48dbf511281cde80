"""DialSim: a show is played to a memory scene by scene, and its characters ask about what was said before.

    file ── shows ──▶ Show ── plan (seeded) ──▶ one question per scene ─┐
                         └─ utterances, one by one ──▶ agents ──────────┴▶ readers ──▶ grading ──▶ summary ──▶ report

Kim et al., "DialSim: A Dialogue Simulator for Evaluating Long-Term Multi-Party Dialogue Understanding of Conversational
Agents", arXiv 2406.13144. docs/papers/dialsim.md lists our own choices.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from convograph.tokens import WordPieceCounter
from convograph_eval.answering import ModelRoles, Replies
from convograph_eval.dialsim.agents import HISTORIES, AgentSettings, Summariser, agent_for
from convograph_eval.dialsim.formats import ANSWER_FORMATS
from convograph_eval.dialsim.grading import Grader
from convograph_eval.dialsim.plan import plan_of
from convograph_eval.dialsim.readers import READERS, ModelReader, Reader, reader_for
from convograph_eval.dialsim.record import SimulationRecord
from convograph_eval.dialsim.renaming import NAME_MODES, renaming_for
from convograph_eval.dialsim.settings import SimulationSettings
from convograph_eval.dialsim.shows import Show, read_show, show_files
from convograph_eval.dialsim.simulation import Performance, cut_to
from convograph_eval.dialsim.summary import report
from convograph_eval.retrieval import journal

LOG: Final = ".log.jsonl"
"""The suffix that is appended to the name of a report for its log."""

NO_MODELS: Final = ModelRoles()

Played = Callable[[int, int], None]
"""A callback for progress: the number of scenes played, and their total number."""

__all__ = [
    "ANSWER_FORMATS",
    "HISTORIES",
    "LOG",
    "NAME_MODES",
    "READERS",
    "AgentSettings",
    "SimulationSettings",
    "read_show",
    "show_files",
    "simulate",
]


def simulate(
    settings: SimulationSettings,
    show: Show,
    *,
    models: ModelRoles = NO_MODELS,
    replies: Replies | None = None,
    output: Path | None = None,
    played: Played = lambda done, total: None,
) -> dict[str, Any]:
    """Run a simulation, and return its report.

    The show is played once, to one agent, which is asked the questions of all runs; what it finds for one question
    does not depend on the others.
    If `output` names the file for the report, every finished question is written to a log beside it, which is kept:
    the same call resumes where the log ends, and gives the same report. Raises `ModelError` if a model was given up on
    or never replied.
    """
    show = cut_to(show, settings.scenes)
    renaming = renaming_for(show.name, settings.names, whole_words=settings.whole_words)
    counter = WordPieceCounter()
    says = settings.described(show.name)
    summariser = _summariser(settings, models, replies, counter)
    seeds = range(settings.seed, settings.seed + settings.runs)
    performance = Performance(
        show=show,
        plans={seed: plan_of(show, seed) for seed in seeds},
        renaming=renaming,
        reader=_reader(settings, show.name, models, replies, counter),
        grader=Grader(settings.form, models.guarded_judge, replies, counter),
        time_limit=settings.time_limit,
        workers=models.workers,
    )
    records: list[SimulationRecord] = []
    with journal(output, says, SimulationRecord.from_json, suffix=LOG, stays=True) as log:
        agent = agent_for(settings.agent, show.name, summariser)
        for record in performance.records(agent, log.done, models.check, played):
            if record.case not in log.done and not record.failed:  # the next call retries failures
                log.keep(record)
            records.append(record)
        models.check_answered()
    silent = [plan.silent for plan in performance.plans.values()]
    return report(says, show, sorted(records, key=lambda one: one.run), silent, summariser)


def _reader(
    settings: SimulationSettings, show: str, models: ModelRoles, replies: Replies | None, counter: WordPieceCounter
) -> Reader:
    if models.guarded_model is None:
        return reader_for(settings.reader, settings.form, show)
    retrieved = settings.agent.history != "newest"
    return ModelReader(models.guarded_model, replies, counter, settings.form, retrieved)


def _summariser(
    settings: SimulationSettings, models: ModelRoles, replies: Replies | None, counter: WordPieceCounter
) -> Summariser | None:
    if settings.agent.history != "summaries" or models.guarded_model is None:
        return None
    return Summariser(models.guarded_model, replies, counter)
