"""Converts HTTP exceptions and error responses to convograph's errors, which never contain the key."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from convograph.endpoint.address import Address
from convograph.errors import ModelBusyError, ModelError, ModelRefusedError, ModelUnreachableError
from convograph.quotation import on_one_line

SHOWN_CHARACTERS = 200

_REMEDIES = {
    400: "check the request and the model's limits",
    401: "set CONVOGRAPH_API_KEY to a valid key",
    403: "use a key with permission for this",
    404: "check the model's name and the base URL, which usually ends in /v1",
    413: "send less text at once",
    422: "check the request and the model's limits",
}
_BUSY = {408, 409, 425, 429}  # timeout, conflict, too early, too many requests: all transient
_SERVER_FAULT = 500
_SPENT = "insufficient_quota"  # OpenAI's 429 for an account without credit, which is not transient


def unreachable(address: Address, reason: object) -> ModelUnreachableError:
    """The error for a response that is missing or incomplete."""
    return ModelUnreachableError(
        f"no complete response from {address.url} ({excerpt(address, reason)}); check that the server runs and that "
        "CONVOGRAPH_BASE_URL is right"
    )


def too_slow(address: Address, seconds: float) -> ModelUnreachableError:
    """The error for a response that took longer than allowed."""
    return ModelUnreachableError(
        f"no complete response from {address.url} within {seconds:g} s; raise CONVOGRAPH_MODEL_SECONDS, or "
        "send less at once"
    )


def of_status(address: Address, status: int, sent: bytes, headers: Mapping[str, str]) -> ModelError:
    """The error for a response with an error `status` and its body."""
    body = _body(sent)
    said = f"{address.url} answered {status}: {excerpt(address, _said(body))}"
    if (status in _BUSY or status >= _SERVER_FAULT) and _text(body, "code") != _SPENT:
        wait = retry_after(headers)
        return ModelBusyError(f"{said}; try again {'later' if wait is None else f'in {wait:g} s'}", wait)
    if 300 <= status < 400:
        return ModelRefusedError(
            f"{said}; configure the address that it redirects to: redirects are not followed", status
        )
    remedy = _REMEDIES.get(status, "see the server's message")
    return ModelRefusedError(f"{said}; {remedy}", status, _text(body, "param"))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds of a `Retry-After` header, a number or a date; `None` without a valid one."""
    value = headers.get("retry-after", "").strip()
    try:
        seconds = float(value)
    except ValueError:
        seconds = _seconds_until(value)
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def excerpt(address: Address, said: object) -> str:
    """The text on one short line, without the key, and with U+FFFD for unprintable characters."""
    try:
        text = str(said)
    except RecursionError:
        text = "a deeply nested value"
    return on_one_line(address.redacted(text), SHOWN_CHARACTERS)


def _body(sent: bytes) -> object:
    """The body as JSON, without OpenAI's `error` wrapper, or as text."""
    try:
        body = json.loads(sent)
    except (ValueError, RecursionError):
        return sent.decode(errors="replace")
    inner = body.get("error") if isinstance(body, dict) else None
    return inner if isinstance(inner, dict) else body


def _said(body: object) -> object:
    """The message in an error's body; servers put it under different keys."""
    if isinstance(body, Mapping):
        found = next((body[key] for key in ("message", "detail", "error") if isinstance(body.get(key), str)), None)
        return body if found is None else found
    return body or "no message"


def _text(body: object, key: str) -> str | None:
    value = body.get(key) if isinstance(body, Mapping) else None
    return value if isinstance(value, str) and len(value) <= SHOWN_CHARACTERS else None


def _seconds_until(date: str) -> float:
    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - time.time())
    except (ValueError, OverflowError):  # not a date, or a date out of range
        return math.nan
