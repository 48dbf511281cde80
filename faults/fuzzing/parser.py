"""The parsers under test: samples of a parser's inputs, and how to call it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from convograph.errors import ConvographError

Read = Callable[[bytes], object]
"""Reads an input, and returns any value or raises an error."""

Make = Callable[[Path], Read]
"""Sets up a parser in its own empty folder."""

MANY, SOME, FEW = 100, 15, 3
"""Inputs per seed, for parsers that read about 4,000, 600 or 120 a second: a few hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Parser:
    """A parser of untrusted inputs.

    `errors` are the errors that it documents besides convograph's own.
    """

    samples: tuple[bytes, ...]
    make: Make
    inputs: int = MANY
    errors: tuple[type[Exception], ...] = ()

    @property
    def expected(self) -> tuple[type[Exception], ...]:
        """The errors that reading an input may raise."""
        return (ConvographError, *self.errors)


def pure(read: Read) -> Make:
    """A parser that needs no folder."""
    return lambda folder: read


def of_text(read: Callable[[str], object]) -> Make:
    """A parser of text that needs no folder."""
    return pure(lambda content: read(text_of(content)))


def of_value(read: Callable[[Any], object]) -> Make:
    """A parser of values that needs no folder; input that is not JSON is read as text."""
    return pure(lambda content: read(value_of(content)))


def text_of(content: bytes) -> str:
    """The input as text; bytes that are not UTF-8 become lone surrogates."""
    try:
        return content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return content.decode("utf-8", "surrogateescape")


def value_of(content: bytes) -> Any:
    """The input as a JSON value, or as text if it is not JSON."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return text_of(content)


def texts(*samples: str) -> tuple[bytes, ...]:
    """The samples in UTF-8."""
    return tuple(sample.encode() for sample in samples)


def values(*samples: Any) -> tuple[bytes, ...]:
    """The samples as JSON."""
    return tuple(json.dumps(sample).encode() for sample in samples)


def lines(*samples: Any) -> bytes:
    """One sample in JSON Lines."""
    return b"\n".join(values(*samples))
