"""Times as people and programs write them: parsed once, kept as wall-clock time with the original string.

A time without an offset stays without one; nothing is converted to another time zone. Numbers are Unix times and
therefore UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from reprlib import repr  # noqa: A004 - short for values of any depth and size

from convograph.errors import TimeError
from convograph.patterns import lazy_pattern
from convograph.types import Said

EPOCH = datetime(1970, 1, 1)
_SECOND = timedelta(seconds=1)

# Fewer digits are years, compact dates, or 0 for "missing"; 1e8 seconds is March 1973.
_SECONDS = (10**8, 10**11)
_MILLISECONDS = (10**12, 10**13)

_LONGEST = 100  # characters; the longest form read here, RFC 2822 with a comment, takes about 50
_EXAMPLE = 'write it like "2023-05-08 13:56" or "2023-05-08T13:56:00+02:00"'

WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
SHORT = 3  # letters in abbreviated names of months and weekdays

_MONTHS = tuple(name[:SHORT].lower() for name in MONTH_NAMES)
_ZONE_HOURS = {  # RFC 2822 §4.3
    **{"z": 0, "ut": 0, "utc": 0, "gmt": 0, "edt": -4, "est": -5, "cdt": -5},
    **{"cst": -6, "mdt": -6, "mst": -7, "pdt": -7, "pst": -8},
}

_MONTH_NAME = rf"(?P<name>{'|'.join((*MONTH_NAMES, 'sept', *_MONTHS))})\.?"
_WEEKDAY = rf"(?:{'|'.join((*WEEKDAY_NAMES, 'tues', 'thurs', *(name[:SHORT] for name in WEEKDAY_NAMES)))})"
_YEAR, _DAY = r"(?P<year>\d{4})", r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_CLOCK = (
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?(?: ?(?P<half>[ap])\.?m\.?)?"
    rf"(?: ?(?P<zone>{'|'.join(_ZONE_HOURS)}|[+-]\d{{2}}(?::?\d{{2}})?)(?: \(\w+\))?)?"
)
_YEAR_FIRST = rf"{_YEAR}(?P<mark>[-/.])(?P<month>\d{{1,2}})(?P=mark)(?P<day>\d{{1,2}})(?: \({_WEEKDAY}\))?"
_DAY_FIRST = rf"(?:{_WEEKDAY},? )?{_DAY} {_MONTH_NAME},? {_YEAR}"
_MONTH_FIRST = rf"(?:{_WEEKDAY},? )?{_MONTH_NAME} {_DAY},? {_YEAR}"
_COMPACT = rf"{_YEAR}(?P<month>\d{{2}})(?P<day>\d{{2}})"
_COMPACT_CLOCK = r"(?P<hour>\d{2})(?P<minute>\d{2})(?P<second>\d{2})?(?P<zone>z|[+-]\d{2}(?::?\d{2})?)?"

_FORMS = tuple(
    lazy_pattern(form, re.IGNORECASE | re.ASCII)
    for form in (
        rf"{_YEAR_FIRST}(?:[t ]{_CLOCK})?",  # ISO 8601; LongMemEval: 2023/05/30 (Tue) 23:40
        rf"{_CLOCK} on {_DAY_FIRST}",  # LoCoMo: 1:56 pm on 8 May, 2023
        rf"{_DAY_FIRST}(?:,? (?:at )?{_CLOCK})?",  # RFC 2822: Mon, 08 May 2023 13:56:00 +0200
        rf"{_MONTH_FIRST}(?:,? (?:at )?{_CLOCK})?",  # May 8, 2023 1:56 PM
        rf"{_COMPACT}(?:t{_COMPACT_CLOCK})?",  # ISO 8601, basic form
    )
)
_HAS_CLOCK = lazy_pattern(r"\d:\d|\dT\d|\d{9}", re.IGNORECASE | re.ASCII)  # a clock time, or a Unix time
_NUMBER = lazy_pattern(r"(\d{9,11}|\d{13})(?:\.\d+)?", re.ASCII)


def parse_said(value: str | int | float | datetime | date | Said) -> Said:
    """The time that `value` names, to the second, with its offset from UTC when it gives one.

    Strings: ISO 8601, RFC 2822, "1:56 pm on 8 May, 2023", "2023/05/30 (Tue) 23:40", "May 8, 2023", and
    Unix times of 9 to 11 digits (seconds) or 13 (milliseconds). Numbers: the same Unix times, offset 0.
    A date means its midnight. Fractions of a second are dropped. `raw` keeps the original string.

    Raises `TimeError` for anything else, and for invalid dates and hours.
    """
    if isinstance(value, Said):
        return value
    if isinstance(value, str):
        return _said_in_text(value)
    if isinstance(value, datetime):
        return _said_at(value)
    if isinstance(value, date):
        return Said(datetime(value.year, value.month, value.day), None, value.isoformat())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _said_at_unix_time(value, raw=None)
    raise TimeError(f"a time cannot be a {type(value).__name__}: {repr(value):.80}; {_EXAMPLE}")


def parse_moment(value: str | int | float | datetime | date | Said) -> datetime:
    """The naive wall-clock time that `value` names, by the rules of `parse_said`; an offset is dropped.

    Raises `TimeError` like `parse_said`.
    """
    return parse_said(value).local


def has_clock(text: str) -> bool:
    """Whether a text that names a time names more than a date: a clock time, or a Unix time."""
    return bool(_HAS_CLOCK.search(text))


def show_said(said: Said | None) -> str:
    """A time for people, to the minute: "2023-05-08 13:56"; "time unknown" for `None`.

    A date given without a clock time is shown without one: nobody said that it was midnight.
    """
    if said is None:
        return "time unknown"
    is_date = said.local.time() == time.min and not has_clock(said.raw)
    return said.local.date().isoformat() if is_date else said.local.isoformat(sep=" ", timespec="minutes")


def show_moment(moment: datetime) -> str:
    """Like `show_said`, when it is not known how the time was given: exactly midnight counts as a date alone."""
    return show_said(Said(moment, None, ""))


def seconds_of(moment: datetime) -> int:
    """Whole seconds from 1970-01-01 00:00 to the wall-clock time of `moment`, negative before; time zones are ignored.

    >>> seconds_of(datetime(1970, 1, 2, 0, 0, 1))
    86401
    """
    return (moment.replace(tzinfo=None) - EPOCH) // timedelta(seconds=1)


def seconds_between(earlier: Said, later: Said) -> int:
    """Seconds from `earlier` to `later`, negative if they are the other way round.

    Between instants if both have an offset from UTC, else on the wall clock.
    """
    seconds = seconds_of(later.local) - seconds_of(earlier.local)
    if earlier.offset_minutes is None or later.offset_minutes is None:
        return seconds
    return seconds - 60 * (later.offset_minutes - earlier.offset_minutes)


def _said_at(moment: datetime) -> Said:
    offset = moment.utcoffset()
    local = datetime(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
    return Said(local, None if offset is None else offset // timedelta(minutes=1), moment.isoformat())


def _said_at_unix_time(value: float | Decimal, raw: str | None) -> Said:
    if _SECONDS[0] <= value < _SECONDS[1]:
        seconds = int(value)
    elif _MILLISECONDS[0] <= value < _MILLISECONDS[1]:
        seconds = int(value) // 1000
    else:
        # Decimal formats integers of any length; `str` does not.
        raise TimeError(
            f"not a Unix time: {Decimal(value):.12g}; seconds have 9 to 11 digits, milliseconds 13; or {_EXAMPLE}"
        )
    return Said(EPOCH + timedelta(seconds=seconds), 0, str(value) if raw is None else raw)


def _said_in_text(raw: str) -> Said:
    text = " ".join(raw.split()) if len(raw) <= _LONGEST else ""
    if _NUMBER.fullmatch(text):
        return _said_at_unix_time(Decimal(text), raw)
    for form in _FORMS:
        if found := form.fullmatch(text):
            return _said_in_match(found, raw)
    raise TimeError(f"cannot read the time {raw!r:.80}; {_EXAMPLE}")


def _said_in_match(found: re.Match[str], raw: str) -> Said:
    part = found.groupdict()
    month = _MONTHS.index(part["name"][:SHORT].lower()) + 1 if part.get("name") else int(part["month"])
    try:
        hour = _hour(int(part["hour"] or 0), part.get("half"))
        minute, second = int(part["minute"] or 0), int(part["second"] or 0)
        local = datetime(int(part["year"]), month, int(part["day"]), hour, minute, second)
        return Said(local, _offset_minutes(part["zone"]), raw)
    except ValueError as error:
        raise TimeError(f"no such time: {raw!r:.80} ({error}); {_EXAMPLE}") from None


def _hour(hour: int, half: str | None) -> int:
    """The hour on a 24-hour clock, from one on a 12-hour clock with "a" or "p" (`None`: already on 24 hours)."""
    if half is None:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError("hours before am and pm go from 1 to 12")
    return hour % 12 + (12 if half.lower() == "p" else 0)


def _offset_minutes(zone: str | None) -> int | None:
    if zone is None:
        return None
    if zone[0] not in "+-":
        return 60 * _ZONE_HOURS[zone.lower()]
    hours, minutes = int(zone[1:3]), int(zone[3:].lstrip(":") or 0)
    if hours > 23 or minutes > 59:
        raise ValueError("offsets from UTC stay below 24:00")
    return (60 * hours + minutes) * (-1 if zone[0] == "-" else 1)


def said_at(moment: datetime) -> Said:
    """A wall-clock time as the `Said` of a turn or a memo, in whole seconds."""
    return parse_said(moment.isoformat(sep=" ", timespec="seconds"))


def moment_of(said: Said | None) -> datetime:
    """When something was said, for sorting; `datetime.min` if unknown."""
    return datetime.min if said is None else said.local


def moment_after(now: datetime, earlier: Iterable[datetime]) -> datetime:
    """`now`, or one second after the latest of the `earlier` moments if that is later.

    For data whose order in time matters: times have whole seconds, and clocks are set back.
    """
    latest = max(earlier, default=datetime.min)
    if latest < now.replace(microsecond=0):
        return now
    return latest + _SECOND if latest <= datetime.max - _SECOND else latest
