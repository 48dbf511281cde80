"""Modifiers of a time: "since", "until", "around", "early", "the end of"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from convograph.extraction.times.calendar import NoSuchTimeError, shift
from convograph.extraction.times.joined_times import Item
from convograph.extraction.times.words import MOVED, squeezed, time_pattern
from convograph.types import Grain, When

_REACH = 32  # characters before a time that are searched for modifiers
_MOST = 4  # modifiers per time, at most: "since about the end of" has three

# The early, middle and late part of a grain, in smaller units from its start (`None`: to its end).
_Thirds = tuple[Grain, tuple[int, int], tuple[int, int], tuple[int, int | None]]
_THIRDS: dict[Grain, _Thirds] = {
    "week": ("day", (0, 2), (2, 4), (4, None)),
    "month": ("day", (0, 10), (10, 20), (20, None)),
    "season": ("month", (0, 1), (1, 2), (2, None)),
    "year": ("month", (0, 4), (4, 8), (8, None)),
    "decade": ("year", (0, 4), (3, 7), (6, None)),
}
_EARLY = "early", "earlier", "beginning", "start", "first half"
_LATE = "late", "later", "end", "rest", "second half"

_PART_OF = time_pattern(
    r"\b(?:the )?(?P<word>early|earlier|mid|middle|late|later|beginning|start|end|rest|first half|second half)"
    r"(?: of| in)?(?: the|-)? ?\Z"
)
_ABOUT = time_pattern(
    r"\b(?:around|about|roughly|approximately|circa|some time|sometime|almost|nearly)(?: in)?(?: the)? \Z"
)
_OPEN = time_pattern(
    r"\b(?P<word>(?:ever )?since|until|till|til|through|by|before|after|starting(?: from| on| in)?|as of|from)"
    r"(?: the| in| on| at)? \Z"
)
_MOVED_UNTIL = time_pattern(rf"\b{MOVED}(?: [^\s,.;!?]+){{0,6}} (?:until|till?)(?: the)? \Z")
_ONWARD = time_pattern(r" (?:on|onward|onwards|forward)\b(?! (?:the|a|my|our|\w+day)\b)")


def modified(text: str, item: Item, floor: int) -> Item:
    """The item with the modifiers around it applied; the text before `floor` is ignored."""
    for _ in range(_MOST):
        before = text[max(floor, item.start - _REACH) : item.start]
        changed = next((found for change in _CHANGES if (found := change(text, before, item))), None)
        if changed is None:
            break
        item = changed
    return item


def _part_of(text: str, before: str, item: Item) -> Item | None:
    found = _PART_OF.search(before)
    if found is None or item.kind != "period":
        return None
    return replace(
        item, start=item.start - len(before) + found.start(), kind="span", when=_third(item, squeezed(found["word"]))
    )


def _third(item: Item, word: str) -> When | None:
    when = item.when
    if when is None or when.start is None or when.end is None or when.grain not in _THIRDS:
        return when
    if word in ("earlier", "later", "rest") and item.anchor.moment and when.start <= item.anchor.moment < when.end:
        return _around_today(when, item.anchor.today, late=word in _LATE)
    grain, early, middle, late = _THIRDS[when.grain]
    first, last = early if word in _EARLY else late if word in _LATE else middle
    try:
        end = when.end if last is None else shift(when.start, last, grain)
        return replace(when, start=shift(when.start, first, grain), end=end, approximate=True)
    except NoSuchTimeError:
        return None


def _around_today(when: When, today: datetime, *, late: bool) -> When:
    """The part of the current period before today, or after it; the whole period where that part is empty."""
    tomorrow = shift(today, 1, "day")
    start, end = (tomorrow, when.end) if late else (when.start, today)
    if start is None or end is None or start >= end:
        return replace(when, approximate=True)
    return replace(when, start=start, end=end, approximate=True)


def _about(text: str, before: str, item: Item) -> Item | None:
    found = _ABOUT.search(before)
    if found is None or item.kind == "every":
        return None
    when = None if item.when is None else replace(item.when, approximate=True)
    return replace(item, start=item.start - len(before) + found.start(), when=when)


def _open(text: str, before: str, item: Item) -> Item | None:
    found = _OPEN.search(before)
    if found is None or item.kind == "every" or (item.when and None in (item.when.start, item.when.end)):
        return None
    word, end = squeezed(found["word"]), item.end
    if _MOVED_UNTIL.search(before):  # "postponed until Monday" means on that day
        return None
    onward = _ONWARD.match(text, item.end)
    if word == "from":
        if onward is None:
            return None
        end = onward.end()
    when = None if item.when is None else _opened(item.when, word, clock=item.kind == "clock")
    return replace(item, start=item.start - len(before) + found.start(), end=end, kind="span", when=when)


def _opened(when: When, word: str, *, clock: bool) -> When:
    if word in ("until", "till", "til", "through", "by"):
        return replace(when, start=None, end=when.start if clock else when.end)
    if word == "before":
        return replace(when, start=None, end=when.start)
    if word == "after" and not clock:
        return replace(when, start=when.end, end=None)
    return replace(when, end=None)


_CHANGES: tuple[Callable[[str, str, Item], Item | None], ...] = (_part_of, _about, _open)
