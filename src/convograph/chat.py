"""Requests to chat models and their replies: frozen values, the same for every server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from convograph.errors import ModelError

MAX_REPLY_CHARACTERS = 200_000  # 50 times the default `max_tokens` in English: a longer reply is a runaway
MAX_COUNTED_TOKENS = 10**9  # more than any model handles at once, and sums still fit a store's integers

ChatRole = Literal["system", "user", "assistant"]

OnText = Callable[[str], None]
"""Receives the pieces of a reply as they arrive, without any reasoning that precedes it."""

Otherwise = Literal["fail", "quote"]
"""What an answer does if the model fails: raise the error, or quote sentences instead."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a request."""

    role: ChatRole
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A request to a model.

    Ledgers sum by `purpose` ("summary", "fact", "answer", "judge"). `schema` is a JSON schema for the reply, an object
    at its root. `owner` is the owner of the memory in the messages, `sources` are the keys of the stored turns whose
    text the messages contain, so that a cached reply can be forgotten with them. A reply ends before the first text of
    `stop` that occurs, if the server supports it.
    """

    purpose: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 1024
    temperature: float = 0.0
    owner: str = ""
    sources: tuple[int, ...] = ()
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A model's reply.

    `model` is the server's name for the model. Token counts are the server's, up to `MAX_COUNTED_TOKENS`; `None` if it
    gave none, or an impossible number.
    `complete` is false if the text was cut off at `max_tokens`; `cached` is true if no model was called.
    """

    text: str
    model: str
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float
    complete: bool = True
    cached: bool = False


ChatOutcome = ChatReply | ModelError
"""The reply to a request, or the error: one failure never loses the other requests of a batch."""
