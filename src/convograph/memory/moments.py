"""Moments that limit a query: exact times, dates, and expressions as people say them ("last week").

text ─ exact? ─▶ a moment
     ─ a day, a month, a year, or a range of them? ─▶ a period ─▶ its beginning, or its last second
     ─ the rules for times in turns, said at the time of the question ─▶ a period
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from convograph.errors import TimeError
from convograph.formats.event_times import read_when
from convograph.patterns import lazy_pattern
from convograph.times import has_clock, parse_moment
from convograph.types import Said, When

Moment = datetime | date | str

_EXAMPLES = '"March 2024", "yesterday", "last week" or "two months ago"'
_LONGEST = 100  # characters; expressions of time are shorter
_LEADS = ("", "in ", "on ", "on the ")  # "march", "christmas" and "weekend" are times only after one of these
_FILLERS = frozenset({"the", "in", "on", "at", "during", "of"})  # words around a time that do not change it
_AMID = datetime(5000, 1, 1)  # far from the first and the last possible date
# 3/4/2025, 3-4-25 or 3/4, anywhere in a text; neither the end of 2025/03/04 nor the range of "3-4 May"
_IN_DIGITS = lazy_pattern(r"(?<![\d/-])(\d{1,2})(?:/|-(?=\d+-))(\d{1,2})(?:[/-](?:\d{4}|\d{2}))?(?![\d/-])", re.ASCII)
_MONTHS = 12
_SECOND = timedelta(seconds=1)  # the precision of said times


def first_moment(value: Moment, now: datetime) -> datetime:
    """The exact time that `value` names, or the first second of the period: a date's midnight, the Monday of a week.

    Relative expressions are resolved against `now` and look back: "Friday" is the last one. Raises `TimeError` if
    `value` names no time, or a period without a beginning ("until March").
    """
    named = _named(value, now)
    start = named.start if isinstance(named, When) else named
    if start is None:
        raise TimeError(f"{value!r:.80} has no beginning; write it like {_EXAMPLES}")
    return start


def last_moment(value: Moment, now: datetime) -> datetime:
    """The exact time that `value` names, or the last second of the period; a date stands for the whole day.

    Raises `TimeError` like `first_moment`, and for a period without an end ("since March").
    """
    named = _named(value, now)
    if isinstance(named, datetime):
        is_day = not (has_clock(value) if isinstance(value, str) else isinstance(value, datetime))
        return named.replace(hour=23, minute=59, second=59) if is_day else named
    end = named.end
    if end is None:
        raise TimeError(f"{value!r:.80} has no end; write it like {_EXAMPLES}")
    return end - _SECOND


def _named(value: Moment, now: datetime) -> datetime | When:
    """The time in one of the forms of `parse_said`, else the period that a text names. Raises `TimeError`."""
    try:
        return parse_moment(value)
    except TimeError as error:
        if not isinstance(value, str):
            raise
        text = " ".join(value.split()) if len(value) <= _LONGEST else ""
        _check_order(text)
        when = read_when(text) or next((said for lead in _LEADS if (said := _said(text, lead, now))), None)
        if when is not None:
            return when
        if any(_said(text, lead, _AMID) for lead in _LEADS):
            raise TimeError(
                f"{value!r:.80}, counted from {now.date()}, lies outside the years 1 to 9999; "
                "count from another time, or write a date"
            ) from None
        raise TimeError(f"{error}, or {_EXAMPLES}") from None


def _check_order(text: str) -> None:
    """Raise `TimeError` for a date in digits that may have its day or its month first."""
    for found in _IN_DIGITS.finditer(text):
        first, second = int(found[1]), int(found[2])
        if max(first, second) <= _MONTHS and first != second:
            raise TimeError(f"{text!r} may have its day or its month first; write it year first, like 2023-05-08")


def _said(text: str, lead: str, now: datetime) -> When | None:
    """The period that `text` names as a whole, when said after `lead` at `now`; `None` if it names none."""
    # imported here so that only questions with a time expression load the rules
    from convograph.extraction.times import times_in  # noqa: PLC0415

    whole = lead + text
    for mention in times_in(whole, Said(now, None, ""), tense="past"):
        around = (whole[: mention.start] + " " + whole[mention.end :]).lower().split()
        if mention.when is not None and mention.when.every is None and _FILLERS.issuperset(around):
            return mention.when
    return None
