"""Rules for dates: numeric dates (ISO, slash- or dot-separated), months with a day or a year, "the 5th"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain

from convograph.extraction.times import calendar
from convograph.extraction.times.calendar import moment, period, shift, start_of
from convograph.extraction.times.rule import Anchor, Match, NotATimeError, Rule, named
from convograph.extraction.times.words import (
    BARE,
    DAY_IN_WORDS,
    DAYS_IN_WORDS,
    LATE_DAY_IN_WORDS,
    MONTH,
    MOVED,
    PLAIN_MONTHS,
    SHORT_WEEKDAY,
    WEEKDAY,
    WHICH,
    YEAR,
    month_of,
    squeezed,
    time_pattern,
    way,
    weekday_of,
)
from convograph.extraction.times.years import OF_YEAR, full_year, year_of
from convograph.types import When

_DAY = r"(?P<day>\d{1,2})(?P<suffix>st|nd|rd|th)?"
_END = r"(?![\w%:/-])(?![.,]\d)"
_LAST = rf"(?:(?P<last>\d{{1,2}})(?:st|nd|rd|th)?|(?P<last_word>{DAY_IN_WORDS}))"
_SOME_DAY = rf"(?:(?P<day>[1-3]?\d)(?:st|nd|rd|th)|(?P<word>{LATE_DAY_IN_WORDS}))\b"
_NAME = rf"(?P<weekday>{WEEKDAY}|{SHORT_WEEKDAY})(?: after,)?,?"
_DAY_NAME = rf"(?:{_NAME} (?:the )?)?"
_BEFORE_MONTH = (
    r"(?:in|since|until|till|through|by|during|before|after|around|early|earlier|mid|late|later|every|each|back in"
    r"|early in|late in|(?:end|start|beginning|middle|half|rest|month|part) of)"
)
_MOVED = time_pattern(rf"\b{MOVED}(?: [^\s,.;!?]+){{0,5}} from (?:the )?\Z")
_VERBS = frozenset({"may", "march", "mar"})  # "it may 5 times", but "may 5th"
_CLAUSE_END = (
    r"(?= *(?:[.,!?;:)]|$)| (?:at|in|and|or|but|so|because|with|for|to|of this month|I|we|he|she|they|it|you|when|after"
    r"|before|my|our|this|that)\b)"
)
_LEADS_TO_A_DATE = time_pattern(  # "starts 11 may", "due on may 11"
    r"(?:\A|[,:;(]|\b(?:on|by|until|till|since|from|before|after|between|for|starts?|starting|begins?|ends?|due|is|was"
    r"|born|booked))(?: the)? ?\Z"
)
_MONTH_BEFORE = 32  # characters before a day that may name its month
_TOLD_BEFORE = time_pattern(rf"\b(?:{MONTH}|christmas|easter|thanksgiving|to|until|till?|through|and)\b[^.!?]{{0,3}}\Z")
_COUNTED = time_pattern(  # "I have one quince left, the twenty-third", but not "sorry, the twenty-third"
    rf"(?!.*\b(?:days?|date|week|weekend|month|{WEEKDAY})\b)(?:[^\s,.;:!?]+ ){{3}}[^\s,.;:!?]+, \Z"
)
_FROM = time_pattern(r"(?<!days\x20)(?<!weeks\x20)(?<!months\x20)(?<!years\x20)\bfrom \Z")
_AT_AN_END = time_pattern(
    r" *(?:[,;:)]|[^\x00-\x7f\u2019]|[.!?](?!\w)|\Z)| (?:[-(@]|(?:lol|lmao|ha(?:ha)+|hehe|x+|yay|omg|pls|plz|please|thx"
    r"|thanks|tho|though|btw|ok|okay)\b)"
)
_CLAUSE_ENDS = time_pattern(_CLAUSE_END)
_NO_VERB = time_pattern(  # after "on 10 may" and "16 to 23 may"
    rf"(?! or (?:may|might) not){_CLAUSE_END}| (?:if|then|too|instead|unless|till?|until|from|is|was|works|suits)\b"
)
_NOT_AN_ORDINAL = (  # "Monday 3rd graders sang"
    r"(?![\w\x27\u2019])(?!(?: |-)(?:annual|anniversary|avenue|birthday|century|class|floor|grade|graders|league|leg"
    r"|overall|place|period|quarter|round|row|season|shift|street|team|time|year)\b)"
)
_DAY_GOES_ON = (  # after "Monday the 18th", but not "on Monday the 2nd coat dried"
    r"(?= (?:is|was|will|would|works|suits|instead|then|not|if|unless|until|till|from|by|around|about|as|on|morning"
    r"|afternoon|evening|night|noon|midday|\d)\b| ?[-–—@])"
)
_MONTHS_AROUND = 4  # months on either side searched for a day of the month on a given weekday
_TWO_MONTHS = timedelta(days=62)


def _date(match: Match, anchor: Anchor) -> When:
    return calendar.days(moment(int(match["year"]), int(match["month"]), int(match["day"])))


def _minute(match: Match, anchor: Anchor) -> When:
    """The clock time as written. The UTC offset is ignored, since people there go by local time."""
    day = moment(int(match["year"]), int(match["month"]), int(match["day"]))
    return period(day.replace(hour=int(match["hour"]), minute=int(match["minute"])), "minute")


def _spelled(match: Match, anchor: Anchor) -> When:
    return calendar.days(moment(full_year(match["year"]), month_of(match["month"]), int(match["day"])))


def _slashed(match: Match, anchor: Anchor) -> When:
    """Month first, as in the United States, unless only the second number can be a month."""
    month, day = int(match["first"]), int(match["second"])
    if month > 12:
        month, day = day, month
    if not named(match, "year"):
        return _day_near(anchor, month, day)
    return calendar.days(moment(full_year(match["year"]), month, day))


def _month_day(match: Match, anchor: Anchor) -> When:
    month = month_of(match["month"])
    if match["month"] in _VERBS and _month_may_be_a_verb(match) and not _is_date(match):
        raise NotATimeError
    day = _day_of(match)
    last = _last_of(match) or day
    if _MOVED.search(match.string, max(0, match.start() - 64), match.start()):  # "moved from 3 to 5 May": the new day
        day = last
    if last < day:
        raise calendar.NoSuchTimeError(f"from day {day} to day {last}")
    year = year_of(match, anchor)
    if year is not None:
        return _days_of(year, month, day, last)
    weekday = named(match, "weekday")
    years = [anchor.today.year + step for step in (0, 1, -1)]
    on_weekday = next(_on_weekday(weekday, ((each, month, day) for each in years)), None) if weekday else None
    year = on_weekday.year if on_weekday else start_of(_day_near(anchor, month, last)).year
    return _days_of(year, month, day, last)


def _day_of(match: Match) -> int:
    word = named(match, "word")
    return DAYS_IN_WORDS[squeezed(word)] if word else int(match["day"])


def _last_of(match: Match) -> int:
    """The last of several days, or 0."""
    word = named(match, "last_word")
    return DAYS_IN_WORDS[squeezed(word)] if word else int(named(match, "last") or 0)


def _month_may_be_a_verb(match: Match) -> bool:
    """Whether the month may be a verb: "11 may", "may 11" and "may first", but not "may 11th" or "the first of may"."""
    if named(match, "year"):
        return False
    return match.start("word") > match.start("month") if named(match, "word") else not match["suffix"]


def _is_date(match: Match) -> bool:
    """Whether the words around "11 may" or "may 11" show that it is a date, not a number beside a verb."""
    start, end, text = match.start(), match.end(), match.string
    if not 0 < _day_of(match) < 32:
        return False
    leads = _LEADS_TO_A_DATE.search(text, max(0, start - 16), start) is not None
    if match.end("month") < end:
        return leads and _CLAUSE_ENDS.match(text, end) is not None
    if _AT_AN_END.match(text, end):
        return True
    return (leads or _last_of(match) > 0) and _NO_VERB.match(text, end) is not None


def _days_of(year: int, month: int, first: int, last: int) -> When:
    return When(moment(year, month, first), shift(moment(year, month, last), 1, "day"), "day")


def _on_weekday(weekday: str, dates: Iterable[tuple[int, int, int]]) -> Iterator[datetime]:
    """The dates (year, month, day) that exist and fall on `weekday`, in order."""
    for date in dates:
        with suppress(calendar.NoSuchTimeError):
            found = moment(*date)
            if found.weekday() == weekday_of(weekday):
                yield found


def _day_near(anchor: Anchor, month: int, day: int) -> When:
    """The nearest such date on the side to which the anchor looks, or today; 29 February may be years away."""
    ahead = anchor.looks_ahead_to(month, day)
    years = range(9) if ahead else range(0, -9, -1)
    for year in years:
        try:
            found = moment(anchor.today.year + year, month, day)
        except calendar.NoSuchTimeError:
            continue
        if found == anchor.today or (found > anchor.today) == ahead:
            return calendar.days(found)
    raise calendar.NoSuchTimeError(f"month {month} has no day {day}")


def _day_of_month(match: Match, anchor: Anchor) -> When:
    """The day in the current month, or in the month before or after if it lies on the wrong side of the anchor.

    If the side is unknown, the nearer one is meant.
    """
    day, today = _day_of(match), anchor.today
    ahead = anchor.ahead if anchor.is_told else 0 < (day - today.day) % 30 <= 15
    step = 0 if today.day == day or (day > today.day) == ahead else 1 if ahead else -1
    month = shift(moment(today.year, today.month), step, "month")
    return calendar.days(moment(month.year, month.month, day))


def _day_alone(match: Match, anchor: Anchor) -> When:
    """A day of the month on its own.

    Raises `NotATimeError` after the name of its month ("in September, the 14th"), and where it counts something.
    """
    before = match.string[max(0, match.start("time") - _MONTH_BEFORE) : match.start("time")]
    if _TOLD_BEFORE.search(before) or (named(match, "word") and _COUNTED.search(before)):
        raise NotATimeError
    if _FROM.search(before) and not anchor.is_told:
        anchor = replace(anchor, tense="future")
    return _day_of_month(match, anchor)


def _days_of_month(match: Match, anchor: Anchor) -> When:
    """From one day of the month to another, which may be in the next month."""
    first, last = start_of(_day_of_month(match, anchor)), _last_of(match)
    month = shift(moment(first.year, first.month), int(last < first.day), "month")
    return When(first, shift(moment(month.year, month.month, last), 1, "day"), "day")


def _weekday_of_month(match: Match, anchor: Anchor) -> When:
    """The nearest day with this number that falls on the weekday, on the side to which the words look.

    Failing that, one within two months on the other side ("I was booked for Monday 18th"): a day of the month falls on
    a given weekday by chance only once in seven months. Failing both, the day of the month by itself.
    """
    if side := way(named(match, "which")):
        anchor = replace(anchor, tense="future" if side > 0 else "past")
    day, today = _day_of(match), anchor.today
    this_month = moment(today.year, today.month)
    months = [shift(this_month, step, "month") for step in range(-_MONTHS_AROUND, _MONTHS_AROUND + 1)]
    agreeing = sorted(
        _on_weekday(match["weekday"], ((each.year, each.month, day) for each in months)),
        key=lambda found: abs(found - today),
    )
    right_side = (each for each in agreeing if each == today or not anchor.is_told or (each > today) == anchor.ahead)
    near = (each for each in agreeing if abs(each - today) <= _TWO_MONTHS)
    found = next(chain(right_side, near), None)
    return calendar.days(found) if found else _day_of_month(match, anchor)


def _month(match: Match, anchor: Anchor) -> When:
    month, which = month_of(match["month"]), named(match, "which")
    if named(match, "year") or named(match, "near_year"):
        return period(moment(year_of(match, anchor) or 0, month), "month")
    return month_near(anchor, month, which)


def month_near(anchor: Anchor, month: int, which: str) -> When:
    """The month selected by "last", "this" or "next", or without these by the anchor's tense."""
    this_year = moment(anchor.now.year, month)
    running = moment(anchor.now.year, anchor.now.month)
    direction = way(which)
    if squeezed(which) == "this":
        direction = 0
    elif direction == 0:
        ahead = anchor.looks_ahead_to(month)
        wrong = this_year < running if ahead else this_year > running
        direction = (1 if ahead else -1) if wrong else 0
    elif direction < 0:
        direction = 0 if this_year < running else -1
    else:
        direction = 0 if this_year > running else 1
    return period(shift(this_year, direction, "year"), "month")


def _months(match: Match, anchor: Anchor) -> When:
    """From one month to another. A year belongs to the last month; "November to March 2021" begins in 2020."""
    year = year_of(match, anchor)
    first, last = month_of(match["month"]), month_of(match["last"])
    if year is None:
        start = start_of(month_near(anchor, first, ""))
    else:
        start = moment(year if first <= last else year - 1, first)
    return When(start, shift(start, (last - first) % 12 + 1, "month"), "month")


def _named_month(match: Match, anchor: Anchor) -> When:
    if squeezed(match["month"]) not in PLAIN_MONTHS:
        raise NotATimeError
    return _month(match, anchor)


RULES: tuple[Rule, ...] = (
    Rule(
        "ISO date",
        "day",
        rf"{BARE}(?P<year>\d{{4}})(?P<mark>[-/.])(?P<month>\d{{1,2}})(?P=mark)(?P<day>\d{{1,2}}){_END}",
        _date,
    ),
    Rule(
        "ISO date and clock",
        "day",
        rf"{BARE}(?P<year>\d{{4}})-(?P<month>\d\d)-(?P<day>\d\d)T(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)"
        r"(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?(?![\w:/-])(?!\.\d)",
        _minute,
    ),
    Rule(
        "hyphenated date with a month's name",
        "day",
        rf"{BARE}(?P<day>\d{{1,2}})-(?P<month>{MONTH})-(?P<year>\d{{4}}|\d\d){_END}",
        _spelled,
        names_a_month=True,
    ),
    Rule(
        "year, month and day",  # but not "1992 Jan 28 2022" in a file listing, where the first number is a size
        "day",
        rf"{BARE}(?P<year>{YEAR}),? (?P<month>{MONTH}),? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?{_END}(?!,? {YEAR})",
        _spelled,
        names_a_month=True,
    ),
    Rule(
        "slash-separated date",
        "day",
        rf"{BARE}(?P<first>\d{{1,2}})(?P<mark>[/-])(?P<second>\d{{1,2}})(?P=mark)(?P<year>\d{{4}}|\d\d){_END}",
        _slashed,
    ),
    Rule(
        "dot-separated date",
        "day",
        rf"{BARE}(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.(?P<year>(?:1[89]|20)\d\d){_END}",
        _date,
    ),
    Rule(
        "slash-separated date without a year",
        "day",
        rf"\b(?:on|until|till|by|since) (?P<time>(?P<first>1[0-2]|0?[1-9])/(?P<second>[0-3]?\d)){_END}",
        _slashed,
    ),
    Rule(
        "month and day",
        "day",
        rf"\b{_DAY_NAME}(?P<month>{MONTH}) (?:the )?(?:{_DAY}(?:(?: ?[-–] ?| to )(?P<last>\d{{1,2}})"
        rf"(?:st|nd|rd|th)?)?{_END}|(?P<word>{DAY_IN_WORDS})(?!-\w)(?:{_CLAUSE_END}|{_DAY_GOES_ON})){OF_YEAR}",
        _month_day,
        names_a_month=True,
    ),
    Rule(
        "day and month",
        "day",
        rf"{BARE}{_DAY_NAME}(?:the )?(?:{_DAY}(?: of)?|(?P<word>{DAY_IN_WORDS}) of)"
        rf" (?P<month>{MONTH})(?!\w){OF_YEAR}",
        _month_day,
        names_a_month=True,
    ),
    Rule(
        "days of a month",
        "day",
        rf"(?P<between>\bbetween )?(?P<time>(?:(?:\bthe )?{BARE}{_DAY}|\bthe (?P<word>{DAY_IN_WORDS}))"
        r"(?(between) and (?:the )?|(?: ?[-–] ?| (?:to|until|till|through) (?:the )?))"
        rf"{_LAST}(?: of)? (?P<month>{MONTH})(?!\w){OF_YEAR})",
        _month_day,
        names_a_month=True,
    ),
    Rule(
        "day of the month",
        "day",
        rf"\b(?:on|by|until|till|since|before|after|{MOVED}(?: [^\s,.;!?]+){{0,6}} to) (?P<time>the {_SOME_DAY})"
        rf"{_CLAUSE_END}",
        _day_of_month,
    ),
    Rule(
        "day of the month alone",  # "sorry, the 25th", but not "the 2nd", which may count anything
        "day",
        rf"(?<![\w.])(?P<time>the (?:(?P<day>1[1-9]|2\d|3[01])(?:st|nd|rd|th)|(?P<word>{LATE_DAY_IN_WORDS}))\b)"
        r"(?=\W*\Z|[.,;:!?)]|\s*\n| (?:at \d|works|suits|then|instead|is (?:fine|good|better|perfect|ok|off|on)))",
        _day_alone,
    ),
    Rule(
        "days of some month",
        "day",
        rf"(?<![\w.])(?:from )?(?P<time>(?:(?:the )?(?P<day>[1-3]?\d)(?:st|nd|rd|th)|the (?P<word>{LATE_DAY_IN_WORDS}))"
        r"(?: ?[-–] ?| (?:to|until|till?|through) )(?:the )?"
        rf"(?:(?P<last>[1-3]?\d)(?:st|nd|rd|th)|(?P<last_word>{LATE_DAY_IN_WORDS}))\b)(?! (?:in|of) {MONTH})"
        rf"{_CLAUSE_END}",
        _days_of_month,
    ),
    Rule(
        "weekday and day of the month",
        "day",
        rf"\b(?:(?P<which>{WHICH}) )?{_NAME} (?P<article>the )?(?:(?P<day>[1-3]?\d)(?:st|nd|rd|th)"
        rf"|(?<=the\x20)(?P<word>{LATE_DAY_IN_WORDS}|(?<!,\x20the\x20){DAY_IN_WORDS}))"
        rf"{_NOT_AN_ORDINAL}(?(article)(?:{_CLAUSE_END}|{_DAY_GOES_ON}))",
        _weekday_of_month,
    ),
    Rule(
        "months",
        "span",
        rf"\b(?:(?:from|between) )(?P<month>{MONTH}) (?:and|to|until|till|through) (?P<last>{MONTH})(?!\w){OF_YEAR}",
        _months,
        names_a_month=True,
    ),
    Rule(
        "month of a year",
        "period",
        rf"\b(?P<month>{MONTH})(?!\w){OF_YEAR.removesuffix('?')}",
        _month,
        names_a_month=True,
    ),
    Rule(
        "month after a preposition",
        "period",
        rf"\b{_BEFORE_MONTH}[ -](?P<time>(?P<month>{MONTH}))(?!'|\w)",
        _month,
        names_a_month=True,
    ),
    Rule(
        "relative month",
        "period",
        rf"\b(?P<which>last|this past|past|next|this coming|coming|(?!this (?-i:may|march))this)"
        rf" (?P<month>{MONTH})(?!'|\w)",
        _month,
        names_a_month=True,
    ),
    Rule("month by name", "period", rf"\b(?P<month>{MONTH})(?!'|\w)", _named_month, names_a_month=True),
)
