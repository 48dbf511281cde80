"""Rules for days relative to today and for weekdays: "yesterday", "the other day", "last night", "on Friday"."""

from __future__ import annotations

from datetime import datetime

from convograph.extraction.times import calendar
from convograph.extraction.times.calendar import floor, shift
from convograph.extraction.times.rule import Anchor, Match, Rule, named
from convograph.extraction.times.words import SHORT_WEEKDAY, WEEKDAY, WHICH, squeezed, way, weekday_of
from convograph.types import When

_OFFSETS = {
    "the day before yesterday": -2,
    **dict.fromkeys(("yesterday", "yesturday", "yday", "ystrday"), -1),
    **dict.fromkeys(("today", "2day"), 0),
    **dict.fromkeys(("tomorrow", "tommorow", "tommorrow", "tomorow", "tmrw", "tmr", "tmrrw", "2moro", "2morrow"), 1),
    "the day after tomorrow": 2,
}

# Start and end, in hours from the midnight before the start.
HOURS = {"morning": (5, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 29)}
PART = r"(?:morning|afternoon|evening|night)"
_LATELY = 30  # days that "recently" reaches back, as a rule of thumb


def part_of_day(day: datetime, name: str) -> When:
    """The morning, afternoon, evening or night of a day; a night extends past midnight. Raises `NoSuchTimeError`."""
    first, last = HOURS[name]
    return When(shift(day, first, "hour"), shift(day, last, "hour"), "hour")


def _named_day(match: Match, anchor: Anchor) -> When:
    return calendar.days(shift(anchor.today, _OFFSETS[squeezed(match["word"])], "day"))


def _other_day(match: Match, anchor: Anchor) -> When:
    return When(shift(anchor.today, -7, "day"), anchor.today, "day", approximate=True)


def _lately(match: Match, anchor: Anchor) -> When:
    return When(shift(anchor.today, -_LATELY, "day"), anchor.now, "month", approximate=True)


def _part(match: Match, anchor: Anchor) -> When:
    return part_of_day(floor(anchor.now, "day"), match["part"].lower())


def _part_of_today(match: Match, anchor: Anchor) -> When:
    if named(match, "part"):
        back = 1 if way(match["which"]) < 0 else 0
        return part_of_day(shift(anchor.today, -back, "day"), match["part"].lower())
    return part_of_day(shift(anchor.today, -2 if named(match, "before") else 0, "day"), "night")


def _weekday(match: Match, anchor: Anchor) -> When:
    weekday, which = weekday_of(match["day"]), named(match, "which")
    if week := named(match, "week"):
        monday = shift(floor(anchor.now, "week"), way(week), "week")
        return calendar.days(shift(monday, weekday, "day"))
    return calendar.days(_nearest(anchor, weekday, squeezed(which)))


def _weeks_from(match: Match, anchor: Anchor) -> When:
    """A day some weeks after a coming one: "a week on Tuesday", "Tuesday week", "a fortnight tomorrow"."""
    weeks = 2 if named(match, "weeks").lower().startswith(("two", "2", "a fortnight")) else 1
    day = named(match, "day")
    first = _ahead(anchor, weekday_of(day)) if day else shift(anchor.today, _OFFSETS[squeezed(match["word"])], "day")
    return calendar.days(shift(first, weeks, "week"))


def _ahead(anchor: Anchor, weekday: int) -> datetime:
    return shift(anchor.today, (weekday - anchor.today.weekday() - 1) % 7 + 1, "day")


def _nearest(anchor: Anchor, weekday: int, which: str) -> datetime:
    this_week = shift(floor(anchor.now, "week"), weekday, "day")
    if which == "next":
        return shift(this_week, 1, "week")
    ahead = anchor.ahead if not which else way(which) > 0 or (which == "this" and anchor.tense != "past")
    if ahead:
        is_today = which == "this" and weekday == anchor.today.weekday()
        return anchor.today if is_today else _ahead(anchor, weekday)
    return shift(anchor.today, -((anchor.today.weekday() - weekday - 1) % 7) - 1, "day")


_WEEKS = r"(?P<weeks>(?:a|one|1|two|2) weeks?|a fortnight)"

RULES: tuple[Rule, ...] = (
    Rule("weeks from a day", "day", rf"\b{_WEEKS} (?:on (?P<day>{WEEKDAY})|(?P<word>today|tomorrow))\b", _weeks_from),
    Rule("a weekday a week later", "day", rf"\b(?P<day>{WEEKDAY}) (?P<weeks>week)\b(?!ly|-|'s)", _weeks_from),
    Rule("relative day", "day", rf"\b(?P<word>{'|'.join(sorted(_OFFSETS, key=len, reverse=True))})\b(?!-)", _named_day),
    Rule("the other day", "span", r"\bthe other (?:day|night|evening|morning)\b", _other_day),
    Rule("lately", "span", r"\b(?:recently|lately)\b", _lately),
    Rule("part of today", "day", rf"\b(?P<which>last|this) (?P<part>{PART})\b", _part_of_today),
    Rule("tonight", "day", r"\b(?:tonight|tonite|2nite|2night|(?P<before>the night before last))\b", _part_of_today),
    Rule("part of a day", "part", rf"\b(?:(?:in )?the )?(?P<part>{PART})\b", _part),
    Rule(
        "weekday",
        "day",
        rf"\b(?:(?P<which>{WHICH}) )?(?P<day>{WEEKDAY})\b(?: (?:of )?(?P<week>last|this|next) (?:week|wk)\b)?",
        _weekday,
    ),
    Rule(
        "abbreviated weekday",
        "day",
        rf"\b(?:on|by|until|till|since) (?P<time>(?P<day>{SHORT_WEEKDAY}))\b(?!'|-)",
        _weekday,
    ),
    Rule(
        "relative abbreviated weekday",
        "day",
        rf"\b(?P<which>last|past|next|coming|this(?! sun| sat)) (?P<day>{SHORT_WEEKDAY})\b(?!'|-)",
        _weekday,
    ),
)
