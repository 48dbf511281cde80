"""Absolute times of events, as people and models write them.

Accepted are a day ("8 May 2023", "2023-05-08", also with a clock time), a month ("May 2023", "2023-05"), a year
("2022"), and ranges that include their last period ("7-8 May 2023", "31 July to 6 August 2023",
"2023-05-07/2023-05-08"). Anything else ("shortly before 12 July 2023") is kept as written and not interpreted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from convograph.errors import TimeError
from convograph.patterns import lazy_pattern
from convograph.times import has_clock, parse_said
from convograph.types import Grain, When

_SEPARATORS = ("/", " to ", " - ", " – ", "–", "-")
_GRAINS: tuple[Grain, ...] = ("minute", "day", "month", "year")
_YEAR = lazy_pattern(r"\d{4}", re.ASCII)
_MONTH = lazy_pattern(
    r"(?P<year>\d{4})-(?P<month>\d{2})|(?P<name>[a-z]{3,9})\.?,? (?P<named_year>\d{4})", re.I | re.ASCII
)


def read_when(text: str) -> When | None:
    """The period that `text` names, or `None` if it has none of the forms of this module.

    >>> read_when("May 2023").end
    datetime.datetime(2023, 6, 1, 0, 0)
    """
    text = " ".join(text.split())
    return _stretch(text) or next(_ranges(text), None)


def _stretch(text: str) -> When | None:
    """The minute, day, month or year that `text` names, or `None`."""
    try:
        if _YEAR.fullmatch(text):
            return When(datetime(int(text), 1, 1), datetime(int(text) + 1, 1, 1), "year")
        if found := _MONTH.fullmatch(text):
            return _month(found)
        start = parse_said(text).local
        if has_clock(text):
            return When(start, start + timedelta(minutes=1), "minute")
        return When(start, start + timedelta(days=1), "day")
    except (TimeError, ValueError, OverflowError):  # another form, an invalid date, or beyond the year 9999
        return None


def _month(found: re.Match[str]) -> When:
    """The month. Raises `TimeError` for a word that is not a month, and `ValueError` for an invalid number."""
    if found["name"]:
        start = parse_said(f"1 {found['name']} {found['named_year']}").local
    else:
        start = datetime(int(found["year"]), int(found["month"]), 1)
    months = 12 * start.year + start.month  # the next month, counted from January of year 0
    return When(start, datetime(months // 12, months % 12 + 1, 1), "month")


def _ranges(text: str) -> Iterator[When]:
    """The text read as two periods; the first may omit words that follow the last: "7-8 May 2023"."""
    for separator in _SEPARATORS:
        left, found, right = text.partition(separator)
        words = right.split()
        last = _stretch(" ".join(words)) if found else None
        for count in range(len(words) if last else 0):
            first = _stretch(" ".join((left.strip(), *words[len(words) - count :])))
            if first and last and (both := joined(first, last)):
                yield both


def joined(first: When | None, last: When | None) -> When | None:
    """The period from the start of the first to the end of the last; `None` if it is empty or reversed."""
    start, end = first.start if first else None, last.end if last else None
    if start is not None and end is not None and end <= start:
        return None
    grain = max((each.grain for each in (first, last) if each), key=_GRAINS.index)
    return When(start, end, grain)
