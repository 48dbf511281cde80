"""A chat model with a limit on the number of calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock

from convograph.chat import ChatOutcome, ChatRequest
from convograph.errors import CallLimitError
from convograph.llm.wrapper import ModelWrapper


class Allowance:
    """A number of calls shared by threads, `None` for no limit; once closed, it grants no more."""

    def __init__(self, calls: int | None) -> None:
        self._left = calls
        self._closed = False
        self._lock = Lock()

    def taken(self, wanted: int) -> int:
        """How many of the wanted calls are granted; these are deducted."""
        with self._lock:
            if self._closed:
                return 0
            if self._left is None:
                return wanted
            granted = min(wanted, self._left)
            self._left -= granted
            return granted

    def close(self) -> None:
        """Grant no more calls."""
        with self._lock:
            self._closed = True


@dataclass(frozen=True, slots=True)
class Limited(ModelWrapper):
    """`model`, called as long as `allowance` lasts; each further request fails with `CallLimitError`."""

    allowance: Allowance

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The model's outcomes, then an error for each request that was not sent."""
        granted = self.allowance.taken(len(requests))
        asked = self.model.complete(requests[:granted]) if granted else []
        return [*asked, *(_no_call_left() for _ in requests[granted:])]

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The wrapped model's reply in pieces. Raises `ModelError`."""
        if not self.allowance.taken(1):
            raise _no_call_left()
        yield from self.model.stream(request)


def _no_call_left() -> CallLimitError:
    return CallLimitError("the limit on calls is reached; raise it")
