"""Rules for times of day: "at 5 pm", "around noon", "17:30", "from 5 to 7 pm"."""

from __future__ import annotations

from convograph.extraction.times.calendar import NoSuchTimeError, floor, shift, start_of
from convograph.extraction.times.rule import Anchor, Match, NotATimeError, Rule, named
from convograph.extraction.times.words import (
    BARE,
    DAY_IN_WORDS,
    MONTH,
    NUMBER,
    SHORT_WEEKDAY,
    WEEKDAY,
    amount,
    any_of,
    time_pattern,
)
from convograph.types import Grain, When

_EVENING = 18
_HALF_OF_DAY = 12
_CLOCK = r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?"
_HALF = r"(?P<half>[ap])(?:m\b|\.m\b\.?)"
SPOKEN_MINUTES = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_DAY_BEFORE = 32  # characters before a clock that are searched for its day
_DAY_AT = time_pattern(
    rf"\b(?:{WEEKDAY}|{SHORT_WEEKDAY}|{MONTH}|\d{{1,2}}(?:st|nd|rd|th)|{DAY_IN_WORDS}|today|tomorrow|yesterday),? at \Z"
)
_OTHER_HALF = {"a": "p", "p": "a"}
_PARTS = {"morning": "a", "afternoon": "p", "evening": "p", "night": "p"}


def _hour(hour: int, half: str, anchor: Anchor) -> int:
    """The hour on a 24-hour clock. Without am or pm, 1 to 6 are pm, and in the evening (from 18:00) 1 to 11 are."""
    if half and not 1 <= hour <= 12:
        raise NoSuchTimeError(f"hour {hour} {half}m")
    if half:
        return hour % 12 + (12 if half == "p" else 0)
    afternoon = 1 <= hour <= (11 if anchor.now.hour >= _EVENING else 6)
    return hour + 12 if afternoon else hour


def _at(anchor: Anchor, hour: int, minute: int, grain: Grain) -> When:
    if hour > 24 or minute > 59:
        raise NoSuchTimeError(f"{hour}:{minute}")
    start = shift(floor(anchor.now, "day"), 60 * hour + minute, "minute")
    return When(start, shift(start, 1, grain), grain)


def _clock(match: Match, anchor: Anchor) -> When:
    minute = named(match, "minute")
    half = named(match, "half").lower() or _PARTS.get(named(match, "part").lower(), "")
    hour = int(match["hour"])
    if not minute or half:
        hour = _hour(hour, half, anchor)
    return _at(anchor, hour, int(minute or 0), "minute" if minute else "hour")


def _dotted(match: Match, anchor: Anchor) -> When:
    """The clock time after a day. Raises `NotATimeError` elsewhere, where it is a plain number."""
    start = match.start("time")
    if not _DAY_AT.search(match.string, max(0, start - _DAY_BEFORE), start):
        raise NotATimeError
    return _clock(match, anchor)


def _o_clock(match: Match, anchor: Anchor) -> When:
    return _at(anchor, _hour(int(amount(match["hour"])[0]), "", anchor), 0, "hour")


def _spoken(match: Match, anchor: Anchor) -> When:
    """Minutes before or after a full hour: "quarter to nine" is 8:45."""
    part = match["minutes"].lower()
    minutes = SPOKEN_MINUTES[part]
    spoken = amount(match["hour"])[0]
    if not 1 <= spoken <= 12:
        raise NoSuchTimeError(f"{part} {match['side']} {spoken}")
    since_midnight = 60 * _hour(int(spoken), "", anchor) + (-minutes if match["side"].lower() == "to" else minutes)
    return _at(anchor, *divmod(since_midnight, 60), "minute")


def _noon(match: Match, anchor: Anchor) -> When:
    return _at(anchor, 24 if match["word"].lower() == "midnight" else 12, 0, "hour")


def _clocks(match: Match, anchor: Anchor) -> When:
    """A range of times of day: "from 5 to 7 pm" ends at 7, "from 11 to 1 pm" begins before noon.

    A start without am or pm takes that of the end, or the other one if it would not come before the end. If neither
    does, the end is on the next day ("from 10 pm to 2 am").
    """
    last = _clock(match, anchor)
    end, half = start_of(last), match["half"].lower()
    halves = named(match, "first_half").lower() or (half + _OTHER_HALF[half])
    hour, minute = int(match["first"]), int(named(match, "first_minute") or 0)
    starts = [start_of(_at(anchor, _hour(hour, each, anchor), minute, "hour")) for each in halves]
    start = next((each for each in starts if each < end), starts[-1])
    return When(start, end if start < end else shift(end, 1, "day"), last.grain)


def half_is_told(match: Match) -> bool:
    """Whether a time of day is known to be before or after noon: "5 pm", "noon", "02:00", "17:00", but not "5:30"."""
    hour = named(match, "hour")
    return any(named(match, group) for group in ("half", "part", "word")) or (
        hour.isdigit() and (hour.startswith("0") or int(hour) > _HALF_OF_DAY)
    )


RULES: tuple[Rule, ...] = (
    Rule("12-hour time", "clock", rf"{BARE}{_CLOCK} ?{_HALF}", _clock),
    Rule(
        "hour and part of the day",
        "clock",
        rf"\bat {_CLOCK} (?:in the|at) (?P<part>morning|afternoon|evening|night)\b",
        _clock,
    ),
    Rule(
        "24-hour time",
        "clock",
        r"(?:\b(?:at|around|about|by|until|till|since|from|before|after)\s|(?<=-\d\d\x20)"
        r"|(?<=/\d\d\x20)|(?<=\d{4}\x20)|(?<=\d{4},\x20))(?P<time>(?P<hour>[012]?\d):(?P<minute>[0-5]\d))(?!:?\d)",
        _clock,
    ),
    Rule("o'clock", "clock", rf"\b(?P<hour>{NUMBER}) o'? ?clock\b", _o_clock),
    Rule(
        "minutes past an hour",
        "clock",
        rf"\b(?:a )?(?P<minutes>{any_of(SPOKEN_MINUTES)}) (?P<side>past) (?P<hour>{NUMBER})\b",
        _spoken,
    ),
    Rule("quarter to an hour", "clock", rf"\b(?:a )?(?P<minutes>quarter) (?P<side>to) (?P<hour>{NUMBER})\b", _spoken),
    Rule(
        "minutes to an hour",
        "clock",
        rf"\b(?:at|until|till) (?P<time>(?P<minutes>{any_of(SPOKEN_MINUTES)}) (?P<side>to) (?P<hour>{NUMBER}))\b",
        _spoken,
    ),
    Rule(
        "noon",
        "clock",
        r"\b(?:at|around|about|by|until|till|before|after|since|past) "
        r"(?P<time>(?P<word>noon|midday|midnight))\b",
        _noon,
    ),
    Rule(
        "range of times of day",
        "clock",
        rf"(?:\b(?:from|between) )?{BARE}(?P<first>\d{{1,2}})(?::(?P<first_minute>[0-5]\d))? ?"
        r"(?:(?P<first_half>[ap])\.?m\.? ?)?"
        rf"(?:[-–]|to|and|until|till) ?{_CLOCK} ?{_HALF}",
        _clocks,
    ),
    Rule(
        "hour and minutes with a dot",  # only right after a day: elsewhere "at 9.15" may be a price
        "hour",
        r"\bat (?P<time>(?P<hour>[01]?\d|2[0-3])\.(?P<minute>[0-5]\d))(?![\w%])(?!\.\d)",
        _dotted,
    ),
    Rule("bare hour", "hour", r"\bat (?P<time>(?P<hour>1[0-2]|[1-9]))\b(?![:.%/]\d)", _clock),
)
