"""When what a quoted sentence tells took place, for a question that asks for it: "yesterday" alone tells nobody.

What is added is worked out and no quotation, so it stands behind the sentence, in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from convograph.extraction.asking import kinds_of
from convograph.extraction.comparisons import compared_in
from convograph.extraction.times import TimeMention, show_day, show_when, times_in
from convograph.types import Grain, Said, When

_HOW_LONG = re.compile(r"\bhow (?:long|much time|many (?P<unit>day|week|month|year)s?)\b", re.IGNORECASE)
_UNTIL_NOW = re.compile(r"\b(?:ago|since)\b", re.IGNORECASE)
_EXACT: tuple[Grain, ...] = ("day", "hour", "minute")
_DAYS = {"day": 1, "week": 7, "month": 365.25 / 12, "year": 365.25}
_UNTIL = {"day": 14, "week": 61, "month": 730}  # how many days are told in days, weeks, months; more are told in years


@dataclass(frozen=True, slots=True)
class Dates:
    """What a question wants to know of times.

    `of_all`: a day for each sentence, since times are compared; else for the best. `until`: how long before this moment
    it was, in `unit`s, or in what suits the time; `None` where that is not asked.
    """

    of_all: bool
    until: datetime | None = None
    unit: str | None = None

    def told(self, text: str, said: Said | None, *, is_best: bool) -> str:
        """A sentence with what its times surely mean, seen from when it was said; if there are none, with that day.

        As it is where nothing can be worked out, or would be new.
        """
        if said is None:
            return text
        mentions = _certain(text, said)
        if mentions:
            behind = "; ".join(self._meanings(text, mentions))
        elif is_best or self.of_all:
            behind = f"said on {self._with_ago(show_day(said.local), said.local.date())}"
        else:
            behind = ""
        return f"{text} ({behind})" if behind else text

    def _meanings(self, text: str, mentions: list[TimeMention]) -> Iterator[str]:
        dates = {one.text for one in times_in(text, None) if one.when is not None}
        told: set[str] = set()
        for one in mentions:
            name = one.text.casefold()
            if one.when is None or one.when.every is not None or name in told:
                continue
            told.add(name)
            plain, shown = show_when(one.when), self._shown(one.when)
            if one.text not in dates or shown != plain:
                yield shown if one.text == plain else f"{one.text}: {shown}"

    def _shown(self, when: When) -> str:
        """A time, and how long before `until` it was, where its day is known for certain."""
        is_known = when.start is not None and not when.approximate and when.grain in _EXACT
        return self._with_ago(show_when(when), when.start.date() if is_known and when.start else None)

    def _with_ago(self, shown: str, day: date | None) -> str:
        if self.until is None or day is None:
            return shown
        ago = time_between(day, self.until.date(), self.unit)
        return f"{shown}, {ago}" if ago else shown


def dates_asked(question: str, moment: datetime | None) -> Dates | None:
    """What a question that is asked at a moment (`None`: now) wants to know of times; `None` where it asks for none.

    >>> dates_asked("When did Ana move?", None)
    Dates(of_all=False, until=None, unit=None)
    >>> dates_asked("How many weeks ago did Ana move?", datetime(2024, 5, 8)).unit
    'week'
    >>> dates_asked("Where did Ana move?", None) is None
    True
    """
    how_long = _HOW_LONG.search(question)
    if compared_in(question):
        return Dates(of_all=True)
    if how_long is None:
        return Dates(of_all=False) if "when" in kinds_of(question) else None
    if not _UNTIL_NOW.search(question):
        return Dates(of_all=False)
    unit = how_long["unit"]
    return Dates(of_all=False, until=moment or datetime.now(), unit=unit.lower() if unit else None)


def _certain(text: str, said: Said) -> list[TimeMention]:
    """The times that a sentence names, less those of which nothing tells whether they were or will be."""
    ahead = times_in(text, said, otherwise="future")
    return [one for one in times_in(text, said, otherwise="past") if one in ahead]


def time_between(start: date, end: date, unit: str | None) -> str:
    """How long before `end` a day was, in days, weeks, months or years, or in what suits it; nothing if it was later.

    >>> time_between(date(2024, 5, 1), date(2024, 5, 29), "week")
    '4 weeks ago'
    >>> time_between(date(2024, 5, 1), date(2024, 7, 3), None)
    'about 2 months ago'
    """
    days = (end - start).days
    if days < 0:
        return ""
    chosen = unit or next((name for name, most in _UNTIL.items() if days < most), "year")
    count = round(days / _DAYS[chosen])
    about = "" if _is_whole(start, end, chosen, days) else "about "
    return f"{about}{count} {chosen}{'' if count == 1 else 's'} ago"


def _is_whole(start: date, end: date, unit: str, days: int) -> bool:
    if unit in ("day", "week"):
        return days % int(_DAYS[unit]) == 0
    return start.day == end.day and (unit == "month" or start.month == end.month)
