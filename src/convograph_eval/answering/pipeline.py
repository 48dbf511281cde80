"""Cases one after the other, their questions in threads: while models answer, the next memory is built."""

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
from convograph_eval.retrieval import Watch, Worker, built

WORKERS = 4  # questions under way at once
AHEAD = 4  # questions waiting for each worker before another memory is built


@dataclass(frozen=True, slots=True)
class ModelRoles:
    """The models that answer and judge, if any, with their prices, and how many questions are asked at once."""

    model: ChatModel | None = None
    judge: ChatModel | None = None
    model_price: TokenPrice | None = None
    judge_price: TokenPrice | None = None
    workers: int = WORKERS
    patience: CircuitBreaker = field(default_factory=CircuitBreaker)
    judge_patience: CircuitBreaker = field(default_factory=CircuitBreaker)

    @property
    def patient_model(self) -> ChatModel | None:
        """The model that answers, until it is given up."""
        return None if self.model is None else Guarded(self.model, self.patience)

    @property
    def patient_judge(self) -> ChatModel | None:
        """The model that judges, until it is given up."""
        return None if self.judge is None else Guarded(self.judge, self.judge_patience)

    def price(self, stage: str) -> TokenPrice | None:
        """The price of a stage's model."""
        return self.model_price if stage == ANSWERING else self.judge_price

    def check(self) -> None:
        """Raise `ModelError` when one of them was given up."""
        self.patience.check()
        self.judge_patience.check()

    def check_answered(self) -> None:
        """Raise `ModelError` when one of them was asked, and never answered."""
        self.patience.check_answered()
        self.judge_patience.check_answered()


@dataclass(frozen=True, slots=True)
class _Begun:
    """A case whose questions are being asked."""

    case: Case
    records: Sequence[Future[AnswerRecord]]
    build_seconds: float

    def waiting(self) -> int:
        return sum(not record.done() for record in self.records)


@dataclass(frozen=True, slots=True)
class Pipeline:
    """From a case to what came of it: `worker` builds memories, `preparing` packs contexts, `asker` makes records."""

    worker: Worker
    preparing: ContextBuilder
    asker: QuestionAnswerer
    seats: ModelRoles
    watch: Watch

    def answered(self, cases: Sequence[Case]) -> Iterator[CaseAnswers]:
        """What comes of each case, in their order. Raises `ModelError` when a model was given up."""
        workers = self.seats.workers
        pool = ThreadPoolExecutor(workers, thread_name_prefix="convograph-answers")
        under_way: deque[_Begun] = deque()
        try:
            for case in cases:
                under_way.append(self._begin(case, pool))
                while under_way and sum(begun.waiting() for begun in under_way) > AHEAD * workers:
                    yield self._finished(under_way.popleft())
            while under_way:
                yield self._finished(under_way.popleft())
        finally:
            pool.shutdown(cancel_futures=True)

    def _begin(self, case: Case, pool: ThreadPoolExecutor) -> _Begun:
        share = self.worker.brought.share(case.conversation.name)
        with built(case, self.worker.architecture(share), share.memos or (), self.watch) as made:
            records = [pool.submit(self.asker.record, asked) for asked in self.preparing.prepared(case, made.memory)]
        return _Begun(case, records, made.seconds)

    def _finished(self, begun: _Begun) -> CaseAnswers:
        records = []
        for number, future in enumerate(begun.records, start=1):
            records.append(future.result())
            self.seats.check()
            self.watch("answering", number, len(begun.records))
        settings = self.preparing.settings
        questions = ((question.id, why_left_out(question, settings)) for question in begun.case.questions)
        sessions = begun.case.conversation.sessions
        return CaseAnswers(
            begun.case.conversation.name,
            tuple(records),
            {name: reason for name, reason in questions if reason is not None},
            begun.build_seconds,
            len(sessions),
            sum(len(session.turns) for session in sessions),
        )
