"""The event layer: what happened, happens or is planned, read without a model, with absolute times.

Associa's events.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from convograph.extraction.events import events_in
from convograph.extraction.types import FoundEvent
from convograph.graph.details import MemoDetails, details_object, details_of_object
from convograph.graph.rows import NodeBatch
from convograph.graph.sessions import Part
from convograph.layers.bases import ReadLayer
from convograph.layers.items import spanning_items


@dataclass(frozen=True, slots=True)
class EventLayer(ReadLayer):
    """Events as items of scope `"session"`, one source each: the sentence in its turn.

    The vector is that of the event's name and description; the payload is read by `event_of`.
    """

    name = "events"
    version = "1"

    def extract(self, parts: Sequence[Part]) -> NodeBatch:
        """The events of the parts, in order."""
        found = [event for part in parts for turn, stated in self.stated(part) for event in events_in(turn, stated)]
        return spanning_items(
            [event_text(event.description, _details(event)) for event in found],
            [(event.turn.key, event.start, event.end) for event in found],
            self.model,
            analyzer=self.analyzer,
            payloads=tuple(event_payload(event.description, _details(event)) for event in found),
        )


def event_of(payload: str) -> tuple[str, MemoDetails]:
    """The description of the event in a payload, and its name, time and triplets."""
    fields = json.loads(payload)
    return fields.pop("text"), details_of_object(fields)


def event_text(description: str, details: MemoDetails) -> str:
    """The text encoded for an event: its short name and its description (our reading of Associa, section 3)."""
    return f"{details.name}. {description}" if details.name else description


def event_payload(description: str, details: MemoDetails) -> str:
    """The payload of an event's item."""
    return json.dumps({"text": description, **details_object(details)}, ensure_ascii=False, separators=(",", ":"))


def _details(event: FoundEvent) -> MemoDetails:
    return MemoDetails(tuple(statement.triplet for statement in event.triplets), event.name, event.when)
