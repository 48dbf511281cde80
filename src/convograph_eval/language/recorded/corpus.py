"""The recorded blocks: events with their time in words, their source turns, and their triplets.

A block is `{"sample_id": …, "turns": ["D1:1", …], "events": [{"event": …, "event_time": …, "description": …,
"sources": ["D1:3"], "triplets": [["subject", "relation", "object"], …]}, …]}`. Sources that are not turns are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import StrictStr, TypeAdapter

from convograph.formats.event_times import read_when
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import json_lines, source_of_file
from convograph.types import When
from convograph_eval.brought.source_records import KnownSources, known
from convograph_eval.datasets import Dataset

_REMEDY = "give the recorded blocks, one JSON object per line"
_REMARK = re.compile(r"\s*\(([^)]*)\)\s*$")
_OPENERS = re.compile(
    r"^(?:about|on|in|the|weekend of|week of|(?:mon|tues|wednes|thurs|fri|satur|sun)day,?)\s+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class LabelledEvent:
    """An event as the model wrote it; `block` and `sources` are ids of stored turns, `when` is the parsed `time`."""

    id: str
    conversation: str
    block: tuple[str, ...]
    sources: tuple[str, ...]
    name: str
    description: str
    time: str
    when: When | None
    triplets: tuple[tuple[str, str, str], ...]


class _Event(Shape):
    event: StrictStr
    event_time: StrictStr
    description: StrictStr
    sources: list[StrictStr]
    triplets: list[tuple[StrictStr, StrictStr, StrictStr]]


class _Block(Shape):
    sample_id: NameField
    turns: list[StrictStr]
    events: list[_Event]


_BLOCK = TypeAdapter(_Block)


def read_recorded(path: Path, dataset: Dataset) -> tuple[LabelledEvent, ...]:
    """The events of the conversations in `dataset`, in the file's order. Raises `InputError` for another form."""
    turns = known(dataset)
    return tuple(
        event
        for number, (value, place) in enumerate(json_lines(source_of_file(path), _REMEDY))
        for event in _events(validate(_BLOCK, value, place), number, place, turns)
    )


def _events(block: _Block, number: int, place: str, turns: KnownSources) -> Iterator[LabelledEvent]:
    name = block.sample_id
    if name not in turns.turns:  # a run over the first conversations skips the others
        return
    stored, _ = turns.recorded(name, block.turns, place)
    for position, event in enumerate(block.events):
        sources, _ = turns.recorded(name, event.sources, place)
        yield LabelledEvent(
            id=f"block{number}/event{position}",
            conversation=name,
            block=stored,
            sources=sources,
            name=event.event,
            description=event.description,
            time=event.event_time,
            when=recorded_when(event.event_time),
            triplets=tuple(event.triplets),
        )


def recorded_when(text: str) -> When | None:
    """The time in words: read whole, without a remark in parentheses, or only the remark; `None` if they are vague.

    >>> recorded_when("May 2023 (as of 8 May 2023)").grain
    'month'
    >>> recorded_when("shortly before 12 July 2023")
    """
    remark = _REMARK.search(text)
    for words in (text, _REMARK.sub("", text), remark[1] if remark else ""):
        if when := read_when(_opened(words)):
            return when
    return None


def _opened(text: str) -> str:
    """The text without leading words that do not name a time."""
    while found := _OPENERS.match(text):
        text = text[found.end() :]
    return text.strip()
