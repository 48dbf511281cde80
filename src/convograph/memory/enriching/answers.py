"""Answers by a model: build a request from the packed evidence and check the reply."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from convograph.answering import NOT_IN_MEMORY
from convograph.chat import ChatReply, ChatRequest, Otherwise
from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.generation.answers import answer_request, read_answer
from convograph.types import Answer, Context


def check_otherwise(given: object) -> None:
    """Raise `InputError` unless given a valid `Otherwise`."""
    if given not in get_args(Otherwise):
        raise InputError(f"otherwise is one of {', '.join(get_args(Otherwise))}: {shortened(given)}")


def answer_from(context: Context, reply_to: Callable[[ChatRequest], ChatReply], *, short: bool) -> Answer:
    """The model's answer from the packed evidence; without evidence, "not in memory" and no model call.

    Raises `ModelError`.
    """
    if context.citations or context.memo_citations:
        return read_answer(context, reply_to(answer_request(context, short=short)))
    recall = context.recall
    found = len(recall.hits) + len(recall.memos)
    why = f"nothing of what was found fits into {context.budget:,} tokens; give a larger budget" if found else None
    return Answer(recall.question, "generated", False, NOT_IN_MEMORY, (), (), recall, failure=why)
