"""Measures the times that convograph extracts from chat: agreement with times written by a model, and speed.

The records are JSON lines: `sample_id`, `timestamp`, and `events` with an `event_time` in words and their `sources`
(ids of turns). Considers events at a plain day, week, month, season or year that is not the session's own, and counts
those with a time in a source turn that lies within it, or at least overlaps it.

    python scripts/measure_times.py DATA/locomo/locomo_dev5.json DATA/locomo/recorded_events_dev5.jsonl --misses 20
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from convograph.extraction.times import TimeMention, show_when, times_in
from convograph.extraction.times.calendar import period
from convograph.segmentation import sentence_spans
from convograph.times import parse_said
from convograph.types import Said, When

_LEVELS = ("day", "week", "month", "season", "year")


@dataclass(frozen=True, slots=True)
class _Event:
    level: str
    start: datetime
    end: datetime
    shown: str
    texts: tuple[str, ...]
    said: Said


def main() -> None:
    """Print the agreement, the misses asked for, and the speed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("conversations", type=Path)
    parser.add_argument("records", type=Path)
    parser.add_argument("--misses", type=int, default=0, help="how many events to show that no time agrees with")
    arguments = parser.parse_args()
    turns = _turns(json.loads(arguments.conversations.read_text(encoding="utf-8")))
    records = [json.loads(line) for line in arguments.records.read_text(encoding="utf-8").splitlines()]
    _agreement([event for record in records for event in _events(record, turns)], arguments.misses)
    _speed(list(turns.values()))


def _turns(samples: list[dict[str, dict[str, object]]]) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for sample in samples:
        for session in sample["conversation"].values():
            if isinstance(session, list):
                found |= {(str(sample["sample_id"]), turn["dia_id"]): turn["text"] for turn in session}
    return found


def _events(record: dict[str, Any], turns: dict[tuple[str, str], str]) -> Iterator[_Event]:
    said = parse_said(record["timestamp"])
    for event in record["events"]:
        read = times_in(f"in {event['event_time']}", None)
        when = read[0].when if read and read[0].text == event["event_time"] else None
        if when is None or when.start is None or when.end is None or when.grain not in _LEVELS:
            continue  # no time, or one relative to another
        if when != period(when.start, when.grain) or when.start <= said.local < when.end:
            continue  # a range, or the session's own
        texts = tuple(turns[record["sample_id"], source] for source in event["sources"])
        yield _Event(when.grain, when.start, when.end, event["event_time"], texts, said)


def _agreement(events: list[_Event], misses: int) -> None:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    missed: list[tuple[_Event, list[TimeMention]]] = []
    for event in events:
        mentions = [mention for text in event.texts for mention in times_in(text, event.said)]
        verdict = _verdict(event, mentions)
        counts[event.level][verdict] += 1
        if verdict != "agrees":
            missed.append((event, mentions))
    print(f"{'':8}{'events':>8}{'agrees':>8}{'overlaps':>10}{'other':>8}{'no time':>9}")
    for level in _LEVELS:
        row = counts[level]
        print(
            f"{level:8}{row.total():8}{row['agrees']:8}{row['overlaps']:10}{row['other']:8}{row['none']:9}"
            f"   agrees with {row['agrees'] / max(1, row.total()):.2f}, of those with a time "
            f"{row['agrees'] / max(1, row.total() - row['none']):.2f}"
        )
    for event, mentions in missed[:misses]:
        read = "; ".join(f"{one.text} = {show_when(one.when)}" for one in mentions)
        print(f"- {event.shown} (said {event.said.raw}): {' / '.join(event.texts)}\n    {read or 'no time'}")


def _verdict(event: _Event, mentions: list[TimeMention]) -> str:
    told = [one.when for one in mentions if one.when and not one.when.every]
    if any(_within(when, event) for when in told):
        return "agrees"
    if any(_overlap(when, event) for when in told):
        return "overlaps"
    return "other" if told else "none"


def _within(when: When, gold: _Event) -> bool:
    """Whether a time begins in the event's and is no longer; a night may end on the next day."""
    if when.start is None or when.end is None:
        return False
    return gold.start <= when.start < gold.end and when.end - when.start <= gold.end - gold.start


def _overlap(when: When, gold: _Event) -> bool:
    return (when.start is None or when.start < gold.end) and (when.end is None or when.end > gold.start)


def _speed(texts: list[str]) -> None:
    sentences = [text[start:end] for text in texts for start, end in sentence_spans(text)]
    said = parse_said("2023-05-08 13:56")
    times_in("1 year and 2 months ago", said)  # compiles the rules
    timed = [sentence for sentence in sentences if times_in(sentence, said)]
    plain = [sentence for sentence in sentences if not times_in(sentence, said)]
    for name, some in (("with times", timed), ("without", plain)):
        start = time.perf_counter()
        for sentence in some:
            times_in(sentence, said)
        print(f"{len(some)} sentences {name}: {len(some) / (time.perf_counter() - start):,.0f} a second")


if __name__ == "__main__":
    main()
