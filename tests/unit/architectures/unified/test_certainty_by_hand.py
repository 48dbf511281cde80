"""How likely it is that anything answers, by hand."""

from __future__ import annotations

from dataclasses import fields, replace
from math import exp, log, log1p
from typing import Any

import numpy as np
import pytest

from convograph.architectures.unified import FORMS, Form, RankerWeights
from convograph.architectures.unified.certainty import (
    BEST,
    NEAR_COSINE,
    UNIT_SIGNS,
    WHOLE_SIGNS,
    unit_probabilities,
    unit_signs,
    whole_probability,
    whole_signs,
)
from convograph.architectures.unified.features import RankedFeatures
from convograph.architectures.unified.weights import bundled_weights
from convograph.errors import InputError
from support.ranking import remembering, said

SCORES = np.array([1.0, 3.0, -1.0, 0.0, 0.5, -2.0])


def features(form: Form = "people") -> RankedFeatures:
    """Six turns of a question that asks about 2 nats in three words."""
    made: dict[str, Any] = dict.fromkeys(field.name for field in fields(RankedFeatures))
    made |= {
        "places": np.arange(6),
        "forms": np.full(6, FORMS.index(form), np.int8),
        "covered": np.array([0, 0.5, 0, 0, 0, 1.0]),
        "alike": np.full(6, 0.25),
        "cosine": np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.9]),
        "asked_about": 2.0,
        "words": 3,
        "is_courtesy": False,
        "small_talk": 0.5,
        "is_known": True,
    }
    return RankedFeatures(**made)


def weights(**signs: float) -> RankerWeights:
    """Some weights, all others 0; an assistant's units have an offset of 1."""
    nothing = dict.fromkeys((*UNIT_SIGNS, *WHOLE_SIGNS, "offset"), 0.0)
    shipped = bundled_weights().by_form["people"]
    made = {}
    for form in FORMS:
        own = {**nothing, "offset": float(form == "assistant"), **signs}
        made[form] = replace(shipped, unit_certainty=own)
    return RankerWeights(made, {**nothing, **signs})


def test_a_unit_is_as_likely_as_its_share_in_all_odds() -> None:
    """Scores are log odds: these shares add up to 1."""
    (share,) = unit_signs(SCORES, SCORES)
    assert np.exp(share).sum() == pytest.approx(1)
    assert share[1] - share[0] == pytest.approx(2)
    assert unit_signs(np.array([7.0]), np.array([7.0])).tolist() == [[0]]
    assert unit_signs(np.array([-900.0]), np.array([-900.0, -900])) == pytest.approx(log(0.5))
    assert unit_signs(np.empty(0), np.empty(0)).shape == (1, 0)


def test_units_are_as_likely_as_the_weights_of_their_form_say() -> None:
    """The logistic function of their share, and the offset of the form of their best turn."""
    (share,) = unit_signs(SCORES, SCORES)
    two = np.array([3, 1])
    found = unit_probabilities(SCORES[two], two, features(), SCORES, weights(share=2.0))
    assert found == pytest.approx(1 / (1 + np.exp(-2 * share[two])))
    assert unit_probabilities(SCORES[two], two, features("assistant"), SCORES, weights())[0] == pytest.approx(
        1 / (1 + exp(-1))
    )
    nothing = np.empty(0, np.int64)
    assert not len(unit_probabilities(SCORES[nothing], nothing, features(), SCORES, weights(share=2.0)))


def test_signs_of_the_whole_are_the_highest_of_the_best() -> None:
    """The sixth turn, by score, is none of the best five; the best is ahead of the fifth."""
    assert BEST == 5
    signs = dict(zip(WHOLE_SIGNS, whole_signs(features(), SCORES).tolist(), strict=True))
    assert (signs["score"], signs["covered"], signs["cosine"], signs["lead"]) == (3.0, 0.5, 0.5, 4.0)
    assert (signs["asked_about"], signs["words"]) == pytest.approx((log1p(2), log1p(3)))
    assert signs["small_talk"] == 0.5**8
    assert whole_probability(features(), SCORES, weights(lead=0.5)) == pytest.approx(1 / (1 + exp(-2)))


@pytest.mark.parametrize(
    ("change", "is_noise"),
    [
        ({}, True),
        ({"is_known": True}, False),
        ({"covered": np.array([0, 0, 0, 0, 0, 0.1])}, False),
        ({"alike": np.array([0, 0.1, 0, 0, 0, 0])}, False),
        ({"cosine": np.array([0, 0, 0, 0, 0, NEAR_COSINE])}, False),
    ],
)
def test_words_that_nobody_knows_ask_for_nothing(change: dict[str, Any], is_noise: bool) -> None:
    """Unless one of them occurs in a turn, or a turn is near all the same: whatever the weights say."""
    nothing = {
        "is_known": False,
        "covered": np.zeros(6),
        "alike": np.zeros(6),
        "cosine": np.full(6, NEAR_COSINE - 0.01),
    }
    found = whole_probability(replace(features(), **{**nothing, **change}), SCORES, weights(score=5.0))
    assert (found == 0.0) == is_noise


def test_what_is_only_civil_asks_for_nothing() -> None:
    """Whatever the weights say."""
    civil = replace(features(), is_courtesy=True)
    assert whole_probability(civil, SCORES, weights(score=5.0)) == 0.0
    assert whole_probability(features(), SCORES, weights(score=5.0)) > 0.9


def test_nothing_answers_where_nothing_is() -> None:
    """An empty memory is certain."""
    with remembering(said("a", "Ana: The cat.", time="2024-01-01")) as memory:
        assert memory.recall("cat", as_of="1990-01-01").probability == 0.0
        assert memory.for_owner("other").recall("cat").probability == 0.0


def test_a_sign_without_a_weight_is_named() -> None:
    """Weights of another ranker are refused."""
    by_form = {form: replace(one, unit_certainty={"offset": 0.0}) for form, one in weights().by_form.items()}
    with pytest.raises(InputError, match="no weight for the feature 'share'"):
        unit_probabilities(SCORES, np.arange(6), features(), SCORES, RankerWeights(by_form, {}))


def test_no_hit_is_likelier_than_that_anything_answers() -> None:
    """Its probability is that of the whole times its own; the first is the likeliest, of whatever unit."""
    with remembering(said("a", "Ana: The cat sleeps on the boiler.", "Ben: Rain again, alas.")) as memory:
        turns = memory.recall("Where does the cat sleep?")
        (round_of_both,) = memory.recall("Where does the cat sleep?", unit="round").hits
        (session,) = memory.recall("Where does the cat sleep?", unit="session").hits
        unlikely = memory.recall("Thanks, sounds good!").probability
    likely = [hit.probability for hit in turns.hits if hit.probability is not None]
    assert turns.probability is not None and unlikely is not None
    assert turns.probability > likely[0] > likely[1] > 0
    assert round_of_both.probability is not None
    assert turns.probability > round_of_both.probability > likely[0]
    assert session.probability == round_of_both.probability
    assert unlikely < turns.probability
