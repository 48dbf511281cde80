"""The script that fits the offline resolver: labels as mentions, the fit, and that signs keep their meaning."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibrate_resolution import (
    Gold,
    Noted,
    Scale,
    Span,
    best_of,
    fit,
    folded,
    labelled,
    scale_of,
    surface_of,
    table,
    weights_of,
)
from convograph.build import make_reader
from convograph.resolution import OFFLINE, PAPER, OfflineResolver
from convograph.resolution.evidence import FEATURES
from convograph.types import Conversation, Session, Turn
from shared.hand_set_weights import HAND_SET
from support.encoders import HashingEncoder

TALK = Conversation(
    "talk",
    (
        Session((Turn("Maria Lopez came.", "Ana"), Turn("Maria? With Tom?", "Ben"))),
        Session((Turn("Dr. Lopez called. My sister too.", "Ana"),)),
    ),
)
SPANS = {
    (0, 0): [Span(0, 11, "person", "Maria")],
    (0, 1): [Span(12, 15, "person", "Tom"), Span(0, 5, "person", "Maria")],
    (1, 0): [Span(4, 9, "person", "Maria"), Span(21, 27, "person", "Maria")],
}


@pytest.mark.parametrize(
    ("text", "start", "surface"),
    [
        ("I called Dr. Ruiz.", 13, "Dr. Ruiz"),
        ("My sister came.", 3, "Ana's sister"),
        ("Tom's sister came.", 6, "Tom's sister"),
        ("the tall sister", 9, "sister"),
        ("sister!", 0, "sister"),
    ],
)
def test_a_surface_has_its_title_or_whose_kin_it_is(text: str, start: int, surface: str) -> None:
    """As extraction names them, so that Ana's sister and Tom's are two names."""
    end = next(place for place in range(start + 1, len(text) + 1) if not text[place : place + 1].isalpha())
    assert surface_of(Turn(text, "Ana"), Span(start, end, "person", "x")) == surface


def test_labels_become_mentions_in_order() -> None:
    """Speakers once, before what they say and without a label that counts; sessions are episodes of their own."""
    found = labelled(TALK, SPANS, HashingEncoder(8), make_reader())
    assert [(one.surface, one.episode, one.position, one.session) for one in found.mentions] == [
        ("Ana", 0, 0, 0),
        ("Maria Lopez", 0, 1, 0),
        ("Ben", 0, 2, 0),
        ("Maria", 0, 3, 0),
        ("Tom", 0, 4, 0),
        ("Dr. Lopez", 1, 5, 1),
        ("Ana's sister", 1, 6, 1),
    ]
    assert [entity for entity, counts in found.entities if counts] == ["Maria", "Maria", "Tom", "Maria", "Maria"]
    assert found.mentions[5].beside == ("Ana's sister",)
    assert found.contexts.shape == (3, 8)


def test_descriptions_are_resolved_under_the_name_that_is_told() -> None:
    """Ana's sister is Bea, since she says so later; the name is the labelled mention's, with its title."""
    told = Conversation(
        "told", (Session((Turn("My sister came.", "Ana"), Turn("My sister, Dr. Bea Ruiz, is here.", "Ana"))),)
    )
    spans = {(0, 0): [Span(3, 9, "person", "B")], (0, 1): [Span(3, 9, "person", "B"), Span(15, 23, "person", "B")]}
    found = labelled(told, spans, HashingEncoder(8), make_reader())
    assert [one.surface for one in found.mentions] == ["Ana", "Ana's sister", "Ana's sister", "Dr. Bea Ruiz"]
    assert [one.surface for one in found.described] == ["Ana", "Dr. Bea Ruiz", "Dr. Bea Ruiz", "Dr. Bea Ruiz"]
    resolutions = folded(found, Gold(found), OFFLINE).resolutions
    assert [one.entity for one in resolutions] == [0, 1, 1, 1]
    assert len({one.entity for one in folded(found, Gold(found), PAPER).resolutions}) == 3


def test_the_labels_answer_and_are_kept() -> None:
    """Maria is asked about, and is Maria Lopez; so is Dr. Lopez: a row of features each, both right."""
    talk = labelled(TALK, SPANS, HashingEncoder(8), make_reader())
    gold = Gold(talk)
    found = folded(talk, gold, PAPER)
    assert [one.entity for one in found.resolutions] == [0, 1, 2, 1, 3, 1, 4]
    assert [right for _, right in gold.rows] == [True, True]
    values, right = table([talk])
    assert values.shape == (2 * len(gold.rows), len(FEATURES))
    assert right.all()
    assert len(folded(talk, Gold(talk), OFFLINE).entities) == len(found.entities)


def test_what_the_best_candidate_was_said_to_be_is_kept_with_what_it_is() -> None:
    """By the weights, whether it is chosen or not; both candidates are meant."""
    talk = labelled(TALK, SPANS, HashingEncoder(8), make_reader())
    sure, unsure = OfflineResolver(replace(HAND_SET, bias=5.0)), OfflineResolver(replace(HAND_SET, bias=-9.0))
    for resolver, chosen in ((sure, True), (unsure, False)):
        noted = Noted(talk, resolver)
        found = folded(talk, noted, PAPER).resolutions
        assert [one for _, _, one in noted.rows] == [chosen, chosen]
        assert all(right for _, right, _ in noted.rows)
        scores = [one.score for one in found if one.ground in ("resolver", "none")]
        assert [chance for chance, _, _ in noted.rows] == pytest.approx(scores)
    chances, right = best_of([[talk]], [HAND_SET])
    assert len(chances) == len(right) == 4  # two with each setting
    assert right.all()


def test_a_scale_makes_of_scores_what_is_so() -> None:
    """What is said with log odds of 2.2 is so with 1.1: half the slope, put into weights and bias."""
    said = np.repeat([0.9, 0.5, 0.1], 100)
    right = np.concatenate([np.arange(100) < count for count in (75, 50, 25)]).astype(float)
    scale = scale_of(said, right)
    assert (scale.slope, scale.shift) == pytest.approx((0.5, 0.0), abs=1e-6)
    weights = scale.applied(replace(HAND_SET, bias=-2.0))
    assert weights.bias == -1.0
    assert weights.features["typo"] == HAND_SET.features["typo"] / 2
    features = tuple(float(name == "typo") for name in FEATURES)
    assert weights.probability(features) == pytest.approx(1 / (1 + np.exp(-(HAND_SET.features["typo"] - 2) / 2)))
    assert scale_of(said, np.ones(300)) == Scale(1.0, 0.0)


def test_the_fit_is_where_the_gradient_is_zero() -> None:
    """Four rows of one feature, by the closed form of the loss: X'(p - y) + penalty (w - prior) = 0."""
    values, right, prior = np.array([[0.0], [0.0], [1.0], [1.0]]), np.array([0.0, 1, 1, 1]), np.array([1.0, -1.0])
    weights = fit(values, right, prior, penalty=0.5)
    design = np.column_stack((values, np.ones(4)))
    chances = 1 / (1 + np.exp(-design @ weights))
    assert design.T @ (chances - right) + 0.5 * (weights - prior) == pytest.approx(np.zeros(2), abs=1e-6)


def test_without_labels_the_weights_are_those_set_by_hand() -> None:
    """What no label speaks of stays."""
    weights = weights_of(np.empty((0, len(FEATURES))), np.empty(0))
    assert weights.features == HAND_SET.features
    assert weights.bias == HAND_SET.bias


def test_a_sign_that_would_tell_the_opposite_is_left_out() -> None:
    """A hundred candidates of the same session, none of them meant, and a hundred others that are."""
    values = np.zeros((200, len(FEATURES)))
    values[:100, FEATURES.index("session")] = 1
    weights = weights_of(values, np.repeat([0.0, 1.0], 100))
    assert weights.features["session"] == 0
    assert weights.features["typo"] == HAND_SET.features["typo"]


def test_no_weight_tells_the_opposite_of_what_its_feature_means() -> None:
    """What was set by hand as a sign for or against stayed one, or came to count for nothing."""
    fitted = OfflineResolver().weights
    for name, weight in fitted.features.items():
        assert weight * HAND_SET.features[name] >= 0, name
