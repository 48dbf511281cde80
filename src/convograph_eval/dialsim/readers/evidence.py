"""A reader without a chat model: it takes the choice with the best support in the lines found, or "I don't know"."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from time import perf_counter
from typing import Final

import numpy as np

from convograph.encoders.static import bundled_encoder
from convograph.graph.arrays import Floats
from convograph_eval.dialsim.agents import DialsimQuestion, FoundEvidence
from convograph_eval.dialsim.readers.support import FEATURES, is_to_come, support
from convograph_eval.dialsim.readers.types import Reply
from convograph_eval.dialsim.readers.wording import reply_in

WEIGHTS_FILE: Final = "evidence_weights.json"
EVERYTHING: Final = ""
"""The key of the weights fitted to all chronicles; each other key names the chronicle that its weights leave out."""

DECIMALS: Final = 9
"""The precision of log odds: smaller differences are rounding errors, so the first of such choices is taken."""


@dataclass(frozen=True, slots=True)
class EvidenceReader:
    """Replies in the format `form`, with weights that were not fitted to `show`."""

    form: str
    show: str

    def read(self, asked: DialsimQuestion, found: FoundEvidence) -> Reply:
        """The best supported choice; the unknown one if the question is about the future."""
        start = perf_counter()
        if is_to_come(asked):
            return Reply(reply_in(self.form, asked.options, len(asked.options) - 1), perf_counter() - start)
        odds = support(asked, found.lines, bundled_encoder()) @ _weights(self.show)
        choice = int(odds.round(DECIMALS).argmax())
        return Reply(reply_in(self.form, asked.options, choice), perf_counter() - start)


@cache
def _weights(show: str) -> Floats:
    """The weights of the features, shape (features,)."""
    written = resources.files(__package__).joinpath(WEIGHTS_FILE).read_text(encoding="utf-8")
    by_show: Mapping[str, Mapping[str, float]] = json.loads(written)
    weights = by_show.get(show, by_show[EVERYTHING])
    return np.array([weights[name] for name in FEATURES])
