"""The time of an event in a memo: a text, a year, or an object with "start" and "end"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from convograph.formats.event_times import joined, read_when
from convograph.formats.limits import shortened
from convograph.types import When


@dataclass(frozen=True, slots=True)
class EventTime:
    """The time of an event: `when`, or `None` if it could not be parsed, and the original `text`, if any."""

    when: When | None
    text: str | None


def _event_time(value: object) -> EventTime:
    if isinstance(value, When):
        return EventTime(value, None)
    if isinstance(value, Mapping):
        return EventTime(_between(value), None)
    text = _text(value)
    return EventTime(read_when(text), text)


def _text(value: object) -> str:
    """A text without outer spaces; a year or a date as a text."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, int) and not isinstance(value, bool):
        return shortened(value)
    if not isinstance(value, str):
        raise _refusal('{value} is neither a text nor an object with "start" and "end"; write "May 2023"', value)
    if not value.strip():
        raise _refusal("{value} is blank; leave it out if it is unknown", value)
    return value.strip()


def _between(value: Mapping[Any, Any]) -> When:
    """The period from the start of "start" to the end of "end", one of which may be missing."""
    first, last = (_bound(value, side) for side in ("start", "end"))
    if first is None and last is None:
        raise _refusal('{value} has neither "start" nor "end"; give at least one of them', value)
    found = joined(first, last)
    if found is None:
        raise _refusal("{value} ends before it begins; swap its sides", value)
    return found


def _bound(value: Mapping[Any, Any], side: str) -> When | None:
    given = value.get(side)
    found = None if given is None else read_when(_text(given))
    if given is not None and found is None:
        raise _refusal(
            f'{{value}} at "{side}" cannot be parsed; write it like "2023-05-08", "2023-05" or "2023"', given
        )
    return found


def _refusal(words: str, value: object) -> PydanticCustomError:
    return PydanticCustomError("said", words, {"value": shortened(value)})


_BOUND = {"type": ["string", "integer", "null"]}
EventTimeField = Annotated[
    EventTime,
    PlainValidator(_event_time),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"type": "integer"},
                {
                    "type": "object",
                    "properties": {"start": _BOUND, "end": _BOUND},
                    "anyOf": [{"required": ["start"]}, {"required": ["end"]}],
                },
            ]
        }
    ),
]
