"""Rules for distances and durations: "two weeks ago", "in a few days", "over the last month", "for 3 years now"."""

from __future__ import annotations

from datetime import datetime

from convograph.extraction.times import calendar
from convograph.extraction.times.calendar import period, shift, start_of
from convograph.extraction.times.days import part_of_day
from convograph.extraction.times.periods import season_near, weekend_near
from convograph.extraction.times.rule import Anchor, Match, NotATimeError, Rule, named, no_time
from convograph.extraction.times.words import (
    AMOUNT,
    NUMBER,
    SEASONS,
    UNIT,
    UNITS,
    WEEKDAY,
    amount,
    any_of,
    is_vague,
    squeezed,
    time_pattern,
    way,
    weekday_of,
)
from convograph.types import Grain, When

_GRAINS: dict[str, Grain] = {"fortnight": "week", "weekend": "day", "night": "day"}
_LONG = r"(?:days?|weeks?|wks?|months?|years?|yrs?|decades?|summers?|winters?)"
_AND_HALF = r"(?: and a half)?"
_COUNT = rf"(?P<count>{AMOUNT})(?P<half>{_AND_HALF}) (?P<unit>{UNIT})(?P<half_behind>{_AND_HALF})"
_AHEAD_COUNT = rf"(?P<count>{AMOUNT})(?P<half>{_AND_HALF}) (?P<unit>(?:minutes?|hours?|{_LONG}))"
_PLAIN_UNITS = ("minute", "hour", "day", "week", "month", "year")  # finest first
_PLAIN = rf"(?:{NUMBER}|an?) {any_of(unit for unit, meaning in UNITS.items() if meaning in _PLAIN_UNITS)}"
_SEVERAL = rf"{_PLAIN}(?:, {_PLAIN}){{0,3}},? and {_PLAIN}"
_PLAIN_COUNT = time_pattern(rf"(?P<count>{NUMBER}|an?) (?P<unit>{any_of(UNITS)})")
_LONG_COUNT = rf"(?P<count>{AMOUNT})(?P<half>{_AND_HALF}) (?P<unit>{_LONG})"


def _counts(match: Match) -> tuple[float, float]:
    half = 0.5 if named(match, "half") or named(match, "half_behind") else 0
    low, high = amount(match["count"])
    return low + half, high + half


def grain_of(unit: str) -> Grain:
    """The grain of a time that is counted in this unit."""
    if unit in SEASONS:
        return "season"
    return _GRAINS.get(unit, unit)  # type: ignore[arg-type]  # the other units are grains


def at_distance(anchor: Anchor, count: float, unit: str) -> When:
    """The calendar period `count` units from the anchor: "two weeks ago" is a week. Raises `NoSuchTimeError`.

    Halves get the next smaller grain: "half a year ago" is a month.
    """
    if unit == "weekend":
        near = weekend_near(anchor, "last" if count < 0 else "next")
        return calendar.weekend(start_of(near), int(count + (1 if count < 0 else -1)))
    if unit == "night":
        return part_of_day(shift(anchor.today, count, "day"), "night")
    if unit in SEASONS:
        near = season_near(anchor, SEASONS[unit], "last" if count < 0 else "next")
        return period(shift(start_of(near), count + (1 if count < 0 else -1), "year"), "season")
    moved = shift(anchor.now, count, unit)
    if count % 1:
        smaller: dict[str, Grain] = {"year": "month", "decade": "year", "month": "week", "hour": "minute"}
        return period(moved, smaller.get(unit, "day"))
    return period(moved, grain_of(unit))


def _between(anchor: Anchor, first: float, second: float, unit: str, *, vague: bool) -> When:
    nearer, further = at_distance(anchor, first, unit), at_distance(anchor, second, unit)
    return When(min(start_of(nearer), start_of(further)), _later_end(nearer, further), nearer.grain, approximate=vague)


def _later_end(one: When, other: When) -> datetime | None:
    return max((when.end for when in (one, other) if when.end is not None), default=None)


def _away(match: Match, anchor: Anchor) -> When:
    sign = 1 if squeezed(match["way"]).startswith("from") else -1
    return _signed(match, anchor, sign)


def _signed(match: Match, anchor: Anchor, sign: int) -> When:
    low, high = _counts(match)
    vague = is_vague(match["count"])
    return _between(anchor, sign * low, sign * high, UNITS[match["unit"].lower()], vague=vague)


def _in(match: Match, anchor: Anchor) -> When:
    """A time ahead. Raises `NotATimeError` in the past tense, where "in two weeks" is a duration."""
    if anchor.tense == "past":
        raise NotATimeError
    return _signed(match, anchor, 1)


def _several(match: Match, anchor: Anchor) -> When:
    """A distance in several units ("a year and a day ago"), in the finest grain. Raises `NotATimeError`, like `_in`."""
    ago = not match["ahead"]
    if anchor.tense == "past" and not ago:
        raise NotATimeError
    at, units = anchor.now, set[str]()
    for one in _PLAIN_COUNT.finditer(match["counts"]):
        unit = UNITS[one["unit"].lower()]
        at = shift(at, amount(one["count"])[0] * (-1 if ago else 1), unit)
        units.add(unit)
    return period(at, grain_of(min(units, key=_PLAIN_UNITS.index)))


def _within(match: Match, anchor: Anchor) -> When | None:
    if anchor.tense == "past":
        return None
    return _interval(match, anchor, ahead=True)


def beside(match: Match, anchor: Anchor, sign: int) -> When:
    """The time at the matched distance before (`sign` -1) or after (1) the anchor: "two days before Christmas"."""
    if named(match, "count"):
        exact = UNITS[match["unit"].lower()] == "week" and not is_vague(match["count"])
        if exact:  # "two weeks before Christmas" is a day
            return calendar.days(shift(anchor.today, sign * _counts(match)[1], "week"))
        return _signed(match, anchor, sign)
    return at_distance(anchor, sign, UNITS[match["one"].lower()])


def _distance(match: Match, anchor: Anchor) -> When:
    return beside(match, anchor, 1)


def _one_ago(match: Match, anchor: Anchor) -> When:
    """A distance without its "a": "fortnight ago"."""
    return at_distance(anchor, -1, match["one"].lower())


def _weekdays_ago(match: Match, anchor: Anchor) -> When:
    weekday, count = weekday_of(match["day"]), amount(match["count"])[0]
    latest = shift(anchor.today, -((anchor.today.weekday() - weekday - 1) % 7) - 1, "day")
    return calendar.days(shift(latest, 1 - count, "week"))


def _interval(match: Match, anchor: Anchor, *, ahead: bool = False) -> When:
    """An interval that ends now ("the last two years") or begins now ("the next few days")."""
    unit = UNITS[match["unit"].lower()]
    many = named(match, "count") or ("few" if match["unit"].lower().endswith("s") else "a")
    length = amount(many)[1] + (0.5 if named(match, "half") else 0)
    sign = 1 if ahead or way(named(match, "which")) > 0 else -1
    other = shift(anchor.now, sign * length, "year" if unit in SEASONS else unit)
    first, last = sorted((anchor.now, other))
    return When(first, last, grain_of(unit), approximate=is_vague(many))


def _from_now(match: Match, anchor: Anchor) -> When:
    return When(anchor.today, None, "day")


def _until_now(match: Match, anchor: Anchor) -> When:
    return When(None, anchor.now, "day")


RULES: tuple[Rule, ...] = (
    Rule(
        "distance back or ahead",
        "span",
        rf"\b{_COUNT} (?P<way>ago|back|from now|from today)\b(?! and forth| to back)",
        _away,
    ),
    Rule("one unit ago", "span", r"\b(?P<one>fortnight|week|month|year) ago\b", _one_ago),
    Rule(
        "distance in several units",
        "span",
        rf"\b(?:(?P<ahead>in) )?(?P<counts>{_SEVERAL})(?(ahead)(?! (?:ago|back)\b)| ago)\b",
        _several,
    ),
    Rule("weekdays ago", "day", rf"\b(?P<count>{AMOUNT}) (?P<day>{WEEKDAY})s? ago\b", _weekdays_ago),
    Rule(
        "distance ahead",
        "span",
        rf"\bin (?!one day\b)(?:about |around |just )?{_AHEAD_COUNT}(?:'? time)?\b(?! of\b| old\b|-)",
        _in,
    ),
    Rule("within", "span", rf"\bwithin (?:about )?{_LONG_COUNT}\b", _within),
    Rule(
        "distance from another time",
        "distance",
        rf"\b(?:{_COUNT}|the (?P<one>day|night|week|weekend|month|year))(?= (?:before|after|from) )",
        _distance,
    ),
    Rule(
        "counted interval",
        "span",
        rf"\b(?:(?:for|over|in|during|within|throughout) )?(?:the |these |this |my )?(?P<which>last|past|next|coming)"
        rf" (?P<count>{AMOUNT})(?P<half>{_AND_HALF}) (?P<unit>(?:minutes|hours|{_LONG}))\b",
        _interval,
    ),
    Rule(
        "interval of one unit",
        "span",
        r"\b(?:over|in|during|for|within|throughout) the (?P<which>last|past|next|coming) (?P<unit>week|month|year"
        r"|decade|hour)\b",
        _interval,
    ),
    Rule(
        "interval of several units",
        "span",
        r"\b(?:in|over) the (?P<which>coming|past|last) (?P<unit>days|weeks|months|years)\b",
        _interval,
    ),
    Rule("duration until now", "span", rf"\b(?:for )?{_LONG_COUNT} (?:now|already)\b", _interval),
    Rule(
        "duration in the perfect",
        "span",
        r"\b(?:have|has|'ve|haven't|hasn't|'s been|been)\b[^.!?;,\n]{0,60}?\s(?P<time>for (?:about |around |over |"
        rf"almost |nearly )?{_LONG_COUNT})\b",
        _interval,
    ),
    Rule("from now on", "span", r"\bfrom (?:now|today|this day) (?:on|onwards?|forward)\b", _from_now),
    Rule("until now", "span", r"\b(?:until|till|up to|up until) now\b", _until_now),
    Rule("later than another time", "span", rf"\b{_COUNT} (?:later|earlier|after that|afterwards?)\b", no_time),
    Rule(
        "after another time",
        "span",
        r"\bthe (?:(?:next|following) (?:day|morning|evening|night)|following (?:week|weekend|month|year|summer))\b",
        no_time,
    ),
    Rule(
        "long ago",
        "span",
        r"\b(?:(?:many |\w+ty )?years|ages|decades|(?:a )?long time|a while) (?:ago|back)\b"
        r"|\b(?:in|for) (?:years|ages)\b",
        no_time,
    ),
)
