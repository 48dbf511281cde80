"""Names that their writers wrote without capitals, and words that are none."""

from __future__ import annotations

from time import process_time

import pytest

from convograph.facts.reading.capitals import with_capitals
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
        ("yo i'm marcus btw", "yo i'm Marcus btw"),
        ("hey, i'm kasia", "hey, i'm Kasia"),
        ("i'm kasia and i live here", "i'm Kasia and i live here"),
        ("hi i'm mark", "hi i'm Mark"),
        ("my boyfriend dom made dinner", "my boyfriend Dom made dinner"),
        ("my wife shaz is a nurse", "my wife Shaz is a nurse"),
        ("my partner is luke", "my partner is Luke"),
        ("my hubby is luke", "my hubby is Luke"),
        ("me and priyesh are done", "me and Priyesh are done"),
        ("dom and i broke up", "Dom and i broke up"),
        ("it's over with dom", "it's over with Dom"),
        ("my dog's called pepper", "my dog's called Pepper"),
        ("we have a cat named biscuit lol", "we have a cat named Biscuit lol"),
        ("our greyhound biscuit is limping", "our greyhound Biscuit is limping"),
        ("my old dog bella came along", "my old dog Bella came along"),
        ("we live at 22 station rise", "we live at 22 Station Rise"),
        ("so callum is allergic to nuts", "so Callum is allergic to nuts"),
        ("maria works for leeds council", "Maria works for Leeds Council"),
        ("mum is coeliac and dad's a vet", "Mum is coeliac and Dad's a vet"),
        ("my boss ravi is off", "my boss Ravi is off"),
        ("work gave me an iphone 15", "work gave me an iPhone 15"),
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
        *(
            "hey i'm dutch",
            "hi i'm vegan",
            "hi i'm rich",
            "i'm late",
            "i'm tired",
            "i'm christian",
            "i'm mark's friend",
        ),
        *("my sister may come", "my boyfriend snores and i wake", "my girlfriend legit has it", "it's me and teo"),
        *("my dog is called back", "my sister and i went out", "my chair is called pepper"),
        *("my dog food is gone", "our cat flap is loose", "my dog walker is ill", "my mum is off", "hubby is off"),
        *("it is a vet", "my boss is off", "we need 22 more at the rise", "we live at 22 degrees"),
        "So Ben and I live in leeds",
    ],
)
def test_words_are_left_as_they_are(text: str) -> None:
    """What may be said of no place, of no firm, of nobody; and a writer who does use capitals."""
    assert with_capitals(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i work as a nurse at st thomas", {"occupation nurse", "works_at St Thomas"}),
        ("I work as a cook for Bosch.", {"occupation cook", "works_at Bosch"}),
        ("i live in leeds and work at tesco.", {"lives_in Leeds", "works_at Tesco"}),
        ("My sister is called Eva.", {"family_member sister Eva", "Ana's sister name Eva"}),
        ("my sister's name is eva", {"Ana's sister name Eva", "family_member sister Eva"}),
        ("my name is ana", {"name Ana"}),
        ("yo im marcus btw", {"name Marcus"}),
        ("my bf dom made dinner", {"Ana's boyfriend name Dom", "partner Dom"}),
        ("hi im kenneth and i use the gym", {"name Kenneth"}),
        ("I have a cat named biscuit.", {"has_pet cat Biscuit"}),
        ("my wifes called noor", {"Ana's wife name Noor", "partner Noor"}),
        ("my husbands name is ali", {"Ana's husband name Ali", "family_member husband Ali"}),
        ("my dogs called pepper", {"has_pet Pepper"}),
        ("my sisters called noor", {"Ana's sister name Noor", "family_member sister Noor"}),
        ("our greyhound biscuit is limping.", {"has_pet greyhound Biscuit"}),
        ("we live at 22 station rise.", {"lives_in 22 Station Rise"}),
        ("callum is allergic to penicillin.", {"Callum be_allergic_to penicillin"}),
        ("maria works for leeds council.", {"Maria works_at Leeds Council"}),
        ("mum is coeliac.", {"Mum dietary need coeliac"}),
        ("my boss ravi talks in acronyms.", {"boss Ravi"}),
        ("colin (boss) wants the costs up front", {"boss Colin"}),
        ("i live in hull w tom and a rabbit called biscuit", {"lives_in Hull", "has_pet rabbit Biscuit"}),
        ("work gave me an iphone 15", {"phone iPhone 15"}),
        ("my mums 60 and lives in leeds", {"Ana's mum age 60", "Ana's mum lives_in Leeds"}),
    ],
)
def test_facts_of_what_was_typed(memory: Memory, text: str, expected: set[str]) -> None:
    """With the names that are meant; what kin are called is no partner of theirs."""
    tell(memory, (MARCH, f"Ana: {text}"))
    assert {line.partition(":")[0] for line in lines_of(memory.facts())} == expected


@pytest.mark.parametrize(
    "unit", ["live in a ", "a ", "work as a nurse at ", "my name is ", "go to a ", "me and ", "my sister "]
)
def test_no_turn_takes_long(unit: str) -> None:
    """Whatever is repeated in it."""
    began = process_time()
    with_capitals(unit * 5000)
    assert process_time() - began < PATIENCE
