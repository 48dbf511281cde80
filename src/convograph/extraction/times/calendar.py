"""Calendar arithmetic: period boundaries and shifts by units. Weeks begin on Monday.

Seasons are the meteorological ones of the northern hemisphere: winter is December to February.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import datetime, timedelta

from convograph.types import Grain, When

_LENGTHS = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "fortnight": timedelta(weeks=2),
}
_MONTHS_IN = {"month": 1, "season": 3, "year": 12, "decade": 120}


class NoSuchTimeError(Exception):
    """A time cannot be resolved: no such day, off the calendar, or nothing to resolve it against."""


def moment(year: int, month: int = 1, day: int = 1) -> datetime:
    """Midnight at the start of a day. Raises `NoSuchTimeError` for days that do not exist."""
    try:
        return datetime(year, month, day)
    except (ValueError, OverflowError) as error:
        raise NoSuchTimeError(str(error)) from None


def shift(start: datetime, count: float, unit: str) -> datetime:
    """`start` moved by `count` units, back if negative; a day that the month lacks becomes its last day.

    Half a month is 15 days; fractions of longer units are cut to whole months. Raises `NoSuchTimeError` off the
    calendar.

    >>> shift(datetime(2023, 3, 31), -1, "month")
    datetime.datetime(2023, 2, 28, 0, 0)
    """
    if unit in _LENGTHS:
        try:
            return start + count * _LENGTHS[unit]
        except OverflowError as error:
            raise NoSuchTimeError(str(error)) from None
    if unit == "month" and count % 1:
        return shift(shift(start, int(count), "month"), 15 if count > 0 else -15, "day")
    months = 12 * start.year + start.month - 1 + int(count * _MONTHS_IN[unit])
    year, month = months // 12, months % 12 + 1
    first = moment(year, month)
    return first.replace(
        day=min(start.day, monthrange(year, month)[1]), hour=start.hour, minute=start.minute, second=start.second
    )


def floor(at: datetime, grain: Grain) -> datetime:
    """The start of the calendar minute, hour, day, ... decade that contains `at`. Raises `NoSuchTimeError`."""
    if grain in ("minute", "hour"):
        return at.replace(second=0, microsecond=0, minute=0 if grain == "hour" else at.minute)
    midnight = moment(at.year, at.month, at.day)
    if grain == "day":
        return midnight
    if grain == "week":
        return shift(midnight, -midnight.weekday(), "day")
    if grain == "month":
        return moment(at.year, at.month)
    if grain == "season":
        return shift(moment(at.year, at.month), -(at.month % 3), "month")
    return moment(at.year if grain == "year" else at.year - at.year % 10)


def period(at: datetime, grain: Grain, count: int = 0) -> When:
    """The calendar minute, ... decade that contains `at`, moved by `count`. Raises `NoSuchTimeError`.

    >>> period(datetime(2023, 5, 8), "month", -1)
    When(start=datetime.datetime(2023, 4, 1, 0, 0), end=datetime.datetime(2023, 5, 1, 0, 0), grain='month', \
approximate=False, every=None)
    """
    start = shift(floor(at, grain), count, grain)
    return When(start, shift(start, 1, grain), grain)


def days(first: datetime, count: int = 1) -> When:
    """`count` whole days from the midnight `first` on. Raises `NoSuchTimeError`."""
    return When(first, shift(first, count, "day"), "day")


def weekend(at: datetime, count: int = 0) -> When:
    """The weekend of the week that contains `at`, moved by `count` weeks. Raises `NoSuchTimeError`."""
    return days(shift(floor(at, "week"), 7 * count + 5, "day"), 2)


def start_of(when: When) -> datetime:
    """The start of a time. Raises `NoSuchTimeError` if it has none."""
    if when.start is None:
        raise NoSuchTimeError("an open beginning")
    return when.start


def weekday_in_month(year: int, month: int, weekday: int, place: int) -> datetime:
    """The first (`place` 1), second, ... or last (-1) given weekday of a month. Raises `NoSuchTimeError`.

    >>> weekday_in_month(2023, 11, 3, 4)  # Thanksgiving
    datetime.datetime(2023, 11, 23, 0, 0)
    """
    first = moment(year, month)
    if place < 0:
        after = shift(first, 1, "month")
        return shift(after, -((after.weekday() - weekday - 1) % 7) - 1, "day")
    found = shift(first, (weekday - first.weekday()) % 7 + 7 * (place - 1), "day")
    if found.month != month:
        raise NoSuchTimeError(f"month {month} of {year} has no weekday number {place}")
    return found


def easter(year: int) -> datetime:
    """Easter Sunday in the Gregorian calendar, by Lichtenberg's version of Gauss's algorithm.

    >>> easter(2023)
    datetime.datetime(2023, 4, 9, 0, 0)
    """
    century, golden = year // 100, year % 19
    secular = 15 + (3 * century + 3) // 4 - (8 * century + 13) // 25
    seed = (19 * golden + secular) % 30
    full_moon = 21 + seed - (seed // 29 + (seed // 28 - seed // 29) * (golden // 11))
    first_sunday = 7 - (year + year // 4 + (2 - (3 * century + 3) // 4)) % 7
    return shift(moment(year, 3), full_moon + 7 - (full_moon - first_sunday) % 7 - 1, "day")
