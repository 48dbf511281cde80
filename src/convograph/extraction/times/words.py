"""The vocabulary of times: spellings of numbers, units, weekdays and months, as tables and patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from convograph.patterns import lazy_pattern
from convograph.times import MONTH_NAMES, SHORT, WEEKDAY_NAMES


def time_pattern(form: str) -> re.Pattern[str]:
    r"""`form` as a pattern for chat: case-insensitive, a space matches any white space, `'` both kinds of apostrophe.

    Neither may stand in a character class or in a look-behind; write `\x20` and `\x27` there.

    ASCII only: with Unicode case folding, "ſunday" would match as a weekday that is in no table.
    """
    blanks = re.sub(" [?*]", r"\\s*", form).replace(" ", r"\s+")
    return lazy_pattern(blanks.replace("'", "['’]"), re.IGNORECASE | re.ASCII)


def any_of(names: Iterable[str]) -> str:
    """A group that matches any of the names, longest first."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return f"(?:{'|'.join(longest_first)})".replace(".", r"\.")


BARE = r"(?<![\w$€£.:/-])"
"""Where a number may start a time: not inside a word, a sum of money or another number."""


def _spellings(rows: Mapping[str, str]) -> dict[str, str]:
    return {spelling: meaning for meaning, spellings in rows.items() for spelling in spellings.split()}


UNITS: Mapping[str, str] = _spellings(
    {
        "minute": "minute minutes min mins",
        "hour": "hour hours hr hrs",
        "day": "day days",
        "night": "night nights",
        "week": "week weeks wk wks",
        "fortnight": "fortnight fortnights",
        "weekend": "weekend weekends wknd wknds",
        "month": "month months mth mths",
        "year": "year years yr yrs",
        "decade": "decade decades",
        "summer": "summer summers",
        "autumn": "autumn autumns",
        "winter": "winter winters",
    }
)

_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS: Mapping[str, int] = {
    **{name: number for number, name in enumerate(f"{_SMALL} seventeen eighteen nineteen".split())},
    **{name: 10 * tens for tens, name in enumerate(_TENS, start=2)},
    "a dozen": 12,
}
VAGUE: Mapping[str, tuple[int, int]] = {  # the smallest and the largest number meant
    "a couple of": (2, 2),
    "a couple": (2, 2),
    "couple of": (2, 2),
    "couple": (2, 2),
    "a few": (2, 4),
    "few": (2, 4),
    "several": (3, 6),
}
ORDINALS: Mapping[str, int] = {
    **{name: place for place, name in enumerate("first second third fourth fifth".split(), start=1)},
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
    "5th": 5,
    "last": -1,
}

_EARLY_DAYS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_TEENTH_DAYS = "eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
LATE_DAYS: Mapping[str, int] = {  # the days of a month whose ordinals seldom count anything else
    **{name: day for day, name in enumerate(_TEENTH_DAYS.split(), start=11)},
    **{f"twenty{mark}{name}": day for day, name in enumerate(_EARLY_DAYS[:9], start=21) for mark in "- "},
    "thirtieth": 30,
    "thirty-first": 31,
    "thirty first": 31,
}
DAYS_IN_WORDS: Mapping[str, int] = {**{name: day for day, name in enumerate(_EARLY_DAYS, start=1)}, **LATE_DAYS}

WEEKDAYS: Mapping[str, int] = {name.lower(): number for number, name in enumerate(WEEKDAY_NAMES)}
SHORT_WEEKDAYS: Mapping[str, int] = {
    **{name[:SHORT]: number for name, number in WEEKDAYS.items()},
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}

LONG_MONTHS: Mapping[str, int] = {name.lower(): number for number, name in enumerate(MONTH_NAMES, start=1)}
MONTHS: Mapping[str, int] = {**LONG_MONTHS, **{name[:SHORT]: number for name, number in LONG_MONTHS.items()}, "sept": 9}
# Full names of months that are neither first names nor verbs.
PLAIN_MONTHS = frozenset(LONG_MONTHS) - {"march", "april", "may", "june", "august"}

SEASONS: Mapping[str, int] = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}  # the first month

UNIT = any_of(set(UNITS) - {"min"})
NUMBER = rf"(?:\d{{1,12}}(?:\.5)?|{any_of(_TENS)}-{any_of(_SMALL.split()[1:10])}|{any_of(NUMBERS)})"
AMOUNT = rf"(?:{any_of(VAGUE)}|{NUMBER}|half an?|an?|one)"
WEEKDAY = any_of(WEEKDAYS)
SHORT_WEEKDAY = any_of(SHORT_WEEKDAYS)
MONTH = rf"{any_of(MONTHS)}\b(?:\.(?= ?\d))?"
SEASON = any_of(SEASONS)
ORDINAL = any_of(ORDINALS)
LATE_DAY_IN_WORDS = any_of(LATE_DAYS)
DAY_IN_WORDS = any_of(DAYS_IN_WORDS)
YEAR = r"(?:1[89]|20)\d\d"

# Verbs of rescheduling; the old and the new date follow, after "from" and "to".
MOVED = (
    r"(?:(?:re-?scheduled|moved|shifted|changed|postponed|delayed|deferred|adjourned|bumped|pushed)"
    r"|(?:put|brought)(?: [^\s,.;!?]+){0,4} (?:off|back|forward|ahead))"
)

WHICH = r"(?:this past|this coming|the past|the coming|last|past|next|this|coming|upcoming)"
_BACK = frozenset({"last", "past", "this past", "the past"})
_ON = frozenset({"next", "coming", "upcoming", "this coming", "the coming"})


def squeezed(words: str) -> str:
    """`words` in lower case, with single spaces and straight apostrophes, without final dots."""
    return " ".join(words.lower().replace("’", "'").rstrip(".").split())


def way(which: str | None) -> int:
    """-1 for words like "last", 1 for words like "next", 0 for "this" and for no word."""
    word = squeezed(which or "")
    return -1 if word in _BACK else int(word in _ON)


def amount(words: str) -> tuple[float, float]:
    """The smallest and the largest number that an `AMOUNT` means.

    >>> amount("a few"), amount("twenty-five"), amount("half a")
    ((2, 4), (25, 25), (0.5, 0.5))
    """
    word = squeezed(words)
    if word in VAGUE:
        return VAGUE[word]
    if word.startswith("half"):
        return 0.5, 0.5
    if word in ("a", "an"):
        return 1, 1
    if word[0].isdigit():
        return float(word), float(word)
    number = sum(NUMBERS[part] for part in ([word] if word in NUMBERS else word.split("-")))
    return number, number


def is_vague(words: str) -> bool:
    """Whether an `AMOUNT` is vague ("a few")."""
    return squeezed(words) in VAGUE


def month_of(name: str) -> int:
    """The number of a month, January 1, by any of its spellings."""
    return MONTHS[squeezed(name)]


def weekday_of(name: str) -> int:
    """The number of a weekday, Monday 0, by any of its spellings."""
    word = squeezed(name)
    return WEEKDAYS[word] if word in WEEKDAYS else SHORT_WEEKDAYS[word]
