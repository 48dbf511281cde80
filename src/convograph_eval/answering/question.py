"""A question from its context to its record: answered, scored by text metrics, judged."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.protocols import ChatModel, TokenCounter
from convograph.types import Context
from convograph_eval.answer_metrics import gold_words, holds_gold
from convograph_eval.answering.cost import Cost
from convograph_eval.answering.record import ANSWERING, AnswerRecord
from convograph_eval.answering.replies import RecordedModel, Replies
from convograph_eval.answering.responses import Response, generated
from convograph_eval.answering.settings import AnswerSettings
from convograph_eval.answering.verdicts import verdict_of
from convograph_eval.datasets import Question
from convograph_eval.judges import JUDGES, AnsweredQuestion, Verdict, answered, named_error, score
from convograph_eval.retrieval import survived


@dataclass(frozen=True, slots=True)
class PreparedQuestion:
    """A question with its context; `cut` turns were found but not packed, `quoted` is the answer without a model."""

    question: Question
    context: Context
    cut: int
    milliseconds: float
    quoted: Response | None = None


@dataclass(frozen=True, slots=True)
class QuestionAnswerer:
    """Makes records of prepared questions; threads may share it."""

    settings: AnswerSettings
    model: ChatModel | None
    judge: ChatModel | None
    replies: Replies | None
    counter: TokenCounter

    def record(self, asked: PreparedQuestion) -> AnswerRecord:
        """Answer and judge a question. A model's failure is recorded, and gives no score."""
        said, cost = self._answer(asked)
        question, context = asked.question, asked.context
        costs, failed = {ANSWERING: cost}, {}
        metrics: dict[str, float | None] = dict(_gold_in_context(question, context))
        if said.failed is not None:
            failed[ANSWERING] = named_error(said.failed)
            metrics |= dict.fromkeys((*self.settings.metrics, *self.settings.judges))
        else:
            given = answered(question, said.text)
            (scored,) = score([given], metrics=self.settings.metrics)
            metrics |= scored["scores"]
            for name in self.settings.judges:
                verdict, costs[name] = self._judged(name, given)
                metrics[name] = None if verdict.right is None else float(verdict.right)
                if verdict.failed is not None:
                    failed[name] = named_error(verdict.failed)
        if asked.quoted is not None:
            metrics |= _of_quotation(question, asked.quoted)
        return AnswerRecord(
            id=question.id,
            category=question.category,
            abstention=question.abstention,
            question=question.text,
            gold_answer=question.answer,
            gold=question.gold_turns,
            found=said.found,
            answer=said.text,
            raw=said.raw,
            citations=said.citations,
            memos_cited=said.memos,
            invented=said.invented,
            context=tuple(citation.turn.id for citation in context.citations),
            context_tokens=context.tokens,
            cut_turns=asked.cut,
            milliseconds=round(asked.milliseconds, 3),
            metrics=metrics,
            failed=failed,
            costs=costs,
        )

    def _answer(self, asked: PreparedQuestion) -> tuple[Response, Cost]:
        if asked.quoted is not None:
            return asked.quoted, Cost()
        if self.model is None:
            raise ValueError(f"question {asked.question.id} has neither a model nor a quotation to answer it")
        model = RecordedModel(self.model, self.replies, self.counter)
        said = generated(asked.context, model, short=self.settings.short, words=self.settings.words)
        return said, model.cost

    def _judged(self, name: str, given: AnsweredQuestion) -> tuple[Verdict, Cost]:
        if self.judge is None:
            raise ValueError(f"the judge {name} has no model")
        return verdict_of(JUDGES[name], given, self.judge, self.replies, self.counter)


def _of_quotation(question: Question, quoted: Response) -> dict[str, float | None]:
    """Metrics of a quotation: its share of the gold answer (0 if refused), and whether a refusal is right or wrong.

    `refused` is `None` for answerable questions, all others for unanswerable ones; without a gold answer, those of the
    gold answer are `None` too.
    """
    refused = float(not quoted.found)
    found: dict[str, float | None] = dict.fromkeys(("gold_words", "holds_gold", "refused", "wrongly_refused"))
    if question.abstention:
        return found | {"refused": refused}
    if question.answer is not None:
        text = (quoted.text or "") if quoted.found else ""
        found |= {"gold_words": gold_words(text, question.answer), "holds_gold": holds_gold(text, question.answer)}
    return found | {"wrongly_refused": refused}


def _gold_in_context(question: Question, context: Context) -> dict[str, float | None]:
    """The shares of gold turns in the context; `None` for questions that are unanswerable or have no gold turn."""
    if question.abstention or not question.gold_turns:
        return {"quoted": None, "covered": None}
    return dict(zip(("quoted", "covered"), survived(context, question), strict=True))
