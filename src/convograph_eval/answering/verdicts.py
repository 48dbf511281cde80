"""Verdicts of judges with cached replies; an unusable reply is a failure, and the next run asks again."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from convograph.errors import ModelOutputError
from convograph.protocols import ChatModel, TokenCounter
from convograph_eval.answering.cost import Cost
from convograph_eval.answering.replies import RecordedModel, Replies
from convograph_eval.judges import AnsweredQuestion, Judge, Verdict

WORKERS = 4  # concurrent calls


def verdict_of(
    judge: Judge, given: AnsweredQuestion, model: ChatModel, replies: Replies | None, counter: TokenCounter
) -> tuple[Verdict, Cost]:
    """The verdict on one answer, and its cost; a reply that the judge cannot read is dropped from the cache."""
    recorded = RecordedModel(model, replies, counter)
    (verdict,) = judge([given], recorded)
    if isinstance(verdict.failed, ModelOutputError):
        recorded.reject()
    return verdict, recorded.cost


@dataclass(frozen=True, slots=True)
class Panel:
    """A judge that judges answers concurrently; `costs` collects the cost of each."""

    judge: Judge
    replies: Replies | None
    counter: TokenCounter
    costs: list[Cost] = field(default_factory=list)

    def __call__(self, answers: Sequence[AnsweredQuestion], model: ChatModel) -> list[Verdict]:
        """A verdict for each answer, in order."""

        def judged(given: AnsweredQuestion) -> tuple[Verdict, Cost]:
            return verdict_of(self.judge, given, model, self.replies, self.counter)

        pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="convograph-judges")
        try:
            found = list(pool.map(judged, answers))
        finally:
            pool.shutdown(cancel_futures=True)  # no further calls after an interrupt
        self.costs.extend(cost for _, cost in found)
        return [verdict for verdict, _ in found]
