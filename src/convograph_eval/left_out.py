"""Ranker weights for scoring data that the shipped ranker was trained on: fitted without that data.

`scripts/train_ranker.py` writes them: for each chronicle, weights fitted on the other chronicles; for each fifth of
LongMemEval's development half, weights fitted on the other fifths.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from convograph.architectures.unified import RankerWeights, weights_of

FOLDS_FILE = Path(__file__).parent / "left_out_weights.json"


def weights_without(conversation: str) -> RankerWeights | None:
    """Weights fitted without `conversation`, or `None` if the shipped weights were not trained on it."""
    part = _folds()["part"].get(conversation)
    return None if part is None else _of_part(part)


@cache
def _of_part(part: str) -> RankerWeights:
    return weights_of(_folds()["weights"][part])


@cache
def _folds() -> dict[str, Any]:
    folds: dict[str, Any] = json.loads(FOLDS_FILE.read_text(encoding="utf-8"))
    return folds
