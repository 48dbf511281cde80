"""An agent's way through a dialogue, session by session: it replies where it should, then remembers the session.

    session ──▶ for each place: memory and lines ──▶ prompt ──▶ model ──▶ reply, scored
            ──▶ the original lines ──▶ memory

The history always has the original lines, never generated ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final

from convograph.chat import ChatRequest
from convograph.errors import ModelError, ModelOutputError
from convograph.protocols import TokenCounter
from convograph_eval.answer_metrics import cumulative_bleu, rouge_l
from convograph_eval.answering import Cost, RecordedModel, Replies
from convograph_eval.bert_score import BertScore
from convograph_eval.datasets.dialogues import Dialogue, ReplyPlace
from convograph_eval.judges import named_error
from convograph_eval.judges.geval import Ratings, SpokenLine, rated
from convograph_eval.responding.agents import AgentMaker, Inquiry, ResponseAgent
from convograph_eval.responding.agents.upkeep import moment_of
from convograph_eval.responding.models import ResponseModels
from convograph_eval.responding.prompt import Roles, read_reply, reply_request
from convograph_eval.responding.record import JUDGING, RESPONDING, UPKEEP, DialogueRecord, ReplyRecord

METRICS: Final = ("bleu1", "bleu2", "bleu3", "bleu4", "rouge_l")

_NOT_KEPT: Final = "the memory was not kept"
_NOT_WHOLE: Final = "not judged: a reply of the session is missing"


@dataclass(frozen=True, slots=True)
class Responder:
    """Runs dialogues with agents made by `maker`; threads may share it. Without a model, no reply is generated."""

    maker: AgentMaker
    models: ResponseModels
    replies: Replies | None
    counter: TokenCounter

    def record(self, name: str, dialogue: Dialogue) -> DialogueRecord:
        """Run a dialogue with the agent called `name`. Failures of models are recorded, and give no scores."""
        start = perf_counter()
        upkeep = self.models.guarded_upkeep
        keeping = None if upkeep is None else RecordedModel(upkeep, self.replies, self.counter)
        agent = self.maker.agent(name, dialogue, keeping)
        with closing(agent.memory):
            replies, kept, error = self._gone_through(agent, dialogue, keeping)
        ratings, judging = self._judged(dialogue, replies)
        errors = {UPKEEP: error, JUDGING: None if ratings.failed is None else named_error(ratings.failed)}
        return DialogueRecord(
            name,
            dialogue.name,
            tuple(replies),
            ratings.scores,
            {stage: each for stage, each in errors.items() if each is not None},
            kept,
            judging,
            round(perf_counter() - start, 3),
        )

    def _gone_through(
        self, agent: ResponseAgent, dialogue: Dialogue, keeping: RecordedModel | None
    ) -> tuple[list[ReplyRecord], Cost, str | None]:
        """The replies, the cost of the memory, and its error, if any; sessions after the last place are ignored."""
        places: dict[int, list[ReplyPlace]] = defaultdict(list)
        for place in dialogue.places:
            places[place.session].append(place)
        last = max(places, default=0)
        records: list[ReplyRecord] = []
        cost, error = Cost(), None
        for number, session in enumerate(dialogue.sessions[:last], start=1):
            records += (self._reply(agent, dialogue, place, error) for place in places[number])
            if number == last or error is not None:
                continue
            try:
                agent.memory.remember(session)
            except ModelError as failure:
                error = named_error(failure)
                if keeping is not None and not keeping.cost.failures:  # all calls were answered, one of them unusably
                    keeping.reject()
            if keeping is not None:
                cost += keeping.settled()
        return records, cost, error

    def _reply(self, agent: ResponseAgent, dialogue: Dialogue, place: ReplyPlace, error: str | None) -> ReplyRecord:
        """The reply at a place; none is generated if the memory has failed (`error`)."""
        session = dialogue.sessions[place.session - 1]
        inquiry = Inquiry(session.turns[place.turn - 1].text, session.turns[: place.turn - 1], moment_of(session))
        roles = Roles(dialogue.user, dialogue.agent)
        memory = agent.memory.recall(inquiry)
        context = agent.context(inquiry, dialogue.sessions[: place.session - 1], self.counter)
        request = reply_request(roles, context, memory, inquiry.text)
        tokens = self.counter.count([*(message.content for message in request.messages), memory or ""])
        reference = session.turns[place.turn].text
        said = _Said(failed={UPKEEP: _NOT_KEPT}) if error is not None else self._said(request, roles)
        return ReplyRecord(
            id=place.id,
            session=place.session,
            inquiry=inquiry.text,
            reference=reference,
            reply=said.text,
            raw=said.raw,
            prompt_tokens=sum(tokens[:-1]),
            memory_tokens=tokens[-1],
            metrics=scores(said.text, reference),
            failed=said.failed,
            cost=said.cost,
        )

    def _said(self, request: ChatRequest, roles: Roles) -> _Said:
        guarded = self.models.roles.guarded_model
        if guarded is None:
            return _Said()
        model = RecordedModel(guarded, self.replies, self.counter)
        (outcome,) = model.complete([request])
        if isinstance(outcome, ModelError):
            return _Said(failed={RESPONDING: named_error(outcome)}, cost=model.cost)
        try:
            return _Said(read_reply(roles, outcome), outcome.text, cost=model.cost)
        except ModelOutputError as error:
            model.reject()
            return _Said(None, outcome.text, {RESPONDING: named_error(error)}, model.cost)

    def _judged(self, dialogue: Dialogue, replies: Sequence[ReplyRecord]) -> tuple[Ratings, Cost]:
        """The judge's ratings of the last session with replies, and their cost."""
        guarded = self.models.roles.guarded_judge
        if guarded is None or not replies:
            return Ratings(), Cost()
        target = replies[-1].session
        generated = {reply.id: reply.reply for reply in replies if reply.session == target}
        if None in generated.values():
            return Ratings(failed=ModelError(_NOT_WHOLE)), Cost()
        model = RecordedModel(guarded, self.replies, self.counter)
        said = {place.turn: generated[place.id] for place in dialogue.places if place.id in generated}
        sessions = [_lines(dialogue, number, {}) for number in range(1, target)]
        ratings = rated(model, sessions, _lines(dialogue, target, said))
        if isinstance(ratings.failed, ModelOutputError):
            model.reject()
        return ratings, model.cost


@dataclass(frozen=True, slots=True)
class _Said:
    """A reply and the model's raw output, or the failure."""

    text: str | None = None
    raw: str | None = None
    failed: Mapping[str, str] = field(default_factory=dict)
    cost: Cost = field(default_factory=Cost)


def scores(reply: str | None, reference: str) -> dict[str, float | None]:
    """The text metrics of a reply; all are `None` without a reply."""
    if reply is None:
        return dict.fromkeys(METRICS)
    return dict(zip(METRICS, (*cumulative_bleu(reply, reference), rouge_l(reply, reference)), strict=True))


def with_bert_score(records: Sequence[DialogueRecord], bert: BertScore) -> list[DialogueRecord]:
    """The records with the BERTScore of each reply added to its metrics, `None` without a reply."""
    said = [reply for record in records for reply in record.replies if reply.reply is not None]
    found = bert.f1([reply.reply or "" for reply in said], [reply.reference for reply in said])
    scored = dict(zip((reply.id for reply in said), found, strict=True))
    return [
        replace(
            record,
            replies=tuple(
                replace(reply, metrics={**reply.metrics, "bert_score": scored.get(reply.id)})
                for reply in record.replies
            ),
        )
        for record in records
    ]


def _lines(dialogue: Dialogue, number: int, generated: Mapping[int, str | None]) -> list[SpokenLine]:
    """The lines of a session, with generated replies in place of the original ones."""
    turns = dialogue.sessions[number - 1].turns
    return [
        SpokenLine(generated.get(place) or turn.text, turn.speaker == dialogue.agent)
        for place, turn in enumerate(turns)
    ]
