"""Names that their writers wrote without capitals, and words that are none."""

from __future__ import annotations

from time import process_time

import pytest

from convograph.facts.capitals import towns, with_capitals
from convograph.memory import Memory
from support.facts import MARCH, lines_of, tell

PATIENCE = 5.0  # seconds for what takes some milliseconds


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("i live in coventry.", "i live in Coventry."),
        ("Yes, I live in coventry now", "Yes, I live in Coventry now"),
        ("we moved to stoke on trent last week", "we moved to Stoke On Trent last week"),
        ("i live in new york and i love it", "i live in New York and i love it"),
        ("i live in us, not in the uk", "i live in US, not in the uk"),
        ("i work at tesco lol", "i work at Tesco lol"),
        ("i work for the bbc", "i work for the BBC"),
        ("I work at burger king.", "I work at Burger King."),
        ("i work as a nurse at st thomas", "i work as a nurse at St Thomas"),
        ("i work at leeds hospital", "i work at Leeds Hospital"),
        ("i go to leeds university", "i go to Leeds University"),
        ("hey, i'm ana", "hey, i'm Ana"),
        ("my sister is called ana and she is nice", "my sister is called Ana and she is nice"),
        ("i'm married to tom", "i'm married to Tom"),
        ("Hi, my name is kate", "Hi, my name is Kate"),
    ],
)
def test_names_have_capitals(text: str, meant: str) -> None:
    """A known name where one is said; of a turn without capitals, also a word that nobody knows."""
    assert with_capitals(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("i live in fear", "i live in a van", "we live in hope", "i moved to tears", "i live in luton road"),
        *("i work at night", "i work for myself", "i work in leeds", "i work at the bank", "I work at tescoo."),
        *("i go to school", "i go to night school", "my wife is great", "she is called back", "i'm dating again"),
        "So Ben and I live in leeds",
    ],
)
def test_words_are_left_as_they_are(text: str) -> None:
    """What may be said of no place, of no firm, of nobody; and a writer who does use capitals."""
    assert with_capitals(text) == text


def test_towns_are_written_in_lower_case() -> None:
    """Each once, and none with a blank too many."""
    assert all(one == " ".join(one.lower().split()) for one in towns())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i work as a nurse at st thomas", {"occupation nurse", "works_at St Thomas"}),
        ("I work as a cook for Bosch.", {"occupation cook", "works_at Bosch"}),
        ("i live in leeds and work at tesco.", {"lives_in Leeds", "works_at Tesco"}),
        ("My sister is called Eva.", {"family_member Ana's sister", "Ana's sister name Eva"}),
        ("my sister's name is eva", {"Ana's sister name Eva"}),
        ("my name is ana", {"name Ana"}),
    ],
)
def test_facts_of_what_was_typed(memory: Memory, text: str, expected: set[str]) -> None:
    """With the names that are meant; what kin are called is no partner of theirs."""
    tell(memory, (MARCH, f"Ana: {text}"))
    assert {line.partition(":")[0] for line in lines_of(memory.facts())} == expected


@pytest.mark.parametrize("unit", ["live in a ", "a ", "work as a nurse at ", "my name is ", "go to a "])
def test_no_turn_takes_long(unit: str) -> None:
    """Whatever is repeated in it."""
    began = process_time()
    with_capitals(unit * 5000)
    assert process_time() - began < PATIENCE
