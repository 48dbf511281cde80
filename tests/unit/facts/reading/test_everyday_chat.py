"""Facts of messages as people type them: half sentences without capitals, two in a row, questions without a mark."""

from __future__ import annotations

import pytest

from convograph.memory import Memory
from support.facts import Message, stated_by


@pytest.mark.parametrize(
    ("said", "relation", "value"),
    [
        ("got the job at lidl!!", "works_at", "Lidl"),
        ("started at tesco today", "works_at", "Tesco"),
        ("working nights at asda now", "works_at", "Asda"),
        ("had my first shift at asda", "works_at", "Asda"),
        ("my first day at Asda today!!", "works_at", "Asda"),
        ("moved to leeds yesterday, boxes everywhere", "lives_in", "Leeds"),
        ("got a flat in leeds today", "lives_in", "Leeds"),
        ("lidl made me team leader", "occupation", "team leader"),
        ("they made me a shift manager", "occupation", "shift manager"),
        ("got promoted to shift manager today", "occupation", "shift manager"),
        ("ben proposed to me last night", "partner", "Ben"),
        ("im a junior surveyor apparently", "occupation", "junior surveyor"),
        ("I am a vegetarian since this week", "diet", "vegetarian"),
        ("im vegan since january", "diet", "vegan"),
        ("im allergic to cats", "be_allergic_to", "cats"),
        ("this is my new number 07700 900456", "phone number", "07700 900456"),
    ],
)
def test_half_sentences_state_facts(memory: Memory, said: str, relation: str, value: str) -> None:
    """The speaker is meant, and what began today lasts."""
    assert stated_by(memory, ("Tariq", said)) == {("Tariq", relation, value)}


@pytest.mark.parametrize(
    "said",
    [
        "me and sam are moving to leeds in march",
        "im apparently a junior surveyor to them",
        "im vegetarian this week",
        "im at tesco today",
        "lidl made me a coffee",
        "mum made me cook today",
        "hope your first shift at Asda goes well",
        "Your first day at Asda tomorrow!",
        "Ben's first shift at Asda was fine",
        "Ben proposed to me but I said no",
        "Ben proposed to me that we go by train",
        "staying at my brothers in bradford",
        "how was the first day at the hatchery",
    ],
)
def test_plans_and_passing_remarks_state_nothing(memory: Memory, said: str) -> None:
    """No relation at all is read from them."""
    assert stated_by(memory, ("Tariq", said)) == set()


@pytest.mark.parametrize(
    ("later", "employers"),
    [
        ("I'm not at Asda today", {"Asda"}),
        ("im not at asda today", {"Asda"}),
        ("I'm not at Asda any more", set()),
        ("I left Asda today", set()),
    ],
)
def test_a_day_off_ends_no_job(memory: Memory, later: str, employers: set[str]) -> None:
    """Unlike a last day."""
    found = stated_by(memory, ("Tariq", "I work at Asda."), ("Tariq", later))
    assert {value for _, relation, value in found if relation == "works_at"} == employers


@pytest.mark.parametrize(
    ("behind", "value"),
    [
        (("Tariq", "shes called Nutmeg"), "puppy Nutmeg"),
        (("Tariq", "her names nutmeg lol"), "puppy Nutmeg"),
        (("Tariq", "shes called in sick"), "puppy"),
        (("Tariq", "its called off"), "puppy"),
        (("Jess", "shes called Nutmeg"), "puppy"),
    ],
)
def test_the_next_message_names_the_pet(memory: Memory, behind: Message, value: str) -> None:
    """If the same person does nothing else in it."""
    assert stated_by(memory, ("Tariq", "got a puppy"), behind) == {("Tariq", "has_pet", value)}


@pytest.mark.parametrize(
    "behind", [(("Tariq", "hes called Rex"),), (("Jess", "what's it called?"), ("Tariq", "Rex"))], ids=["told", "asked"]
)
def test_the_name_of_anothers_pet_gives_the_speaker_none(memory: Memory, behind: tuple[Message, ...]) -> None:
    """The dog is Ben's."""
    found = stated_by(memory, ("Tariq", "Ben has a dog."), *behind)
    assert not [one for one in found if one[:2] == ("Tariq", "has_pet")]


@pytest.mark.parametrize(
    ("asked", "reply", "relation", "value"),
    [
        ("where do you live now", "leeds", "lives_in", "Leeds"),
        ("what do u do", "nurse", "occupation", "nurse"),
        ("whats your favourite colour", "orange", "favorite color", "orange"),
    ],
)
def test_a_question_needs_no_mark(memory: Memory, asked: str, reply: str, relation: str, value: str) -> None:
    """Nor its answer a capital."""
    assert stated_by(memory, ("Jess", asked), ("Tariq", reply)) == {("Tariq", relation, value)}
