"""The interface of readers, which reply to a question from what was found for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from convograph.errors import ModelError
from convograph_eval.answering import Cost
from convograph_eval.dialsim.agents import DialsimQuestion, FoundEvidence


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply, or the error why there is none; `seconds` is the time that it took when it was first generated."""

    text: str | None
    seconds: float
    failed: ModelError | None = None
    cost: Cost = field(default_factory=Cost)


class Reader(Protocol):
    """Replies to a question from what was found; may be shared by threads."""

    def read(self, asked: DialsimQuestion, found: FoundEvidence) -> Reply:
        """Reply to a question."""
        ...
