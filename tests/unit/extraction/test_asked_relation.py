"""Questions for one relation of one person."""

from __future__ import annotations

import pytest

from convograph.extraction.asked_relation import asked_for


@pytest.mark.parametrize(
    ("question", "who", "relation"),
    [
        ("Where does Ana live?", "Ana", "lives in"),
        ("remind me where I live", "I", "lives in"),
        ("Hey, do you still know where Ana works?", "Ana", "works at"),
        ("Where does my sister Ines live now?", "my sister Ines", "lives in"),
        ("What's my name?", "my", "name"),
        ("who am i", "i", "name"),
        ("What am I called?", "I", "name"),
        ("Do I have any pets?", "I", "has pet"),
        ("What is my brother's job?", "my brother", "occupation"),
        ("What is Ben's favourite Food?", "Ben", "favorite food"),
    ],
)
def test_what_is_asked_of_whom(question: str, who: str, relation: str) -> None:
    """In the ways that people ask, also by the way."""
    asked = asked_for(question)
    assert asked is not None
    assert (asked.who, asked.relations[0], asked.former) == (who, relation, False)


@pytest.mark.parametrize(
    "question",
    [
        "Where did I live before?",
        "Where did Ana use to work?",
        "who did I work for previously",
        "Where did I move from?",
    ],
)
def test_what_was_so_before(question: str) -> None:
    """Is asked for by words of its own."""
    asked = asked_for(question)
    assert asked is not None
    assert asked.former


@pytest.mark.parametrize(
    "question",
    ["", "Why does Ana live there?", "Where does Ana live with Ben?", "Do you know Ana?", "My name?", "who is"],
)
def test_other_questions(question: str) -> None:
    """Ask for more, or for something else."""
    assert asked_for(question) is None


@pytest.mark.parametrize(
    ("question", "named", "about", "others"),
    [
        ("Where do I live?", None, ["user", "User"], ["assistant", "user's sister", "Ana"]),
        ("Where does Ana live?", "Ana", ["Ana", "ana lopez"], ["Anabel", "Ana's sister", "user"]),
        ("Where does Ana Lopez live?", "Ana", ["Ana Lopez"], ["Ana", "Ana Costa"]),
        (
            "Where does my sister Ines live?",
            "sister",
            ["user's sister", "user’s sister Ines"],
            ["user", "Ana's sister"],
        ),
    ],
)
def test_whom_a_question_is_about(question: str, named: str | None, about: list[str], others: list[str]) -> None:
    """A first name stands for a whole one; "my" is the user's."""
    asked = asked_for(question)
    assert asked is not None
    assert asked.named == named
    assert all(map(asked.is_about, about))
    assert not any(map(asked.is_about, others))
