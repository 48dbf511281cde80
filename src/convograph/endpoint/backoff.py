"""Exponential backoff with full jitter, for the requests of a batch that failed with a transient error.

The wait before attempt n + 1 is uniform between 0 and min(longest, first · 2ⁿ⁻¹), so that clients that failed together
do not retry together. The server's `Retry-After` is a lower bound.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from convograph.errors import InputError, ModelBusyError, ModelError, ModelUnreachableError

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Backoff:
    """How often and for how long to try.

    `attempts` includes the first one. No wait is started that would end later than `total_seconds` after the start.
    `random` returns numbers from 0 to 1; it, `sleep` and `clock` can be replaced in tests.
    """

    attempts: int = 4
    first_seconds: float = 0.5
    longest_seconds: float = 20.0
    total_seconds: float = 120.0
    random: Callable[[], float] = field(default=random.random, repr=False)
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise InputError(f"attempts must be 1 or more, not {self.attempts}; 1 means no retry")

    def jittered(self, failed: int) -> float:
        """The seconds to wait after `failed` attempts, from 1."""
        return self.random() * min(self.longest_seconds, self.first_seconds * 2.0 ** (failed - 1))


def is_transient(error: object) -> bool:
    """Whether the error is transient: the same request may succeed later."""
    return isinstance(error, ModelUnreachableError | ModelBusyError)


def retried(
    ask: Callable[[Sequence[T]], Sequence[R | ModelError]], items: Sequence[T], backoff: Backoff
) -> list[R | ModelError]:
    """The outcomes of `ask` for `items`, in their order; only those with transient errors are retried."""
    end = backoff.clock() + backoff.total_seconds
    outcomes = list(ask(items))
    for failed in range(1, backoff.attempts):
        left = end - backoff.clock()
        wait = backoff.jittered(failed)
        again = [place for place, each in enumerate(outcomes) if is_transient(each) and max(wait, _asked(each)) <= left]
        if not again:
            break
        backoff.sleep(max(wait, *(_asked(outcomes[place]) for place in again)))
        for place, outcome in zip(again, ask([items[place] for place in again]), strict=True):
            outcomes[place] = outcome
    return outcomes


def _asked(outcome: object) -> float:
    """The seconds that the server asks to wait."""
    return (outcome.retry_after or 0.0) if isinstance(outcome, ModelBusyError) else 0.0
