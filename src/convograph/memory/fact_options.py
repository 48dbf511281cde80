"""How a memory reads facts: with which reader, and which relations have one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from convograph.extraction.reading import Reader


@dataclass(frozen=True, slots=True)
class FactOptions:
    """`make_reader` makes the reader of statements; without it, only brought and model-written triplets are facts.

    `relations` are a user's overrides of the table of relations: `"one"` or `"many"` by relation name.
    """

    make_reader: Callable[[], Reader] | None = None
    relations: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
