"""A run of responses: one side of multi-session dialogues is regenerated from what agents remember (G-Long).

    dialogues ── threads: agents ──▶ prompt ──▶ model ──▶ scores, ratings ──▶ DialogueRecord ── journal ──▶ report
                                                 ╰─ replies, cached as they come

Without a model, prompts are only made and counted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from convograph.errors import InputError
from convograph.tokens import WordPieceCounter
from convograph_eval.answering import Replies, TokenPrice
from convograph_eval.bert_score import BertScore
from convograph_eval.datasets.dialogues import Dialogue, DialogueSet, first_dialogues, of_sessions, sampled
from convograph_eval.responding.agents import AGENTS, CONTEXTS, TRIPLET_LINES, AgentMaker, ResponseAgentSettings
from convograph_eval.responding.cost import PAPER_PRICE
from convograph_eval.responding.models import ResponseModels
from convograph_eval.responding.record import DialogueRecord
from convograph_eval.responding.responder import Responder, with_bert_score
from convograph_eval.responding.settings import ResponseSettings
from convograph_eval.responding.summary import report
from convograph_eval.retrieval import Watch, journal

NO_MODELS: Final = ResponseModels()
AHEAD: Final = 2  # dialogues submitted per worker: the current one and the next

__all__ = [
    "AGENTS",
    "CONTEXTS",
    "PAPER_PRICE",
    "TRIPLET_LINES",
    "ResponseAgentSettings",
    "ResponseModels",
    "ResponseSettings",
    "chosen_dialogues",
    "respond",
]


def chosen_dialogues(settings: ResponseSettings, given: DialogueSet) -> tuple[ResponseSettings, DialogueSet]:
    """The dialogues selected by `limit`, `sessions` and `sample`, and the settings with the ids in the sample.

    Raises `InputError` if nothing is left, or a sample cannot be drawn.
    """
    if settings.limit is not None:
        given = first_dialogues(given, settings.limit)
    if settings.sessions is not None:
        given = of_sessions(given, settings.sessions)
    if settings.sample is not None:
        given = sampled(given, settings.sample, settings.seed or 0)
        drawn = [place.id for place in given.places] if given.by_place else [one.name for one in given.dialogues]
        settings = replace(settings, ids=tuple(drawn))
    return settings, given


def respond(
    settings: ResponseSettings,
    given: DialogueSet,
    *,
    models: ResponseModels = NO_MODELS,
    replies: Replies | None = None,
    bert: BertScore | None = None,
    price: TokenPrice = PAPER_PRICE,
    output: Path | None = None,
    watch: Watch = lambda stage, done, total: None,
) -> dict[str, Any]:
    """Generate the responses, and return the report of the run: `settings`, `dialogues`, `agents`, `records`.

    `models` reply, maintain memories and judge; `replies` caches their replies (`None`: no cache); `bert` scores
    replies in addition to the text metrics; `price` is for a million input and output tokens. If `output` names the
    file for the report, an interrupted run resumes after its finished dialogues. Raises `InputError` for a judge if
    single replies were sampled, and `ModelError` if a model was given up on or never replied.
    """
    if settings.judge is not None and given.by_place:
        raise InputError(f"the judge rates whole sessions, and of {given.name} single replies are scored; leave it out")
    counter = WordPieceCounter()
    maker = AgentMaker(settings.memory)
    responder = Responder(maker, models, replies, counter)
    says = settings.described(maker.encoder.fingerprint)
    total = len(settings.agents) * len(given.dialogues)
    with journal(output, says, DialogueRecord.from_json) as kept:
        results = dict(kept.done)
        for name in settings.agents:
            waiting = [one for one in given.dialogues if f"{name} {one.name}" not in kept.done]
            for record in _run_dialogues(responder, name, waiting, models):
                models.check()
                if not record.has_failed:  # failures are retried by the next run
                    kept.keep(record)
                results[record.case] = record
                watch("cases", len(results), total)
        models.check_answered()
    by_agent = {name: [results[f"{name} {one.name}"] for one in given.dialogues] for name in settings.agents}
    if bert is not None:
        by_agent = {name: with_bert_score(made, bert) for name, made in by_agent.items()}
    return report(says, given, by_agent, counter, price)


def _run_dialogues(
    responder: Responder, name: str, dialogues: Sequence[Dialogue], models: ResponseModels
) -> Iterator[DialogueRecord]:
    """The records of the dialogues in order, made concurrently by the workers of `models`."""
    workers = models.roles.workers
    pool = ThreadPoolExecutor(workers, thread_name_prefix="convograph-responses")
    under_way: deque[Future[DialogueRecord]] = deque()
    finished = False
    try:
        for dialogue in dialogues:
            under_way.append(pool.submit(responder.record, name, dialogue))
            if len(under_way) >= AHEAD * workers:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
        finished = True
    finally:
        if not finished:
            models.stop()
        pool.shutdown(cancel_futures=True)
