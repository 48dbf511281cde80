"""The response to a question from a context, generated or quoted, and its text for scoring."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.answering import NOT_IN_MEMORY
from convograph.errors import ModelError, ModelOutputError
from convograph.generation import answer_request, read_answer, uncited
from convograph.generation.reasoning import without_thoughts
from convograph.types import Answer, Context
from convograph_eval.answering.replies import RecordedModel

ABSTAINS = "Not mentioned."
"""The scored text if no answer is found: a phrase that LoCoMo's metric looks for.

The metric's other phrase, "no information available", shares a word with the gold answer "No".
"""


@dataclass(frozen=True, slots=True)
class Response:
    """An answer, or the error if there is none.

    `text` is the scored text, without citations; `raw` the original, with citations. `citations` are ids of turns, and
    `memos` counts the cited memos.
    """

    text: str | None
    raw: str | None
    found: bool
    citations: tuple[str, ...] = ()
    memos: int = 0
    invented: tuple[int, ...] = ()
    failed: ModelError | None = None


def quotation(answer: Answer) -> Response:
    """The library's extractive answer: sentences of the hits, even if they did not fit into the context."""
    return _said(answer, uncited(answer.text) if answer.found else ABSTAINS, answer.text)


def generated(context: Context, model: RecordedModel, *, short: bool, words: bool) -> Response:
    """A model's answer from the context; with `words`, its text is scored even if it cites nothing."""
    (outcome,) = model.complete([answer_request(context, short=short)])
    if isinstance(outcome, ModelError):
        return Response(None, None, found=False, failed=outcome)
    try:
        answer = read_answer(context, outcome)
    except ModelOutputError as error:
        model.reject()
        return Response(None, outcome.text, found=False, failed=error)
    if words:
        spoken = uncited(without_thoughts(answer.raw))
        return _said(answer, ABSTAINS if abstains(spoken) else spoken, answer.raw)
    return _said(answer, uncited(answer.text) if answer.found else ABSTAINS, answer.raw)


def abstains(words: str) -> bool:
    """Whether the text starts with the phrase that models are told to abstain with.

    >>> abstains("**Not in memory.**"), abstains("It is not in memory of him that ...")
    (True, False)
    """
    return words.strip(" \n*_\"'`").casefold().startswith(NOT_IN_MEMORY)


def _said(answer: Answer, text: str, raw: str) -> Response:
    return Response(
        text=text,
        raw=raw,
        found=answer.found,
        citations=tuple(one.turn.id for one in answer.citations),
        memos=len(answer.memo_citations),
        invented=answer.invented,
    )
