"""A chat model that may be asked a number of times, and no more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock

from convograph.chat import ChatOutcome, ChatRequest
from convograph.errors import CallLimitError
from convograph.llm.wrapper import ModelWrapper


class Allowance:
    """A number of calls that threads share, `None` for any number; closed, it has none left."""

    def __init__(self, calls: int | None) -> None:
        self._left = calls
        self._closed = False
        self._lock = Lock()

    def taken(self, wanted: int) -> int:
        """How many of the wanted calls may be made; they are counted as made."""
        with self._lock:
            if self._closed:
                return 0
            if self._left is None:
                return wanted
            granted = min(wanted, self._left)
            self._left -= granted
            return granted

    def close(self) -> None:
        """Allow no further call."""
        with self._lock:
            self._closed = True


@dataclass(frozen=True, slots=True)
class Limited(ModelWrapper):
    """`model`, asked as long as `allowance` lasts; each request beyond it is a `CallLimitError`."""

    allowance: Allowance

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The outcomes: those of the model, then an error for each request that was not sent."""
        granted = self.allowance.taken(len(requests))
        asked = self.model.complete(requests[:granted]) if granted else []
        return [*asked, *(_no_call_left() for _ in requests[granted:])]

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The pieces of the model within. Raises `ModelError`."""
        if not self.allowance.taken(1):
            raise _no_call_left()
        yield from self.model.stream(request)


def _no_call_left() -> CallLimitError:
    return CallLimitError("no call is left of those that were allowed; call again with a higher limit")
