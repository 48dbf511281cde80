"""The age of a memory in words, as in G-Long's code."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

_UNITS: Final = (("year", 365 * 86_400), ("month", 30 * 86_400), ("day", 86_400), ("hour", 3_600), ("minute", 60))


def age(passed: timedelta) -> str:
    """A duration in years of 365 days, months of 30 days, days, hours and minutes, without zeros; never negative.

    >>> age(timedelta(days=400, hours=2, seconds=59)), age(timedelta(seconds=10))
    ('1 year 1 month 5 days 2 hours', '0 minutes')
    """
    left = max(0, int(passed.total_seconds()))
    parts = []
    for name, seconds in _UNITS:
        count, left = divmod(left, seconds)
        if count:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " ".join(parts) or "0 minutes"
