"""An in-process chat model whose replies are a function of the request."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from convograph.chat import ChatOutcome, ChatReply, ChatRequest
from convograph.errors import ModelError
from convograph.llm.scripted.bodies import ended


class ScriptedChat:
    """Replies to each request with `answer`: a text, a `ChatReply`, a `ModelError`, or a value as JSON.

    Tokens are counted as words. `batches` holds the requests, call by call.
    """

    def __init__(self, answer: Callable[[ChatRequest], Any], name: str = "scripted") -> None:
        self._answer = answer
        self._name = name
        self.batches: list[tuple[ChatRequest, ...]] = []

    @property
    def name(self) -> str:
        """The given name."""
        return self._name

    @property
    def fingerprint(self) -> str:
        """The name, which must identify the function."""
        return f"scripted:{self._name}"

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """One outcome for each request."""
        self.batches.append(tuple(requests))
        return [self._outcome(request) for request in requests]

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The reply word by word. Raises the scripted `ModelError`."""
        self.batches.append((request,))
        outcome = self._outcome(request)
        if isinstance(outcome, ModelError):
            raise outcome
        yield from re.findall(r"\S+\s*|\s+", outcome.text)

    def _outcome(self, request: ChatRequest) -> ChatOutcome:
        answer = self._answer(request)
        if isinstance(answer, ChatReply | ModelError):
            return answer
        text = ended(answer if isinstance(answer, str) else json.dumps(answer), request.stop)
        read = sum(len(message.content.split()) for message in request.messages)
        return ChatReply(text, self._name, read, len(text.split()), seconds=0.0)
