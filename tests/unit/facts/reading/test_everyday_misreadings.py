"""What messages, as people type them, only seem to state: questions, visits, appointments, names in passing."""

from __future__ import annotations

import pytest

from convograph.memory import Memory
from support.facts import stated_by


@pytest.mark.parametrize(
    "said",
    [
        "does rhodri eat meat",
        "has Sam moved to Leeds",
        "what sandwiches r u eating",
        "didnt your kid have it",
        "Pepper is at the vet",
        "I've three puppies at nine.",
        "Agnes is my middle name!",
        "the tutors coming from town with the trailer",
        "best scene partner ive had",
        "my gym partner is late",
        "bought the scallops",
        "We are 51 now.",
        "I'm having a baby in June.",
    ],
)
def test_questions_visits_and_the_like_state_nothing(memory: Memory, said: str) -> None:
    """No relation at all is read from them."""
    assert stated_by(memory, ("Tariq", said)) == set()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I have a dog at home", ("Tariq", "has_pet", "dog")),
        ("I come from Porto, for what it's worth", ("Tariq", "originates_from", "Porto")),
        ("my partner works late", ("Tariq", "family_member", "Tariq's partner")),
        ("look at my brothers and me", ("Tariq", "family_member", "Tariq's brothers")),
        ("bought two chickens", ("Tariq", "owns", "two chickens")),
    ],
)
def test_what_only_resembles_them_is_still_stated(memory: Memory, said: str, told: tuple[str, str, str]) -> None:
    """An animal at home, an origin, a partner in life, several brothers, animals that are kept."""
    assert told in stated_by(memory, ("Tariq", said))


def test_whom_somebody_addresses_has_no_part_in_what_they_tell(memory: Memory) -> None:
    """The name at the end of the sentence is that of the addressee."""
    assert stated_by(memory, ("Tariq", "I'm a pharmacist, Jess.")) == {("Tariq", "occupation", "pharmacist")}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("i work at Tesco in Leeds", {("works_at", "Tesco")}),
        ("we work nights at Lidl over in Halifax", {("works_at", "Lidl")}),
        ("I started at Asda in Wakefield", {("works_at", "Asda")}),
        ("I'm a nurse at Jimmy's in Leeds", {("works_at", "Jimmy's"), ("occupation", "nurse")}),
        ("I got a job with Siemens in Munich", {("works_at", "Siemens")}),
        ("I work for a bakery in Hull", {("works_at", "bakery in Hull")}),
        ("I live and work in Leeds", {("lives_in", "Leeds")}),
        ("I work from home in Leeds", {("lives_in", "Leeds")}),
        ("I work at Boots and live in Hull", {("works_at", "Boots"), ("lives_in", "Hull")}),
        ("I work at Boots, we're in Hull now", {("works_at", "Boots"), ("lives_in", "Hull")}),
        ("I work at House of Fraser", {("works_at", "House of Fraser")}),
    ],
)
def test_the_town_of_an_employer_is_neither_an_employer_nor_a_home(
    memory: Memory, said: str, told: set[tuple[str, str]]
) -> None:
    """Unless the sentence says that the speaker lives there."""
    of_interest = {"works_at", "lives_in", "occupation"}
    assert {one[1:] for one in stated_by(memory, ("Tariq", said)) if one[1] in of_interest} == told


@pytest.mark.parametrize(
    "said",
    [
        "i love you",
        "My phone hates me",
        "my laptop hates you",
        "the printer loves Jess",
        "Jess loves me",
        "we all love you",
    ],
)
def test_things_have_no_tastes_and_a_pronoun_names_none(memory: Memory, said: str) -> None:
    """Whatever likes whom."""
    assert not [one for one in stated_by(memory, ("Tariq", said)) if one[1] in ("likes", "dislikes")]


@pytest.mark.parametrize(
    ("said", "liked"),
    [
        ("I love Elvis", ("Tariq", "likes", "Elvis")),
        ("i love my mum", ("Tariq", "likes", "Tariq's mum")),
        ("our team loves Adele", ("Tariq's team", "likes", "Adele")),
        ("My cat loves tuna.", ("Tariq's cat", "likes", "tuna")),
        ("My boss hates jazz.", ("Tariq's boss", "dislikes", "jazz")),
        ("his appa hates Elvis", ("appa", "dislikes", "Elvis")),
    ],
)
def test_people_and_animals_have_tastes(memory: Memory, said: str, liked: tuple[str, str, str]) -> None:
    """Whomever or whatever they name."""
    assert {one for one in stated_by(memory, ("Tariq", said)) if one[1] in ("likes", "dislikes")} == {liked}


@pytest.mark.parametrize(
    ("said", "has_it"),
    [
        ("My boss loves golf.", False),
        ("My sister enjoys pottery.", False),
        ("me and my boss enjoy golf", True),
        ("Somebody got me hooked on escape rooms", True),
        ("Vintage cars. I love vintage cars.", True),
        ("I love chess and my boss loves golf.", True),
    ],
)
def test_what_another_enjoys_is_no_hobby_of_the_speaker(memory: Memory, said: str, has_it: bool) -> None:
    """Unless they enjoy it together."""
    mine = [one for one in stated_by(memory, ("Tariq", said)) if one[0] == "Tariq" and one[1] in ("hobby", "likes")]
    assert bool(mine) == has_it


@pytest.mark.parametrize(
    "said",
    [
        "in MY chilli house",
        "not in MY kitchen",
        "I cook for all",
        "saturday 5 december, I cook for everyone",
        "I'm cooking for you lot tonight",
        "im basically a chef now",
        "I'm practically a nurse at this point",
        "I'm like a therapist",
        "i'm kind of a DJ",
        "I practically live in Costa",
    ],
)
def test_what_is_said_only_in_a_manner_of_speaking_states_nothing(memory: Memory, said: str) -> None:
    """A protest, one evening, a hedge."""
    assert stated_by(memory, ("Tariq", said)) == set()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I'm a chef now, basically", ("Tariq", "occupation", "chef")),
        ("i'm working like a librarian now", ("Tariq", "occupation", "librarian")),
        ("Tom from work lives in Leeds", ("Tom from work", "lives_in", "Leeds")),
        ("Tom from work is based in Leeds", ("Tom from work", "lives_in", "Leeds")),
        ("I work like a dog, I'm a chef", ("Tariq", "occupation", "chef")),
        ("half my team are nurses, I'm a nurse", ("Tariq", "occupation", "nurse")),
        ("somebody moved MY bike", ("Tariq", "owns", "bike")),
        ("in my garden", ("Tariq", "owns", "garden")),
        ("I cook a lot", ("Tariq", "hobby", "cooking")),
        ("I love drum and bass", ("Tariq", "likes", "drum and bass")),
    ],
)
def test_plain_words_beside_them_are_still_stated(memory: Memory, said: str, told: tuple[str, str, str]) -> None:
    """The hedge stands elsewhere, or there is none."""
    assert told in stated_by(memory, ("Tariq", said))
