"""Phone numbers and e-mail addresses: how people tell that they changed, and take back a wrong one."""

from __future__ import annotations

import pytest

from convograph.memory import Memory
from support.facts import JANUARY, MARCH, stated_by, tell

NUMBER, EMAIL = "07700 900233", "jo@example.org"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (f"my number changed by the way, it's {NUMBER}", ("phone number", NUMBER)),
        (f"my number has changed: {NUMBER}", ("phone number", NUMBER)),
        (f"I've changed my number to {NUMBER}", ("phone number", NUMBER)),
        (f"New email: {EMAIL}, the old one is dead", ("email", EMAIL)),
        (f"my email's changed to {EMAIL}", ("email", EMAIL)),
        (f"i changed my email address: {EMAIL}", ("email", EMAIL)),
    ],
)
def test_a_changed_number_or_address_is_told_in_many_ways(memory: Memory, said: str, told: tuple[str, str]) -> None:
    """With or without what it was before."""
    assert stated_by(memory, ("Ana", said)) == {("Ana", *told)}


@pytest.mark.parametrize(
    ("first", "correction", "right"),
    [
        ("new number 07700 900764", "wait no. 746. 07700 900746. can't even read my own sim card", "07700 900746"),
        ("new number 07700 900764", "sorry it is 07700 900746, my thumbs are frozen", "07700 900746"),
        ("new email: jo@example.com", "oops typo there, should say joe@example.com", "joe@example.com"),
    ],
)
def test_the_right_one_is_found_among_other_words(memory: Memory, first: str, correction: str, right: str) -> None:
    """If the turn takes something back and has only one such value."""
    tell(memory, (JANUARY, f"Ana: {first}\nAna: {correction}"))
    assert [one.value for one in memory.facts("Ana")] == [right]


def test_two_numbers_in_a_correction_are_not_guessed_between(memory: Memory) -> None:
    """Which of them is wrong is not said."""
    tell(memory, (MARCH, "Ana: my number is 07700 900764\nAna: wait, 07700 900746 or 07700 900747, one sec"))
    assert [one.value for one in memory.facts("Ana")] == ["07700 900764"]


@pytest.mark.parametrize(
    "said",
    [
        "Brenda's table takes up a third of it. oh and the landlady is Mrs Pilkington, she lives downstairs",
        "mum said 'I moved to Spain' in her sleep lol",
        "We've just come back from living in Kenya for two years",
    ],
)
def test_whose_home_it_is_not(memory: Memory, said: str) -> None:
    """A landlady is no place, somebody else's words are quoted, and what one came back from is over."""
    tell(memory, (MARCH, f"Ana: {said}"))
    assert not [one for one in memory.facts() if one.relation == "lives_in"]


def test_a_diet_that_somebody_decided_to_stop_has_ended(memory: Memory) -> None:
    """As one that they stopped."""
    tell(
        memory,
        (JANUARY, "Ana: I've been vegetarian for 9 years"),
        (MARCH, "Ana: I've decided to stop being vegetarian"),
    )
    assert memory.facts("Ana", "diet") == []
