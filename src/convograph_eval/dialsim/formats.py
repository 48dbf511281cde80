"""The three formats of a question, and the text of the right answer (DialSim, section on formats)."""

from __future__ import annotations

from typing import Final, Literal, get_args

from convograph_eval.dialsim.agents import DialsimQuestion
from convograph_eval.dialsim.shows.types import LETTERS

AnswerFormat = Literal["structured", "unstructured", "open-ended"]
ANSWER_FORMATS: Final[tuple[str, ...]] = get_args(AnswerFormat)

NOT_KNOWN: Final = "I don't know."
"""The right answer to an unanswerable question in the formats without letters."""


def put(asked: DialsimQuestion, form: str) -> str:
    r"""The question as shown to the model: the asker, the question, and the options in the format `form`.

    >>> from convograph.times import parse_said
    >>> asked = DialsimQuestion("Ross", "Joey", "Who left?", ("Ben", "Carol", "Emma", "Susan", "I don't know."),
    ...                       parse_said("1994-09-22"))
    >>> print(put(asked, "structured").replace("\t", "  "))
    Joey: Who left?
      (A) Ben
      (B) Carol
      (C) Emma
      (D) Susan
      (E) I don't know.
    >>> put(asked, "unstructured")
    "Joey: Who left? Ben? or Carol? or Emma? or Susan? or you don't know?"
    >>> put(asked, "open-ended")
    'Joey: Who left?'
    """
    question = asked.query
    if form == "structured":
        return "\n".join((question, *(f"\t({letter}) {text}" for letter, text in _lettered(asked))))
    if form == "unstructured":
        known = " ".join(f"{text.rstrip('.')}? or" for text in asked.options[:-1])
        return f"{question} {known} you don't know?"
    return question


def gold_text(asked: DialsimQuestion, gold: int) -> str:
    """The right answer in words."""
    return NOT_KNOWN if gold == len(LETTERS) - 1 else asked.options[gold]


def _lettered(asked: DialsimQuestion) -> zip[tuple[str, str]]:
    return zip(LETTERS, asked.options, strict=True)
