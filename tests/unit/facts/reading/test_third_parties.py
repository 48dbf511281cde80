"""Whom a turn tells of: nobody by a pronoun that may mean whom it brings in, nor by the name of whose boss it is."""

from __future__ import annotations

import pytest

from convograph.facts.reading.third_parties import means_third_party, tells_of_third_party
from convograph.memory import Memory
from support.facts import JUNE

_KIN = ("family_member", "name")


def facts_of(memory: Memory, text: str) -> set[tuple[str, str, str]]:
    """What a turn of Ben's tells, but who is whose kin and how they are called."""
    memory.add([{"speaker": "Ben", "text": text}], session="s", said=JUNE)
    found = memory.facts(outdated=True)
    return {(fact.subject, fact.relation, fact.value) for fact in found if fact.relation not in _KIN}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana has a daughter. She's 6 now.", set()),
        ("Ana met someone new. She lives in Hull.", set()),
        ("My wife Noor and I have a dog, Rex, who is 3.", {("Ben", "partner", "Noor"), ("Ben", "has_pet", "dog")}),
        (
            "My wife's called Noor and we have a parrot, Gizmo. He's 12.",
            {("Ben", "partner", "Noor"), ("Ben", "has_pet", "parrot Gizmo")},
        ),
        ("Ana and I adopted a dog. She's 4 years old.", {("Ben", "has_pet", "dog")}),
        ("Ana adopted a greyhound. He's 8.", {("Ana", "has_pet", "greyhound")}),
        ("Tom has a new boss. She's 29.", set()),
        ("Tom brought his nephew along, he's 11.", set()),
        ("My sister has a baby. She's 2.", set()),
        ("Ana hired a nanny. She lives in Hull.", set()),
        ("Tom has a new girlfriend. She's a nurse.", set()),
        ("Tom met Ana. She lives in Hull.", set()),
        ("Ana and Eva came by. She lives in Hull.", set()),
    ],
)
def test_a_pronoun_that_may_mean_whom_a_turn_brings_in_means_nobody(
    memory: Memory, text: str, expected: set[tuple[str, str, str]]
) -> None:
    """By frames, reader and triplets alike; nor does one of the other sex mean whom it names."""
    assert facts_of(memory, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana's boss lives in Rome.", set()),
        ("Ana's flatmate lives in Rome.", set()),
        ("My brother Tom's girlfriend lives in Bath.", set()),
        ("My sister Ana's husband works at Lidl.", set()),
        ("My brother's girlfriend moved to Bath.", {("Ben's brother's girlfriend", "lives_in", "Bath")}),
        ("My sister and her husband live in Bath.", {("Ben's sister", "lives_in", "Bath")}),
        ("Ana's husband is Tom.", {("Ana", "partner", "Tom")}),
        ("Ana's new job is at Lidl.", {("Ana", "works_at", "Lidl")}),
    ],
)
def test_whose_boss_lives_somewhere_does_not_live_there(
    memory: Memory, text: str, expected: set[tuple[str, str, str]]
) -> None:
    """Whom somebody has is said of them; so is what."""
    assert facts_of(memory, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My wife Noor and I have a son called Eli, who's 9.", {("Ben", "partner", "Noor")}),
        ("My wife Noor works with Dan, he's from Chile.", {("Ben", "partner", "Noor")}),
        ("My brother Sam and his wife have a baby, Ivy, who is 2.", {("Ivy", "age", "2")}),
    ],
)
def test_a_child_and_a_colleague_are_no_partners(
    memory: Memory, text: str, expected: set[tuple[str, str, str]]
) -> None:
    """Though the sentence names a wife."""
    assert facts_of(memory, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Can I bring Sab? She's vegan, mind.", ("Sab", "diet", "vegan")),
        ("Will you ask Tom? He's vegetarian.", ("Tom", "diet", "vegetarian")),
        ("Can Sab come? She's allergic to nuts.", ("Sab", "be_allergic_to", "nuts")),
        ("Will Bea come? She works at Boots.", ("Bea", "works_at", "Boots")),
        ("Ask Tom, he's a plumber.", ("Tom", "occupation", "plumber")),
        ("Invite Tom, he's a plumber.", ("Tom", "occupation", "plumber")),
        ("Will lives in Hull.", ("Will", "lives_in", "Hull")),
    ],
)
def test_a_word_that_begins_a_question_is_nobody(memory: Memory, text: str, expected: tuple[str, str, str]) -> None:
    """Will is, where no question begins with it."""
    assert facts_of(memory, text) == {expected}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("im Tariq, i moved from Hull to Leeds", {("Ben", "lives_in", "Hull"), ("Ben", "lives_in", "Leeds")}),
        ("we have a parrot, Gizmo", {("Ben", "has_pet", "parrot Gizmo")}),
    ],
)
def test_a_name_is_no_home_and_an_article_no_part_of_a_pet(
    memory: Memory, text: str, expected: set[tuple[str, str, str]]
) -> None:
    """Whoever read them."""
    assert facts_of(memory, text) == expected


def test_who_has_no_capital_may_have_a_job(memory: Memory) -> None:
    """It is not the speaker's by a job that they have later."""
    for number, text in enumerate(
        (
            "yeah mostly. gosia's a midwife in bristol so shes always on nights n just rings whenever",
            "got promoted, im now supervisor of the alpine house, from jan. 26k finally",
        )
    ):
        memory.append({"role": "user", "content": text}, session=f"s{number}")
    assert not [fact for fact in memory.facts("user", outdated=True) if fact.value == "midwife"]


@pytest.mark.parametrize(
    ("before", "subject", "expected"),
    [
        ("Ana is a vet. She's ", "Ana", False),
        ("Ana isn't a gardener anymore, she's a ", "Ana", False),
        ("Ana is no longer a gardener, she's a ", "Ana", False),
        ("My brother isn't with Tom anymore, he's with ", "Ben's brother", False),
        ("My brother met Tom, he's with ", "Ben's brother", True),
        ("Ana broke up with Eva. She lives in ", "Ana", False),
        ("My friend Ada works as a nurse. She lives in ", "Ada", False),
        ("Tom, my brother, moved. He lives in ", "Tom", False),
        ("My brother Tom got a new flat with his girlfriend. He lives in ", "Ben's brother", False),
        ("My sister left him and moved to ", "Ben's sister", False),
        ("My sister Ana has two kids and lives in ", "Ben's sister", False),
        ("My sister has a husband. They live in ", "Ben's sister", True),
        ("Ana's daughter is lovely. Ana lives in ", "Ana", False),
        ("Tom's head chef at ", "Tom", False),
        ("My sister says her son lives in Rome and plays the ", "Ben's sister", True),
        ("My sister says she lives in Rome and plays the ", "Ben's sister", False),
        ("My sister told me that Eva works at ", "Ben's sister", True),
        ("My sister said the other day that she works at ", "Ben's sister", False),
        ("Lives in ", "Ana", False),
    ],
)
def test_whom_the_words_before_a_value_mean(before: str, subject: str, expected: bool) -> None:
    """What somebody is brings nobody in, nor does whom a pronoun of the other sex cannot mean."""
    assert means_third_party(before, subject, "Ben") == expected


def test_whom_somebody_has_is_told_of_them() -> None:
    """By a name behind what they are."""
    before = "Ana's boss is called "
    assert tells_of_third_party(before, "Ana", "lives_in", "Ben")
    assert not tells_of_third_party(before, "Ana", "partner", "Ben")
