"""Runs in arrays of numbers: where a value repeats, and where numbers follow each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def runs(starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The numbers from each start to its end, one run after the other."""
    lengths = ends - starts
    firsts = np.cumsum(lengths) - lengths
    numbers: npt.NDArray[np.int64] = np.arange(int(lengths.sum())) + np.repeat(starts - firsts, lengths)
    return numbers


def changes(values: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Whether each value differs from the one before it; the first does."""
    first = np.ones(len(values), np.bool_)
    first[1:] = values[1:] != values[:-1]
    return first
