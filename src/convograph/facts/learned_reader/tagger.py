"""A small convolutional tagger: which words of a turn are values, of which relation, and with which force.

Four convolutions over word vectors and marks see fifteen words to each side; a max-pool over the whole turn is
concatenated to each word. Inference only, in numpy; `scripts/train_fact_reader.py` trains it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, get_args
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from convograph.errors import ConvographError
from convograph.facts.acts import ReadAct
from convograph.facts.learned_reader.token_window import MARKS, Token

BUNDLED_FILE = Path(__file__).parents[2] / "weights" / "facts" / "weights.npz"

RELATIONS: Final = (
    "lives_in",
    "works_at",
    "attends",
    "occupation",
    "partner",
    "team",
    "phone",
    "favorite",
    "favorite food",
    "favorite color",
    "favorite band",
    "favorite season",
    "has_pet",
    "hobby",
    "speaks",
    "likes",
    "correction",
)
"""Relations whose values are read: `favorite` is of a kind that the turn names, and `correction` of any relation that
was stated before."""
CORRECTION: Final = "correction"

FORCES: Final[tuple[ReadAct, ...]] = get_args(ReadAct)
OUTSIDE = 0
DILATIONS: Final = (1, 2, 4, 8)
SCALES: Final = "_scales"
"""The suffix in the name of an array that has the scale factors of an integer array, one for each row or column."""

Floats = npt.NDArray[np.float32]


def first_tag(relation: int) -> int:
    """The tag for the first word of a value, by the index of its relation; that for the next words is one more."""
    return 1 + 2 * relation


TAGS: Final = first_tag(len(RELATIONS))  # the number of all tags: what the first tag of one more relation would be


@dataclass(frozen=True, slots=True)
class Tagger:
    """Weights by name; `numbers` has the vector row of each known word, row 0 is for all others."""

    numbers: Mapping[str, int]
    weights: Mapping[str, Floats]

    @classmethod
    def load(cls, path: Path) -> Tagger:
        """Load the weights of a file. Raises `ConvographError` if it is missing or damaged."""
        try:
            with np.load(path, allow_pickle=False) as file:
                held = {name: file[name] for name in file.files}
            words = bytes(held.pop("words")).decode("utf-8").split("\n")
            factors = {name.removesuffix(SCALES): held.pop(name) for name in list(held) if name.endswith(SCALES)}
            weights = {name: each.astype(np.float32) for name, each in held.items()}
            for name, factor in factors.items():
                weights[name] *= factor.astype(np.float32)
        except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error) as error:
            raise ConvographError(f"the weights {path} are damaged: {error}; install convograph again") from error
        return cls({word: row for row, word in enumerate(words, 1)}, weights)

    def inputs(self, tokens: Sequence[Token], marks: Floats) -> Floats:
        """The input of the first convolution: the vector and the marks of each token."""
        rows = [self.numbers.get(token.word, 0) for token in tokens]
        return np.hstack([self.weights["vectors"][rows], marks])

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats]:
        """Probabilities of tags (readings, tokens, `TAGS`) and forces (…, `FORCES`) for inputs (readings, tokens, n).

        Each row sums to 1.
        """
        weights = self.weights
        hidden = inputs
        for layer, dilation in enumerate(DILATIONS):
            found = np.maximum(times(shifted(hidden, dilation), weights[f"conv{layer}"]) + weights[f"bias{layer}"], 0)
            hidden = found if layer == 0 else hidden + found
        whole = np.broadcast_to(hidden.max(axis=1, keepdims=True), hidden.shape)
        joined = np.concatenate([hidden, whole], axis=2)
        top = np.maximum(times(joined, weights["top"]) + weights["top_bias"], 0)
        tags = softmax(times(top, weights["tags"]) + weights["tags_bias"])
        return tags, softmax(times(top, weights["forces"]) + weights["forces_bias"])


def shifted(values: Floats, dilation: int) -> Floats:
    """Each token of each reading joined with those `dilation` before and after it; zeros beyond the ends."""
    before, after = np.zeros_like(values), np.zeros_like(values)
    before[:, dilation:] = values[:, :-dilation]
    after[:, :-dilation] = values[:, dilation:]
    return np.concatenate([before, values, after], axis=2)


def times(values: Floats, weights: Floats) -> Floats:
    """The last axis times a matrix, for all tokens at once: numpy would multiply a 3-D array one reading at a time."""
    found: Floats = (values.reshape(-1, values.shape[-1]) @ weights).reshape(*values.shape[:-1], -1)
    return found


def softmax(values: Floats) -> Floats:
    """The softmax over the last axis."""
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    found: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return found


@cache
def bundled_tagger() -> Tagger:
    """The tagger that ships with the package, loaded once per process."""
    return Tagger.load(BUNDLED_FILE)


MARK_COUNT: Final = len(MARKS)
