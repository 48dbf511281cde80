"""The layer of events that somebody brought or a model wrote: the same items as for events read without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.graph.rows import MemoRow, NodeBatch
from convograph.layers.bases import BroughtLayer
from convograph.layers.events import event_payload, event_text
from convograph.layers.items import whole_turn_items
from convograph.types import MemoKind


@dataclass(frozen=True, slots=True)
class BroughtEvents(BroughtLayer):
    """An item for each event, resting on the memo's turns; the payload is read by `layers.events.event_of`."""

    name = "brought-events"
    version = "1"

    @property
    def kinds(self) -> tuple[MemoKind, ...]:
        """Only events."""
        return ("event",)

    def extract(self, memos: Sequence[MemoRow]) -> NodeBatch:
        """The events as items, in order."""
        return whole_turn_items(
            [event_text(memo.text, memo.details) for memo in memos],
            [memo.turns for memo in memos],
            self.model,
            analyzer=self.analyzer,
            payloads=tuple(event_payload(memo.text, memo.details) for memo in memos),
            rests=tuple((memo.key,) for memo in memos),
        )
