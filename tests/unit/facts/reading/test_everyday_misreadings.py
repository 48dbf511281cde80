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
