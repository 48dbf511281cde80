"""SGMem's settings: the paper's values, and options where the paper is ambiguous."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from convograph.calibration import equivalent_cosine
from convograph.formats.arguments import check_choice, check_flag, check_number, check_whole

Scale = Literal["calibrated", "paper"]
Aggregate = Literal["mean", "sum", "max"]
Edges = Literal["dense", "bm25"]
Traversal = Literal["outgoing", "both"]
SentenceUnit = Literal["sentence", "turn"]

EPSILON = 1.0  # sim = cos + 1, so that similarities lie in [0, 2]


@dataclass(frozen=True, slots=True)
class SGMemSettings:
    """How SGMem retrieves. Defaults are the paper's for LongMemEval; `[R]` marks our readings.

    `neighbours` is k of the KNN graph, `hops` is h, `seeds` is n, `threshold` is gamma in [0, 2]. `threshold_scale`
    `"calibrated"` converts gamma to the scale of the encoder in use, `"paper"` takes it as it is. `edges` is the
    similarity by which sentences are neighbours. `traversal` follows edges in their direction, or both ways [R].
    `sentence_unit` `"turn"` treats each turn as one sentence [R]. `merge_identical` gives sentences with the same text
    one node with several chunks [R]. `fallback` takes the best n sentences if none passes the threshold [R].
    """

    neighbours: int = 3
    hops: int = 1
    seeds: int = 15
    threshold: float = 1.0
    threshold_scale: Scale = "calibrated"
    aggregate: Aggregate = "mean"
    edges: Edges = "dense"
    traversal: Traversal = "outgoing"
    sentence_unit: SentenceUnit = "sentence"
    merge_identical: bool = False
    fallback: bool = False

    def __post_init__(self) -> None:
        for name, least in (("neighbours", 0), ("hops", 0), ("seeds", 1)):
            check_whole(getattr(self, name), name, least=least)
        check_number(self.threshold, "threshold", most=2)
        for name, choices in _CHOICES.items():
            check_choice(getattr(self, name), name, choices)
        for name in ("merge_identical", "fallback"):
            check_flag(getattr(self, name), name)

    def least_cosine(self, encoder: str) -> float:
        """The cosine that a seed must reach with the encoder of this name."""
        cosine = self.threshold - EPSILON
        return cosine if self.threshold_scale == "paper" else equivalent_cosine(cosine, encoder)


_CHOICES = {
    "threshold_scale": get_args(Scale),
    "aggregate": get_args(Aggregate),
    "edges": get_args(Edges),
    "traversal": get_args(Traversal),
    "sentence_unit": get_args(SentenceUnit),
}

LONGMEMEVAL = SGMemSettings()
LOCOMO = SGMemSettings(neighbours=1, threshold=1.2)  # the paper's for LoCoMo
# Ours for the default encoder, chosen by `scripts/calibrate_threshold.py --fallback` on LongMemEval and the chronicles:
# only strong seeds vote, if there are any.
STRONG_SEEDS = SGMemSettings(threshold=1.55, threshold_scale="paper", fallback=True)
