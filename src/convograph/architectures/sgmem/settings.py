"""SGMem's settings: the paper's values, and options where it can be read in several ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from convograph.calibration import equivalent_cosine
from convograph.errors import InputError

EPSILON = 1.0  # sim = cos + 1, so that similarities lie in [0, 2]


@dataclass(frozen=True, slots=True)
class SGMemSettings:
    """How SGMem retrieves. Defaults are the paper's for LongMemEval; `[R]` marks our readings.

    `neighbours` is k of the KNN graph, `hops` is h, `seeds` is n, `threshold` is gamma in [0, 2].
    `threshold_scale` `"calibrated"` carries gamma over to the encoder in use, `"paper"` takes it as it is.
    `edges` says by which similarity sentences are neighbours. `traversal` walks edges as they point, or
    both ways [R]. `sentence_unit` `"turn"` treats each turn as one sentence [R]. `merge_identical` gives
    sentences of the same text one node with several chunks [R]. `fallback` takes the best n when none
    passes the threshold [R].
    """

    neighbours: int = 3
    hops: int = 1
    seeds: int = 15
    threshold: float = 1.0
    threshold_scale: Literal["calibrated", "paper"] = "calibrated"
    aggregate: Literal["mean", "sum", "max"] = "mean"
    edges: Literal["dense", "bm25"] = "dense"
    traversal: Literal["outgoing", "both"] = "outgoing"
    sentence_unit: Literal["sentence", "turn"] = "sentence"
    merge_identical: bool = False
    fallback: bool = False

    def __post_init__(self) -> None:
        if self.neighbours < 0 or self.hops < 0 or self.seeds < 1:
            raise InputError(
                f"neighbours and hops must be 0 or more and seeds 1 or more: "
                f"{self.neighbours}, {self.hops}, {self.seeds}"
            )
        if not 0 <= self.threshold <= 2:
            raise InputError(f"threshold must lie between 0 and 2 (cosine + 1): {self.threshold}")

    def least_cosine(self, encoder: str) -> float:
        """The cosine that a seed must reach, for the encoder of this name."""
        cosine = self.threshold - EPSILON
        return cosine if self.threshold_scale == "paper" else equivalent_cosine(cosine, encoder)


LONGMEMEVAL = SGMemSettings()
LOCOMO = SGMemSettings(neighbours=1, threshold=1.2)  # the paper's for LoCoMo
# Ours for the default encoder, chosen by `scripts/calibrate_threshold.py --fallback` on LongMemEval and the chronicles:
# only strong seeds vote, where there are any.
SHIPPED = SGMemSettings(threshold=1.55, threshold_scale="paper", fallback=True)
