"""What a speaker puts right within a turn, and homes that are written small."""

from __future__ import annotations

from time import process_time

import pytest

from convograph.facts.reading.slips import as_meant
from convograph.memory import Memory
from support.facts import MARCH, lines_of, tell

PATIENCE = 5.0  # seconds for what takes some milliseconds


@pytest.mark.parametrize(
    ("text", "meant", "wrong"),
    [
        ("We live in Clifton... I mean Bedminster.", "We live in Bedminster.", {"clifton"}),
        ("Lyon - sorry, Lille - is where I work.", "Lille is where I work.", {"lyon"}),
        ("I live in Lyon, no wait, Lille.", "I live in Lille.", {"lyon"}),
        ("I live in Lyon - my mistake, Lille.", "I live in Lille.", {"lyon"}),
        ("I live in Lyon, ugh, I mean Lille.", "I live in Lille.", {"lyon"}),
        ("I live in Lyon. No, sorry, Lille.", "I live in Lille.", {"lyon"}),
        ("I work for Acme - no wait, for Globex.", "I work for Globex.", {"acme"}),
        ("We moved to Leeds (sorry, Bradford) last week.", "We moved to Bradford last week.", {"leeds"}),
        ("I'm dating Tom, I mean Ben.", "I'm dating Ben.", {"tom"}),
        ("My favourite band is Wet Leg, no, Big Thief.", "My favourite band is Big Thief.", {"wet leg"}),
        ("I'm a plumber, I mean electrician.", "I'm a electrician.", {"plumber"}),
    ],
)
def test_a_slip_is_left_out(text: str, meant: str, wrong: set[str]) -> None:
    """With a cue between two values that may stand for one another."""
    found = as_meant(text)
    assert (found.text, found.wrong) == (meant, wrong)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Porto, sorry, Ana.",  # who is spoken to is no home
        "I moved to Porto, I mean finally!",
        "I moved to Rome, sorry about that.",
        "I live in Porto. Sorry, Lisbon is nicer.",
        "I love Rome. I mean Rome is great.",
        "Thanks Ben, sorry, Tuesday is full.",
        "No, I mean Rome.",  # it corrects the turn before
        "I'm a nurse, sorry, Ben.",
        f"{'So. ' * 100}We live in Clifton... I mean Bedminster.",  # too long to be looked through
    ],
)
def test_what_is_no_slip_stays(text: str) -> None:
    """A name that is called, words that are no value, a sentence of its own."""
    assert as_meant(text).text == text
    assert not as_meant(text).wrong


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("so i live in luton now", "so i live in Luton now"),
        ("i moved to pontefract last month", "i moved to Pontefract last month"),
        ("we got a flat in horsforth, its nice", "we got a flat in Horsforth, its nice"),
        ("i was moved to tears", "i was moved to tears"),
        ("we live in peace", "we live in peace"),
        ("i live in luton road", "i live in luton road"),
        ("I live in luton now", "I live in Luton now"),  # a known town
        ("I live in pontefrakt now", "I live in pontefrakt now"),  # who begins with a capital may mistype a word
    ],
)
def test_homes_have_capitals(text: str, meant: str) -> None:
    """Where a turn has none, a word that few use behind "live in" or "moved to" names a place."""
    assert as_meant(text).text == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("im a nurse now", "i'm a nurse now"),
        ("Ive moved, she hasnt", "I've moved, she hasn't"),
        ("We were well, its fine", "We were well, its fine"),
        ("The importer", "The importer"),
        ("my wifes called noor", "my wife's called Noor"),
        ("My wifes sister is here", "My wife's sister is here"),
        ("my husbands name is ali", "my husband's name is Ali"),
        ("my names tunde", "my name's Tunde"),
        ("my sisters a nurse", "my sister's a nurse"),
        ("my sisters calling me", "my sister's calling me"),
        ("my dogs called pepper", "my dog's called Pepper"),
    ],
)
def test_apostrophes_that_were_left_out(text: str, meant: str) -> None:
    """Where the word is no other, or none that may stand there."""
    assert as_meant(text).text == meant


@pytest.mark.parametrize(
    "text",
    [
        *("my sisters called me back", "My sisters called Ben.", "my flatmates called the landlord"),
        *(
            "my parents getting old",
            "My brothers living in Rome came",
            "my brothers bring cake",
            "my names on the list",
        ),
        *("my dogs called back", "my chairs called pepper"),
    ],
)
def test_plurals_stay(text: str) -> None:
    """Several kin may call, and whoever writes with care means a plural by it."""
    assert as_meant(text).text == text
    assert not as_meant(text).misspelled


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("im a nurse now", "occupation nurse"),
        ("We live in Clifton... I mean Bedminster.", "lives_in Bedminster"),
        ("Lyon - sorry, Lille - is where I work.", "works_at Lille"),
        ("so i live in luton now", "lives_in Luton"),
    ],
)
def test_facts_are_those_that_are_meant(memory: Memory, text: str, expected: str) -> None:
    """Whoever reads the turn: what was put right is nobody's fact, not even an outdated one."""
    tell(memory, (MARCH, f"Ana: {text}"))
    assert lines_of(memory.facts(outdated=True)) == [f"{expected}: current, s0:0"]


@pytest.mark.parametrize(
    "unit", [" ", "no ", "no, ", "- ", "... ", "A ", "Lyon, no, ", "i mean ", "haha ", "live in a "]
)
def test_a_long_turn_takes_no_long_time(unit: str) -> None:
    """Whatever is repeated in it."""
    begun = process_time()
    as_meant(f"{unit * 5000} I mean it"[-399:])
    as_meant(unit * 5000)
    assert process_time() - begun < PATIENCE
