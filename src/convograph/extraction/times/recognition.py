"""The times in a text.

text ─ likely? ─▶ matches of the rules ─ longest ─▶ candidates ─ joined ─ modified ─▶ mentions
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime

from convograph.extraction.times import (
    ages,
    clocks,
    dates,
    days,
    decoys,
    directions,
    distances,
    holidays,
    periods,
    recurring,
    years,
)
from convograph.extraction.times.joined_times import Item, joined
from convograph.extraction.times.modifiers import modified
from convograph.extraction.times.rule import Anchor, Kind, Match, NotATimeError, Rule
from convograph.extraction.times.words import (
    LATE_DAYS,
    MONTHS,
    MOVED,
    SEASONS,
    SHORT_WEEKDAYS,
    UNITS,
    WEEKDAYS,
    any_of,
    time_pattern,
)
from convograph.extraction.types import Tense
from convograph.patterns import lazy_pattern
from convograph.types import Said, When

RULES: tuple[Rule, ...] = (
    *decoys.RULES,
    *dates.RULES,
    *years.RULES,
    *days.RULES,
    *periods.RULES,
    *distances.RULES,
    *holidays.RULES,
    *clocks.RULES,
    *recurring.RULES,
    *ages.RULES,
)

_ALONE_NO_TIME: frozenset[Kind] = frozenset({"hour", "part", "distance"})

# A text without any of these words names no time. Nine in ten sentences of a chat stop here.
_WORDS = {*UNITS, *MONTHS, *SEASONS, *SHORT_WEEKDAYS, *WEEKDAYS, *days.HOURS, *holidays.HOLIDAYS} - {"min", "mins"}
_MORE_WORDS = (
    "today tonight tonite 2night tomorrow yesterday yesturday yday ystrday"
    " tmrw tmr tmrrw tommorow tommorrow tomorow"
    " ago now recently lately"
    " weekday season time while age ages hourly daily nightly weekly monthly yearly annually noon midday midnight clock"
    " twenties thirties forties fifties sixties seventies eighties nineties teens"
)
_NAMES = {*_WORDS, *_MORE_WORDS.split(), *LATE_DAYS}
_LIKELY = time_pattern(
    rf"\d|\b(?:{any_of(_NAMES)}s?\b"
    r"|(?:when|since|until|before|after) \w+ (?:was|were|turned)\b"
    rf"|{any_of(clocks.SPOKEN_MINUTES)} (?:past|to)\b)"
)
_MONTH = time_pattern(rf"\b{any_of(MONTHS)}\b")
_WORD = re.compile("[a-z0-9_]+")  # ASCII, like `_LIKELY`
_DIGIT = lazy_pattern("[0-9]")
_FIRST_WORDS = frozenset(
    {"when", "since", "until", "before", "after", *(_WORD.findall(name)[0] for name in clocks.SPOKEN_MINUTES)}.union(
        *({first, f"{first}s"} for name in _NAMES for first in _WORD.findall(name)[:1])
    )
)
_BY = time_pattern(r"\b(?:by|until|till|til|starting|beginning) (?:\w+ ){0,4}\Z")
_MOVED = time_pattern(rf"\b{MOVED}(?: [^\s,.;!?]+){{0,6}} (?:from|to|until|till?) (?:the )?\Z")
_SINCE = time_pattern(r"\bsince (?:\w+ ){0,4}\Z")


@dataclass(frozen=True, slots=True)
class TimeMention:
    """Characters `[start, end)` of a text that name a time; `when` is `None` where it cannot be resolved.

    A `dayless` mention is a time of day alone ("at 14:25"), guessed to be on the day on which it was said.
    """

    start: int
    end: int
    text: str
    when: When | None
    dayless: bool = False


def times_in(
    text: str,
    said: Said | None,
    *,
    tense: Tense | None = None,
    otherwise: Tense | None = None,
    born: date | None = None,
) -> list[TimeMention]:
    """The times that a text names, in order, not overlapping.

    `said` is when it was said, in the speaker's wall-clock time; without it, only absolute times get a `when`. `tense`
    is the tense of the verb, if the caller knows it: it decides whether "in March" looks back or ahead. Without it,
    cues in the text decide, else `otherwise` (see `directions`). `born` is the speaker's date of birth, which "when I
    was 10" needs.

    Pure and total: no text raises, and a time that cannot be resolved ("999999999 years ago") has `when=None`.
    """
    if not _is_likely(text):
        return []
    anchor = Anchor(said.local if said else None, tense, born, otherwise)
    items = joined(text, _items(text, anchor))
    mentions: list[TimeMention] = []
    for item in items:
        if item.kind in _ALONE_NO_TIME:
            continue
        whole = modified(text, item, mentions[-1].end if mentions else 0)
        mentions.append(TimeMention(whole.start, whole.end, text[whole.start : whole.end], whole.when, whole.dayless))
    return mentions


def _is_likely(text: str) -> bool:
    """Whether a text may name a time; a quick look at its words saves most texts the regex."""
    words = _WORD.findall(text.lower())
    return (not _FIRST_WORDS.isdisjoint(words) or bool(_DIGIT.search(text))) and bool(_LIKELY.search(text))


def intervals_in(text: str, said: Said | None) -> list[tuple[datetime, datetime]]:
    """The starts and ends of the times that a text names, where both are known (see `times_in`)."""
    whens = (mention.when for mention in times_in(text, said))
    return [(when.start, when.end) for when in whens if when and when.start is not None and when.end is not None]


def _items(text: str, anchor: Anchor) -> Iterator[Item]:
    for start, end, rule, match in _longest(text):
        if rule.kind == "decoy":
            continue
        here = _looking(text, start, end, anchor)
        try:
            when = rule.reading(match, here)
        except NotATimeError:
            continue
        yield Item(start, end, rule.kind, when, here, rule, match, dayless=rule.kind == "clock")


def _looking(text: str, start: int, end: int, anchor: Anchor) -> Anchor:
    """The anchor with the tense that the words around `text[start:end]` suggest."""
    before = text[max(0, start - 32) : start]
    if _SINCE.search(before):
        return replace(anchor, tense="past")
    if _MOVED.search(text[max(0, start - 64) : start]):
        return replace(anchor, tense="future")
    if anchor.tense in ("present", "future"):
        return anchor
    direction = directions.direction_at(text, start, end)
    if direction == "either":
        return replace(anchor, tense=None, nearer=True)
    if direction == "planned":
        return replace(anchor, tense="future")
    return replace(anchor, tense=anchor.tense or direction or ("future" if _BY.search(before) else None))


def _longest(text: str) -> Iterator[tuple[int, int, Rule, Match]]:
    """Matches of the rules, left to right. Of overlapping ones the leftmost wins, then the longest, then the first."""
    found: list[tuple[int, int, int, Match]] = []
    has_month = _MONTH.search(text) is not None
    for place, rule in enumerate(RULES):
        if rule.names_a_month and not has_month:
            continue
        for match in rule.pattern.finditer(text):
            start, end = match.span("time" if "time" in rule.pattern.groupindex else 0)
            found.append((start, -end, place, match))
    found.sort(key=lambda one: one[:3])
    reached = 0
    for start, minus_end, place, match in found:
        if start >= reached:
            reached = -minus_end
            yield start, reached, RULES[place], match
