"""Means with bootstrap intervals, each over the questions that have a score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from convograph_eval.comparison import RESAMPLES, interval, resampled_means


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over `questions`, and its 95 % interval."""

    mean: float
    low: float
    high: float
    questions: int


def means(rows: Sequence[Mapping[str, float | None]], seed: int = 0) -> dict[str, Mean | None]:
    """The mean of the scores that exist, by name; `None` for a name without scores. All rows have the same names."""
    if not rows:
        return {}
    scored: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for name in rows[0]:
        scored[tuple(place for place, row in enumerate(rows) if row[name] is not None)].append(name)
    found: dict[str, Mean | None] = {}
    for places, names in scored.items():
        found |= _together(rows, places, names, seed) if places else dict.fromkeys(names)
    return {name: found[name] for name in rows[0]}


def _together(
    rows: Sequence[Mapping[str, float | None]], places: Sequence[int], names: Sequence[str], seed: int
) -> dict[str, Mean | None]:
    """The means of metrics with scores on the same questions, which share their resamples."""
    table = np.array([[rows[place][name] for name in names] for place in places], dtype=float)
    lows, highs = interval(resampled_means(table, RESAMPLES, seed))
    columns = zip(names, table.mean(axis=0), lows, highs, strict=True)
    return {name: Mean(float(mean), float(low), float(high), len(places)) for name, mean, low, high in columns}
