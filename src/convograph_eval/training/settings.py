"""Settings of fine-tuning; the defaults are those of G-Long's paper, or of its code where the paper is silent."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from convograph.errors import InputError


@dataclass(frozen=True, slots=True)
class TuningSettings:
    """QLoRA: a base model in 4 bits (nf4) if `quantize`, and adapters of `rank` on all its linear projections.

    The adapters are scaled by `alpha / rank` and have `dropout`. A step takes `accumulation` batches of `batch`
    examples. `longest` is the limit for prompt plus completion in tokens; longer examples are left out. A checkpoint is
    written every `save_steps` steps. Raises `InputError` for values out of range.
    """

    rank: int = 32
    alpha: int = 32
    dropout: float = 0.05
    epochs: int = 10
    learning_rate: float = 2e-4
    batch: int = 16
    accumulation: int = 16
    longest: int = 4096
    quantize: bool = True
    save_steps: int = 50
    seed: int = 0

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if one.type == "int" and one.name != "seed" and value < 1:
                raise InputError(f"{one.name} is {value}; give 1 or more")
        if not 0 <= self.dropout < 1:
            raise InputError(f"dropout is {self.dropout}; give a share from 0, and below 1")
        if not (math.isfinite(self.learning_rate) and self.learning_rate > 0):
            raise InputError(f"learning_rate is {self.learning_rate}; give a number above 0, such as 2e-4")
        if not 0 <= self.seed < 2**32:
            raise InputError(f"seed is {self.seed}; give a number from 0, and below 2**32")


PAPER = TuningSettings()
