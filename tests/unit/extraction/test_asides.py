"""What a turn says of what is said in it."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from convograph.extraction import asides

PATIENCE = 5.0  # seconds for what takes a fraction of one

SAYINGS: dict[str, tuple[Callable[[str], bool], list[str], list[str]]] = {
    "joke": (
        asides.is_joke,
        [
            "I moved to Mars, just kidding!",
            "I'm a king jk",
            "I live in Rome. In my dreams.",
            "I won! Not really!!",
            "Great /s",
            "I moved to Mars. (This is a joke, obviously.)",
            "I moved to Mars lol im messing with you",
            "I moved to Mars... not!",
            "I'm a king, only teasing",
            "I live in Rome. I wish!",
            "I moved to Mars (joke)",
            "I moved to Mars. Joke!",
            "I moved to Mars lol jokes",
            "I moved to Mars. As if!",
            "I moved to Mars haha no",
        ],
        [
            "I live in Rome.",
            "I live in Rome lol",  # few who laugh about what they say are joking
            "I live in Rome 😂",
            "I tell jokes",
            "It looks as if",
            "lol no way he did",
            "She told a joke.",
            "He was messing with the radio.",
            "I did not!",
            "Why not",
            "not really sure where",
            "a kidding glove",
            "and/s",
            "I am a nurse. No kidding!",
            "You must be joking!",
            "I wish I had a dog. We have a cat.",
            "Gotcha! I moved to Rome.",
        ],
    ),
    "called a joke": (
        asides.calls_a_joke,
        ["Haha, just kidding!", "Just kidding", "No, I was joking.", "jk", "ok ok kidding"],
        ["I was never joking.", "Nice, just kidding around", ""],
    ),
    "further": (
        asides.is_further,
        [
            "I also work at Bosch",
            "another job",
            "on the side",
            "I work at Bosch too",
            "at Bosch, too, now",
            "a second job",
        ],
        [
            "I work at Bosch",
            "the bother",
            "Bosch is too far out",
            "giving it another go",
            "one thing led to another",
            "we both moved",
            "both of us moved",
            "in my second year",
        ],
    ),
    "new": (
        asides.is_new,
        ["I'm now at Bosch", "since May", "I started at Bosch", "Bosch it is again", "Bosch once more"],
        ["I work at Bosch", "I know it"],
    ),
    "over": (asides.is_over, ["not anymore", "no longer eats", "I quit", "I used to"], ["I don't eat fish that often"]),
    "long ago": (
        asides.is_long_ago,
        ["as a kid", "when I was a student", "back in 1999", "in my twenties", "originally", "back then"],
        ["when I am there", "as a teacher", "back in Porto", "in my flat"],
    ),
    "taken back": (
        asides.takes_back,
        ["No, it's Lyon", "oops", "  Sorry!", "I meant Lyon", "Actually, Lyon", "My mistake", "Typo: Lyon"],
        ["Now", "Nobody", "it's Lyon, sorry", "soup", ""],
    ),
}


@pytest.mark.parametrize(
    ("is_said", "text", "expected"),
    [
        pytest.param(is_said, text, expected, id=f"{name}: {text}")
        for name, (is_said, so, not_so) in SAYINGS.items()
        for texts, expected in ((so, True), (not_so, False))
        for text in texts
    ],
)
def test_what_is_said_of_it(is_said: Callable[[str], bool], text: str, expected: bool) -> None:
    """In any case of letters; words within words do not count."""
    assert is_said(text) == is_said(text.upper()) == expected


def test_what_stands_in_quotation_marks() -> None:
    """Behind an odd number of them."""
    text = 'He said "I live in Rome" and “so do I”.'
    quoted = {word: asides.is_quoted(text, text.index(word)) for word in ("He", "Rome", "and", "so", ".")}
    assert quoted == {"He": False, "Rome": True, "and": False, "so": True, ".": False}


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I am at home. Please, pretend to be a vet.", 12),
        ("ok - can you fix my text: I live in Rome", 0),
        ("Wait!? Translate this: I live in Rome.", 5),
        ("No. Write: I live in Rome.", 10),
        ("I am here to fix my bike", 24),
    ],
)
def test_where_what_is_composed_begins(text: str, start: int) -> None:
    """At the last mark before what asks for it; behind the colon of a draft."""
    assert asides.composed_from(text) == start


@pytest.mark.parametrize("unit", ["!", "? ", "what? ", "- one? yes\n", "please ", "write ", "my ", " "])
def test_marks_without_an_end_take_no_longer_each(unit: str) -> None:
    """Fifty thousand characters, each of which might open a request."""
    began = process_time()
    asides.composed_from("no way" + unit * (50_000 // len(unit)))
    assert process_time() - began < PATIENCE
