"""The ways a scripted server can respond, as values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """A request as the server received it: path, body as parsed JSON, headers with lower-case names."""

    path: str
    body: Mapping[str, Any]
    headers: Mapping[str, str]

    @property
    def last(self) -> str:
        """The text of the last message; empty for requests without messages."""
        messages = self.body.get("messages") or [{"content": ""}]
        return str(messages[-1]["content"])

    @property
    def format(self) -> str | None:
        """The type of the requested `response_format`."""
        wanted = self.body.get("response_format")
        return None if wanted is None else str(wanted["type"])


@dataclass(frozen=True, slots=True)
class Say:
    """A reply: a text, or another value as JSON. `finish="length"` means cut off; `usage=False` omits token counts."""

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
    """An error response. `retry_after` is a header, `parameter` and `code` are as in OpenAI's errors."""

    status: int = 500
    message: str = "scripted failure"
    retry_after: str | None = None
    parameter: str | None = None
    code: str | None = None
    location: str | None = None


@dataclass(frozen=True, slots=True)
class HangUp:
    """The connection is closed before the response, or after half the body of a reply with `value`."""

    midway: bool = False
    value: Any = "This sentence is never heard to its end."


@dataclass(frozen=True, slots=True)
class Garble:
    """A fixed body, whatever the request."""

    body: str = '{"choices": ['
    status: int = 200


@dataclass(frozen=True, slots=True)
class Drip:
    """An endless response: a piece of a `part` every `seconds`, until the client disconnects or the server closes.

    Pieces are a space of the body, a letter of a header, or `100 Continue`.
    """

    seconds: float = 0.02
    status: int = 200
    part: Literal["body", "header", "continue"] = "body"


@dataclass(frozen=True, slots=True)
class Compressed:
    """A body that claims to be compressed, though the client did not ask for compression."""

    encoding: str = "gzip"
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Vectors:
    """Rows for the texts of an embeddings request."""

    rows: Sequence[Sequence[float]]


Behaviour = Say | Refuse | Fail | HangUp | Garble | Drip | Compressed | Vectors

Script = Sequence[Any] | Callable[[ReceivedRequest], Any]
"""Behaviours in the order of requests, or a function of the request. Any other value means `Say(value)`."""


def refusing_formats(
    refused: Collection[str], script: Callable[[ReceivedRequest], Any]
) -> Callable[[ReceivedRequest], Any]:
    """`script` on a server that responds with 400 to these types of `response_format`, as older ones do."""

    def answer(asked: ReceivedRequest) -> Any:
        if asked.format in refused:
            return Fail(400, f"response_format {asked.format!r} is not supported")
        return script(asked)

    return answer
