"""Whether the times of our events agree with those of the recorded events.

A recorded event is compared with our events in its source turns: "nearest" takes the one with the nearest text by
embedding, "any" the one that agrees best, and "session" the day of the session, a baseline that reads no text. Two
times agree to the day if one contains the other and neither is longer than a week; to the month or the year if both
start in the same one and neither is longer. Recorded times that are the session's day are easy, and reported
separately.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import numpy as np

from convograph.extraction.types import FoundEvent
from convograph.protocols import Encoder
from convograph.types import When
from convograph_eval.language.recorded.corpus import LabelledEvent
from convograph_eval.language.types import Measured

OUTCOMES = ("day", "month", "year", "other time", "no time", "no event")
"""How finely two times agree, finest first, or why they do not."""

KINDS = ("session's day", "another day", "another month", "another year")
"""Kinds of recorded times: the day of the session, or another time, by its length."""

WAYS = ("nearest", "any", "session")
"""What is compared with a recorded time: the nearest of our events, the best of our events, the session's day."""

_WEEK, _MONTH, _YEAR = timedelta(days=7), timedelta(days=31), timedelta(days=366)


def agreement(recorded: When, ours: When | None) -> str:
    """The finest of `OUTCOMES` to which two times agree."""
    if ours is None or ours.start is None:
        return "no time"
    first, last = _bounds(recorded), _bounds(ours)
    if first is None or last is None:
        return "other time"
    (start, end), (other_start, other_end) = first, last
    longest = max(end - start, other_end - other_start)
    nested = (start <= other_start and other_end <= end) or (other_start <= start and end <= other_end)
    if nested and longest <= _WEEK:
        return "day"
    if longest <= _MONTH and (start.year, start.month) == (other_start.year, other_start.month):
        return "month"
    return "year" if longest <= _YEAR and start.year == other_start.year else "other time"


def kind(recorded: When, said: date | None) -> str | None:
    """The kind of a recorded time in a session on the day `said`; `None` if it is open-ended."""
    bounds = _bounds(recorded)
    if bounds is None:
        return None
    start, end = bounds
    if start == said and end - start <= timedelta(days=1):
        return KINDS[0]
    return next(
        name for name, most in zip(KINDS[1:], (_WEEK, _MONTH, timedelta.max), strict=True) if end - start <= most
    )


def match_times(
    events: Sequence[LabelledEvent],
    ours: Mapping[str, Sequence[FoundEvent]],
    said: Mapping[str, date],
    encoder: Encoder,
) -> Measured:
    """A record for each recorded event with a parsed time and sources, and the outcomes by kind of time.

    `ours` maps turn ids to our events, `said` to the day on which the turn was said.
    """
    records = []
    for event in events:
        if event.when is not None and event.sources:
            found = [one for turn in event.sources for one in ours.get(turn, ())]
            records.append(_record(event, event.when, found, said.get(event.sources[0]), encoder))
    return Measured(tuple(records), {"events": len(events), "read": len(records), "kinds": _by_kind(records)})


def _record(
    event: LabelledEvent, when: When, found: Sequence[FoundEvent], day: date | None, encoder: Encoder
) -> dict[str, Any]:
    nearest = _nearest(event, found, encoder)
    outcomes = [agreement(when, one.when) for one in found] or ["no event"]
    return {
        "item": "event",
        "id": event.id,
        "event": event.name,
        "time": event.time,
        "kind": kind(when, day),
        "nearest": "no event" if nearest is None else agreement(when, nearest.when),
        "any": min(outcomes, key=OUTCOMES.index),
        "session": agreement(when, None if day is None else _day(day)),
        "ours": None if nearest is None else nearest.description,
        "our_time": None if nearest is None else _shown(nearest.when),
    }


def _nearest(event: LabelledEvent, found: Sequence[FoundEvent], encoder: Encoder) -> FoundEvent | None:
    if not found:
        return None
    vectors = encoder.encode([event.description, *(one.description for one in found)], "passage")
    return found[int(np.argmax(vectors[1:] @ vectors[0]))]


def _by_kind(records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    found = {}
    for name in KINDS:
        of_kind = [one for one in records if one["kind"] == name]
        found[name] = {
            "events": len(of_kind),
            **{way: {each: sum(one[way] == each for one in of_kind) for each in OUTCOMES} for way in WAYS},
        }
    return found


def _day(day: date) -> When:
    start = datetime(day.year, day.month, day.day)
    return When(start, start + timedelta(days=1), "day")


def _bounds(when: When) -> tuple[date, date] | None:
    """The first day and the day after the last; `None` if open-ended."""
    if when.start is None or when.end is None:
        return None
    start, last = when.start.date(), (when.end - timedelta(microseconds=1)).date()
    return start, last + timedelta(days=1)


def _shown(when: When | None) -> str | None:
    bounds = None if when is None else _bounds(when)
    return None if bounds is None else f"{bounds[0]} to {bounds[1] - timedelta(days=1)}"
