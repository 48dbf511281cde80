"""Rules for recurring times: "every Tuesday", "on Sundays", "twice a week", "every other day"."""

from __future__ import annotations

from collections.abc import Callable

from convograph.extraction.times import calendar
from convograph.extraction.times.calendar import NoSuchTimeError, shift
from convograph.extraction.times.dates import month_near
from convograph.extraction.times.days import PART, part_of_day
from convograph.extraction.times.distances import grain_of
from convograph.extraction.times.holidays import HOLIDAY, HOLIDAYS, holiday_near
from convograph.extraction.times.periods import season_near
from convograph.extraction.times.rule import Anchor, Match, Rule, named
from convograph.extraction.times.words import (
    AMOUNT,
    MONTH,
    NUMBER,
    SEASON,
    SEASONS,
    SHORT_WEEKDAY,
    UNITS,
    WEEKDAY,
    amount,
    month_of,
    squeezed,
    weekday_of,
)
from convograph.times import MONTH_NAMES, WEEKDAY_NAMES
from convograph.types import Grain, When

_EVERY = r"(?:every(?: single)?|each)(?P<other> other)?"
_UNIT = r"(?:minute|hour|day|week|month|year|decade)"
_ADVERBS = {
    "hourly": "hour",
    "daily": "day",
    "nightly": "night",
    "weekly": "week",
    "monthly": "month",
    **dict.fromkeys(("yearly", "annually"), "year"),
}


def _recurring(name: str, grain: Grain, match: Match, first: Callable[[], When] | None = None) -> When:
    """A recurring time by its name, with its first occurrence where that is known."""
    if named(match, "other"):
        return When(None, None, grain, every=f"other {name}")
    try:
        found = None if first is None else first()
    except NoSuchTimeError:
        found = None
    return When(found.start, found.end, grain, every=name) if found else When(None, None, grain, every=name)


def _ahead(anchor: Anchor) -> Anchor:
    return Anchor(anchor.moment, "future", anchor.born)


def _weekday(match: Match, anchor: Anchor) -> When:
    weekday = weekday_of(match["day"])

    def first() -> When:
        return calendar.days(shift(anchor.today, (weekday - anchor.today.weekday()) % 7, "day"))

    return _recurring(WEEKDAY_NAMES[weekday], "day", match, first)


def _part(match: Match, anchor: Anchor) -> When:
    part = match["part"].lower()
    return _recurring(part, "hour", match, lambda: part_of_day(anchor.today, part))


def _weekend(match: Match, anchor: Anchor) -> When:
    return _recurring("weekend", "day", match, lambda: calendar.weekend(anchor.now))


def _season(match: Match, anchor: Anchor) -> When:
    season = match["season"].lower()
    return _recurring(season, "season", match, lambda: season_near(_ahead(anchor), SEASONS[season], ""))


def _month(match: Match, anchor: Anchor) -> When:
    month = month_of(match["month"])
    return _recurring(MONTH_NAMES[month - 1], "month", match, lambda: month_near(_ahead(anchor), month, ""))


def _holiday(match: Match, anchor: Anchor) -> When:
    name = " ".join(match["holiday"].split())
    day_in = HOLIDAYS[squeezed(name)]
    return _recurring(name, "day", match, lambda: calendar.days(holiday_near(_ahead(anchor), day_in, "")))


def _unit(match: Match, anchor: Anchor) -> When:
    unit = match["unit"].lower()
    return _recurring(unit, grain_of(unit), match)


def _weekdays(match: Match, anchor: Anchor) -> When:
    return _recurring("weekday", "day", match)


def _units(match: Match, anchor: Anchor) -> When:
    """As in "every two weeks"."""
    unit, count = UNITS[match["unit"].lower()], match["count"].lower()
    number = f"{amount(count)[1]:.15g}" if amount(count)[0] == amount(count)[1] else count
    return _recurring(f"{number} {unit}s", grain_of(unit), match)


def _adverb(match: Match, anchor: Anchor) -> When:
    unit = _ADVERBS[match["adverb"].lower()]
    return _recurring(unit, grain_of(unit), match)


RULES: tuple[Rule, ...] = (
    Rule("every weekday", "every", rf"\b{_EVERY} (?P<day>{WEEKDAY}|{SHORT_WEEKDAY})\b", _weekday),
    Rule("on weekdays", "every", rf"\b(?P<day>{WEEKDAY})s\b(?!'| ago)", _weekday),
    Rule("on working days", "every", r"\b(?:on weekdays|every weekday)\b", _weekdays),
    Rule("every part of the day", "every", rf"\b{_EVERY} (?P<part>{PART})\b", _part),
    Rule("in the mornings", "every", r"\b(?:in the|at) (?P<part>morning|afternoon|evening|night)s\b", _part),
    Rule("every weekend", "every", rf"\b(?:{_EVERY} weekend|(?:on|at|over) (?:the )?weekends)\b", _weekend),
    Rule("every season", "every", rf"\b{_EVERY} (?P<season>{SEASON})\b", _season),
    Rule("every named month", "every", rf"\b{_EVERY} (?P<month>{MONTH})(?!\w)", _month),
    Rule("every holiday", "every", rf"\b{_EVERY} (?P<holiday>{HOLIDAY})(?!\w)", _holiday),
    Rule("every unit", "every", rf"\b{_EVERY} (?P<unit>{_UNIT})\b(?! of )", _unit),
    Rule("every so many units", "every", rf"\bevery (?P<count>{AMOUNT}) (?P<unit>{_UNIT}s)\b", _units),
    Rule(
        "times per unit",
        "every",
        rf"\b(?:once or twice|once|twice|thrice|(?:{AMOUNT}|many|multiple)(?: ?(?:-|–|or|to) ?{NUMBER})? times)"
        r" (?:an?|per|every|each)"
        rf" (?P<unit>{_UNIT})\b",
        _unit,
    ),
    Rule("adverb", "every", rf"\b(?P<adverb>(?-i:{'|'.join(_ADVERBS)}))\b(?!-)", _adverb),
)
