"""What an agent of a dialogue is: the lines it is shown, and a memory of the sessions that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from convograph.protocols import TokenCounter
from convograph.types import Session, Turn
from convograph_eval.responding.prompt import line_of

ContextScope = Literal["none", "session", "all_so_far"]
"""Which lines stand before the one to reply to: none, the session's, or those of all sessions."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The line to reply to, `before` it the lines of its session, and the time of the session."""

    text: str
    before: tuple[Turn, ...]
    at: datetime


class ResponseMemory(Protocol):
    """A memory of finished sessions."""

    def remember(self, session: Session) -> None:
        """Take in a session that is over. Raises `ModelError` if the model that keeps the memory failed."""
        ...

    def recall(self, inquiry: Inquiry) -> str | None:
        """What bears on a line, as data in a prompt; `None` if there is no memory to speak of."""
        ...

    def close(self) -> None:
        """Nothing more is asked of it."""
        ...


@dataclass(frozen=True, slots=True)
class NoMemory:
    """The memory of agents that are shown lines alone."""

    def remember(self, session: Session) -> None:
        """Nothing is kept."""

    def recall(self, inquiry: Inquiry) -> str | None:
        """Nothing."""
        return None

    def close(self) -> None:
        """Nothing is open."""


@dataclass(frozen=True, slots=True)
class ResponseAgent:
    """An agent for one dialogue: which lines it is shown, at most `window` tokens of them, and what it remembers."""

    scope: ContextScope
    memory: ResponseMemory
    window: int

    def context(self, inquiry: Inquiry, finished: Sequence[Session], counter: TokenCounter) -> tuple[Turn, ...] | None:
        """The lines before the inquiry that are shown, the oldest left out where they are too long.

        `None` if none are, ever.
        """
        if self.scope == "none":
            return None
        earlier = tuple(turn for session in finished for turn in session.turns) if self.scope == "all_so_far" else ()
        lines = (*earlier, *inquiry.before)
        texts = [line_of(turn) for turn in lines]
        if sum(len(text.encode()) for text in texts) <= self.window:  # no tokenizer has more tokens than bytes
            return lines
        counts = counter.count(texts)
        left, first = self.window, len(lines)
        while first and (left := left - counts[first - 1]) >= 0:
            first -= 1
        return lines[first:]
