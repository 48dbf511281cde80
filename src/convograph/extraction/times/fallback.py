"""The rule that leaves its reading to dateparser: dates and distances in forms that our own rules have no pattern for.

dateparser reads far more than times ("we" is a Wednesday to it), and it takes 0.1 s to import: so it is loaded at the
first such span, gets nothing but the span, and knows English only.
"""

from __future__ import annotations

from datetime import datetime

from convograph.extraction.times.calendar import NoSuchTimeError, period
from convograph.extraction.times.rule import Anchor, Match, Rule, named
from convograph.extraction.times.words import MONTH, NUMBER, UNITS, any_of, squeezed
from convograph.types import Grain, When

_UNIT = any_of(unit for unit, meaning in UNITS.items() if meaning in ("minute", "hour", "day", "week", "month", "year"))
_COUNT = rf"(?:{NUMBER}|an?) {_UNIT}"
_COUNTS = rf"{_COUNT}(?:(?:,| and|, and|) {_COUNT}){{1,4}}"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\b)?"
_NO_ANCHOR = datetime(2000, 1, 1)  # whole dates are the same wherever they are reckoned from

_FINENESS: tuple[Grain, ...] = ("minute", "hour", "day", "week", "month", "year")


def _whole_date(match: Match, anchor: Anchor) -> When:
    found = _parsed(match.group(), anchor.moment or _NO_ANCHOR, anchor)
    return period(found, "minute" if named(match, "clock") or named(match, "other_clock") else "day")


def _distance(match: Match, anchor: Anchor) -> When:
    words = squeezed(match.group()).split()
    named_units = {UNITS[word.strip(",")] for word in words if word.strip(",") in UNITS}
    grain = next(one for one in _FINENESS if one in named_units)
    return period(_parsed(match.group(), anchor.now, anchor), grain)


def _parsed(words: str, base: datetime, anchor: Anchor) -> datetime:
    """What dateparser makes of a span, as naive time of the clock. Raises `NoSuchTimeError` when it reads nothing."""
    from dateparser.date import DateDataParser  # noqa: PLC0415  # slow to import, and seldom wanted

    settings = {
        "RELATIVE_BASE": base,
        "PREFER_DATES_FROM": "future" if anchor.ahead else "past",
        "DATE_ORDER": "MDY",
        "TIMEZONE": "UTC",  # else it asks the machine
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
    try:
        parser = DateDataParser(languages=["en"], settings=settings)
        found: datetime | None = parser.get_date_data(squeezed(words)).date_obj
    except (ValueError, OverflowError) as error:  # it lets those of datetime through
        raise NoSuchTimeError(str(error)) from None
    if found is None:
        raise NoSuchTimeError(f"not read: {words:.80}")
    return found.replace(tzinfo=None)


RULES: tuple[Rule, ...] = (
    Rule(
        "other whole date",
        "day",
        rf"(?<![\w.:/-])(?:\d{{4}}-\d\d-\d\dT(?P<clock>\d\d:\d\d)(?::\d\d(?:\.\d{{1,6}})?)?(?:Z|[+-]\d\d:?\d\d)?"
        rf"|\d{{1,2}}-{MONTH}-(?:\d{{4}}|\d\d)(?: (?P<other_clock>{_CLOCK}))?"
        rf"|\d{{4}},? {MONTH},? \d{{1,2}}(?:st|nd|rd|th)?)"
        r"(?![\w/-])(?!\.\d)",
        _whole_date,
    ),
    Rule("distance of several units", "span", rf"\b(?:{_COUNTS} ago|in {_COUNTS}(?! (?:ago|back)\b))\b", _distance),
)
