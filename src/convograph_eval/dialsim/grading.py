"""The scores of a reply, by its letter, its words or a judge, and the cost of judging."""

from __future__ import annotations

from dataclasses import dataclass, field

from convograph.protocols import ChatModel, TokenCounter
from convograph_eval.answering import Cost, Replies, verdict_of
from convograph_eval.dialsim.agents import DialsimQuestion
from convograph_eval.dialsim.formats import gold_text
from convograph_eval.dialsim.scoring import calibrated, dialsim_judge, is_exact, is_right, named_option
from convograph_eval.dialsim.shows.types import LETTERS
from convograph_eval.judges import AnsweredQuestion, named_error


@dataclass(frozen=True, slots=True)
class Grade:
    """The scores of a reply, the letter that it means, and the error and cost of the judge."""

    metrics: dict[str, float | None]
    choice: str | None
    failed: str | None = None
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class Grader:
    """Grades replies to questions in the format `form`.

    With letters, `accuracy` is strict and `calibrated` resolves ambiguity. With words, `exact` is a word-for-word
    match, and `matched` also counts a reply that contains the words of the right option and no other; `accuracy` is
    the judge's verdict if there is a judge and no exact match, else `matched`.
    """

    form: str
    judge: ChatModel | None
    replies: Replies | None
    counter: TokenCounter

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the scores."""
        return ("accuracy", "calibrated") if self.form == "structured" else ("accuracy", "exact", "matched")

    def grade(self, asked: DialsimQuestion, gold: int, reply: str) -> Grade:
        """The grade of a reply."""
        letter = LETTERS[gold]
        if self.form == "structured":
            choice = calibrated(reply, asked.options)
            return Grade({"accuracy": float(is_right(reply, letter)), "calibrated": float(choice == letter)}, choice)
        choice = named_option(reply, asked.options)
        right = gold_text(asked, gold)
        exact = is_exact(reply, right)
        grade = Grade({"accuracy": None, "exact": float(exact), "matched": float(exact or choice == letter)}, choice)
        if self.judge is None or exact:
            grade.metrics["accuracy"] = grade.metrics["matched"]
            return grade
        return self._judged(self.judge, grade, AnsweredQuestion("", asked.query, "", right, reply))

    def _judged(self, judge: ChatModel, grade: Grade, answered: AnsweredQuestion) -> Grade:
        verdict, cost = verdict_of(dialsim_judge, answered, judge, self.replies, self.counter)
        grade.metrics["accuracy"] = None if verdict.right is None else float(verdict.right)
        failed = None if verdict.failed is None else named_error(verdict.failed)
        return Grade(grade.metrics, grade.choice, failed, cost)
