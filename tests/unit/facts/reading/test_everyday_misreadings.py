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
