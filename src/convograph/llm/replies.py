"""Reads a server's responses: whole replies and the events of a stream."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, Field, NonNegativeInt, ValidationError

from convograph.chat import MAX_COUNTED_TOKENS, MAX_REPLY_CHARACTERS, ChatReply, ChatRequest
from convograph.endpoint import failures
from convograph.endpoint.address import Address, is_model_name
from convograph.endpoint.surrogates import without_lone_surrogates
from convograph.errors import ModelBusyError, ModelOutputError, ModelRefusedError


class _Usage(BaseModel):
    prompt_tokens: NonNegativeInt | None = None
    completion_tokens: NonNegativeInt | None = None


class _Said(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Said
    finish_reason: str | None = None


class _Completion(BaseModel):
    choices: list[_Choice] = Field(min_length=1)
    model: str | None = None
    usage: _Usage | None = None


class _Change(BaseModel):
    delta: _Said | None = None
    finish_reason: str | None = None


class _Event(BaseModel):
    choices: list[_Change] = []
    error: Any = None


_Shape = TypeVar("_Shape", bound=BaseModel)


def read_reply(body: bytes, request: ChatRequest, address: Address, model: str, seconds: float) -> ChatReply:
    """The reply in the body of a response. Raises `ModelOutputError` and `ModelRefusedError`."""
    found = _read(body, _Completion, address)
    choice, usage = found.choices[0], found.usage or _Usage()
    text = choice.message.content or ""
    _check_refusal(choice.message.refusal, choice.finish_reason, address)
    check_length(len(text), address)
    _check_empty(text, choice.finish_reason, request, address)
    return ChatReply(
        text=without_lone_surrogates(text),
        model=found.model if found.model and is_model_name(found.model) else model,
        prompt_tokens=_counted(usage.prompt_tokens),
        completion_tokens=_counted(usage.completion_tokens),
        seconds=seconds,
        complete=choice.finish_reason != "length",
    )


def _counted(tokens: int | None) -> int | None:
    """A plausible token count; `None` for any other."""
    return None if tokens is None or tokens > MAX_COUNTED_TOKENS else tokens


def read_events(lines: Iterable[bytes], request: ChatRequest, address: Address) -> Iterator[str]:
    """The pieces of a streamed reply. Raises `ModelError`, also if the stream ends early."""
    so_far = _SoFar(address)
    for event in _events(lines, address):
        if piece := so_far.taken(event):
            yield without_lone_surrogates(piece)
        if event is None:
            break
    if so_far.finish is None:
        raise failures.unreachable(address, "the stream ended before the reply did")
    _check_refusal(so_far.refusal, so_far.finish, address)
    _check_empty(so_far.first_word, so_far.finish, request, address)
    if so_far.finish == "length":
        raise ModelOutputError(f"{address.url} cut the reply off at {request.max_tokens} tokens; raise max_tokens")


@dataclass(slots=True)
class _SoFar:
    """The state of a streamed reply so far; `finish` is the reason why it ended."""

    address: Address
    characters: int = 0
    first_word: str = ""
    refusal: str = ""
    finish: str | None = None

    def taken(self, event: _Event | None) -> str:
        """The piece of text in an event, perhaps empty; `None` marks the end of the stream. Raises `ModelError`."""
        if event is None:
            self.finish = self.finish or "stop"
            return ""
        if event.error is not None:
            reason = failures.excerpt(self.address, event.error)
            raise ModelBusyError(f"{self.address.url} failed during the reply: {reason}; try again later")
        if not event.choices:
            return ""
        said, self.finish = event.choices[0].delta or _Said(), event.choices[0].finish_reason or self.finish
        piece = said.content or ""
        self.refusal += said.refusal or ""
        self.first_word = self.first_word or piece.strip()
        self.characters += len(piece)
        check_length(self.characters + len(self.refusal), self.address)
        return piece


def check_length(characters: int, address: Address) -> None:
    """Raise `ModelOutputError` for a runaway reply."""
    if characters > MAX_REPLY_CHARACTERS:
        raise ModelOutputError(
            f"{address.url} replied with {characters:,} or more characters, and the limit is {MAX_REPLY_CHARACTERS:,}; "
            "lower max_tokens"
        )


def _read(body: bytes, shape: type[_Shape], address: Address) -> _Shape:
    try:
        return shape.model_validate(json.loads(body))
    except (ValueError, RecursionError) as error:  # not JSON, not UTF-8, the wrong shape, or nested too deeply
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise _no_reply(address, reason) from None


def _no_reply(address: Address, reason: str) -> ModelOutputError:
    return ModelOutputError(
        f"{address.url} sent an invalid response ({failures.excerpt(address, reason)}); check that CONVOGRAPH_BASE_URL "
        "is that of a server with OpenAI's protocol, and usually ends in /v1"
    )


def _events(lines: Iterable[bytes], address: Address) -> Iterator[_Event | None]:
    """The events of a stream of server-sent events; `None` marks its regular end.

    Lines without data are comments that keep the connection alive, or fields that the protocol does not use.
    """
    begun = False
    for line in lines:
        if line.startswith(b"data:"):
            begun = True
            data = line.removeprefix(b"data:").strip()
            yield None if data == b"[DONE]" else _read(data, _Event, address)
    if not begun:
        raise _no_reply(address, "the stream has no event")


def _check_refusal(refusal: str | None, finish: str | None, address: Address) -> None:
    if refusal:
        raise ModelRefusedError(f"the model at {address.url} declined: {failures.excerpt(address, refusal)}")
    if finish == "content_filter":
        raise ModelRefusedError(f"a content filter at {address.url} withheld the reply; change the request")


def _check_empty(text: str, finish: str | None, request: ChatRequest, address: Address) -> None:
    if text.strip():
        return
    if finish == "length":
        raise ModelOutputError(f"{address.url} used up {request.max_tokens} tokens without any text; raise max_tokens")
    raise ModelOutputError(f"{address.url} sent an empty reply; check that it is a chat model")
