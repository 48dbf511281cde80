"""Rules for holidays, fixed or computed, as observed in the United States.

Mother's Day is the British one where that is nearer to the day on which it was said, and within eight days of it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from convograph.extraction.times import calendar
from convograph.extraction.times.calendar import easter, moment, shift, weekday_in_month
from convograph.extraction.times.rule import Anchor, Match, Rule, named
from convograph.extraction.times.words import WHICH, any_of, squeezed, way
from convograph.extraction.times.years import OF_YEAR, year_of
from convograph.types import When

_MONDAY, _THURSDAY, _SUNDAY = 0, 3, 6


def _fixed(month: int, day: int) -> Callable[[int], datetime]:
    return lambda year: moment(year, month, day)


def _placed(month: int, weekday: int, place: int, later: int = 0) -> Callable[[int], datetime]:
    return lambda year: shift(weekday_in_month(year, month, weekday, place), later, "day")


def _by_easter(later: int) -> Callable[[int], datetime]:
    return lambda year: shift(easter(year), later, "day")


_MOTHERS = "mother's day", "mothers day"
_NAMES: dict[str, Callable[[int], datetime]] = {  # unambiguous on their own
    "christmas eve": _fixed(12, 24),
    **dict.fromkeys(("christmas day", "xmas day"), _fixed(12, 25)),
    "boxing day": _fixed(12, 26),
    **dict.fromkeys(("new year's eve", "new years eve", "nye"), _fixed(12, 31)),
    **dict.fromkeys(("new year's day", "new years day"), _fixed(1, 1)),
    **dict.fromkeys(("valentine's day", "valentines day"), _fixed(2, 14)),
    **dict.fromkeys(("st. patrick's day", "st patrick's day", "st patricks day"), _fixed(3, 17)),
    **dict.fromkeys(("april fools' day", "april fool's day", "april fools day"), _fixed(4, 1)),
    "earth day": _fixed(4, 22),
    "cinco de mayo": _fixed(5, 5),
    "juneteenth": _fixed(6, 19),
    **dict.fromkeys(("independence day", "fourth of july", "4th of july", "july 4th", "july fourth"), _fixed(7, 4)),
    "veterans day": _fixed(11, 11),
    **dict.fromkeys(_MOTHERS, _placed(5, _SUNDAY, 2)),
    "memorial day": _placed(5, _MONDAY, -1),
    **dict.fromkeys(("father's day", "fathers day"), _placed(6, _SUNDAY, 3)),
    "labor day": _placed(9, _MONDAY, 1),
    "thanksgiving day": _placed(11, _THURSDAY, 4),
    "black friday": _placed(11, _THURSDAY, 4, 1),
    "cyber monday": _placed(11, _THURSDAY, 4, 4),
    "good friday": _by_easter(-2),
    "easter sunday": _by_easter(0),
    "easter monday": _by_easter(1),
}
_WORDS: dict[str, Callable[[int], datetime]] = {  # also modifiers: "Christmas tree", "Easter bunny"
    **dict.fromkeys(("christmas", "xmas"), _fixed(12, 25)),
    **dict.fromkeys(("new year's", "new years"), _fixed(1, 1)),
    **dict.fromkeys(("valentine's", "valentines"), _fixed(2, 14)),
    "halloween": _fixed(10, 31),
    "thanksgiving": _placed(11, _THURSDAY, 4),
    "easter": _by_easter(0),
}
_ELSEWHERE = dict.fromkeys(_MOTHERS, _by_easter(-21))  # in Britain and Ireland
_ABOUT_A_WEEK = timedelta(days=8)
_HALF_A_YEAR = timedelta(days=183)
HOLIDAYS = _NAMES | _WORDS
HOLIDAY = any_of(HOLIDAYS)
_NOT_A_THING = (
    r"(?!'|-| (?!(?:and|or|but|with|at|in|on|for|we|I|he|she|they|it|was|is|when|my|our|the|this|last|next|of|so"
    r"|because|to|as|here|there|that|you|will|if|unless|then|though|until|till|from|by)\b)[a-z])"
)


def _holiday(match: Match, anchor: Anchor) -> When:
    name, which = squeezed(match["holiday"]), named(match, "which")
    day_in, elsewhere = HOLIDAYS[name], _ELSEWHERE.get(name)
    year = year_of(match, anchor)
    if year is not None:
        return calendar.days(day_in(year))
    found = holiday_near(anchor, day_in, which)
    return calendar.days(_here_or_elsewhere(anchor, found, elsewhere) if elsewhere and not which else found)


def _here_or_elsewhere(anchor: Anchor, found: datetime, elsewhere: Callable[[int], datetime]) -> datetime:
    """The day in the United States, or the one elsewhere where that is nearer and within eight days of today.

    Raises `NoSuchTimeError` where the one elsewhere is nearer but further off, and the other over half a year away.
    """
    other = holiday_near(anchor, elsewhere, "")
    distance, other_distance = abs(found - anchor.today), abs(other - anchor.today)
    if other_distance >= distance:
        return found
    if other_distance <= _ABOUT_A_WEEK:
        return other
    if distance > _HALF_A_YEAR:
        raise calendar.NoSuchTimeError("the day elsewhere is nearer")
    return found


def holiday_near(anchor: Anchor, day_in: Callable[[int], datetime], which: str) -> datetime:
    """The date of a holiday that "last", "this", "next" or the tense selects. Raises `NoSuchTimeError`."""
    side, year, today = way(which), anchor.today.year, anchor.today
    if squeezed(which) == "this":
        return day_in(year)
    found = day_in(year)
    ahead = side > 0 or (side == 0 and anchor.looks_ahead_to(found.month, found.day))
    fits = (found > today if ahead else found < today) or (found == today and not which)
    return found if fits else day_in(year + (1 if ahead else -1))


RULES: tuple[Rule, ...] = (
    Rule("holiday", "day", rf"\b(?:(?P<which>{WHICH}) )?(?P<holiday>{any_of(_NAMES)})(?!\w){OF_YEAR}", _holiday),
    Rule(
        "holiday after a preposition",
        "day",
        rf"\b(?:at|on|for|over|during|since|until|till|by|before|after|around|of|from) "
        rf"(?P<time>(?P<holiday>{any_of(_WORDS)})(?!\w){OF_YEAR}){_NOT_A_THING}",
        _holiday,
    ),
    Rule(
        "relative holiday", "day", rf"\b(?P<which>{WHICH}) (?P<holiday>{any_of(_WORDS)})(?!\w){_NOT_A_THING}", _holiday
    ),
    Rule(
        "holiday of a year",
        "day",
        rf"\b(?P<holiday>{any_of(_WORDS)})(?!\w){OF_YEAR.removesuffix('?')}",
        _holiday,
    ),
)
