"""The contexts of a case's questions: what a memory recalls for each, or the history itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from time import perf_counter

from convograph.memory import Memory
from convograph.protocols import TokenCounter
from convograph.types import Context
from convograph_eval.answering.history_context import HistoryContext, history
from convograph_eval.answering.question import PreparedQuestion
from convograph_eval.answering.responses import quotation
from convograph_eval.answering.settings import AnswerSettings
from convograph_eval.baselines import LD_AGENT
from convograph_eval.datasets import Case, Question
from convograph_eval.retrieval import RunSettings

MEMOS_ALONE = (LD_AGENT.name,)
"""Architectures whose contexts have only memos, and no turns."""

EVERY_TURN = 1 << 40  # more than any memory has

Pack = Callable[[Question], tuple[Context, int]]
"""Returns a question's context, and the number of turns that were found but not packed."""


@dataclass(frozen=True, slots=True)
class ContextBuilder:
    """Builds the contexts that `settings` ask for."""

    settings: AnswerSettings
    counter: TokenCounter

    def prepared(self, case: Case, memory: Memory) -> Iterator[PreparedQuestion]:
        """The questions of a case that are asked, each with its context."""
        make = self._history(case, memory) if self.settings.is_history else self._memory(memory)
        for question in case.questions:
            if why_left_out(question, self.settings) is None:
                start = perf_counter()
                context, cut = make(question)
                milliseconds = (perf_counter() - start) * 1000
                quoted = quotation(memory.quote(context.recall)) if self.settings.model is None else None
                yield PreparedQuestion(question, context, cut, milliseconds, quoted)

    def _memory(self, memory: Memory) -> Pack:
        def packed(question: Question) -> tuple[Context, int]:
            recall = memory.recall(
                question.text, k=self.settings.k, asked_at=question.asked_at, as_of=question.as_of, touch=False
            )
            shown = replace(recall, hits=()) if self.settings.run.architecture in MEMOS_ALONE else recall
            context = memory.pack(shown, self.settings.tokens)
            return context, sum(len(one.turns) for one in context.left_out)

        return packed

    def _history(self, case: Case, memory: Memory) -> Pack:
        settings = self.settings
        first = case.questions[0].text  # any question has the same history

        @cache
        def until(as_of: datetime | None) -> HistoryContext:
            everything = memory.recall(first, k=EVERY_TURN, as_of=as_of, touch=False)
            turns = [hit.turns[0] for hit in everything.hits]
            return history(settings.run.architecture, turns, settings.k, settings.tokens, self.counter)

        @cache
        def at(asked_at: datetime | None, as_of: datetime | None) -> Context:
            return until(as_of).context(first, asked_at, settings.tokens, self.counter)

        def packed(question: Question) -> tuple[Context, int]:
            context = at(question.asked_at, question.as_of)
            recall = replace(context.recall, question=question.text)
            return replace(context, question=question.text, recall=recall), until(question.as_of).cut

        return packed


def why_left_out(question: Question, settings: AnswerSettings) -> str | None:
    """The reason for leaving a question out, if any."""
    if question.abstention:
        return None if settings.abstentions else "not answerable"
    return "no gold answer" if question.answer is None else None


def memory_settings(settings: AnswerSettings) -> RunSettings:
    """The settings of the memory; histories use the architecture that recalls all turns in order."""
    return replace(settings.run, architecture="full") if settings.is_history else settings.run
