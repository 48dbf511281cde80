"""The ranker's weights, read once from a file that `scripts/train_ranker.py` fits."""

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
"""The form of a session: people among themselves, people who chat in short messages, a user whose requests to an
assistant are self-contained, a user who chats with one."""

FORMS: tuple[Form, ...] = ("people", "chat", "assistant", "assistant_chat")


@dataclass(frozen=True, slots=True)
class FormWeights:
    """The weights for one form: of a turn's features, of the scores `around` it, and of a session's features.

    `scale` and `offset` convert a turn's weighted sum into log odds, which are comparable across forms.
    `unit_certainty` are the weights of `certainty`, with an `offset`.
    """

    turn: Mapping[str, float]
    around: Mapping[str, float]
    session: Mapping[str, float]
    scale: float
    offset: float
    unit_certainty: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RankerWeights:
    """The weights for each form; `whole_certainty` are those of `certainty` for all forms, with an `offset`."""

    by_form: Mapping[Form, FormWeights]
    whole_certainty: Mapping[str, float]


def of_features(weights: Mapping[str, float], names: Iterable[str]) -> Floats:
    """The weights of some features, in their order. Raises `InputError` if one is missing."""
    try:
        return np.array([weights[name] for name in names], np.float64)
    except KeyError as error:
        raise InputError(f"the ranker has no weight for the feature {error}; use weights trained with it") from error


@cache
def bundled_weights() -> RankerWeights:
    """The weights in the package."""
    return read_weights(BUNDLED_FILE)


def read_weights(path: Path) -> RankerWeights:
    """The weights in a file written by `scripts/train_ranker.py`. Raises `InputError` for any other file."""
    try:
        return weights_of(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, ArithmeticError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"no weights of a ranker in {path} ({error!r:.80}); name a file that was trained") from error


def weights_of(values: Mapping[str, Mapping[str, object]]) -> RankerWeights:
    """The weights from a file's content: an object per form with the fields of `FormWeights`, and `whole_certainty`."""
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
