"""Timing of the stages of a call."""

from __future__ import annotations

from time import perf_counter


class Stopwatch:
    """Collects milliseconds by stage: `lap("seeds")` adds the time since the last lap under that name."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = perf_counter()

    def lap(self, stage: str) -> None:
        """Add the time since the last lap."""
        now = perf_counter()
        self.laps[stage] = self.laps.get(stage, 0.0) + (now - self._last) * 1000
        self._last = now
