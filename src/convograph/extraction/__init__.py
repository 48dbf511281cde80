"""What a turn says, extracted by rules: times, mentions, triplets, events. Pure functions over text and parses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.extraction.asked_relation import asked_for

__all__ = ["asked_for"]

__getattr__ = lazy_exports(
    __name__,
    {
        ".asked_relation": ("asked_for",),
    },
)
