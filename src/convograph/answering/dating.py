"""When what a quoted sentence tells took place, for questions that ask for it: "yesterday" alone tells nobody.

The date added is computed, not quoted, so it follows the sentence in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from convograph.extraction.asking import kinds_of
from convograph.extraction.comparisons import compared_in
from convograph.extraction.times import TimeMention, show_day, show_when, times_in
from convograph.extraction.times.words import LATE_DAY_IN_WORDS, MONTH
from convograph.patterns import lazy_pattern
from convograph.terms import ENGLISH
from convograph.types import Grain, Said, When

_HOW_LONG = lazy_pattern(r"\bhow (?:long|much time|many (?P<unit>day|week|month|year)s?)\b", re.IGNORECASE)
_UNTIL_NOW = lazy_pattern(r"\b(?:ago|since)\b", re.IGNORECASE)
_HOUR_WORDS = r"(?:\w+ o'? ?clock|(?:half|quarter|five|ten|twenty|twenty-five) (?:past|to) \w+)"
_HALF_OF_DAY_OPEN = lazy_pattern(  # "at 8", "7 on Friday", "9:30", "half past seven"
    rf"\b(?:at|@|from|by|until|till|since|around|about) (?:\d{{1,2}}(?![\d:.])|{_HOUR_WORDS})"
    rf"|\A\d{{1,2}} (?!(?:of )?{MONTH}|hours?\b|hrs?\b|min)"
    rf"|\b{_HOUR_WORDS}|(?<![\dT:-])(?:[1-9]|1[0-2])[:.][0-5]\d",
    re.IGNORECASE,
)
_HALF_OF_DAY = lazy_pattern(r"(?<![a-z])[ap]\.?m\b|morning|afternoon|evening|night|tonight|tonite", re.IGNORECASE)
_DAY_OF_SOME_MONTH = lazy_pattern(rf"the (?:\d|{LATE_DAY_IN_WORDS}\b)", re.IGNORECASE)
_CLAUSE_END = lazy_pattern(r"[,;:.!?](?=\s)| [-–—] | (?:and|but|so) ", re.IGNORECASE)
_EXACT: tuple[Grain, ...] = ("day", "hour", "minute")
_DAYS = {"day": 1, "week": 7, "month": 365.25 / 12, "year": 365.25}
_UNIT_LIMITS = {"day": 14, "week": 61, "month": 730}  # fewer days are told in this unit; more in years


@dataclass(frozen=True, slots=True)
class Dates:
    """What a question asks about times.

    `of_all`: every sentence gets a day, since times are compared; otherwise the best one does. `until`: also how long
    before this moment it was, in `unit`s, or in the unit that suits it; `None` if that is not asked.
    """

    of_all: bool
    until: datetime | None = None
    unit: str | None = None

    def told(
        self, text: str, said: Said | None, *, is_best: bool, corrected: str | None = None, question: str = ""
    ) -> str:
        """A sentence with what its times mean for certain, seen from when it was said; without any, with that day.

        Unchanged if nothing can be computed, or nothing would be new. The times of a correction point to the past or
        the future as those of the `corrected` sentence do. Times of the clause that shares the most words with the
        `question` come first.
        """
        if said is None:
            return text
        mentions = _certain(text, said)
        if corrected is not None and not mentions:
            mentions = _as_corrected(text, corrected, said)
        if mentions:
            behind = "; ".join(self._meanings(text, _answering_first(text, mentions, question)))
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
            when = _without_guesses(one.text, one.when)
            plain, shown = show_when(when), self._shown(when)
            if one.text not in dates or shown != plain:
                yield shown if one.text == plain else f"{one.text}: {shown}"

    def _shown(self, when: When) -> str:
        """A time, and how long before `until` it was if its day is certain."""
        is_known = when.start is not None and not when.approximate and when.grain in _EXACT
        return self._with_ago(show_when(when), when.start.date() if is_known and when.start else None)

    def _with_ago(self, shown: str, day: date | None) -> str:
        if self.until is None or day is None:
            return shown
        ago = time_between(day, self.until.date(), self.unit)
        return f"{shown}, {ago}" if ago else shown


def dates_asked(question: str, moment: datetime | None) -> Dates | None:
    """What a question asked at a `moment` (`None`: now) wants to know about times; `None` if it asks for none.

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
    """The times in a sentence, without those that may be past or future, and times of day without a day."""
    ahead = times_in(text, said, otherwise="future")
    return [one for one in times_in(text, said, otherwise="past") if one in ahead and not one.dayless]


def _as_corrected(text: str, corrected: str, said: Said) -> list[TimeMention]:
    """The times of a correction, read as past or future as in the sentence that it corrects.

    Days of the month are left out if only the other sentence names the month.
    """
    days = [one.when.start.date() for one in _certain(corrected, said) if one.when and one.when.start]
    is_ahead = {day > said.local.date() for day in days}
    if len(is_ahead) != 1:
        return []
    found = times_in(text, said, otherwise="future" if is_ahead.pop() else "past")
    return [one for one in found if not one.dayless and not _DAY_OF_SOME_MONTH.match(one.text)]


def _answering_first(text: str, mentions: list[TimeMention], question: str) -> list[TimeMention]:
    """The times, first those of clauses that share the most words with the question: the rest may be of other events.

    >>> mentions = times_in("We pay on 3 May 2024, we get the keys on 8 May 2024", None)
    >>> [one.text for one in _answering_first("We pay on 3 May 2024, we get the keys on 8 May 2024", mentions, "keys?")]
    ['8 May 2024', '3 May 2024']
    """
    asked = set(ENGLISH.terms(question))
    if len(mentions) < 2 or not asked:
        return mentions

    def shared(one: TimeMention) -> int:
        start = max((end.end() for end in _CLAUSE_END.finditer(text, 0, one.start)), default=0)
        found = _CLAUSE_END.search(text, one.end)
        return len(asked.intersection(ENGLISH.terms(text[start : found.start() if found else len(text)])))

    return sorted(mentions, key=shared, reverse=True)


def _without_guesses(text: str, when: When) -> When:
    """A time, reduced to its day if only a guess says whether the hour in `text` is before or after noon.

    >>> when = When(datetime(2024, 5, 8, 7, 30), datetime(2024, 5, 8, 7, 31), "minute")
    >>> [_without_guesses(text, when).grain for text in ("half past seven today", "7:30 am today")]
    ['day', 'minute']
    """
    told = _HALF_OF_DAY.search(text) or not _HALF_OF_DAY_OPEN.search(text)
    if told or when.grain not in ("hour", "minute") or when.start is None:
        return when
    first = datetime.combine(when.start.date(), time())
    return replace(when, start=first, end=first + timedelta(days=1), grain="day")


def time_between(start: date, end: date, unit: str | None) -> str:
    """How long before `end` a day was, in `unit`s or the unit that suits it; empty if it was later.

    What rounds to zero in a unit is told in a smaller one.

    >>> time_between(date(2024, 5, 1), date(2024, 5, 29), "week")
    '4 weeks ago'
    >>> time_between(date(2024, 5, 1), date(2024, 5, 4), "week")
    '3 days ago'
    >>> time_between(date(2024, 5, 1), date(2024, 7, 3), None)
    'about 2 months ago'
    """
    days = (end - start).days
    if days < 1:
        return "" if days else "today"
    asked = unit or next((name for name, most in _UNIT_LIMITS.items() if days < most), "year")
    units = [name for name in _DAYS if _DAYS[name] <= _DAYS[asked]]
    chosen = next(name for name in reversed(units) if round(days / _DAYS[name]))
    count = round(days / _DAYS[chosen])
    about = "" if _is_whole(start, end, chosen, days) else "about "
    return f"{about}{count} {chosen}{'' if count == 1 else 's'} ago"


def _is_whole(start: date, end: date, unit: str, days: int) -> bool:
    if unit in ("day", "week"):
        return days % int(_DAYS[unit]) == 0
    return start.day == end.day and (unit == "month" or start.month == end.month)
