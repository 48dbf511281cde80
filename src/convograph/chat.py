"""What is asked of a chat model and what comes back: frozen values, the same for every server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from convograph.errors import ModelError

MAX_REPLY_CHARACTERS = 200_000  # fifty times the default `max_tokens` in English: what is longer has run away

ChatRole = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the exchange that a model is shown."""

    role: ChatRole
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model.

    `purpose` ("summary", "fact", "answer", "judge") is what ledgers sum by. `schema` is a JSON schema with an
    object at its root that the reply is to fit. `owner` is whose memory the words come from, `sources` are the keys
    of the stored turns whose words the messages carry, so that a kept reply can be forgotten with them.
    """

    purpose: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 1024
    temperature: float = 0.0
    owner: str = ""
    sources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What a model said.

    `model` is what the server calls itself. The counts of tokens are the server's, `None` when it gave none.
    `complete` is false when the text was cut at `max_tokens`; `cached` is true when no model was asked.
    """

    text: str
    model: str
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float
    complete: bool = True
    cached: bool = False


ChatOutcome = ChatReply | ModelError
"""A request's reply, or why there is none: one failure never loses the other requests of a batch."""
