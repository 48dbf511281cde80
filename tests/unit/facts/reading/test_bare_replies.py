"""Answers that are nothing but a value, and what is none."""

from __future__ import annotations

from time import process_time

import pytest

from convograph.facts.reading.bare_replies import DirectQuestion, asked_in
from convograph.memory import Memory
from support.facts import JANUARY, lines_of, tell

LIVE = "Where do you live?"
PATIENCE = 5.0  # seconds for what takes some milliseconds


def stated(memory: Memory, asked: str, reply: str) -> list[tuple[str, str, str]]:
    """Subject, relation and value of what holds after a question of Ben's and Ana's reply."""
    tell(memory, (JANUARY, f"Ben: {asked}\nAna: {reply}"))
    return [(fact.subject, fact.relation, fact.value) for fact in memory.facts()]


@pytest.mark.parametrize(
    ("asked", "reply", "relation", "value"),
    [
        (LIVE, "Porto.", "lives_in", "Porto"),
        (LIVE, "In Porto, since May.", "lives_in", "Porto"),
        (LIVE, "Oh, in Penacova. You?", "lives_in", "Penacova"),
        (LIVE, "leeds", "lives_in", "Leeds"),
        (LIVE, "Porto… you?", "lives_in", "Porto"),
        (LIVE, "Porto, Portugal", "lives_in", "Porto, Portugal"),
        ("I see. So where are you based now, Ana?", "Porto!", "lives_in", "Porto"),
        ("And which city do you live in?", "Coventry", "lives_in", "Coventry"),
        ("Where do you work?", "At Bosch.", "works_at", "Bosch"),
        ("What do you do for a living?", "A nurse at Santo António.", "occupation", "nurse"),
        ("What do you do?", "Nurse, for ten years.", "occupation", "Nurse"),
        ("Which university do you go to?", "Leeds University", "attends", "Leeds University"),
        ("How old are you?", "34.", "age", "34"),
        ("What's your number?", "It's +32 470 55 01 02.", "phone number", "+32 470 55 01 02"),
        ("Can I have your email?", "ana@example.com.", "email", "ana@example.com"),
        ("When's your birthday?", "The 3rd of May.", "birthday", "3rd of May"),
        ("What's your wife's name?", "Eva.", "partner", "Eva"),
        ("What's your dog called?", "Biscuit.", "has_pet", "dog Biscuit"),
        ("What's your pet called?", "Biscuit.", "has_pet", "Biscuit"),
        ("What's the name of your cat?", "Her name is Olga.", "has_pet", "cat Olga"),
        ("whats your favourite colour?", "Definitely green.", "favorite color", "green"),
        ("What is your favorite food?", "Pizza, of course!", "favorite food", "Pizza"),
    ],
)
def test_a_value_alone_answers(memory: Memory, asked: str, reply: str, relation: str, value: str) -> None:
    """What the question before it asks of whom it is put to; only the answer states it."""
    assert stated(memory, asked, reply) == [("Ana", relation, value)]
    assert [turn.id for turn in memory.facts()[0].turns] == ["s0:1"]


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        *((LIVE, reply) for reply in ("Nowhere.", "In a van.", "Guess.", "Why?", "Here.", "Not Porto.", "Near Porto.")),
        *((LIVE, reply) for reply in ("Porto and Faro.", "Porto. I wish.", "Porto? No.", "Porto. Just kidding.")),
        *((f"{asked} {LIVE}", "Porto.") for asked in ("And why?", "Imagine you are rich.", "Pretend to be a pirate.")),
        ("Where do you live, Tom?", "Porto."),
        ("Where do you want to live?", "Porto."),
        ("Where did you live?", "Porto."),
        ("Where does Eva live?", "Porto."),
        ("I wonder where you live. Do you?", "Porto."),
        ("Where do you live? Is it nice there?", "Porto."),
        ("Where do you work?", "Retail."),
        ("Where do you work?", "At home."),
        ("Who do you work for?", "Myself."),
        ("What do you do?", "Nothing."),
        ("What do you do?", "Not a nurse."),
        ("What's your number?", "12"),
        ("How old are you?", "Old."),
        ("What's your favourite film?", "Hard to say."),
        ("What's your favourite film?", "I love them all."),
        ("What's your wife's name?", "Guess."),
        ("What's your dog called?", "Dunno."),
        ("What's it called?", "Biscuit."),
        ("Where do you live?", "Porto. Oops, typo!"),
        ("Are you vegan?", "Yes."),
        ("Do you have any pets?", "Two."),
        ("What's your surname?", "Duarte."),
    ],
)
def test_what_is_no_answer(memory: Memory, asked: str, reply: str) -> None:
    """Another question, one that is put to somebody else, a reply that is more or less than a value."""
    assert stated(memory, asked, reply) == []


@pytest.mark.parametrize(
    "talk",
    [
        "Ana: Where do you live?\nAna: Porto.",
        "user: Where do you live?\nassistant: Porto.",
        "tool: Where do you live?\nAna: Porto.",
        "Ben: Where do you live?\nCleo: Why not ask Tom?\nAna: Porto.",
    ],
)
def test_who_answers_nobody(memory: Memory, talk: str) -> None:
    """Who asks themselves, an assistant, a tool; only the very next turn answers."""
    tell(memory, (JANUARY, talk))
    assert memory.facts() == []


def test_an_answer_is_a_statement_like_others(memory: Memory) -> None:
    """It may be corrected, is known since it was said, and is gone with its question."""
    tell(memory, (JANUARY, "Ben: Where do you live?\nAna: Porto.\nBen: Nice!\nAna: Sorry, Lisbon."))
    assert lines_of(memory.history("Ana")) == [
        "lives_in Porto: outdated corrected, s0:1, by s0:3, then Lisbon",
        "lives_in Lisbon: current, s0:3",
    ]
    memory.forget(turn="s0:0")
    assert memory.history("Ana") == []


def test_what_the_answer_says_in_full_is_read_once(memory: Memory) -> None:
    """The sentence of the reply states more than its first word."""
    tell(memory, (JANUARY, "Ben: What do you do?\nAna: I'm a nurse."))
    assert lines_of(memory.facts()) == ["occupation nurse: current, s0:1"]


def test_what_is_asked() -> None:
    """Of whom the question is put to, and by which name."""
    assert asked_in("Where do you live, Ana?") == DirectQuestion("lives_in", "Ana")
    assert asked_in("What is your favourite colour") == DirectQuestion("favorite color", None)


@pytest.mark.parametrize("unit", ["so ", "Where do you live ", "a", "? ", ", "])
def test_no_question_takes_long(unit: str) -> None:
    """Patterns share words in many ways, but only of a short turn."""
    began = process_time()
    asked_in((unit * 300)[:299] + "?")
    asked_in(unit * 100_000 + "?")
    assert process_time() - began < PATIENCE


@pytest.mark.parametrize(
    ("told", "asked", "reply", "expected"),
    [
        ("I got a dog.", "What's it called?", "Pepper.", ["dog Pepper"]),
        ("We adopted a rescue dog!", "Aw! What's his name?", "His name is Rex!", ["rescue dog Rex"]),
        ("I have a cat.", "What did you call her?", "We called her Olga.", ["cat Olga"]),
        ("I have a cat and a dog.", "What's it called?", "Pepper.", ["cat", "dog"]),
        ("I have a cat called Milo.", "What's it called?", "Pepper.", ["cat Milo"]),
        ("I bought a boat.", "What's it called?", "Pepper.", []),
        ("I got a dog.", "What's it called?", "Dunno.", ["dog"]),
    ],
)
def test_how_a_pet_is_called_that_was_just_told(
    memory: Memory, told: str, asked: str, reply: str, expected: list[str]
) -> None:
    """The only one of the turn before the question, if that is the same person's."""
    lines = [("Ana", told), ("Ben", asked), ("Ana", reply)]
    memory.add([{"speaker": speaker, "text": text} for speaker, text in lines], session="s", said="2024-01-10")
    assert [one.value for one in memory.facts("Ana", "has_pet")] == expected


def test_what_two_turns_tell_of_a_pet_is_quoted_from_both(memory: Memory) -> None:
    """Name and kind; and it ends by its name."""
    lines = [("Ana", "I got a dog."), ("Ben", "What's it called?"), ("Ana", "Pepper.")]
    memory.add([{"speaker": speaker, "text": text} for speaker, text in lines], session="s", said="2024-01-10")
    assert memory.answer("What pets does Ana have?", facts=True).text == "Pepper. [1]\nI got a dog. [2]"
    memory.add([{"speaker": "Ana", "text": "Pepper died."}], session="later", said="2024-03-10")
    assert memory.facts("Ana", "has_pet") == []
