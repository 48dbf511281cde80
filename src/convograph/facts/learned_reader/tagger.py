"""A small convolutional tagger: whether a value begins at a word of a turn, of which relation, and with which force.

Four convolutions over word vectors and marks see fifteen words to each side; the strongest signs of the whole turn are
added to each word. Forward only, in numpy; `scripts/train_fact_reader.py` fits it.
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
"""Relations of which values are read: `favorite` is of a kind that is named, the last of whatever was stated before."""
CORRECTION: Final = "correction"

FORCES: Final[tuple[ReadAct, ...]] = get_args(ReadAct)
OUTSIDE = 0
DILATIONS: Final = (1, 2, 4, 8)
SCALES: Final = "_scales"
"""What the name of an array of whole numbers ends in when it has the factors of these: one of each row or column."""

Floats = npt.NDArray[np.float32]


def first_tag(relation: int) -> int:
    """The tag of the first word of a value of the relation at this place; that of its next words is one more."""
    return 1 + 2 * relation


TAGS: Final = first_tag(len(RELATIONS))  # as many as stand before that of another relation


@dataclass(frozen=True, slots=True)
class Tagger:
    """Weights by name; `numbers` has the row of each known word, 0 being that of all others."""

    numbers: Mapping[str, int]
    weights: Mapping[str, Floats]

    @classmethod
    def load(cls, path: Path) -> Tagger:
        """From a file. Raises `ConvographError` if it is missing or damaged."""
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
        """What the first convolution takes: a vector and the marks of each token."""
        rows = [self.numbers.get(token.word, 0) for token in tokens]
        return np.hstack([self.weights["vectors"][rows], marks])

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats]:
        """Of readings (readings, tokens, n): (readings, tokens, `TAGS`) and (…, `FORCES`), each row with the sum 1."""
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
    """Each token of each reading with the one `dilation` before it and the one after; zeros beyond the ends."""
    before, after = np.zeros_like(values), np.zeros_like(values)
    before[:, dilation:] = values[:, :-dilation]
    after[:, :-dilation] = values[:, dilation:]
    return np.concatenate([before, values, after], axis=2)


def times(values: Floats, weights: Floats) -> Floats:
    """The last axis by a matrix: all tokens at once, since numpy multiplies three axes one reading after the other."""
    found: Floats = (values.reshape(-1, values.shape[-1]) @ weights).reshape(*values.shape[:-1], -1)
    return found


def softmax(values: Floats) -> Floats:
    """Exponentials of each row, divided by their sum."""
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    found: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return found


@cache
def bundled_tagger() -> Tagger:
    """The one that ships, read once a process."""
    return Tagger.load(BUNDLED_FILE)


MARK_COUNT: Final = len(MARKS)
