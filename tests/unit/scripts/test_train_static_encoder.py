"""The script that trains the default static encoder: on sentences whose meaning is known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import train_static_encoder
from train_static_encoder import Bags, agreement, bags_of, base_table, means, principal, sentences_of, trained

TOKENS, DIMENSIONS, SENTENCES = 50, 16, 600


def test_sentences_are_distinct_and_those_of_people_come_whole(tmp_path: Path) -> None:
    """No cries, no numbers alone, no more of assistants than of people; the same in every run."""
    said = [
        {"role": "user", "content": "My cat sleeps here. Oh! My cat sleeps here. 12345678."},
        {"role": "assistant", "content": "A warm place to be. Cats like warmth. They sleep a lot."},
        {"role": "user", "content": "My cat sleeps here."},
    ]
    file = tmp_path / "chat.json"
    file.write_text(json.dumps({"messages": said}))
    found = sentences_of(file, 10)
    assert found.count("My cat sleeps here.") == 1
    assert len(found) == 2
    assert sentences_of(file, 10) == found
    assert sentences_of(file, 1) == found[:1]


def test_a_text_without_a_known_token_is_left_out() -> None:
    """It has no mean."""
    bags, kept = bags_of(["the cat", "\U000f0000", "cat"])
    assert kept == ["the cat", "cat"]
    assert len(bags) == 2
    tokens, starts = bags.of(np.array([1, 0]))
    assert starts.tolist() == [0, 1]
    assert tokens[0] == tokens[2]  # "cat"


def test_principal_directions_keep_cosines() -> None:
    """Of vectors that lie in a few directions."""
    chance = np.random.default_rng(0)
    vectors = (chance.normal(size=(40, 3)) @ chance.normal(size=(3, 10))).astype(np.float32)
    kept = principal(vectors, 3)
    assert kept.shape == (40, 3)
    np.testing.assert_allclose(kept @ kept.T, vectors @ vectors.T, rtol=1e-3, atol=1e-3)


def test_the_base_is_the_table_of_words() -> None:
    """Factors applied."""
    assert base_table().shape[1] == 256
    assert base_table().dtype == np.float32


@pytest.mark.models
def test_the_table_learns_what_the_teacher_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A teacher who hears some tokens and not others, and speaks in other directions: cosines come near its own."""
    monkeypatch.setattr(train_static_encoder, "DIMENSIONS", DIMENSIONS)
    monkeypatch.setattr(train_static_encoder, "EPOCHS", 30)
    monkeypatch.setattr(train_static_encoder, "BATCH", 60)
    chance = np.random.default_rng(0)
    lengths = chance.integers(3, 8, size=SENTENCES)
    bags = Bags(chance.integers(TOKENS, size=lengths.sum()), np.cumsum([0, *lengths]))
    base = chance.normal(size=(TOKENS, DIMENSIONS)).astype(np.float32)
    heard = (base @ chance.normal(size=(DIMENSIONS, 24)) * chance.choice([0.1, 2.0], (TOKENS, 1))).astype(np.float32)
    learned, left_out = np.arange(SENTENCES - 100), np.arange(SENTENCES - 100, SENTENCES)
    teacher = means(heard, bags, np.arange(SENTENCES))
    table = trained(base, bags.first(len(learned)), teacher[learned])
    before, after = (agreement(means(one, bags, left_out), teacher[left_out]) for one in (base, table))
    assert before[0] < 0.8
    assert after[0] > 0.9
    assert after[1] > 2 * before[1]  # how much more depends on the version of torch


def test_agreement_is_whole_with_itself_in_other_directions() -> None:
    """Cosines are compared, not vectors."""
    chance = np.random.default_rng(0)
    rows = chance.normal(size=(30, 4)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    assert agreement(rows, np.roll(rows, 1, axis=1)) == pytest.approx((1.0, 1.0))
    assert agreement(rows, rows[::-1])[1] < 0.6
