"""Structured values from a chat model: requested by a pydantic type, parsed tolerantly, validated, repaired once.

A model's failure never counts as "nothing found": an unreadable reply is a `ModelOutputError`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Never, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from convograph.chat import MAX_REPLY_CHARACTERS, ChatReply, ChatRequest, Message
from convograph.errors import InputError, ModelError, ModelOutputError
from convograph.formats.limits import text_with_replacements
from convograph.formats.shapes import stated
from convograph.patterns import lazy_pattern
from convograph.protocols import ChatModel
from convograph.quotation import quoted

SHOWN_TO_MODEL = 4_000  # characters of its own reply: enough for most replies
SHOWN_TO_USER = 120
ERRORS_SHOWN = 5

T = TypeVar("T")

_THINKS, _HAS_THOUGHT = "<think>", "</think>"  # around the reasoning of local models
_OPENS_OBJECT = lazy_pattern(r'\{(?=\s*["}])')


@dataclass(frozen=True, slots=True)
class Parsed(Generic[T]):
    """A value of the requested type, the reply it was parsed from, and whether that needed a repair."""

    value: T
    reply: ChatReply
    repaired: bool = False


@dataclass(frozen=True, slots=True)
class ReplyReading:
    """How a reply becomes a JSON value, which is then validated against the requested type.

    `value` raises `ValueError` (or `RecursionError`) with the reason if a reply has no value. `cut` says whether it
    also reads the complete parts of replies that were cut off at `max_tokens`.
    """

    value: Callable[[ChatReply], Any]
    cut: bool = False


def _first_object(reply: ChatReply) -> Any:
    """The first JSON object in a reply, whatever surrounds it. Raises `ValueError` and `RecursionError`."""
    text = reply.text
    if text.lstrip().startswith(_THINKS):
        text = text.partition(_HAS_THOUGHT)[2]
    start = _OPENS_OBJECT.search(text)
    if start is None:
        raise ValueError("there is no JSON object in the answer")
    value, _ = _DECODER.raw_decode(text, start.start())
    return _storable(value)


FIRST_OBJECT = ReplyReading(_first_object)


def ask_for(
    model: ChatModel,
    requests: Sequence[ChatRequest],
    shape: type[T] | TypeAdapter[T],
    reading: ReplyReading = FIRST_OBJECT,
) -> list[Parsed[T] | ModelError]:
    """A value of `shape` for each request, in their order, or the error in its place.

    `shape` is a pydantic model, or a `TypeAdapter` of a dataclass or typed dict; its JSON schema must be an object.
    `reading` parses a reply. All requests are sent as one batch, with the schema. Replies that cannot be parsed or
    validated are requested once more, again as one batch: the model is shown its reply, the errors and the schema.
    A reply that was cut off at `max_tokens` (unless `reading` accepts it) or is too long is not requested again.
    """
    adapter = shape if isinstance(shape, TypeAdapter) else TypeAdapter(shape)
    schema = _object_schema(adapter)
    asked = [replace(request, schema=schema) for request in requests]
    results = [_outcome(each, adapter, reading) for each in model.complete(asked)]
    broken = [place for place, each in enumerate(results) if isinstance(each, _Unfit)]
    repairs = [_repair(asked[place], each) for place in broken if isinstance(each := results[place], _Unfit)]
    for place, outcome in zip(broken, model.complete(repairs) if repairs else [], strict=True):
        again = _outcome(outcome, adapter, reading)
        results[place] = replace(again, repaired=True) if isinstance(again, Parsed) else again
    return [_final(each, model.name) for each in results]


@dataclass(frozen=True, slots=True)
class _Unfit:
    """A reply without a valid value, and the reasons."""

    reply: ChatReply
    errors: tuple[str, ...]


def _outcome(
    outcome: ChatReply | ModelError, adapter: TypeAdapter[T], reading: ReplyReading
) -> Parsed[T] | _Unfit | ModelError:
    if isinstance(outcome, ModelError):
        return outcome
    if len(outcome.text) > MAX_REPLY_CHARACTERS:
        return ModelOutputError(
            f"{outcome.model} replied with {len(outcome.text):,} characters, the limit is {MAX_REPLY_CHARACTERS:,}; "
            "lower max_tokens"
        )
    if not outcome.complete and not reading.cut:
        return _cut(outcome)
    try:
        return Parsed(adapter.validate_json(json.dumps(reading.value(outcome))), outcome)
    except ValidationError as error:
        complaints = tuple(_complaint(each) for each in error.errors()[:ERRORS_SHOWN])
    except (ValueError, RecursionError) as error:
        complaints = (str(error),)
    return _Unfit(outcome, complaints) if outcome.complete else _cut(outcome)


def _cut(reply: ChatReply) -> ModelOutputError:
    return ModelOutputError(f"the reply of {reply.model} was cut off: {_shortened(reply.text)}; raise max_tokens")


def _final(result: Parsed[T] | _Unfit | ModelError, name: str) -> Parsed[T] | ModelError:
    if not isinstance(result, _Unfit):
        return result
    return ModelOutputError(
        f"{name} gave no usable reply, even when shown its error ({result.errors[0][:SHOWN_TO_USER]}): "
        f"{_shortened(result.reply.text)}; try a larger model, or one with JSON output"
    )


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the key {_shortened(name)} stands twice in one object")
        found[name] = value
    return found


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"{number[:20]} is too large a number")
    return value


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is no JSON number")


# Not strict: weak models write unescaped line breaks into strings.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_without_duplicates, parse_float=_finite, parse_constant=_refuse_constant, strict=False
)


def _storable(value: Any) -> Any:
    """`value` with U+FFFD for each character that cannot be stored: controls and lone surrogates."""
    if isinstance(value, str):
        return text_with_replacements(value)
    if isinstance(value, list):
        return [_storable(each) for each in value]
    if isinstance(value, dict):
        return {_storable(key): _storable(each) for key, each in value.items()}
    return value


def _repair(request: ChatRequest, unfit: _Unfit) -> ChatRequest:
    """The request again, with the errors of the first reply, and without stop texts."""
    errors = "\n".join(f"- {quoted(error[:SHOWN_TO_MODEL])}" for error in unfit.errors)
    text = (
        "You have answered this before, with (as a JSON string, perhaps cut):\n"
        f"{quoted(unfit.reply.text[:SHOWN_TO_MODEL])}\n\nThat answer cannot be used:\n{errors}\n\n"
        "Answer again, with one JSON object and nothing else, that fits this JSON schema:\n"
        f"{json.dumps(request.schema, ensure_ascii=False)}"
    )
    return replace(request, messages=(*request.messages, Message("user", text)), stop=())


def _object_schema(adapter: TypeAdapter[Any]) -> dict[str, Any]:
    """The JSON schema of the type, with an object at its root, as servers require."""
    schema = adapter.json_schema()
    if "$ref" in schema:  # the schema of a recursive type is among the definitions
        schema = {**schema["$defs"][schema["$ref"].rpartition("/")[2]], "$defs": schema["$defs"]}
    if schema.get("type") != "object":
        raise InputError(f"{_shortened(adapter)} is not an object in JSON; make it a field of a pydantic model")
    return schema


def _complaint(error: ErrorDetails) -> str:
    place = ".".join(str(step) for step in error["loc"]) or "the answer"
    return " ".join(f"{place}: {stated(error)}".split())


def _shortened(value: object) -> str:
    shown = value if isinstance(value, str) else repr(value)
    return repr(shown[:SHOWN_TO_USER])
