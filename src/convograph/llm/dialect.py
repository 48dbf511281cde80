"""Differences between servers of the same protocol, discovered from what they reject.

Structured replies are requested with `json_schema` first; if the server responds with 400 or 422, with `json_object`
and the schema in the prompt, then as plain text with the schema in the prompt. OpenAI's reasoning models reject
`max_tokens`, `temperature` and `stop` by name; they get `max_completion_tokens` and neither of the other two.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Literal, get_args

from convograph.chat import ChatRequest, Message
from convograph.endpoint.surrogates import without_lone_surrogates
from convograph.errors import InputError, ModelRefusedError
from convograph.llm.strict_schema import strict_schema

SchemaMode = Literal["json_schema", "json_object", "plain"]
MODES: tuple[SchemaMode, ...] = get_args(SchemaMode)

_UNREADABLE = {400, 422}  # the status for an unknown parameter


@dataclass(frozen=True, slots=True)
class Dialect:
    """The form of requests to one server."""

    mode: SchemaMode = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    with_temperature: bool = True
    with_stop: bool = True


class KnownDialect:
    """The dialect learned from a server; threads may share it.

    The mode of the first structured reply is kept: if it fails for a later schema, only that request falls back to
    another mode. `mode` fixes the mode instead.
    """

    def __init__(self, mode: SchemaMode | Literal["auto"]) -> None:
        if mode != "auto" and mode not in MODES:
            raise InputError(f"no schema mode is called {mode!r}; the modes are 'auto', {', '.join(map(repr, MODES))}")
        self._lock = Lock()
        self._fixed = mode != "auto"
        self._proven = self._fixed
        self._dialect = Dialect(MODES[0] if mode == "auto" else mode)

    @property
    def dialect(self) -> Dialect:
        """The dialect to try first."""
        with self._lock:
            return self._dialect

    def worked(self, dialect: Dialect, *, with_schema: bool) -> None:
        """Record that `dialect` got a reply."""
        with self._lock:
            mode = dialect.mode if with_schema and not self._proven else self._dialect.mode
            self._proven = self._proven or with_schema
            self._dialect = replace(dialect, mode=mode)

    def after(self, refused: ModelRefusedError, dialect: Dialect, *, with_schema: bool) -> Dialect:
        """The dialect to try after `dialect` was rejected. Raises `refused` if none is left."""
        if refused.status not in _UNREADABLE:
            raise refused
        if refused.parameter == "max_tokens" and dialect.limit == "max_tokens":
            return replace(dialect, limit="max_completion_tokens")
        if refused.parameter == "temperature" and dialect.with_temperature:
            return replace(dialect, with_temperature=False)
        if refused.parameter == "stop" and dialect.with_stop:
            return replace(dialect, with_stop=False)
        if with_schema and not self._fixed and dialect.mode != MODES[-1]:
            return replace(dialect, mode=MODES[MODES.index(dialect.mode) + 1])
        raise refused


def body_of(request: ChatRequest, model: str, dialect: Dialect, *, stream: bool) -> dict[str, Any]:
    """The parameters of the call in `dialect`."""
    messages = request.messages
    body: dict[str, Any] = {"model": model, dialect.limit: request.max_tokens, "stream": stream}
    if dialect.with_temperature:
        body["temperature"] = request.temperature
    if request.stop and dialect.with_stop:
        body["stop"] = list(request.stop)
    if request.schema is not None and dialect.mode == "json_schema":
        schema = {"name": "reply", "strict": True, "schema": strict_schema(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif request.schema is not None:
        messages = _with_schema(messages, request.schema)
        if dialect.mode == "json_object":
            body["response_format"] = {"type": "json_object"}
    body["messages"] = [{"role": each.role, "content": without_lone_surrogates(each.content)} for each in messages]
    return body


def _with_schema(messages: tuple[Message, ...], schema: Mapping[str, Any]) -> tuple[Message, ...]:
    """The messages, the schema appended to the system message: some chat templates allow only one, in first place."""
    wanted = (
        "Answer with one JSON object and nothing else: no introduction, no code fence. It must fit this JSON schema:\n"
        + json.dumps(schema, ensure_ascii=False)
    )
    if messages and messages[0].role == "system":
        return (Message("system", f"{messages[0].content}\n\n{wanted}"), *messages[1:])
    return (Message("system", wanted), *messages)
