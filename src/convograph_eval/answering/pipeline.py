"""Cases in sequence, with their questions in threads: while models answer, the next memory is built."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from convograph.protocols import ChatModel
from convograph_eval.answering.circuit_breaker import CircuitBreaker, Guarded
from convograph_eval.answering.contexts import ContextBuilder, why_left_out
from convograph_eval.answering.cost import TokenPrice
from convograph_eval.answering.question import QuestionAnswerer
from convograph_eval.answering.record import ANSWERING, AnswerRecord, CaseAnswers
from convograph_eval.datasets import Case
from convograph_eval.retrieval import BuiltMemory, Watch, Worker

WORKERS = 4  # concurrent questions
AHEAD = 4  # no further memory is built while more questions than this wait per worker


@dataclass(frozen=True, slots=True)
class ModelRoles:
    """The models that answer and judge, if any, with their prices and the number of concurrent questions."""

    model: ChatModel | None = None
    judge: ChatModel | None = None
    model_price: TokenPrice | None = None
    judge_price: TokenPrice | None = None
    workers: int = WORKERS
    breaker: CircuitBreaker = field(default_factory=CircuitBreaker)
    judge_breaker: CircuitBreaker = field(default_factory=CircuitBreaker)

    @property
    def guarded_model(self) -> ChatModel | None:
        """The model that answers, behind its circuit breaker."""
        return None if self.model is None else Guarded(self.model, self.breaker)

    @property
    def guarded_judge(self) -> ChatModel | None:
        """The model that judges, behind its circuit breaker."""
        return None if self.judge is None else Guarded(self.judge, self.judge_breaker)

    def price(self, stage: str) -> TokenPrice | None:
        """The price of a stage's model."""
        return self.model_price if stage == ANSWERING else self.judge_price

    def check(self) -> None:
        """Raise `ModelError` if one of the models was given up."""
        self.breaker.check()
        self.judge_breaker.check()

    def check_answered(self) -> None:
        """Raise `ModelError` if one of the models was given up, or was called and never replied."""
        self.breaker.check_answered()
        self.judge_breaker.check_answered()


@dataclass(frozen=True, slots=True)
class _RunningCase:
    """A case whose questions are being answered."""

    case: Case
    records: Sequence[Future[AnswerRecord]]
    memory: BuiltMemory

    def waiting(self) -> int:
        return sum(not record.done() for record in self.records)


@dataclass(frozen=True, slots=True)
class Pipeline:
    """From cases to answers: `worker` builds memories, `contexts` packs contexts, `answerer` makes records."""

    worker: Worker
    contexts: ContextBuilder
    answerer: QuestionAnswerer
    models: ModelRoles
    watch: Watch

    def answered(self, cases: Sequence[Case]) -> Iterator[CaseAnswers]:
        """The answers of each case, in the order of `cases`. Raises `ModelError` if a model was given up."""
        workers = self.models.workers
        pool = ThreadPoolExecutor(workers, thread_name_prefix="convograph-answers")
        under_way: deque[_RunningCase] = deque()
        try:
            for case in cases:
                under_way.append(self._begin(case, pool))
                while under_way and sum(running.waiting() for running in under_way) > AHEAD * workers:
                    yield self._finished(under_way.popleft())
            while under_way:
                yield self._finished(under_way.popleft())
        finally:
            pool.shutdown(cancel_futures=True)

    def _begin(self, case: Case, pool: ThreadPoolExecutor) -> _RunningCase:
        with self.worker.built(case, self.watch) as made:
            prepared = self.contexts.prepared(case, made.memory) if made.failed is None else ()
            records = [pool.submit(self.answerer.record, asked) for asked in prepared]
        return _RunningCase(case, records, made)

    def _finished(self, running: _RunningCase) -> CaseAnswers:
        records = []
        for number, future in enumerate(running.records, start=1):
            records.append(future.result())
            self.models.check()
            self.watch("answering", number, len(running.records))
        settings, made = self.contexts.settings, running.memory
        questions = ((one.id, made.failed or why_left_out(one, settings)) for one in running.case.questions)
        sessions = running.case.conversation.sessions
        return CaseAnswers(
            running.case.conversation.name,
            tuple(records),
            {name: reason for name, reason in questions if reason is not None},
            made.seconds,
            len(sessions),
            sum(len(session.turns) for session in sessions),
            made.upkeep,
        )
