"""Axes of charts: round limits, round ticks, and the positions of values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

TICKS: Final = 5  # about the number of labels that fit on a narrow screen
MOST_TICKS: Final = 8
_RUNGS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` mapped to pixels from `start` to `end` (`end` may be smaller)."""

    low: float
    high: float
    ticks: tuple[float, ...]
    start: float
    end: float
    log: bool = False

    def place(self, value: float) -> float:
        """The position of `value`, which must be above 0 on a logarithmic axis."""
        low, high, here = (math.log10(each) if self.log else each for each in (self.low, self.high, value))
        return self.start + (here - low) / (high - low) * (self.end - self.start)


def axis_from_zero(values: Iterable[float], start: float, end: float, highest: float | None = None) -> Axis:
    """A linear axis with 0, all `values` and `highest`; it ends on ticks, or at `highest` if no value exceeds it."""
    shown = [0.0, *values]
    low, high = min(shown), max(shown) if highest is None else max(highest, *shown)
    if low == high:
        high = 1.0
    step = nice_step((high - low) / TICKS)
    if high != highest:
        high = math.ceil(high / step - 1e-9) * step
    low = math.floor(low / step + 1e-9) * step
    return Axis(low, high, _multiples(step, low, high), start, end)


def axis_of_range(values: Sequence[float], start: float, end: float) -> Axis:
    """A linear axis from the smallest of `values` (at least one) to the largest; the smallest has a tick too."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    step = nice_step((high - low) / TICKS)
    ticks = _multiples(step, low, high)
    if ticks and ticks[0] - low > step / 2:
        ticks = (low, *ticks)
    return Axis(low, high, ticks, start, end)


def log_axis(values: Sequence[float], start: float, end: float) -> Axis:
    """A logarithmic axis around `values` (at least one, all above 0); it ends on 1, 2 or 5 times a power of ten."""
    smallest, largest = min(values), max(values)
    ladder = _ladder(smallest, largest)
    low = max((rung for rung in ladder if rung <= smallest), default=smallest)
    high = min((rung for rung in ladder if rung >= largest), default=largest)
    if low == high:
        low = max((rung for rung in ladder if rung < low), default=low / 2)
        high = min((rung for rung in ladder if rung > high), default=high * 2)
    rungs = [rung for rung in ladder if low <= rung <= high]
    decades = [rung for rung in rungs if math.log10(rung).is_integer()]
    ticks = decades if len(decades) > 2 else rungs
    return Axis(low, high, tuple(ticks[:: math.ceil(len(ticks) / MOST_TICKS)]), start, end, log=True)


def nice_step(rough: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is not below `rough`.

    >>> nice_step(0.13), nice_step(3.8), nice_step(10.0)
    (0.2, 5.0, 10.0)
    """
    return min(rung for rung in _ladder(rough, rough) if rung >= rough * (1 - 1e-9))


def tick_label(value: float) -> str:
    """The short label of a tick: `0.2`, `50`, `10k`, `1M`."""
    for size, letter in ((1e9, "B"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.6g}{letter}"
    return f"{value:.6g}"


def _multiples(step: float, low: float, high: float) -> tuple[float, ...]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1))


def _ladder(low: float, high: float) -> list[float]:
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
    # From decimal notation, because powers of ten by `**` can have rounding errors.
    rungs = [float(f"{rung}e{power}") for power in powers for rung in _RUNGS]
    return [rung for rung in rungs if 0 < rung < math.inf]
