"""What the learned reader makes of turns: values with their relation, force and subject, by the weights that ship."""

from __future__ import annotations

import pytest

from convograph.facts.learned_reader.readings import readings_of

SURE = 0.5


def read(text: str) -> list[tuple[str, str, str, str]]:
    """What is likely: subject, relation, value, force."""
    return [(one.subject, one.relation, one.value, one.force) for one in readings_of(text, "Ana") if one.likely >= SURE]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to Lisbon last week.", [("Ana", "lives_in", "Lisbon", "begins")]),
        ("My sister works at Kestrel Bank now.", [("Ana's sister", "works_at", "Kestrel Bank", "begins")]),
        ("I left Porto for Lisbon!", [("Ana", "lives_in", "Porto", "ends"), ("Ana", "lives_in", "Lisbon", "begins")]),
        ("Zoe from work moved to Lisbon.", [("Zoe from work", "lives_in", "Lisbon", "begins")]),
        ("My favourite band is Nell and Sons.", [("Ana", "favorite band", "Nell and Sons", "holds")]),
        ("I don't live in Oslo anymore.", [("Ana", "lives_in", "Oslo", "ends")]),
        ("My favourite food is ramen.", [("Ana", "favorite food", "ramen", "holds")]),
        ("I've also adopted a parrot.", [("Ana", "has_pet", "parrot", "further")]),
        ("I live in Porto, Portugal.", [("Ana", "lives_in", "Porto, Portugal", "holds")]),
        ("We are based down in South America", [("Ana", "lives_in", "South America", "holds")]),
        ("I grew up in Oslo.", [("Ana", "lives_in", "Oslo", "past")]),
        ("No sorry, Oslo, not Lyon", [("Ana", "correction", "Oslo", "holds"), ("Ana", "correction", "Lyon", "ends")]),
        ("If I lived in Oslo I'd cycle everywhere.", [("Ana", "lives_in", "Oslo", "nothing")]),
        ("The rain just won't stop.", []),
        ("", []),
    ],
)
def test_readings(text: str, expected: list[tuple[str, str, str, str]]) -> None:
    """What holds, begins and ends; what is only supposed is read as nothing."""
    assert read(text) == expected


def test_readings_stand_where_they_were_found() -> None:
    """Also in a turn of several pieces; what is likely is a probability."""
    text = (
        "The weather was lovely, and we walked for hours along the river until it was dark. " * 6 + "I moved to Lisbon."
    )
    (one,) = (each for each in readings_of(text, "Ana") if each.value == "Lisbon")
    assert text[one.start : one.end] == "Lisbon"
    assert one.relation == "lives_in"
    assert 0 < one.likely <= 1
