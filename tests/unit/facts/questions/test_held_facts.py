"""Questions that ask for one relation of one person, and what holds of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import convograph
from convograph.extraction.asked_relation import asked_for
from convograph.facts.folding.known_folds import NamedFact
from convograph.facts.questions.held_facts import holding
from convograph.memory import Memory
from support.facts import JANUARY, JUNE, MARCH, turns_of

SAID = [
    (JANUARY, "Ana Lopez: I live in Porto. I work at Siemens. I have a dog."),
    (MARCH, "Ben: I am a nurse. My partner is Freya. I'm vegan. My birthday is 3 May. My blood group is B."),
    (JUNE, "Ana Lopez: I live in Lisbon now, near the river. My favorite food is ramen."),
    ("2024-06-20", "Ben: My email is ben@example.com now."),
]


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    """Two people and a move."""
    with convograph.open(":memory:") as opened:
        for said, line in SAID:
            opened.add(turns_of(line), session=said, said=said)
        opened.add([{"role": "user", "content": "I live in Faro."}], session="own", said="2024-07-01")
        yield opened


def values_of(question: str, facts: list[NamedFact]) -> list[str]:
    """The values of what a question asks for."""
    asked = asked_for(question)
    return [] if asked is None else [one.value for one in holding(asked, facts)]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("Where does Ana live?", ["Lisbon"]),
        ("where does Ana Lopez live now", ["Lisbon"]),
        ("Which city does Ana live in?", ["Lisbon"]),
        ("Where does Ana currently work?", ["Siemens"]),
        ("What does Ben do for a living?", ["nurse"]),
        ("What is Ben's job?", ["nurse"]),
        ("Who's Ben's partner?", ["Freya"]),
        ("What pets does Ana have?", ["dog"]),
        ("What is Ana's favourite food?", ["ramen"]),
        ("Is Ben still vegan?", ["vegan"]),
        ("What is Ben's diet?", ["vegan"]),
        ("What is Ben's e-mail address?", ["ben@example.com"]),
        ("When is Ben's birthday?", ["3 May"]),
        ("What's Ben's blood type?", ["B"]),
        ("Where do I live?", ["Faro"]),
        ("Where did Ana live before?", []),
        ("Where does Ana's sister live?", []),
        ("Where does Clara live?", []),
        ("Why does Ana live there?", []),
        ("", []),
    ],
)
def test_what_is_asked_for(memory: Memory, question: str, values: list[str]) -> None:
    """Of the present, and of the one who is named."""
    assert values_of(question, memory._known().with_names()) == values


def test_the_sentence_that_states_it_is_the_answer(memory: Memory) -> None:
    """The last one, cited; without facts, and where the recall is limited, what was recalled is quoted."""
    answer = memory.answer("Where does Ana live?", facts=True)
    assert answer.text == "I live in Lisbon now, near the river. [1]"
    assert [one.turn.session for one in answer.citations] == [JUNE]
    before = memory.answer("Where does Ana live?", facts=True, as_of=MARCH)
    assert before.text == "I live in Porto. [1]"
    limited = memory.answer("Where does Ana live?", facts=True, speakers="Ben")
    assert "Lisbon" not in limited.text


def test_a_sentence_that_states_two_of_them_is_quoted_once() -> None:
    """Two pets in one breath."""
    with convograph.open(":memory:") as opened:
        opened.add(turns_of("Ana: I have a dog and a cat."), session="s", said=JANUARY)
        assert len(values_of("What pets does Ana have?", opened._known().with_names())) == 2
        assert opened.answer("What pets does Ana have?", facts=True).text == "I have a dog and a cat. [1]"


def test_a_fact_that_was_struck_out_answers_nothing() -> None:
    """It holds at no time."""
    with convograph.open(":memory:") as opened:
        opened.add(turns_of("Ana: I live in Porto."), session="s", said=JANUARY)
        (fact,) = opened.facts("Ana", "lives_in")
        opened.strike_fact(fact.id)
        assert values_of("Where does Ana live?", opened._known().with_names()) == []


@pytest.mark.parametrize("question", ["Where does " + "Ana " * 5_000 + "live?", "A" * 50_000, "where does (.*) live?"])
def test_any_question_is_read(memory: Memory, question: str) -> None:
    """However long or odd."""
    assert values_of(question, memory._known().with_names()) == []


THEN = [
    ("2024-01-01", "I live in Leeds. I'm 22 and looking for a job."),
    ("2024-02-10", "I moved to York."),
    ("2024-03-01", "My name is Ana Duarte."),
    ("2024-06-01", "I moved to Hull. I have a dog called Rex, and a cat called Milo."),
]


@pytest.mark.parametrize("facts", [False, True])
@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Where did I live in January 2024?", "I live in Leeds."),
        ("Where did I live in March 2024?", "I moved to York."),
        ("Where did I live in February 2024?", "I moved to York."),
        ("Where was I living on 3 July 2024?", "I moved to Hull."),
        ("How old am I?", "I'm 22 and looking for a job."),
        ("What's my surname?", "My name is Ana Duarte."),
        ("What is my last name?", "My name is Ana Duarte."),
        ("What's my dog called?", "I have a dog called Rex, and a cat called Milo."),
    ],
)
def test_what_an_assistant_is_asked(question: str, first: str, *, facts: bool) -> None:
    """What held then, with facts and without; a surname by the whole name."""
    with convograph.open(":memory:") as opened:
        for said, text in THEN:
            opened.add([{"role": "user", "content": text}], session=said, said=said)
        assert opened.answer(question, facts=facts).text.splitlines()[0].endswith(f"{first} [1]")


MOVES = [
    ("2024-01-01", "I'm Leo, I live in Crail."),
    ("2024-02-01", "I moved to Leeds."),
    ("2024-03-01", "Moved to St Monans last week."),
    ("2024-04-01", "I had soup."),
]


@pytest.mark.parametrize("facts", [False, True])
@pytest.mark.parametrize("speaker", ["user", "Leo"])
@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Where did Leo live before St Monans?", "I moved to Leeds."),
        ("Where did Leo live before he moved to St Monans?", "I moved to Leeds."),
        ("Where did Leo live before Leeds?", "I'm Leo, I live in Crail."),
        ("Where did Leo live before?", "I'm Leo, I live in Crail."),
        ("Where does Leo live?", "Moved to St Monans last week."),
    ],
)
def test_what_was_so_before_another_value(question: str, first: str, speaker: str, *, facts: bool) -> None:
    """What was stated last before it, of a speaker or of the user who says that this is their name."""
    with convograph.open(":memory:") as opened:
        for said, text in MOVES:
            opened.add([{"speaker": speaker, "text": text}], session=said, said=said)
        assert opened.answer(question, facts=facts).text.splitlines()[0].endswith(f"{first} [1]")


def test_what_gave_way_in_the_same_sentence_was_so_before() -> None:
    """The turn that tells the change tells both."""
    with convograph.open(":memory:") as opened:
        opened.add([{"role": "user", "content": "I moved from Crail to Leeds."}], session="s", said="2024-01-01")
        opened.add([{"role": "user", "content": "I live in Leeds."}], session="t", said="2024-02-01")
        assert opened.answer("Where did I live before Leeds?").text == "I moved from Crail to Leeds. [1]"


def test_a_last_name_is_no_new_name() -> None:
    """The name that was told before stays."""
    with convograph.open(":memory:") as opened:
        opened.add(turns_of("Ana: My name is Ana."), session="s0", said=JANUARY)
        opened.add(turns_of("Ana: My last name is Duarte."), session="s1", said=MARCH)
        told = {fact.relation: fact.value for fact in opened.facts("Ana")}
    assert (told["name"], told["surname"]) == ("Ana", "Duarte")
