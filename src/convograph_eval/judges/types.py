"""Answers to be judged, and verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.errors import InputError, ModelError
from convograph.formats.limits import shortened
from convograph_eval.datasets.types import Question


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question, its gold answer, and the answer to be judged.

    `category` and `abstention` are as in `Question`. `gold` is `None` only for an abstention that has none in the
    release; any other question without gold raises `InputError`. `answer` is `None` if answering failed or was skipped.
    """

    id: str
    question: str
    category: str
    gold: str | None
    answer: str | None
    abstention: bool = False

    def __post_init__(self) -> None:
        if self.gold is None and not self.abstention:
            raise InputError(
                f"question {shortened(self.id)} has no gold answer and can be answered; leave it out of the scores"
            )

    @property
    def missing(self) -> bool:
        """Whether there is no answer, or only whitespace."""
        return self.answer is None or not self.answer.strip()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right, or why the judge failed: exactly one of the two is `None`."""

    right: bool | None
    failed: ModelError | None = None

    def __post_init__(self) -> None:
        if (self.right is None) == (self.failed is None):
            raise ValueError(f"a verdict has either a judgement or a failure: {self.right} and {self.failed!r}")


def answered(question: Question, answer: str | None) -> AnsweredQuestion:
    """A data set's question together with an answer. Raises `InputError` as `AnsweredQuestion` does."""
    return AnsweredQuestion(
        question.id, question.text, question.category, question.answer, answer, abstention=question.abstention
    )


def named_error(error: Exception) -> str:
    """The error's class and message, as reports show it."""
    return f"{type(error).__name__}: {error}"
