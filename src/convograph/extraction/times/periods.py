"""Rules for calendar periods relative to now and for seasons: "last week", "the week before last", "this summer"."""

from __future__ import annotations

from convograph.extraction.times import calendar
from convograph.extraction.times.calendar import floor, moment, period, shift, start_of
from convograph.extraction.times.dates import month_near
from convograph.extraction.times.rule import Anchor, Match, Rule, named, no_time
from convograph.extraction.times.words import (
    MONTH,
    ORDINAL,
    ORDINALS,
    SEASON,
    SEASONS,
    UNITS,
    WEEKDAY,
    WEEKDAYS,
    WHICH,
    month_of,
    squeezed,
    way,
)
from convograph.extraction.times.years import OF_YEAR, year_of
from convograph.types import Grain, When

_GRAINS: dict[str, Grain] = {"week": "week", "month": "month", "year": "year", "decade": "decade"}
_UNIT = r"(?:week|wk|weekend|wknd|month|year|yr|decade)"
_BEFORE_SEASON = (
    r"(?:in|during|over|since|until|till|by|for|of|early|mid|late|throughout|all|before|after|through|early in|late in)"
)


def _unit(match: Match, anchor: Anchor) -> When:
    """The calendar period for "last week"; "this past year" is a year that ends now."""
    unit, which = UNITS[match["unit"].lower()], squeezed(named(match, "which"))
    if unit == "weekend":
        return weekend_near(anchor, which)
    if which.endswith("past"):
        return When(shift(anchor.now, -1, unit), anchor.now, _GRAINS[unit])
    return period(anchor.now, _GRAINS[unit], way(which))


def weekend_near(anchor: Anchor, which: str) -> When:
    """The weekend selected by "last", "this", "next" or the tense. Looking back, only "last" skips a running one."""
    running = anchor.today.weekday() >= 5
    side = way(which)
    if which == "next":
        return calendar.weekend(anchor.now, 1)
    if side < 0 or (which != "this" and not anchor.ahead) or (which == "this" and anchor.tense == "past"):
        keeps_running = running and which != "last"
        return calendar.weekend(anchor.now, 0 if keeps_running else -1)
    return calendar.weekend(anchor.now)


def _second_unit(match: Match, anchor: Anchor) -> When:
    """Resolves "the week before last" and "the month after next"."""
    unit, count = UNITS[match["unit"].lower()], 2 * way(match["which"])
    if unit == "weekend":
        first = weekend_near(anchor, match["which"].lower())
        return calendar.weekend(start_of(first), count // 2)
    return period(anchor.now, _GRAINS[unit], count)


def _current_unit(match: Match, anchor: Anchor) -> When:
    return period(anchor.now, _GRAINS[UNITS[match["unit"].lower()]])


def _season(match: Match, anchor: Anchor) -> When:
    first_month, which = SEASONS[match["season"].lower()], named(match, "which")
    year = year_of(match, anchor)
    if year is not None:
        return period(moment(year, first_month), "season")
    return season_near(anchor, first_month, which)


def season_near(anchor: Anchor, first_month: int, which: str) -> When:
    """The season selected by "last", "this", "next" or the tense; the "last" one is over."""
    year = floor(anchor.now, "season").year if first_month == 12 else anchor.now.year
    this_one, running = moment(year, first_month), floor(anchor.now, "season")
    side = way(which)
    if squeezed(which) == "this":
        step = 0
    elif side < 0:
        step = 0 if this_one < running else -1
    elif side > 0:
        step = 0 if this_one > running else 1
    else:
        wrong = this_one < running if anchor.ahead else this_one > running
        step = (1 if anchor.ahead else -1) if wrong else 0
    return period(shift(this_one, step, "year"), "season")


def _part_of_month(match: Match, anchor: Anchor) -> When:
    """Resolves "the first weekend of June"; weeks and weekends belong to the month of their Saturday."""
    if named(match, "month"):
        year, number = year_of(match, anchor), month_of(match["month"])
        month = start_of(month_near(anchor, number, "")) if year is None else moment(year, number)
    else:
        month = shift(floor(anchor.now, "month"), way(match["which"]), "month")
    unit, place = match["unit"].lower(), ORDINALS[match["place"].lower()]
    if unit in WEEKDAYS:
        return calendar.days(calendar.weekday_in_month(month.year, month.month, WEEKDAYS[unit], place))
    saturday = calendar.weekday_in_month(month.year, month.month, 5, place)
    return calendar.weekend(saturday) if UNITS[unit] == "weekend" else period(saturday, "week")


RULES: tuple[Rule, ...] = (
    Rule("relative period", "period", rf"\b(?P<which>{WHICH}) (?P<unit>{_UNIT})\b(?!')", _unit),
    Rule(
        "period before last",
        "period",
        rf"\bthe (?P<unit>{_UNIT}) (?:before|after) (?P<which>last|next)\b",
        _second_unit,
    ),
    Rule(
        "the weekend",
        "period",
        r"\b(?:over|at|on|for|during|all|by|until|till|since|before|after|of)(?: the)?"
        r" (?P<time>(?P<unit>weekend|wknd))\b",
        _unit,
    ),
    Rule(
        "current period",
        "period",
        r"\b(?:beginning|start|end|middle|half|rest|later in|earlier in|early in|late in) (?:of )?"
        r"(?P<time>(?:the )?(?P<unit>week|month|year|decade))\b",
        _current_unit,
    ),
    Rule(
        "relative season",
        "period",
        rf"\b(?P<which>{WHICH}) (?P<season>{SEASON})\b(?! (?:apart|off|out|down|behind|over|in love)\b)",
        _season,
    ),
    Rule(
        "season",
        "period",
        rf"\b{_BEFORE_SEASON} (?:the )?(?P<time>(?P<season>{SEASON})(?!\w| (?:apart|off|out|down|behind|over|in love"
        rf"|water|rolls?|onions?|cleaning|asleep)\b){OF_YEAR})",
        _season,
    ),
    Rule("season of a year", "period", rf"\b(?P<season>{SEASON})\b{OF_YEAR.removesuffix('?')}", _season),
    Rule(
        "part of a month",
        "period",
        rf"\b(?:the )?(?P<place>{ORDINAL}) (?P<unit>week|weekend|{WEEKDAY}) (?:of|in)"
        rf" (?:(?P<month>{MONTH})(?!\w){OF_YEAR}"
        r"|(?P<which>last|this|next|the) month)",
        _part_of_month,
    ),
    Rule("sports season", "span", r"\b(?:last|this|next|the past|this past) season\b", no_time),
)
