"""What is fuzzed: samples of what a parser takes, and how it is called."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from convograph.errors import ConvographError

Read = Callable[[bytes], object]
"""Reads an input: a value of any kind, or an error."""

Make = Callable[[Path], Read]
"""Sets a parser up in an empty folder of its own."""

MANY, SOME, FEW = 100, 15, 3
"""Inputs of one seed: some hundredths of a second of a parser that reads some 4,000, 600 or 120 a second."""


@dataclass(frozen=True, slots=True)
class Parser:
    """Something that reads what strangers write.

    `errors` are those that it documents beside convograph's own.
    """

    samples: tuple[bytes, ...]
    make: Make
    inputs: int = MANY
    errors: tuple[type[Exception], ...] = ()

    @property
    def expected(self) -> tuple[type[Exception], ...]:
        """The errors that an input may end in."""
        return (ConvographError, *self.errors)


def pure(read: Read) -> Make:
    """A parser that needs no folder."""
    return lambda folder: read


def of_text(read: Callable[[str], object]) -> Make:
    """A parser of text that needs no folder."""
    return pure(lambda content: read(text_of(content)))


def of_value(read: Callable[[Any], object]) -> Make:
    """A parser of values that needs no folder; what is no JSON is taken as a text."""
    return pure(lambda content: read(value_of(content)))


def text_of(content: bytes) -> str:
    """The input as a text; bytes that are not UTF-8 become lone surrogates."""
    try:
        return content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return content.decode("utf-8", "surrogateescape")


def value_of(content: bytes) -> Any:
    """The input as a value of JSON, else as a text."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return text_of(content)


def texts(*samples: str) -> tuple[bytes, ...]:
    """Samples in UTF-8."""
    return tuple(sample.encode() for sample in samples)


def values(*samples: Any) -> tuple[bytes, ...]:
    """Samples as JSON."""
    return tuple(json.dumps(sample).encode() for sample in samples)


def lines(*samples: Any) -> bytes:
    """One sample of JSON lines."""
    return b"\n".join(values(*samples))
