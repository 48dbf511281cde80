"""The weights of the resolver without a model: a file of numbers fitted by `scripts/calibrate_resolution.py`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import exp, isfinite
from pathlib import Path

from convograph.errors import InputError
from convograph.resolution.evidence import FEATURES
from convograph.resolution.name_signs import Signs

BUNDLED_FILE = Path(__file__).parents[1] / "weights" / "resolution" / "weights.json"


@dataclass(frozen=True, slots=True)
class ResolutionWeights:
    """The weight of each feature in the log odds, their `bias`, and the two thresholds.

    Raises `InputError` for values that are not finite numbers, missing or unknown features, and thresholds out of
    order.
    """

    features: Mapping[str, float]
    bias: float
    join: float
    apart: float

    def __post_init__(self) -> None:
        if not all(map(_is_finite, (*self.features.values(), self.bias, self.join, self.apart))):
            raise InputError("a weight is no finite number; use weights fitted with this version")
        if wrong := sorted(set(self.features) ^ set(FEATURES)):
            raise InputError(f"weights and features differ in {', '.join(wrong)}; use weights fitted with this version")
        if not 0 <= self.apart <= self.join <= 1:
            raise InputError(f"the thresholds are not in order: 0, {self.apart}, {self.join}, 1")

    def probability(self, features: Signs) -> float:
        """The probability, 0 to 1, that the candidate is meant."""
        log_odds = self.bias + sum(self.features[name] * value for name, value in zip(FEATURES, features, strict=True))
        return 1 / (1 + exp(-log_odds)) if log_odds > -500 else 0.0


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


@cache
def bundled_weights() -> ResolutionWeights:
    """The weights that ship with the package."""
    return read_weights(BUNDLED_FILE)


def read_weights(path: Path) -> ResolutionWeights:
    """The weights in a file written by `scripts/calibrate_resolution.py`. Raises `InputError` for any other file."""
    try:
        return ResolutionWeights(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise InputError(f"no weights of a resolver in {path} ({error!r:.80}); name a file that was fitted") from error
