"""A circuit breaker for model calls: if the server is down or the key is wrong, further calls would fail too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock

from convograph.chat import ChatOutcome, ChatRequest
from convograph.errors import CallLimitError, ModelError
from convograph.llm.limited import Allowance, Limited
from convograph.llm.wrapper import ModelWrapper

FAILURES_IN_A_ROW = 8  # as in enrichment


@dataclass(slots=True)
class CircuitBreaker:
    """Tracks the outcomes of a model's calls in all threads; closes `allowance` after too many failures in a row."""

    allowance: Allowance = field(default_factory=lambda: Allowance(None))
    _answered: int = 0
    _in_a_row: int = 0
    _last: ModelError | None = None
    _gave_up: bool = False
    _lock: Lock = field(default_factory=Lock)

    def note(self, outcome: ChatOutcome) -> None:
        """Record the outcome of a call; `CallLimitError` does not count."""
        with self._lock:
            if isinstance(outcome, CallLimitError):
                return
            if not isinstance(outcome, ModelError):
                self._answered, self._in_a_row = self._answered + 1, 0
                return
            self._last, self._in_a_row = outcome, self._in_a_row + 1
            if self._in_a_row >= FAILURES_IN_A_ROW and not self._gave_up:
                self._gave_up = True
                self.allowance.close()

    def check(self) -> None:
        """Raise `ModelError` if the model was given up."""
        if self._gave_up:
            raise ModelError(f"{FAILURES_IN_A_ROW} calls in a row failed, the rest was not tried: {self._last}")

    def check_answered(self) -> None:
        """Raise `ModelError` if every call has failed."""
        self.check()
        if self._last is not None and not self._answered:
            raise ModelError(f"every call failed: {self._last}")


@dataclass(frozen=True, slots=True)
class Guarded(ModelWrapper):
    """`model` behind `breaker`: once the breaker is open, calls fail with `CallLimitError`."""

    breaker: CircuitBreaker

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The wrapped model's outcomes."""
        outcomes = Limited(self.model, self.breaker.allowance).complete(requests)
        for outcome in outcomes:
            self.breaker.note(outcome)
        return outcomes

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The wrapped model's reply in pieces. Raises `ModelError`."""
        yield from Limited(self.model, self.breaker.allowance).stream(request)
