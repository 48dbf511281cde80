"""One request to a model on behalf of an owner: whole or streamed, with its usage recorded in the store."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from time import perf_counter
from typing import cast

from convograph.chat import ChatReply, ChatRequest, OnText
from convograph.errors import ModelError
from convograph.generation.reasoning import spoken
from convograph.llm.metered import Ledger, Metered, ModelUsage
from convograph.memory.enriching import replies
from convograph.protocols import ChatModel, Store
from convograph.types import LedgerEntry


def ask(model: ChatModel, request: ChatRequest, store: Store, on_text: OnText | None) -> ChatReply:
    """The model's reply to the request; streamed if `on_text` is given.

    Usage is recorded under the request's owner unless the store is read-only, also when the call fails or is
    interrupted while streaming. Streams do not report tokens, so only calls and seconds are recorded for them. Raises
    `ModelError`, possibly in the middle of a stream.
    """
    ledger = Ledger()
    metered = Metered(model, ledger)
    try:
        return _whole(metered, request) if on_text is None else _streamed(metered, request, on_text)
    finally:
        if not store.read_only:
            book(store, request.owner, request.purpose, model.name, ledger.total())


def book(store: Store, owner: str, purpose: str, model: str, used: ModelUsage) -> None:
    """Add a model's usage to the owner's ledger, if it was called at all."""
    if used.calls:
        tokens = (used.prompt_tokens, used.completion_tokens)
        replies.book(store, owner, LedgerEntry(purpose, model, used.calls, *tokens, used.seconds))


def _whole(model: Metered, request: ChatRequest) -> ChatReply:
    (outcome,) = model.complete([request])
    if isinstance(outcome, ModelError):
        raise outcome
    return outcome


def _streamed(model: Metered, request: ChatRequest, on_text: OnText) -> ChatReply:
    started, words = perf_counter(), list[str]()

    def kept(pieces: Iterator[str]) -> Iterator[str]:
        for piece in pieces:
            words.append(piece)
            yield piece

    # closed as soon as the consumer stops, so that usage is recorded by then
    with closing(cast("Generator[str]", model.stream(request))) as pieces:
        for piece in spoken(kept(pieces)):
            on_text(piece)
    return ChatReply("".join(words), model.name, None, None, perf_counter() - started)
