"""Times as questions name them: a day, a month or a year."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, get_args

Grain = Literal["day", "month", "year"]
GRAINS: Final[tuple[Grain, ...]] = get_args(Grain)


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

    @property
    def text(self) -> str:
        """As in "on September 22, 1994", "in September 1994", "in 1994"."""
        if self.grain == "day":
            return f"on {self.day:%B} {self.day.day}, {self.day.year}"
        return f"in {self.day:%B} {self.day.year}" if self.grain == "month" else f"in {self.day.year}"

    def _parts(self, of: date) -> tuple[int, ...]:
        return (of.year, of.month, of.day)[: 3 - GRAINS.index(self.grain)]
