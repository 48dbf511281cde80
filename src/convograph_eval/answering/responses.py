"""What is answered to a question from a context: by a model, or by quoting; and the text of it that is scored."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.answering import NOT_IN_MEMORY
from convograph.errors import ModelError, ModelOutputError
from convograph.generation import answer_request, read_answer, uncited
from convograph.generation.reasoning import without_thoughts
from convograph.types import Answer, Context
from convograph_eval.answering.replies import RecordedModel

ABSTAINS = "Not mentioned."
"""The scored text of an answer that is not found: words that LoCoMo's metric looks for.

Its others, "no information available", share a word with the gold answer "No".
"""


@dataclass(frozen=True, slots=True)
class Response:
    """An answer, or why there is none.

    `text` is what is scored, without marks of citations; `raw` what was said, with them. `citations` are ids of turns,
    and `memos` counts the memos cited.
    """

    text: str | None
    raw: str | None
    found: bool
    citations: tuple[str, ...] = ()
    memos: int = 0
    invented: tuple[int, ...] = ()
    failed: ModelError | None = None


def quotation(answer: Answer) -> Response:
    """The library's answer without a model: sentences of what was found, also where they did not fit the context."""
    sentences = " ".join(one.span.text for one in answer.evidence)
    return _said(answer, sentences if answer.found else ABSTAINS, answer.text)


def generated(context: Context, model: RecordedModel, *, short: bool, words: bool) -> Response:
    """A model's answer from the context; with `words`, what it said is scored also where it cites nothing."""
    (outcome,) = model.complete([answer_request(context, short=short)])
    if isinstance(outcome, ModelError):
        return Response(None, None, found=False, failed=outcome)
    try:
        answer = read_answer(context, outcome)
    except ModelOutputError as error:
        model.forget()
        return Response(None, outcome.text, found=False, failed=error)
    if words:
        spoken = uncited(without_thoughts(answer.raw))
        return _said(answer, ABSTAINS if abstains(spoken) else spoken, answer.raw)
    return _said(answer, uncited(answer.text) if answer.found else ABSTAINS, answer.raw)


def abstains(words: str) -> bool:
    """Whether the words are those with which a model is asked to say that it does not know.

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
