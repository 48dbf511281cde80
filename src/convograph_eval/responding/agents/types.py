"""The interface of agents for dialogues: the lines they are shown, and their memory of finished sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from convograph.protocols import TokenCounter
from convograph.types import Session, Turn
from convograph_eval.responding.prompt import line_of

ContextScope = Literal["none", "session", "all_so_far"]
"""Which lines are shown before the one to reply to: none, the session's, or those of all sessions so far."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The line to reply to, the lines `before` it in its session, and the session's time."""

    text: str
    before: tuple[Turn, ...]
    at: datetime


class ResponseMemory(Protocol):
    """A memory of finished sessions."""

    def remember(self, session: Session) -> None:
        """Store a finished session. Raises `ModelError` if the model that writes the memory failed."""
        ...

    def recall(self, inquiry: Inquiry) -> str | None:
        """The memories relevant to a line, as data for a prompt; `None` if the agent has no memory."""
        ...

    def close(self) -> None:
        """Release the memory's resources."""
        ...


@dataclass(frozen=True, slots=True)
class NoMemory:
    """The memory of agents that are only shown lines."""

    def remember(self, session: Session) -> None:
        """Do nothing."""

    def recall(self, inquiry: Inquiry) -> str | None:
        """Return `None`."""
        return None

    def close(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class ResponseAgent:
    """An agent for one dialogue: which lines it is shown, of at most `window` tokens, and its memory."""

    scope: ContextScope
    memory: ResponseMemory
    window: int

    def context(self, inquiry: Inquiry, finished: Sequence[Session], counter: TokenCounter) -> tuple[Turn, ...] | None:
        """The lines shown before the inquiry, without the oldest ones if they exceed `window`.

        `None` for an agent that is never shown any.
        """
        if self.scope == "none":
            return None
        earlier = tuple(turn for session in finished for turn in session.turns) if self.scope == "all_so_far" else ()
        lines = (*earlier, *inquiry.before)
        texts = [line_of(turn) for turn in lines]
        if sum(len(text.encode()) for text in texts) <= self.window:  # no tokenizer makes more tokens than bytes
            return lines
        counts = counter.count(texts)
        left, first = self.window, len(lines)
        while first and (left := left - counts[first - 1]) >= 0:
            first -= 1
        return lines[first:]
