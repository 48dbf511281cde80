"""Small requests and a time that passes only when somebody sleeps."""

from __future__ import annotations

from typing import Any

from convograph.chat import ChatRequest, Message


def ask(text: str = "Who is Miso?", **fields: Any) -> ChatRequest:
    """A request with one message by the user."""
    return ChatRequest(**{"purpose": "test", "messages": (Message("user", text),), **fields})


class FakeTime:
    """A clock and the sleep that moves it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
