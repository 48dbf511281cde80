"""Whom a frame's match is about: what is told of somebody else is no fact about the speaker."""

from __future__ import annotations

import pytest

from convograph.facts.names import name_start
from convograph.facts.reading.frame_table import frames
from convograph.facts.reading.frames import framed

NAMING_NOBODY = [
    "still in Porto, same flat",
    "still in Porto, still at Siemens",
    "new mobile: 0470 55 01 02",
    "new address: 4 High Street",
    "keys to a flat in Porto",
    "new job: Siemens",
    "last day at Siemens",
    "no longer at Siemens",
    "favourite food: stew",
    "when it comes to food, stew beats pizza",
    "favourite food of mine: stew",
    "dissolved the data team",
    "writing on Pixel 8",
    "new phone: Pixel 8",
    "new school: Porto High",
    "goodbye, Porto",
    "first day at Siemens",
    "first term at Porto High",
    "over with Zoe",
]
"""Sentences for the frames that name nobody; each is the speaker's by itself."""
VALUE_FIRST = [
    "Zoe is history",
    "28 today",
    "Milo has passed away",
    "stew, favourite food by far",
    "Tamsin (boss) said no",
    "Colin (my line manager) agrees",
]
"""Likewise, but nothing can stand right before them."""
OF_ME = [
    "Siemens just hired me",
    "Siemens fired me",
    "moved me to the data team",
    "put me on the data team",
    "taken me on as a nurse",
    "as a nurse, you see a lot",
    "no more nurse for me",
    "split up, Zoe and me",
    "me and Zoe are done",
    "it's over between me and Zoe",
    "Zoe and me are done",
    "it's over between Zoe and me",
    "give me stew over any other food",
    "for me it's stew, favourite food",
]
"""A sentence for each of the others: it says "me", or is of all who do something."""
BY_NOBODY = [
    "moved to Faro",
    "work at Siemens",
    "joined Siemens",
    "quit Siemens",
    "bought a flat in Porto",
    "became a nurse",
    "married Zoe",
    "bought a Pixel 8",
    "dropped out of Porto High",
    "joined the data team",
]
"""What may stand behind "and", with the subject before it."""
OTHERS = ["Maria Silva", "Tom", "My neighbour", "Our old neighbours", "Carla and Tom", "The man next door", "She"]


def subjects(text: str) -> set[str]:
    """Whom a turn of Ana's tells of."""
    return {one.subject for one in framed(text, "Ana")}


def test_there_is_a_sentence_for_every_frame_that_names_nobody() -> None:
    """So that the tests below leave none out."""
    unnamed = [frame.pattern for frame in frames() if not {"WHO", "WHOSE"} & frame.pattern.groupindex.keys()]
    assert unnamed
    for pattern in unnamed:
        assert any(pattern.search(text) for text in [*NAMING_NOBODY, *VALUE_FIRST, *OF_ME]), pattern.pattern


@pytest.mark.parametrize("text", [*NAMING_NOBODY, *VALUE_FIRST, *OF_ME, *BY_NOBODY])
def test_a_sentence_without_a_subject_is_about_the_speaker(text: str) -> None:
    """With and without words before it."""
    assert "Ana" in subjects(f"{text.capitalize() if text[0].islower() else text}.") | subjects(text)
    assert "Ana" in subjects(f"Well, {text}.")


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("text", [*NAMING_NOBODY, *BY_NOBODY])
def test_what_is_told_of_somebody_else_is_no_fact_about_the_speaker(text: str, other: str) -> None:
    """Whether the other is right in front, has it, or is the subject of the clause before."""
    for told in (f"{other} {text}.", f"{other} had {text}.", f"{other} sold up and {text}.", f"{other}: {text}."):
        assert "Ana" not in subjects(told), told


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("text", VALUE_FIRST)
def test_what_somebody_else_says_is_theirs(text: str, other: str) -> None:
    """Also where the value comes first."""
    assert "Ana" not in subjects(f"{other}: {text}.")


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Maria Silva bought a house in Rome.", "Maria Silva"),
        ("We finally bought a house in Rome!", "Ana"),
        ("Bought a house in Rome.", "Ana"),
        ("Finally moved to Rome.", "Ana"),
        ("I met Tom and moved to Rome.", "Ana"),
        ("I can't believe it, got the keys to a flat in Rome!", "Ana"),
        ("They dissolved the data team.", "Ana"),
        ("Siemens just hired me!", "Ana"),
        ("Tom is no longer at Siemens.", "Tom"),
        ("Rome is Tom's home.", "Tom"),
        ("Mum moved to Rome.", "Mum"),
        ("Tom is happy. He sold the van and moved to Rome.", "Tom"),
        ("Eva is a vet from Truro. She lives in Rome.", "Eva"),
        ("I had a letter from Tom, he lives in Rome.", "Tom"),
        ("I'm very different from my sister. She lives in Rome.", "Ana's sister"),
    ],
)
def test_the_subject(text: str, subject: str) -> None:
    """That of the nearest clause that has one, and the speaker if none has."""
    assert subjects(text) == {subject}


@pytest.mark.parametrize(
    "text",
    [
        "Tom is happy. He met Eva and moved to Rome.",
        "Tom is happy. He met somebody, and she sold up and moved to Rome.",
        "She's a vet from Truro, she lives in Rome.",
    ],
)
def test_of_two_nobody_is_meant(text: str) -> None:
    """Nor is a place that somebody is from."""
    assert not {"Ana", "Truro"} & subjects(text)
    assert "Tom" not in subjects(text)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Tom Becker moved to Faro.", "Tom Becker"),
        ("Maria Lopez lives in Faro.", "Maria Lopez"),
        ("Maria da Silva lives in Faro.", "Maria da Silva"),
        ("Anna Maria Silva lives in Faro.", "Anna Maria Silva"),
        ("Tom Becker's home is in Faro.", "Tom Becker"),
        ("I met Tom Becker. He lives in Faro.", "Tom Becker"),
        ("My sister Maria Silva lives in Faro.", "Maria Silva"),
        ("My sister Maria Silva's home is in Faro.", "Maria Silva"),
        ("My sister Maria lives in Faro.", "Ana's sister"),
        ("My sister's flat is in Faro.", "Ana's sister"),
        ("My friend Tom Becker lives in Faro.", "Tom Becker"),
        ("Yesterday Tom moved to Faro.", "Tom"),
        ("In April Lucy moved to Faro.", "Lucy"),
        ("On Friday Tom Becker moved to Faro.", "Tom Becker"),
    ],
)
def test_a_name_is_whole(text: str, subject: str) -> None:
    """First name and surname are one person, whom a fact is about once; a day is no part of a name."""
    assert [one.subject for one in framed(text, "Ana")] == [subject]


@pytest.mark.parametrize(
    "text",
    [
        *("Husband moved to Rome.", "husband moved to Rome.", "Husband is off to work. He lives in Rome."),
        "Husband met Tom. He lives in Rome.",
    ],
)
def test_nobody_knows_whose_kin_a_bare_noun_is(text: str) -> None:
    """Nor whom "he" means behind it."""
    assert subjects(text) == set()


@pytest.mark.parametrize(
    ("run", "start"),
    [
        ("Tom", 0),
        ("Tom Becker", 0),
        ("Yesterday", 0),
        ("Yesterday Tom", 10),
        ("In April Lucy", 9),
        ("April Becker", 0),
        ("In Lisbon Tom", 10),
    ],
)
def test_where_a_name_begins(run: str, start: int) -> None:
    """Behind adverbs, days and places; there always is a word left."""
    assert name_start(run) == start
