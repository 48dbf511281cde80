"""The times when something was said, and the times that a text names."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Said:
    """When something was said.

    `local` is naive wall-clock time at the place where it was said, to the second; `offset_minutes` the UTC offset if
    the source gave one, else `None`; `raw` the time exactly as given.
    """

    local: datetime
    offset_minutes: int | None
    raw: str


Grain = Literal["minute", "hour", "day", "week", "month", "season", "year", "decade"]
"""The precision with which a time is named."""


@dataclass(frozen=True, slots=True)
class When:
    """The interval of local wall-clock time that an expression names: from `start` (inclusive) to `end` (exclusive).

    `None` on either side is an open end ("since 2016"). `grain` is the precision of the expression: "in March" is the
    whole month. `approximate` marks "around", "about". For a recurring time, `every` names its period ("Tuesday",
    "day", "year"), and `start` and `end` are those of the first occurrence after it was said, or open if the expression
    names none.
    """

    start: datetime | None
    end: datetime | None
    grain: Grain
    approximate: bool = False
    every: str | None = None
