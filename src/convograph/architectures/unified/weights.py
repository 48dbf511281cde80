"""The ranker's weights: a file of numbers that `scripts/train_ranker.py` fits, read once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Literal

import numpy as np

from convograph.errors import InputError
from convograph.graph.arrays import Floats

BUNDLED_FILE = Path(__file__).parents[2] / "weights" / "ranker" / "weights.json"

Form = Literal["people", "chat", "assistant", "assistant_chat"]
"""The form of a session: people among themselves, people who chat in short messages, somebody whose requests to an
assistant explain themselves, somebody who chats with one."""

FORMS: tuple[Form, ...] = ("people", "chat", "assistant", "assistant_chat")


@dataclass(frozen=True, slots=True)
class FormWeights:
    """The weights for one form: of each feature of a turn, of the scores `around` it, and of a session's features.

    `scale` and `offset` make log odds of a turn's sum of weighted features, so that turns of all forms compare.
    `unit_certainty` are those of `certainty`, with an `offset`.
    """

    turn: Mapping[str, float]
    around: Mapping[str, float]
    session: Mapping[str, float]
    scale: float
    offset: float
    unit_certainty: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RankerWeights:
    """Those for each form; `whole_certainty` are the weights of `certainty` for all of them, with an `offset`."""

    by_form: Mapping[Form, FormWeights]
    whole_certainty: Mapping[str, float]


def of_features(weights: Mapping[str, float], names: Iterable[str]) -> Floats:
    """The weights of some features, in their order. Raises `InputError` where one is missing."""
    try:
        return np.array([weights[name] for name in names], np.float64)
    except KeyError as error:
        raise InputError(f"the ranker has no weight for the feature {error}; use weights trained with it") from error


@cache
def bundled_weights() -> RankerWeights:
    """The weights that ship."""
    return read_weights(BUNDLED_FILE)


def read_weights(path: Path) -> RankerWeights:
    """The weights of a file that `scripts/train_ranker.py` wrote. Raises `InputError` for any other."""
    try:
        return weights_of(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, ArithmeticError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"no weights of a ranker in {path} ({error!r:.80}); name a file that was trained") from error


def weights_of(values: Mapping[str, Mapping[str, object]]) -> RankerWeights:
    """The weights as the file has them: an object for each form, with the members of `FormWeights`, and one for all."""
    return RankerWeights({form: _form_weights(values[form]) for form in FORMS}, _numbers(values["whole_certainty"]))


def _form_weights(values: Mapping[str, object]) -> FormWeights:
    return FormWeights(
        turn=_numbers(values["turn"]),
        around=_numbers(values["around"]),
        session=_numbers(values["session"]),
        scale=_number(values["scale"]),
        offset=_number(values["offset"]),
        unit_certainty=_numbers(values["unit_certainty"]),
    )


def _numbers(values: object) -> dict[str, float]:
    if not isinstance(values, dict):
        raise TypeError(f"no numbers by name: {values!r:.40}")
    return {str(name): _number(value) for name, value in values.items()}


def _number(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        raise TypeError(f"no number: {value!r:.40}")
    return float(value)
