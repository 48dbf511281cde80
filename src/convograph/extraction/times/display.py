"""Times formatted for people to read."""

from __future__ import annotations

from datetime import datetime, timedelta

from convograph.extraction.times.calendar import floor
from convograph.extraction.times.days import HOURS
from convograph.times import MONTH_NAMES
from convograph.types import Grain, When

_SEASONS = ("winter", "spring", "summer", "autumn")


def show_when(when: When | None) -> str:
    """A time as people write it: "7 May 2023", "about March 2021", "since 2016", "every Tuesday".

    `None` is "time unknown". An interval of several days, months, ... is shown as its first "to" its last.
    """
    if when is None:
        return "time unknown"
    if when.every is not None:
        return f"every {when.every}"
    about = "about " if when.approximate else ""
    if when.start is None or when.end is None:
        return _open_ended(when, about)
    if when.grain in ("minute", "hour"):
        return f"{about}{_clock_times(when.start, when.end, when.grain)}"
    first, last = _name(when.start, when.grain), _name(_last_moment(when.end), when.grain)
    return f"{about}{first}" if first == last else f"{about}{first} to {last}"


def _open_ended(when: When, about: str) -> str:
    if when.start is not None:
        return f"since {about}{_name(when.start, when.grain)}"
    if when.end is not None:
        clock = when.grain in ("minute", "hour")
        return f"until {about}{_name(when.end if clock else _last_moment(when.end), when.grain)}"
    return "at any time"


def _last_moment(end: datetime) -> datetime:
    return end - timedelta(seconds=1)


def _clock_times(start: datetime, end: datetime, grain: Grain) -> str:
    midnight = start.replace(hour=0, minute=0)
    for part, (first, after) in HOURS.items():
        if (start, end) == (midnight + timedelta(hours=first), midnight + timedelta(hours=after)):
            return f"{part} of {_name(start, 'day')}"
    one = timedelta(hours=1) if grain == "hour" else timedelta(minutes=1)
    return _name(start, grain) if end - start == one else f"{_name(start, grain)} to {_name(end, grain)}"


def _name(at: datetime, grain: Grain) -> str:
    day = show_day(at)
    names: dict[Grain, str] = {
        "day": day,
        "week": f"week of {show_day(floor(at, 'week'))}",
        "month": f"{MONTH_NAMES[at.month - 1]} {at.year}",
        "season": _season(at),
        "year": f"{at.year}",
        "decade": f"the {at.year - at.year % 10}s",
    }
    return names.get(grain, f"{day}, {at:%H:%M}")


def show_day(at: datetime) -> str:
    """A day as people write it: "7 May 2023"."""
    return f"{at.day} {MONTH_NAMES[at.month - 1]} {at.year}"


def _season(at: datetime) -> str:
    """A season and its year; a winter has two years.

    >>> _season(datetime(2023, 1, 5))
    'winter 2022/23'
    """
    name = _SEASONS[at.month % 12 // 3]
    if name != "winter":
        return f"{name} {at.year}"
    first = at.year if at.month == 12 else at.year - 1
    return f"winter {first}/{(first + 1) % 100:02}"
