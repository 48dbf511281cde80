"""What a scripted server may do with a request, as values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """A request as the server got it: the path, the body as parsed JSON, the headers with names in lower case."""

    path: str
    body: Mapping[str, Any]
    headers: Mapping[str, str]

    @property
    def last(self) -> str:
        """What the last message says; empty for requests without messages."""
        messages = self.body.get("messages") or [{"content": ""}]
        return str(messages[-1]["content"])

    @property
    def format(self) -> str | None:
        """The type of the wanted `response_format`."""
        wanted = self.body.get("response_format")
        return None if wanted is None else str(wanted["type"])


@dataclass(frozen=True, slots=True)
class Say:
    """A reply: a text, or any other value as JSON. `finish="length"` is a cut one; `usage` false leaves counts out."""

    value: Any
    finish: str = "stop"
    usage: bool = True
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class Refuse:
    """The model declines."""

    reason: str = "I cannot help with that."


@dataclass(frozen=True, slots=True)
class Fail:
    """An error of the server. `retry_after` is its header, `parameter` and `code` as OpenAI's errors have them."""

    status: int = 500
    message: str = "scripted failure"
    retry_after: str | None = None
    parameter: str | None = None
    code: str | None = None
    location: str | None = None


@dataclass(frozen=True, slots=True)
class HangUp:
    """The connection ends: before the answer, or after half of the body that a reply of `value` would have had."""

    midway: bool = False
    value: Any = "This sentence is never heard to its end."


@dataclass(frozen=True, slots=True)
class Garble:
    """A body as given, whatever was asked."""

    body: str = '{"choices": ['
    status: int = 200


@dataclass(frozen=True, slots=True)
class Drip:
    """A body without end: one space each `seconds`, until the client leaves or the server closes."""

    seconds: float = 0.02
    status: int = 200


@dataclass(frozen=True, slots=True)
class Vectors:
    """Rows for the texts of a request for embeddings."""

    rows: Sequence[Sequence[float]]


Behaviour = Say | Refuse | Fail | HangUp | Garble | Drip | Vectors

Script = Sequence[Any] | Callable[[ReceivedRequest], Any]
"""Behaviours in the order of requests, or a function of the request. What is no behaviour is said: `Say(it)`."""


def refusing_formats(
    refused: Collection[str], script: Callable[[ReceivedRequest], Any]
) -> Callable[[ReceivedRequest], Any]:
    """`script` on a server that answers 400 to these types of `response_format`, as older ones do."""

    def answer(asked: ReceivedRequest) -> Any:
        if asked.format in refused:
            return Fail(400, f"response_format {asked.format!r} is not supported")
        return script(asked)

    return answer
