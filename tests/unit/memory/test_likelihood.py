"""Recalls that are too unlikely to be shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import convograph
from convograph.errors import InputError
from convograph.memory import Memory
from convograph.memory.recalling.likelihood import MIN_PROBABILITY, without_unlikely, without_unlikely_hits


@pytest.fixture
def memory() -> Memory:
    """Two people, a cat and a padlock."""
    memory = convograph.open(":memory:")
    memory.add(
        [
            {"speaker": "Ana", "text": "My cat is called Miso. She sleeps on the boiler."},
            {"speaker": "Ben", "text": "The padlock of the shed opens with 4913."},
        ],
        session="s",
    )
    return memory


def test_what_is_unlikely_has_no_hits(memory: Memory) -> None:
    """The probability is told all the same."""
    recall = memory.recall("Where does the cat sleep?")
    assert recall.hits and recall.probability is not None
    shut = memory.recall("Where does the cat sleep?", min_probability=1.0)
    assert (shut.hits, shut.probability) == ((), recall.probability)
    assert without_unlikely(recall, None) is recall
    assert without_unlikely(recall, recall.probability) is recall


def test_an_architecture_that_cannot_tell_shows_what_it_finds(memory: Memory) -> None:
    """Plain search has no probabilities."""
    plain = convograph.open(":memory:", architecture="hybrid")
    plain.add([{"speaker": "Ana", "text": "Thanks for the cat."}], session="s")
    assert plain.recall("ok thanks", min_probability=1.0).hits
    assert plain.context("ok thanks").citations


def test_contexts_and_answers_show_nothing_that_is_unlikely(memory: Memory) -> None:
    """By default; `recall` has no least probability."""
    assert MIN_PROBABILITY == 0.15
    for found in (memory.answer("ok thanks").recall, memory.context("ok thanks").recall):
        assert found.hits == ()
        assert found.probability is not None and found.probability < MIN_PROBABILITY
    assert memory.recall("ok thanks").hits
    assert memory.answer("ok thanks", min_probability=None).recall.hits


def test_what_there_is_to_show_is_true_and_what_it_says(memory: Memory) -> None:
    """`if context:` asks for nothing else, and `str` is what is shown."""
    question = "Where does the cat sleep?"
    for found, nothing in (
        (memory.context(question), memory.context("ok thanks")),
        (memory.answer(question), memory.answer("ok thanks")),
    ):
        assert found and not nothing
        assert str(found) == found.text


def test_hits_below_the_stop_are_left_out(memory: Memory) -> None:
    """Those that cannot tell stay."""
    recall = memory.recall("Where does the cat sleep?")
    low, high = sorted(hit.probability for hit in recall.hits if hit.probability is not None)[:: len(recall.hits) - 1]
    assert low < high
    assert [hit.probability for hit in without_unlikely_hits(recall, high).hits] == [high]
    assert without_unlikely_hits(recall, None) is recall
    silent = replace(recall, hits=tuple(replace(hit, probability=None) for hit in recall.hits))
    assert without_unlikely_hits(silent, 1.0).hits == silent.hits
    assert len(memory.context("Where does the cat sleep?", stop_below=high).citations) == 1


@pytest.mark.parametrize("message", ["😂", "...", "👍👍", ":)"])
def test_a_message_of_signs_asks_for_nothing(memory: Memory, message: str) -> None:
    """It must not end a conversation, in whatever way memory is asked; what cannot be meant is refused all the same."""
    context = memory.context(message)
    assert (context.text, context.citations, context.recall.probability) == ("", (), 0.0)
    recall = memory.recall(message, unit="session", speakers="Ana")
    assert (recall.hits, recall.probability, recall.unit, recall.filters.speakers) == ((), 0.0, "session", ("Ana",))
    assert not memory.answer(message).found
    with pytest.raises(InputError, match="k is a whole number of hits, 1 or more: 0"):
        memory.context(message, k=0)


@pytest.mark.parametrize("value", [-0.1, 1.5, "often", float("nan"), True])
@pytest.mark.parametrize("name", ["min_probability", "stop_below"])
def test_what_is_no_probability_is_refused(memory: Memory, name: str, value: Any) -> None:
    """By name and value."""
    with pytest.raises(InputError, match=rf"{name} is a probability, from 0 to 1: "):
        memory.context("Where does the cat sleep?", **{name: value})


@pytest.mark.parametrize("value", [0, -1, 1.5, "5", None, True, 10**30])
def test_what_is_no_number_of_hits_is_refused(memory: Memory, value: Any) -> None:
    """By value, as other numbers are; true is no 1."""
    with pytest.raises(InputError, match="k is a whole number of hits, 1 or more: "):
        memory.recall("Where does the cat sleep?", k=value)
