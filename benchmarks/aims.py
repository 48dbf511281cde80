"""The performance aims of the engine, and whether they are met."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks import ARCHITECTURE
from benchmarks.ours import OursFigures
from benchmarks.report import Report

_LIMITS: Mapping[str, tuple[float, float]] = {"sgmem": (5, 6), "unified": (10, 3)}
"""Recall limits by architecture: milliseconds at 10,000 turns of chat, multiples of the floor at 1M sentences."""
_MILLION_SENTENCES = range(900_000, 1_200_001)


@dataclass(frozen=True, slots=True)
class Aim:
    """A limit and the measured value: `None` if the run lacked that size or the system cannot measure it."""

    what: str
    limit: float
    at_least: bool
    measured: float | None

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; `None` if it was not measured."""
        if self.measured is None:
            return None
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit


def aims(report: Report) -> list[Aim]:
    """All aims, in display order."""
    after_adding = _of_largest(report, lambda ours: ours.recall_after_adding_p50 / ours.recall.p50)
    milliseconds, times_the_floor = _LIMITS.get(report.architecture, _LIMITS[ARCHITECTURE])
    million = _million(report)
    return [
        Aim("LoCoMo ingestion, turns/s", 1_200, True, report.locomo.turns_per_second),
        Aim("recall p50 at 10,000 turns of chat, ms", milliseconds, False, report.chat.ours.recall.p50),
        Aim(
            "recall p50 at 1M sentences, times the exact-search floor",
            times_the_floor,
            False,
            million.recall_over_floor if million else None,
        ),
        Aim("peak memory at 1M sentences, GB", 3, False, _gigabytes(million)),
        # 10 % allows for noise: the medians are of 20 and 200 calls.
        Aim("recall after adding a turn, times recall, largest size", 1.1, False, after_adding),
        Aim("import with all that a memory needs, s", 0.3, False, report.imports.with_memory),
    ]


def _million(report: Report) -> OursFigures | None:
    middle = (_MILLION_SENTENCES.start + _MILLION_SENTENCES.stop) // 2
    found = [size.ours for size in report.sizes if size.ours.sentences in _MILLION_SENTENCES]
    return min(found, key=lambda ours: abs(ours.sentences - middle), default=None)


def _of_largest(report: Report, measure: Callable[[OursFigures], float]) -> float | None:
    return round(measure(report.sizes[-1].ours), 2) if report.sizes else None


def _gigabytes(ours: OursFigures | None) -> float | None:
    return None if ours is None or ours.peak_adding is None else round(ours.peak_adding / 1000, 2)
