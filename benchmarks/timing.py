"""Timing of calls, and its statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import numpy as np

Clock = Callable[[], float]
"""Seconds since some moment: of the wall, of the process or of the thread."""


@dataclass(frozen=True, slots=True)
class Times:
    """Median and 95th percentile of some calls, in milliseconds."""

    p50: float
    p95: float


def milliseconds(call: Callable[[], object], clock: Clock = perf_counter) -> float:
    """The duration of a call."""
    start = clock()
    call()
    return (clock() - start) * 1000


def times(measured: Sequence[float]) -> Times:
    """The statistics of durations in milliseconds.

    >>> times([1.0, 2.0, 3.0])
    Times(p50=2.0, p95=2.9)
    """
    p50, p95 = np.percentile(measured, (50, 95))
    return Times(round(float(p50), 3), round(float(p95), 3))


def middle(measured: Sequence[float]) -> float:
    """The median, for too few calls for percentiles."""
    return round(median(measured), 3)
