"""Asking again: exponential backoff with full jitter, for those of a batch that failed in a way that passes.

The wait before attempt n + 1 is uniform between 0 and min(longest, first · 2ⁿ⁻¹), so that clients which failed together
do not come back together; a server that names a time is waited for at least that long.
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
    """How often and how long something is tried.

    `attempts` counts the first one. No wait begins that would end later than `total_seconds` after the start.
    `random` gives numbers from 0 to 1; it, `sleep` and `clock` are there for tests.
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
            raise InputError(f"{self.attempts} attempts are none; 1 is the first try alone")

    def jittered(self, failed: int) -> float:
        """The seconds to wait after `failed` attempts, from 1."""
        return self.random() * min(self.longest_seconds, self.first_seconds * 2.0 ** (failed - 1))


def passes(error: object) -> bool:
    """Whether the same request may succeed later."""
    return isinstance(error, ModelUnreachableError | ModelBusyError)


def retried(
    ask: Callable[[Sequence[T]], Sequence[R | ModelError]], items: Sequence[T], backoff: Backoff
) -> list[R | ModelError]:
    """What `ask` gives for `items`, in their order; those that failed in a way that passes are asked again, alone."""
    end = backoff.clock() + backoff.total_seconds
    outcomes = list(ask(items))
    for failed in range(1, backoff.attempts):
        left = end - backoff.clock()
        wait = backoff.jittered(failed)
        again = [place for place, each in enumerate(outcomes) if passes(each) and max(wait, _asked(each)) <= left]
        if not again:
            break
        backoff.sleep(max(wait, *(_asked(outcomes[place]) for place in again)))
        for place, outcome in zip(again, ask([items[place] for place in again]), strict=True):
            outcomes[place] = outcome
    return outcomes


def _asked(outcome: object) -> float:
    """The seconds that the server asked to wait."""
    return (outcome.retry_after or 0.0) if isinstance(outcome, ModelBusyError) else 0.0
