"""The memory by any other architecture of convograph: its hits in earlier sessions, packed as by `Memory.context`."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.generation.packed import packed_data
from convograph.memory import Memory
from convograph.types import Session
from convograph_eval.responding.agents.types import Inquiry
from convograph_eval.responding.prompt import NO_MEMORIES


@dataclass(frozen=True, slots=True)
class PackedHits:
    """The `k` best hits of `memory`, packed into `budget` tokens."""

    memory: Memory
    k: int
    budget: int

    def remember(self, session: Session) -> None:
        """Store the session."""
        self.memory.add(session)

    def recall(self, inquiry: Inquiry) -> str:
        """The packed hits."""
        found = self.memory.recall(inquiry.text, k=self.k, asked_at=inquiry.at)
        context = self.memory.pack(found, self.budget)
        return packed_data(context) if found.hits or found.memos else NO_MEMORIES

    def close(self) -> None:
        """Close the memory."""
        self.memory.close()
