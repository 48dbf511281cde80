"""How a memory reads facts: by which reader, and which relations have one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from convograph.extraction.reading import Reader


@dataclass(frozen=True, slots=True)
class FactOptions:
    """`make_reader` makes the reader of statements; without one, only brought and model-written triplets are facts.

    `relations` are a user's settings on top of the table: a relation's name with `"one"` or `"many"`.
    """

    make_reader: Callable[[], Reader] | None = None
    relations: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
