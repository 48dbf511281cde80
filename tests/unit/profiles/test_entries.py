"""Entries of a profile: the last value or all of them, whose word counts, what the text says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pytest

from convograph.profiles import Finding, entries_of, finding_of, profile_text
from convograph.profiles.wording import value_text
from convograph.types import Fact, FactStatus, ProfileEntry, ProfileType, SourceTurn
from support.conversations import said_at


def fact(
    relation: str, value: str, day: int, *, by: str = "Ana", subject: str = "Ana", status: FactStatus = "current"
) -> Fact:
    """What is said of Ana on a day of January."""
    said = said_at(datetime(2024, 1, day))
    turn = SourceTurn(day, f"t{day}", "s", day, by, f"{relation} {value}", said)
    return Fact(f"{relation} {value} {by}", subject, relation, value, by, status, (turn,), known_from=said)


def found(*facts: Fact, type_: ProfileType = "Person", reverse: bool = False) -> list[Finding]:
    """What the facts tell; Ana's own word counts as such."""
    all_of_it = (finding_of(type_, one, own=one.claimed_by == "Ana", reverse=reverse) for one in facts)
    return [one for one in all_of_it if one is not None]


def told(entries: Sequence[ProfileEntry]) -> list[tuple[str, str, list[str]]]:
    return [(one.attribute, one.value, [turn.id for turn in one.turns]) for one in entries]


def test_of_one_value_the_last_that_the_entity_itself_states_counts() -> None:
    """What others say counts where it says nothing; the other values are there for who asks."""
    mine, later = fact("lives_in", "Porto", 1), fact("lives_in", "Rome", 3)
    bens = fact("lives_in", "Oslo", 9, by="Ben")
    assert told(entries_of(found(mine, later, bens))) == [("homeLocation", "Rome", ["t3"])]
    assert told(entries_of(found(bens))) == [("homeLocation", "Oslo", ["t9"])]
    everything = entries_of(found(mine, later, bens), outdated=True)
    assert [one.value for one in everything] == ["Rome", "Porto", "Oslo"]


def test_several_values_add_up_and_equal_ones_are_one() -> None:
    """With the turns, the claimants and the facts of both, dated by the first; articles do not tell values apart."""
    first, second = fact("likes", "the sea", 2), fact("likes", "sea", 5, by="Ben")
    (sea, tea) = entries_of(found(first, fact("hobby", "tea", 3), second))
    assert told([sea, tea]) == [("interests", "the sea", ["t2", "t5"]), ("interests", "tea", ["t3"])]
    assert sea.claimed_by == ("Ana", "Ben")
    assert sea.facts == (first.id, second.id)
    assert sea.known_from == first.known_from


def test_the_relation_that_says_more_is_told() -> None:
    """Maria is family, and a sister: one entry, of a sister."""
    (maria,) = entries_of(found(fact("family_member", "Maria", 1), fact("sister", "Maria", 2)))
    assert (maria.relation, maria.known_from) == ("sister", said_at(datetime(2024, 1, 1)))


def test_what_holds_no_longer_is_kept_apart() -> None:
    """It is none of the values, and comes behind them where it is asked for."""
    former, now = fact("works_at", "Bosch", 1, status="outdated"), fact("works_at", "Siemens", 4)
    assert told(entries_of(found(former, now))) == [("worksFor", "Siemens", ["t4"])]
    assert [(one.value, one.status) for one in entries_of(found(former, now), outdated=True)] == [
        ("Siemens", "current"),
        ("Bosch", "outdated"),
    ]
    assert entries_of(found(former)) == ()


def test_entries_stand_in_the_order_of_the_table() -> None:
    """Whatever was said first."""
    entries = entries_of(found(fact("owns", "boat", 1), fact("sister", "Maria", 2), fact("occupation", "baker", 3)))
    assert [one.attribute for one in entries] == ["occupation", "family", "possessions"]


def test_a_fact_is_turned_around() -> None:
    """Of the pet it tells the owner, with the same sources; what a type has no attribute for tells nothing."""
    (owner,) = entries_of(found(fact("has_pet", "Oscar", 1), type_="Thing", reverse=True))
    assert (owner.attribute, owner.value, [turn.id for turn in owner.turns]) == ("owner", "Ana", ["t1"])
    assert found(fact("has_pet", "Oscar", 1), type_="Place", reverse=True) == []
    assert found(fact("admire", "Oscar", 1)) == []


def test_a_possessor_is_left_out() -> None:
    """Ana's family is her brother, and not Ana's brother."""
    assert [one.value for one in found(fact("family_member", "Ana's brother", 1))] == ["brother"]


@pytest.mark.parametrize(
    ("relation", "value", "text"),
    [
        ("sister", "Maria", "Maria (sister)"),
        ("family_member", "brother", "brother"),
        ("favorite book", "Dune", "Dune (favorite book)"),
        ("dislikes", "rain", "rain (dislikes)"),
        ("owns", "boat", "boat"),
        ("phone", "Pixel 8", "Pixel 8 (phone)"),
        ("likes", "sea", "sea"),
    ],
)
def test_a_value_says_what_its_relation_adds(relation: str, value: str, text: str) -> None:
    """And nothing that the attribute says anyway."""
    (entry,) = entries_of(found(fact(relation, value, 1)))
    assert value_text(entry) == text


def test_the_noun_that_stands_for_a_name_is_kept() -> None:
    """Beside the name, unless the relation says as much; of a name nothing but the name."""
    pet = finding_of("Person", fact("has_pet", "dog", 2), own=True, name="Rex")
    assert pet is not None
    assert (pet.value, pet.said_as) == ("Rex", "dog")
    same = finding_of("Person", fact("has_pet", "Rex", 1), own=True, name="Rex")
    (entry,) = entries_of([one for one in (same, pet) if one is not None])
    assert value_text(entry) == "Rex (dog)"
    sister = finding_of("Person", fact("sister", "sister", 1), own=True, name="Clara")
    assert sister is not None
    assert value_text(entries_of([sister])[0]) == "Clara (sister)"
    city = finding_of("Person", fact("lives_in", "NYC", 1), own=True, name="New York City")
    assert city is not None
    assert city.said_as is None


def test_a_profile_is_a_line() -> None:
    """Names, then a clause for each attribute."""
    entries = entries_of(found(fact("lives_in", "Porto", 1), fact("sister", "Maria", 2), fact("brother", "Tom", 3)))
    assert profile_text("Ana Lopez", "Person", ("Ana",), entries) == (
        "Ana Lopez (Person), also called Ana; homeLocation: Porto; family: Maria (sister), Tom (brother)"
    )
    assert profile_text("Porto", "Place", (), ()) == "Porto (Place)"
