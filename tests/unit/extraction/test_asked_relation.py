"""Questions for one relation of one person."""

from __future__ import annotations

from datetime import datetime

import pytest

from convograph.extraction import asked_relation
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
        ("What's my sister called?", "my sister", "name"),
        ("Do I have any pets?", "I", "has pet"),
        ("How old am I?", "I", "age"),
        ("How old is my sister?", "my sister", "age"),
        ("What's Ana's age?", "Ana", "age"),
        ("What's my surname?", "my", "surname"),
        ("What's my last name?", "my", "surname"),
        ("what is Ana's last name", "Ana", "surname"),
        ("What's my dog called?", "my", "has pet"),
        ("What is the name of my cat?", "my", "has pet"),
        ("What is my brother's job?", "my brother", "occupation"),
        ("What is Ben's favourite Food?", "Ben", "favorite food"),
        ("whats my favourite colour", "my", "favorite color"),
        ("What's my wife called?", "my", "partner"),
        ("Who is my hubby?", "my", "partner"),
        ("What's the name of Ana's fiance?", "Ana", "partner"),
        ("Which company do I work for?", "I", "works at"),
        ("What country is Ana living in?", "Ana", "lives in"),
        ("Where does Ben go to university?", "Ben", "attends"),
        ("Where do you live?", "you", "lives in"),
        ("What does Will do?", "Will", "occupation"),
    ],
)
def test_what_is_asked_of_whom(question: str, who: str, relation: str) -> None:
    """In the ways that people ask, also by the way."""
    asked = asked_for(question)
    assert asked is not None
    assert (asked.who, asked.relations[0], asked.former) == (who, relation, False)


EACH_FORM = (
    "Where do I live? Where am I based? Which town does Ana live in? What city is Ana in? Where does Ana work? "
    "Who does Ana work for? Who is Ana's employer? What does Ana do? What does Ana work as? What's Ana's job? Who "
    "is Ana's husband? Who is Ana dating? What is Ana's wife called? What is the name of Ana's fiancé? What pets "
    "does Ana have? Does Ana have a pet? What's Ana's cat called? What's the name of my dog? How old is Ana? What "
    "is Ana's age? What is my name? What is my surname? Who am I? What is Ana called? Which school does Ana go "
    "to? Where does Ana study? What's Ana's number? What's Ana's e-mail? When is Ana's birthday? What is Ana's "
    "blood type? Is Ana vegan? What is Ana's diet? What diet does Ana follow? What is Ana's favourite tea? Where "
    "did Ana live? Where did Ana work? Who did Ana work for? Where did Ana move from?"
).replace("? ", "?\n")


def test_the_words_of_every_form_are_known() -> None:
    """A question without any of them is none: else a form would never be tried."""
    matched = {
        form.pattern
        for question in EACH_FORM.splitlines()
        for form, _, _ in asked_relation._compiled()
        if form.fullmatch(question) and asked_for(question) is not None
    }
    assert matched == {form.pattern for form, _, _ in asked_relation._compiled()}


@pytest.mark.parametrize("question", ["What did Ana paint before May?", "When did I buy the kayak?", "Hello!"])
def test_no_form_is_compiled_for_other_questions(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first question of a process is not kept waiting for forms that it cannot have."""
    for name in ("_compiled", "_compiled_then", "_compiled_before_another"):
        monkeypatch.setattr(asked_relation, name, lambda: pytest.fail("compiled"))
    assert asked_for(question) is None


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
    ("question", "relation", "than"),
    [
        ("Where did Leo live before St Monans?", "lives in", "St Monans"),
        ("where did i live before st monans", "lives in", "st monans"),
        ("Where did I live before I moved to Leeds?", "lives in", "Leeds"),
        ("Where did Ana work before joining Tidewater Maps?", "works at", "Tidewater Maps"),
        ("Who was Ben's partner before Kim?", "partner", "Kim"),
        ("What was my job before working as a nurse?", "occupation", "a nurse"),
    ],
)
def test_what_was_so_before_something_else(question: str, relation: str, than: str) -> None:
    """Is asked for by a value that came after it."""
    asked = asked_for(question)
    assert asked is not None
    assert (asked.relations[0], asked.former, asked.than) == (relation, True, than)


@pytest.mark.parametrize(
    "question", ["Where did I live before 2019?", "Where did I live before May?", "Where do I live before Leeds?"]
)
def test_a_time_is_no_value_that_came_after(question: str) -> None:
    """Nor does a question for what is so now ask for what was before."""
    assert asked_for(question) is None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where does Ana live?", True),
        ("Where do I live?", True),
        ("Where do you live?", False),
        ("How old is she?", False),
    ],
)
def test_whom_a_question_names(question: str, expected: bool) -> None:
    """Nobody knows who "she" is."""
    asked = asked_for(question)
    assert asked is not None
    assert asked.is_named is expected


@pytest.mark.parametrize(
    ("question", "relation", "start", "end"),
    [
        ("Where did I live in September?", "lives in", datetime(2024, 9, 1), datetime(2024, 10, 1)),
        ("where did Ana work back in 2022?", "works at", datetime(2022, 1, 1), datetime(2023, 1, 1)),
        ("Where was I living on January 3rd?", "lives in", datetime(2024, 1, 3), datetime(2024, 1, 4)),
        ("In May, who was I dating?", "partner", datetime(2024, 5, 1), datetime(2024, 6, 1)),
        ("What was my job last year?", "occupation", datetime(2023, 1, 1), datetime(2024, 1, 1)),
    ],
)
def test_what_was_so_at_a_time(question: str, relation: str, start: datetime, end: datetime) -> None:
    """Ends or begins with the time, which is told from when it is asked."""
    asked = asked_for(question, datetime(2024, 11, 3))
    assert asked is not None
    assert (asked.relations[0], asked.at, asked.former) == (relation, (start, end), False)


@pytest.mark.parametrize(
    "question",
    ["Where did I live with Tom in May?", "Where do I live in May?", "In May, where did I live in Leeds?", "In May"],
)
def test_what_asks_for_more_than_a_time(question: str) -> None:
    """Or for no time of the past."""
    assert asked_for(question, datetime(2024, 11, 3)) is None


def test_values_that_cannot_be_what_is_asked_for() -> None:
    """A surname is the end of a whole name; a dog is no cat."""
    surname, dog = asked_for("What's my surname?"), asked_for("What's my dog called?")
    assert surname is not None
    assert dog is not None
    assert [surname.accepts("name", name) for name in ("Ana", "Ana Duarte")] == [False, True]
    assert surname.accepts("surname", "Duarte")
    assert [dog.accepts("has pet", pet) for pet in ("dog Rex", "cat Milo", "dog")] == [True, False, False]


@pytest.mark.parametrize(
    "question",
    [
        "",
        "Why does Ana live there?",
        "Where does Ana live with Ben?",
        "Do you know Ana?",
        "My name?",
        "who is",
        "what can you do?",
    ],
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
