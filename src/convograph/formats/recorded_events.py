"""Events that a model extracted from LoCoMo, block by block, by Associa's prompt: each becomes a memo of kind "event".

    {"sample_id": "conv-26", "turns": ["D1:1", "D1:2"], "events": [
        {"event": "Melanie is busy", "event_time": "8 May 2023", "description": "Melanie is swamped with her kids.",
         "sources": ["D1:2"], "triplets": [["Melanie", "has", "kids"]]}]}

A block holds the turns that the model was shown together, by LoCoMo's ids, in the conversation `sample_id`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import Field, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.event_times import EventTime, EventTimeField
from convograph.formats.limits import within
from convograph.formats.memo_limits import check_memo
from convograph.formats.memo_shapes import PartsField, PhraseField, triplet
from convograph.formats.shapes import NameField, Shape, validate
from convograph.types import Memo, Triplet


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event, with the ids of its turns as written, and its place."""

    name: str | None
    time: EventTime | None
    description: str | None
    sources: tuple[str, ...]
    triplets: tuple[Triplet, ...]
    place: str


@dataclass(frozen=True, slots=True)
class Block:
    """The events of one block, and the ids of the turns that the model was shown."""

    conversation: str
    turns: tuple[str, ...]
    events: tuple[RecordedEvent, ...]


class _Event(Shape):
    event: PhraseField | None = None
    event_time: EventTimeField | None = None
    description: StrictStr | None = None
    sources: list[StrictStr]
    triplets: list[PartsField]


class _Block(Shape):
    sample_id: NameField
    turns: list[StrictStr] = Field(default_factory=list)
    events: list[_Event]


_BLOCK = TypeAdapter(_Block)


def is_block(value: object) -> bool:
    """Whether a JSON value is a block, rather than a memo."""
    return isinstance(value, Mapping) and "events" in value and "kind" not in value


def read_block(value: object, place: str) -> Block:
    """The block with its triplets checked. Raises `InputError` that names the place."""
    shape = validate(_BLOCK, value, place)
    events = tuple(_event(event, within(place, "events", number)) for number, event in enumerate(shape.events))
    return Block(shape.sample_id, tuple(shape.turns), events)


def memos_of_block(block: Block) -> Iterator[Memo]:
    """A memo for each event, with its sources, or with all turns of the block if it names none.

    Raises `InputError` for an event without a description.
    """
    for event in block.events:
        text = event.description or event.name
        if text is None:
            raise InputError(f"{within(event.place, 'description')} is missing; say what happened")
        turns = tuple(f"{block.conversation}#{dia_id}" for dia_id in event.sources or block.turns)
        time = event.time or EventTime(None, None)
        memo = Memo("event", text.strip(), None, turns, None, event.triplets, event.name, time.when, time.text)
        check_memo(memo, event.place)
        yield memo


def _event(shape: _Event, place: str) -> RecordedEvent:
    return RecordedEvent(
        shape.event and shape.event.strip(),
        shape.event_time,
        shape.description,
        tuple(shape.sources),
        tuple(triplet(parts, within(place, "triplets", number)) for number, parts in enumerate(shape.triplets)),
        place,
    )
