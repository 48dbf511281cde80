"""What reads: a question and what was found for it become a reply."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from convograph.errors import ModelError
from convograph_eval.answering import Cost
from convograph_eval.dialsim.agents import DialsimQuestion, Found


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply, or why there is none; `seconds` is how long it took, when it was first given."""

    text: str | None
    seconds: float
    failed: ModelError | None = None
    cost: Cost = field(default_factory=Cost)


class Reader(Protocol):
    """Replies to a question from what was found; threads may share it."""

    def read(self, asked: DialsimQuestion, found: Found) -> Reply:
        """The reply."""
        ...
