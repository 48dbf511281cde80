"""Events that a model extracted from conversations, in blocks; each event becomes a memo of kind "event".

    {"sample_id": "conv-26", "turns": ["D1:1", "D1:2"], "events": [
        {"event": "Melanie is busy", "event_time": "8 May 2023", "description": "Melanie is swamped with her kids.",
         "sources": ["D1:2"], "triplets": [["Melanie", "has", "kids"]]}]}

A block lists the turns that the model was shown together, by LoCoMo's ids, in the conversation `sample_id`. Without
`sample_id`, it belongs to the conversation in the name of the file, `NAME.events.jsonl`. A turn may also be given by
the numbers of its session and of the turn, counted from 1: `1.2` is the second turn of the first session.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.event_time_shape import EventTime, EventTimeField
from convograph.formats.limits import shortened, within
from convograph.formats.memo_limits import check_memo
from convograph.formats.memo_shapes import PartsField, PhraseField, triplet
from convograph.formats.shapes import ClosedShape, NameField, validate
from convograph.formats.source import Source
from convograph.patterns import lazy_pattern
from convograph.types import Memo, Triplet


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event with the ids of its turns, as written, and its place in the file."""

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


class _Event(ClosedShape):
    event: PhraseField | None = None
    event_time: EventTimeField | None = None
    description: StrictStr | None = None
    sources: list[StrictStr]
    triplets: list[PartsField]


class _Block(ClosedShape):
    sample_id: NameField | None = None
    turns: list[StrictStr] = Field(default_factory=list)
    events: list[_Event]
    block: Any = None  # position in the conversation, unused like `timestamp`: the turns determine both
    timestamp: Any = None


_BLOCK = TypeAdapter(_Block)

EVENTS = ".events"  # precedes the last suffix in the name of a file that is named after its conversation
_NUMBERS = lazy_pattern(r"([0-9]{1,6})\.([0-9]{1,6})")


def is_block(value: object) -> bool:
    """Whether a JSON value is a block, rather than a memo."""
    return isinstance(value, Mapping) and "events" in value and "kind" not in value


def conversation_of(source: Source) -> str | None:
    """The conversation that a file `NAME.events.jsonl` is named after; `None` for another file."""
    return source.name.removesuffix(EVENTS) if source.name.endswith(EVENTS) else None


def stored_turn(conversation: str, source: str) -> str:
    """The id of the turn that `source` names in a conversation.

    >>> stored_turn("conv-26", "D1:3"), stored_turn("lantern", "1.3")
    ('conv-26#D1:3', 'lantern#1:2')
    """
    found = _NUMBERS.fullmatch(source)
    return f"{conversation}#{int(found[1])}:{int(found[2]) - 1}" if found else f"{conversation}#{source}"


def read_block(value: object, place: str, conversation: str | None = None) -> Block:
    """The block with its triplets checked; `conversation` is used if it has no `sample_id`.

    Raises `InputError` that names the place.
    """
    shape = validate(_BLOCK, value, place)
    name = shape.sample_id or conversation
    if name is None:
        raise InputError(
            f"{within(place, 'sample_id')} is missing: {shortened(value)}; add it, or name the file NAME{EVENTS}.jsonl "
            "after its conversation"
        )
    events = tuple(_event(event, within(place, "events", number)) for number, event in enumerate(shape.events))
    return Block(name, tuple(shape.turns), events)


def memos_of_block(block: Block) -> Iterator[Memo]:
    """A memo for each event, with its sources, or with all turns of the block if it has none.

    Raises `InputError` for an event with neither a description nor a name, and for a memo that cannot be stored.
    """
    for event in block.events:
        text = event.description or event.name
        if text is None:
            raise InputError(f"{within(event.place, 'description')} is missing; say what happened")
        turns = tuple(stored_turn(block.conversation, source) for source in event.sources or block.turns)
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
