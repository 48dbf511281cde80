"""The weights of the resolver without a model: a file of numbers that `scripts/calibrate_resolution.py` fits."""

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
class Weights:
    """What each feature adds to the log odds, those without any (`bias`), and the two thresholds.

    Raises `InputError` for what is no number, features that are missing or unknown, and thresholds out of order.
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
        """How likely it is that the candidate is meant, 0 to 1."""
        log_odds = self.bias + sum(self.features[name] * value for name, value in zip(FEATURES, features, strict=True))
        return 1 / (1 + exp(-log_odds)) if log_odds > -500 else 0.0


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


# Set by hand, before there was anything to fit them to, and what the fit is held to: a name that is the same or short
# for the other's is likely right, and a sign against it weighs more than any one for it.
HAND_SET = Weights(
    {
        "same": 3.0,
        "jaccard": 1.5,
        "token_set": 1.0,
        "typo": 3.0,
        "initials": 2.0,
        "given": 2.5,
        "family": 2.0,
        "part": 1.5,
        "nickname": 3.0,
        "title": 0.0,
        "other_name": -6.0,
        "other_title": -4.0,
        "rival": -2.0,
        "same_kind": 0.5,
        "other_kind": -2.0,
        "context": 1.0,
        "beside": 1.0,
        "related": 1.0,
        "session": 1.0,
        "recent": 0.5,
        "seeded": 0.5,
        "common": -1.5,
        "other_speaker": -4.0,
    },
    bias=-3.5,
    join=0.6,
    apart=0.4,
)


@cache
def bundled_weights() -> Weights:
    """The weights that ship."""
    return read_weights(BUNDLED_FILE)


def read_weights(path: Path) -> Weights:
    """The weights of a file that `scripts/calibrate_resolution.py` wrote. Raises `InputError` for any other."""
    try:
        return Weights(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise InputError(f"no weights of a resolver in {path} ({error!r:.80}); name a file that was fitted") from error
