"""Jokes are not quoted, and what its speaker corrected only with the correction."""

from __future__ import annotations

import pytest

import convograph
from convograph.answering.taken_back import corrects

OTHERS = [("Ben", "I repaired the bicycle on Sunday."), ("Ana", "We had soup for lunch.")]


def answered(question: str, *talk: tuple[str, str]) -> list[str]:
    """The lines of an answer, without their citations."""
    with convograph.open(":memory:", architecture="unified") as opened:
        opened.add([{"speaker": speaker, "text": text} for speaker, text in (*talk, *OTHERS)], session="s")
        answer = opened.answer(question)
        return [line.rpartition(" [")[0] for line in answer.text.splitlines()] if answer.found else []


MARRIED = "When did Ana marry Hugo?"


@pytest.mark.parametrize(
    "talk",
    [
        [("Ana", "I married Hugo yesterday. Just kidding.")],
        [("Ana", "I married Hugo yesterday."), ("Ana", "Just kidding!")],
        [("Ana", "I married Hugo yesterday."), ("Ben", "What?!"), ("Ana", "haha, kidding")],
    ],
)
def test_a_joke_is_no_answer(talk: list[tuple[str, str]]) -> None:
    """Whether the same turn calls it one, or its speaker's next."""
    assert not any("yesterday" in line for line in answered(MARRIED, *talk))


@pytest.mark.parametrize(
    "talk",
    [
        [("Ana", "I married Hugo yesterday. No kidding!")],
        [("Ana", "I married Hugo yesterday."), ("Ben", "Just kidding!")],
        [("Ana", "I married Hugo yesterday."), *[("Ben", "What?!")] * 2, ("Ana", "Just kidding!")],
        [("Ana", "Just kidding, I married Hugo yesterday.")],
    ],
)
def test_what_is_no_joke_answers(talk: list[tuple[str, str]]) -> None:
    """Another's joke, one long after, and what stands behind the mark."""
    assert any("yesterday" in line for line in answered(MARRIED, *talk))


@pytest.mark.parametrize(
    "talk",
    [
        [("Ana", "I married Hugo on June 12th. No, sorry, it was the 14th.")],
        [("Ana", "I married Hugo on June 12th."), ("Ana", "No, sorry, it was the 14th.")],
        [("Ana", "I married Hugo on June 12th."), ("Ben", "Nice!"), ("Ana", "No, sorry, it was the 14th.")],
    ],
)
def test_a_statement_brings_its_correction_along(talk: list[tuple[str, str]]) -> None:
    """Right behind it, each with its citation."""
    assert answered(MARRIED, *talk)[:2] == ["I married Hugo on June 12th.", "No, sorry, it was the 14th."]


def test_another_speakers_correction_stays_away() -> None:
    """It is of what they said themselves."""
    lines = answered(MARRIED, ("Ana", "I married Hugo on June 12th."), ("Ben", "No, sorry, it was the 14th."))
    assert lines[0] == "I married Hugo on June 12th."
    assert "No, sorry, it was the 14th." not in lines[1:2]


@pytest.mark.parametrize(
    ("text", "sentence", "expected"),
    [
        ("Oops, I meant Lyon.", "Lille is where we met.", True),
        ("Oops, I meant Lyon.", "We met there.", False),
        ("Lyon, not Lille.", "We met in Lille.", False),  # it may contrast two towns
        ("Sorry, Lyon, not Lille.", "We met in Lille.", True),
        ("Sorry, Lyon, not Lille.", "We met in Nice.", False),
        ("Wait. Ring the bell.", "We met in Nice.", False),
        ("It was Lyon.", "We met in Lille.", False),
        ("Sorry, 35.", "I'm 34.", True),
        ("Sorry, 12 May.", "The wedding is on 5 May.", True),
        ("Oops, Lyon.", "We met in Lille.", True),
        ("Sorry, Tom.", "We met in Lille.", False),  # who is called so
        ("Sorry, 12 May.", "We met in Lille.", False),
    ],
)
def test_what_corrects(text: str, sentence: str, expected: bool) -> None:
    """A cue, and a value of the same kind, or the wrong one by its name."""
    assert corrects(text, sentence) == expected


def test_a_joke_tells_nothing_of_a_day_either() -> None:
    """Where all that was said then is asked for."""
    with convograph.open(":memory:", architecture="unified") as opened:
        talk = [("Ana", "I married Hugo. Just kidding."), ("Ben", "I painted the hall.")]
        opened.add([{"speaker": who, "text": text} for who, text in talk], session="s", said="2024-05-08")
        answer = opened.answer("What happened on 8 May?", asked_at="2024-06-01")
    assert answer.text == "I painted the hall. [1]"


def test_a_wrong_value_stands_in_the_sentence_in_whole_words() -> None:
    """Who puts "tea" right does not mean their team."""
    assert corrects("Sorry, I meant coffee, not tea.", "We always had tea.")
    assert not corrects("Sorry, I meant coffee, not tea.", "We always had a team.")
