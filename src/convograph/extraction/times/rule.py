"""Rules: a named pattern, and a function that turns a match and its anchor into a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Literal

from convograph.extraction.times.calendar import NoSuchTimeError
from convograph.extraction.times.words import time_pattern
from convograph.extraction.types import Tense
from convograph.types import When

Kind = Literal["day", "clock", "period", "span", "every", "hour", "part", "distance", "decoy"]
"""What a rule finds, by what it combines with: a clock with a day, "early" with a period; a span is complete. An hour
("at 5"), a part of the day ("morning") and a distance ("two days") are times only beside a day. A decoy looks like a
time but is not one."""

Match = re.Match[str]

_HALF_A_YEAR = 183  # days


class NotATimeError(Exception):
    """A match is not a time after all, given its context."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """What relative times are resolved against.

    `moment` is when they were said (`None`: unknown), `tense` whether they look back or ahead (`None`: unknown), `born`
    the speaker's date of birth, `otherwise` the direction where the tense is unknown. With `nearer`, a date without a
    year then resolves to the nearer one despite `otherwise`.
    """

    moment: datetime | None
    tense: Tense | None = None
    born: date | None = None
    otherwise: Tense | None = None
    nearer: bool = False

    @property
    def now(self) -> datetime:
        """When it was said. Raises `NoSuchTimeError` when that is unknown."""
        if self.moment is None:
            raise NoSuchTimeError("nothing to resolve against")
        return self.moment

    @property
    def today(self) -> datetime:
        """The midnight before `now`. Raises `NoSuchTimeError`."""
        return self.now.replace(hour=0, minute=0, second=0, microsecond=0)

    @property
    def ahead(self) -> bool:
        """Whether "on Friday" is the next Friday rather than the last. Without a tense, memories are about the past."""
        return (self.tense or self.otherwise) in ("present", "future")

    @property
    def is_told(self) -> bool:
        """Whether it is known if a date looks back or ahead; if not, the nearer one is meant."""
        return self.tense is not None or (self.otherwise is not None and not self.nearer)

    def looks_ahead_to(self, month: int, day: int = 15) -> bool:
        """Whether a date without a year, or the middle of a month, is the next one; if unknown, the nearer one wins."""
        if self.is_told:
            return self.ahead
        return 0 < (30.4 * (month - self.now.month) + day - self.now.day) % 365 < _HALF_A_YEAR


@dataclass(frozen=True)
class Rule:
    """A named pattern, in the notation of `words.time_pattern`, with the function that interprets a match.

    The mention is the group `time` where the pattern has one (the rest is context), else the whole match. `read`
    returns `None`, or raises `NoSuchTimeError`, for a time that is named but cannot be resolved. If `names_a_month`,
    every match contains a month name, so the rule is skipped for texts without one, which are most.
    """

    name: str
    kind: Kind
    form: str
    read: Callable[[Match, Anchor], When | None]
    names_a_month: bool = False

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The form, compiled on first use."""
        return time_pattern(self.form)

    def reading(self, match: Match, anchor: Anchor) -> When | None:
        """The time of a match, or `None` when it cannot be resolved. Raises `NotATimeError` when it is not a time."""
        try:
            return self.read(match, anchor)
        except NoSuchTimeError:
            return None


def no_time(match: Match, anchor: Anchor) -> None:
    """`None`: for decoys, and for times that only other sentences could resolve ("two weeks later")."""


def named(match: Match, group: str) -> str:
    """What a group matched; empty when it did not take part or the pattern has no such group."""
    return match.groupdict().get(group) or ""
