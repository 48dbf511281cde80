"""The times that questions name: a day, a month or a year."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal, get_args

Grain = Literal["day", "month", "year"]
GRAINS: Final[tuple[Grain, ...]] = get_args(Grain)

NEAR: Final = timedelta(days=183)
"""The distance from a span within which a fact stated on a day outside it may also hold in it."""


@dataclass(frozen=True, slots=True)
class Span:
    """The day, the month or the year of a date.

    >>> Span(date(1994, 9, 22), "month").text, date(1994, 9, 1) in Span(date(1994, 9, 22), "month")
    ('in September 1994', True)
    """

    day: date
    grain: Grain

    def __contains__(self, other: date) -> bool:
        return self._parts(other) == self._parts(self.day)

    def is_near(self, other: date) -> bool:
        """Whether a day is in the span or at most `NEAR` before or after it.

        >>> Span(date(1998, 5, 7), "year").is_near(date(1999, 2, 18))
        True
        """
        months = (1, 12) if self.grain == "year" else (self.day.month, self.day.month)
        first = self.day if self.grain == "day" else date(self.day.year, months[0], 1)
        last = self.day if self.grain == "day" else self._end(months[1])
        return first - NEAR <= other <= last + NEAR

    def _end(self, month: int) -> date:
        return date(self.day.year, month, monthrange(self.day.year, month)[1])

    @property
    def text(self) -> str:
        """The span in words: "on September 22, 1994", "in September 1994", "in 1994"."""
        if self.grain == "day":
            return f"on {self.day:%B} {self.day.day}, {self.day.year}"
        return f"in {self.day:%B} {self.day.year}" if self.grain == "month" else f"in {self.day.year}"

    def _parts(self, of: date) -> tuple[int, ...]:
        return (of.year, of.month, of.day)[: 3 - GRAINS.index(self.grain)]
