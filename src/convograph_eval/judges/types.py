"""What is judged, and what a judge says of it."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.errors import InputError, ModelError
from convograph.formats.limits import shortened
from convograph_eval.datasets.types import Question


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question, its gold answer, and the answer to be judged.

    `category` and `abstention` are as in `Question`. `gold` is `None` only for an abstention that the release gives
    none; `answer` is `None` when there is none, because the answerer failed or was not asked. Raises `InputError`
    for another question without gold.
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
        """Whether there is no answer, or one without a visible character."""
        return self.answer is None or not self.answer.strip()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right, or why the judge could not say: exactly one of the two is `None`."""

    right: bool | None
    failed: ModelError | None = None

    def __post_init__(self) -> None:
        if (self.right is None) == (self.failed is None):
            raise ValueError(f"not one of a judgement and a failure: {self.right} and {self.failed!r}")


def answered(question: Question, answer: str | None) -> AnsweredQuestion:
    """A data set's question with the answer that was given to it. Raises `InputError` as `AnsweredQuestion` does."""
    return AnsweredQuestion(
        question.id, question.text, question.category, question.answer, answer, abstention=question.abstention
    )
