"""Of whom a question asks, and what states it of somebody else."""

from __future__ import annotations

import pytest

import convograph
from convograph.extraction.asked_relation import asked_for
from convograph.facts.questions.whom_asked import in_own_words, states_of_others
from support.facts import JANUARY, turns_of

NUMBER = "07700 900111"
DOM = "What's Dom's phone number?"


def is_of_another(lines: list[str], question: str) -> bool:
    """Whether the last sentence of the last line states what is asked for of somebody else."""
    asked = asked_for(question)
    assert asked is not None
    with convograph.open(":memory:") as memory:
        for number, line in enumerate(lines):
            memory.add(turns_of(line), session=f"s{number}", said=JANUARY)
        (turn,) = memory.turns(f"s{len(lines) - 1}")
        return states_of_others(memory._keeper.newest(), asked)(turn, turn.text.rsplit(". ", maxsplit=1)[-1])


@pytest.mark.parametrize(
    ("lines", "question"),
    [
        ([f"user: My phone number is {NUMBER}"], DOM),
        (["user: I'm Ana.", f"user: My phone number is {NUMBER}"], DOM),
        ([f"Ana: My phone number is {NUMBER}"], DOM),
        ([f"user: My sister's phone number is {NUMBER}"], DOM),
        (["user: My brother Tom knows Dom.", f"user: My brother's phone number is {NUMBER}"], DOM),
        ([f"user: Kim's phone number is {NUMBER}"], DOM),
        ([f"user: I saw Dom. My phone number is {NUMBER}"], DOM),
        ([f"user: Kim's phone number is {NUMBER}"], "What's my phone number?"),
        ([f"user: My phone number is {NUMBER}"], "What's my sister's phone number?"),
        ([f"user: My phone number is {NUMBER}"], "What's my boss's phone number?"),
        ([f"user: My brother's phone number is {NUMBER}"], "What's my sister's phone number?"),
        (["Ana: I live in Leeds."], "Where does Ben live?"),
        (["user: My email is a@b.org"], "What's Dom's email?"),
    ],
)
def test_what_is_stated_of_somebody_else(lines: list[str], question: str) -> None:
    """Of another speaker, or by another name or noun, whatever the relation."""
    assert is_of_another(lines, question)


@pytest.mark.parametrize(
    ("lines", "question"),
    [
        ([f"Dom: My number is {NUMBER}"], DOM),
        ([f"Dominic: My number is {NUMBER}"], DOM),
        ([f"user: Dom's phone number is {NUMBER}"], DOM),
        (["user: I'm Dom.", f"user: My phone number is {NUMBER}"], DOM),
        (["user: I'm Dominic.", f"user: My phone number is {NUMBER}"], DOM),
        (["user: My boyfriend Dom is coming.", f"user: My boyfriend's phone number is {NUMBER}"], DOM),
        (["user: My brother Dom is coming.", f"user: My brother's phone number is {NUMBER}"], DOM),
        ([f"user: Our phone number is {NUMBER}"], DOM),
        (["user: Dom called. Lives in Leeds now."], "Where does Dom live?"),
        (["Ana: Ben and I live in Leeds."], "Where does Ben live?"),
        ([f"Elizabeth: My number is {NUMBER}"], "What's Liz's phone number?"),
        ([f"Ana: My phone number is {NUMBER}"], "What's my phone number?"),
        ([f"user: My phone number is {NUMBER}"], "What's her phone number?"),
        ([f"user: My phone number is {NUMBER}"], "What's my work number?"),
        (["user: Dom is coming over."], DOM),
    ],
)
def test_what_may_be_about_the_one_who_is_asked_about(lines: list[str], question: str) -> None:
    """By their name, by another of theirs, by a noun that stands for them, or among others."""
    assert not is_of_another(lines, question)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("user: I'm Leo, I live in Crail.", "I"),
        ("user: My name is Leo.", "I"),
        ("user: Call me Leo.", "I"),
        ("user: I'm Leona.", "Leo"),
        ("user: My brother is called Leo.", "Leo"),
        ("user: I am leaving.", "Leo"),
        ("Ana: I'm Leo.", "Leo"),
        ("Leo: I'm Leo.", "Leo"),
    ],
)
def test_the_user_is_asked_about_by_name(line: str, expected: str) -> None:
    """Where the user says so; a speaker has the name that is stored."""
    asked = asked_for("Where does Leo live?")
    assert asked is not None
    with convograph.open(":memory:") as memory:
        memory.add(turns_of(line), session="s", said=JANUARY)
        assert in_own_words(memory._keeper.newest(), asked).who == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("user: I'm Leo. My sister works at Boots.", "my sister"),
        ("user: My sister works at Boots.", "Leo's sister"),
        ("Leo: I'm Leo. My sister works at Boots.", "Leo's sister"),
    ],
)
def test_kin_of_the_user_are_asked_about_by_the_users_name(line: str, expected: str) -> None:
    """As somebody's of the user, where the user says so."""
    asked = asked_for("Where does Leo's sister work?")
    assert asked is not None
    with convograph.open(":memory:") as memory:
        memory.add(turns_of(line), session="s", said=JANUARY)
        assert in_own_words(memory._keeper.newest(), asked).who == expected
