"""The weights by which data that the shipped ranker was trained on is scored: fitted without it.

`scripts/train_ranker.py` writes them: for each chronicle those of the others, for each fifth of LongMemEval's
development half those of the rest.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from convograph.architectures.unified import RankerWeights, weights_of

FOLDS_FILE = Path(__file__).parent / "left_out_weights.json"


def weights_without(conversation: str) -> RankerWeights | None:
    """Weights that never saw a conversation, or `None` where those that ship never did."""
    part = _folds()["part"].get(conversation)
    return None if part is None else _of_part(part)


@cache
def _of_part(part: str) -> RankerWeights:
    return weights_of(_folds()["weights"][part])


@cache
def _folds() -> dict[str, Any]:
    folds: dict[str, Any] = json.loads(FOLDS_FILE.read_text(encoding="utf-8"))
    return folds
