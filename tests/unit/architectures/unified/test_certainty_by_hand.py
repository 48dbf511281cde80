"""How likely it is that anything answers, by hand."""

from __future__ import annotations

from dataclasses import fields, replace
from math import exp, log1p
from typing import Any

import numpy as np
import pytest

from convograph.architectures.unified import FORMS, Weights
from convograph.architectures.unified.certainty import (
    BEST,
    NEAR,
    TURN_SIGNS,
    WHOLE_SIGNS,
    turn_probabilities,
    turn_signs,
    whole_probability,
    whole_signs,
)
from convograph.architectures.unified.features import Features
from convograph.architectures.unified.weights import bundled_weights
from convograph.errors import InputError
from support.ranking import look, remembering, said

SCORES = np.array([1.0, 3.0, -1.0, 0.0, 0.5, -2.0])


def features(assisted: bool = False) -> Features:
    """Six turns of a question that asks about 2 nats in three words."""
    made: dict[str, Any] = dict.fromkeys(field.name for field in fields(Features))
    made |= {
        "places": np.arange(6),
        "assisted": np.full(6, assisted),
        "covered": np.array([0, 0.5, 0, 0, 0, 1.0]),
        "alike": np.full(6, 0.25),
        "cosine": np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.9]),
        "asked_about": 2.0,
        "words": 3,
        "is_courtesy": False,
        "is_known": True,
    }
    return Features(**made)


def weights(**signs: float) -> Weights:
    """Some weights, all others 0; an assistant's have an offset of 1."""
    nothing = dict.fromkeys((*WHOLE_SIGNS, "offset"), 0.0)
    shipped = bundled_weights().profiles["people"]
    made = {}
    for form in FORMS:
        own = {**nothing, "offset": float(form == "assistant"), **signs}
        made[form] = replace(shipped, turn_certainty=own, whole_certainty=own)
    return Weights(made)


def test_signs_of_turns_are_not_compared_with_others() -> None:
    """Its score, shares and cosine, and how much of what is asked about it has."""
    signs = dict(zip(TURN_SIGNS, turn_signs(features(), SCORES), strict=True))
    assert signs["score"].tolist() == SCORES.tolist()
    assert signs["information"] == pytest.approx([0, log1p(1), 0, 0, 0, log1p(2)])
    found = turn_probabilities(features(), SCORES, weights(score=2.0, cosine=-1.0))
    assert found == pytest.approx(1 / (1 + np.exp(-(2 * SCORES - features().cosine))))
    assert turn_probabilities(features(assisted=True), SCORES, weights())[0] == pytest.approx(1 / (1 + exp(-1)))


def test_signs_of_the_whole_are_the_highest_of_the_best() -> None:
    """The sixth turn, by score, is none of the best five; the best is ahead of the fifth."""
    assert BEST == 5
    signs = dict(zip(WHOLE_SIGNS, whole_signs(features(), SCORES).tolist(), strict=True))
    assert (signs["score"], signs["covered"], signs["cosine"], signs["lead"]) == (3.0, 0.5, 0.5, 4.0)
    assert (signs["asked_about"], signs["words"], signs["courtesy"]) == pytest.approx((log1p(2), log1p(3), 0.0))
    assert whole_probability(features(), SCORES, weights(lead=0.5)) == pytest.approx(1 / (1 + exp(-2)))


@pytest.mark.parametrize(
    ("change", "is_noise"),
    [
        ({}, True),
        ({"is_known": True}, False),
        ({"covered": np.array([0, 0, 0, 0, 0, 0.1])}, False),
        ({"alike": np.array([0, 0.1, 0, 0, 0, 0])}, False),
        ({"cosine": np.array([0, 0, 0, 0, 0, NEAR])}, False),
    ],
)
def test_words_that_nobody_knows_ask_for_nothing(change: dict[str, Any], is_noise: bool) -> None:
    """Unless one of them occurs in a turn, or a turn is near all the same: whatever the weights say."""
    nothing = {"is_known": False, "covered": np.zeros(6), "alike": np.zeros(6), "cosine": np.full(6, NEAR - 0.01)}
    found = whole_probability(replace(features(), **{**nothing, **change}), SCORES, weights(score=5.0))
    assert (found == 0.0) == is_noise


def test_nothing_answers_where_nothing_is() -> None:
    """An empty memory is certain."""
    with remembering(said("a", "Ana: The cat.", time="2024-01-01")) as memory:
        assert memory.recall("cat", as_of="1990-01-01").probability == 0.0
        assert memory.for_owner("other").recall("cat").probability == 0.0


def test_a_sign_without_a_weight_is_named() -> None:
    """Weights of another ranker are refused."""
    profiles = {form: replace(one, turn_certainty={"offset": 0.0}) for form, one in weights().profiles.items()}
    with pytest.raises(InputError, match="no weight for the feature 'score'"):
        turn_probabilities(features(), SCORES, Weights(profiles))


def test_probabilities_are_those_of_the_weights_that_ship() -> None:
    """Between 0 and 1, and what shares the question's words is likelier than what does not."""
    with remembering(said("a", "Ana: The cat sleeps on the boiler.", "Ben: Rain again, alas.")) as memory:
        looked = look(memory, "Where does the cat sleep?")
        (first, *_) = memory.recall("Where does the cat sleep?").hits
        found = turn_probabilities(looked.scored.features, looked.scored.scores.turns, bundled_weights())
        likely = memory.recall("Where does the cat sleep?").probability
        unlikely = memory.recall("Thanks, sounds good!").probability
    assert ((found > 0) & (found < 1)).all()
    assert first.probability == found[0] == found.max()
    assert likely is not None
    assert unlikely is not None
    assert unlikely < likely
