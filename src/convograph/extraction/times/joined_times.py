"""Joins neighbouring times into one: a day and a time of day, a distance and a day, the two ends of a range."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from convograph.extraction.times.calendar import NoSuchTimeError, days, floor, shift, start_of
from convograph.extraction.times.clocks import half_is_told
from convograph.extraction.times.distances import beside
from convograph.extraction.times.rule import Anchor, Kind, Match, NotATimeError, Rule, named
from convograph.extraction.times.words import MOVED, time_pattern, weekday_of
from convograph.types import When


@dataclass(frozen=True, slots=True)
class Item:
    """A candidate: characters `[start, end)`, their time, and the rule and match behind it (`None` once joined).

    A time of day is `dayless` until it is joined with a day.
    """

    start: int
    end: int
    kind: Kind
    when: When | None
    anchor: Anchor
    rule: Rule | None = None
    match: Match | None = None
    dayless: bool = False

    def reread(self, anchor: Anchor) -> When | None:
        """The time resolved against another anchor; `None` if that fails."""
        if self.rule is None or self.match is None:
            return None
        try:
            return self.rule.reading(self.match, anchor)
        except NotATimeError:
            return None


_LONGEST_GAP = 16  # characters between two times that belong together
_CLOCK_GAP = time_pattern(r",? ?(?:(?:at|@|around|about|by|on|in|of|on the) ?)?")
_RANGE_GAP = time_pattern(r" ?(?:-|–|—) ?| (?:to|until|till|til|through|thru) ")
_AND = time_pattern(r" and ")
_BETWEEN, _FROM = time_pattern(r"\bbetween (?:the )?\Z"), time_pattern(r"\bfrom (?:the )?\Z")
_MOVED = time_pattern(rf"\b{MOVED}(?: [^\s,.;!?]+){{0,5}} \Z")
_DISTANCE_GAP = time_pattern(r" (?P<way>before|after|from) (?:the )?")
_CLOCKS = frozenset({"clock", "hour", "part"})
_ITS_WEEKDAY = time_pattern(  # between a day and its weekday: "19 December, it's a Friday"
    r",? (?:(?:and )?(?:(?:it|that|which|this)(?:'s| is| was| will be)|is|was|will be|falls on) )?an? "
)
_BESIDE_IT = time_pattern(r", | ?\(")  # the same, if the day does fall on that weekday: "19 December (Friday)"


def joined(text: str, items: Iterable[Item]) -> list[Item]:
    """The items in order, with those that belong together merged."""
    done: list[Item] = []
    for item in items:
        latest: Item = item
        while done and (pair := _pair(text, done[-1], latest)):
            done.pop()
            latest = pair
        done.append(latest)
    return done


def _pair(text: str, left: Item, right: Item) -> Item | None:
    if right.start - left.end > _LONGEST_GAP:
        return None
    gap = text[left.end : right.start]
    return next((pair for way in _WAYS if (pair := way(text, gap, left, right))), None)


def _clock_and_day(text: str, gap: str, left: Item, right: Item) -> Item | None:
    if not _CLOCK_GAP.fullmatch(gap):
        return None
    if left.kind in ("day", "every") and right.kind in _CLOCKS:
        day, clock = left, right
    elif right.kind == "day" and left.kind in _CLOCKS and gap.strip().lower() in ("", "on", "of"):
        day, clock = right, left
    else:
        return None
    if clock.match is None:  # it already has a day
        return None
    kind: Kind = day.kind if clock.kind == "part" or day.kind == "every" else "clock"
    return replace(left, end=right.end, kind=kind, when=_on(day, clock), rule=None, match=None, dayless=False)


def _on(day: Item, clock: Item) -> When | None:
    """The time of day on that day. If the day recurs, a part of the day is added to its name."""
    if day.when is None:
        return None
    every = day.when.every
    if every is not None and clock.kind == "part" and clock.match is not None:
        every = f"{every} {clock.match['part'].lower()}"
    if day.when.start is None:
        return replace(day.when, every=every)
    found = clock.reread(replace(day.anchor, moment=day.when.start))
    return None if found is None else replace(found, every=every)


def _distance_and_day(text: str, gap: str, left: Item, right: Item) -> Item | None:
    """Joins "two weeks before Christmas" and "a week from Friday"."""
    found = _DISTANCE_GAP.fullmatch(gap)
    if left.kind != "distance" or left.match is None or not found or right.kind not in ("day", "period", "clock"):
        return None
    if right.when is not None and right.when.every:
        return None
    way = found["way"].lower()
    ahead_or_nearer = replace(right.anchor, tense=None, otherwise="future", nearer=True)
    other = right.reread(ahead_or_nearer) if way == "from" else right.when
    when = _beside(left.match, other, right.anchor, -1 if way == "before" else 1)
    return replace(left, end=right.end, kind="span", when=when, rule=None, match=None, dayless=right.dayless)


def _beside(match: Match, when: When | None, anchor: Anchor, sign: int) -> When | None:
    if when is None or when.start is None:
        return None
    try:
        return beside(match, replace(anchor, moment=when.start), sign)
    except NoSuchTimeError:
        return None


def _weekday_of_week(text: str, gap: str, left: Item, right: Item) -> Item | None:
    """Joins "two weeks ago on Saturday"."""
    week, day = left.when, right.when
    if gap.strip().lower() != "on" or right.kind != "day" or week is None or day is None or day.start is None:
        return None
    if week.start is None or week.end is None or week.end - week.start != timedelta(weeks=1) or week.grain != "week":
        return None
    try:
        when = days(shift(floor(week.start, "week"), day.start.weekday(), "day"))
    except NoSuchTimeError:
        return None
    return replace(left, end=right.end, kind="day", when=when, rule=None, match=None)


def _day_and_its_weekday(text: str, gap: str, left: Item, right: Item) -> Item | None:
    """Joins "19 December, it's a Friday" and "19 December (Friday)": the weekday is not another day."""
    day = left.when
    if left.kind != "day" or day is None or day.start is None or right.match is None:
        return None
    if right.rule is None or right.rule.name != "weekday" or named(right.match, "which") or named(right.match, "week"):
        return None
    if _ITS_WEEKDAY.fullmatch(gap):
        return left
    if not _BESIDE_IT.fullmatch(gap) or day.start.weekday() != weekday_of(right.match["day"]):
        return None
    return replace(left, end=right.end + text.startswith(")", right.end))


def _range(text: str, gap: str, left: Item, right: Item) -> Item | None:
    """Joins "from Monday to Friday" and "between June 3 and July 5", but not "moved from Monday to Friday"."""
    before = text[max(0, left.start - 16) : left.start]
    opener = _BETWEEN.search(before) if _AND.fullmatch(gap) else _FROM.search(before)
    if not (opener if _AND.fullmatch(gap) else _RANGE_GAP.fullmatch(gap)):
        return None
    if not {left.kind, right.kind} <= {"day", "period", "clock", "span"}:
        return None
    start = left.start - (len(before) - opener.start()) if opener else left.start
    if _MOVED.search(text[max(0, start - 64) : start]):
        return None
    dayless = left.dayless and right.dayless
    when = _from_to(left, right)
    return replace(left, start=start, end=right.end, kind="span", when=when, rule=None, match=None, dayless=dayless)


def _from_to(left: Item, right: Item) -> When | None:
    first, last = left.when, right.when
    if last is not None and last.start is not None and right.match is not None and named(right.match, "year"):
        first = left.reread(replace(left.anchor, moment=last.start, tense="past")) or first
    if first is None or last is None or first.start is None:
        return None
    if right.kind == "clock":
        end = _end_by_clock(first.start, right)
    else:
        if last.end is None or last.end <= first.start:
            last = right.reread(replace(right.anchor, moment=first.start, tense="future"))
        end = last.end if last else None
    if last is None or end is None or end <= first.start:
        return None
    return When(first.start, end, last.grain, approximate=first.approximate or last.approximate)


def _end_by_clock(start: datetime, right: Item) -> datetime | None:
    """The end of a range that begins at `start`. If it is a time of day alone, the next moment when clocks show it."""
    if right.match is None or not right.dayless:
        return right.when.start if right.when else None
    last = right.reread(replace(right.anchor, moment=start))
    hours = 24 if half_is_told(right.match) else 12
    try:
        end = start_of(last) if last else None
        while end is not None and end <= start:
            end = shift(end, hours, "hour")
    except NoSuchTimeError:
        return None
    return end


_WAYS: tuple[Callable[[str, str, Item, Item], Item | None], ...] = (
    _clock_and_day,
    _distance_and_day,
    _weekday_of_week,
    _day_and_its_weekday,
    _range,
)
