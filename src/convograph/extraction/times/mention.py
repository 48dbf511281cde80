"""What is found: words that name a time, where they stand, and which time it is."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.types import When


@dataclass(frozen=True, slots=True)
class TimeMention:
    """Characters `[start, end)` of a text that name a time; `when` is `None` where the time cannot be told."""

    start: int
    end: int
    text: str
    when: When | None
