"""Turns that have what is asked for to the letter."""

from __future__ import annotations

from datetime import datetime
from time import process_time

import pytest

import convograph
from convograph.architectures.unified.rules.literal_matches import MOST, codes_in

PATIENCE = 5.0  # seconds for what takes a fraction of one

CHAT = [
    ("Dez", "did the invoice for greenacre go out"),
    ("Pri", "yes, 2026-0147 went out this morning"),
    ("Dez", "wait with the next one until she is calmer"),
    ("Pri", "ok. its number will be 2026-0152"),
    ("Dez", "and PH-88213 is paid"),
    ("Pri", "great, coffee?"),
    ("Dez", "the printer is broken again"),
    ("Pri", "I call the printer man"),
    ("Dez", "he comes on thursday"),
]


def asked(question: str, k: int = 3) -> list[str]:
    with convograph.open(":memory:") as memory:
        memory.add([{"speaker": who, "text": text} for who, text in CHAT], session="chat")
        return [hit.turns[0].text for hit in memory.recall(question, k=k).hits]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("2026-0147", "yes, 2026-0147 went out this morning"),
        ("what about 2026-0152?", "ok. its number will be 2026-0152"),
        ("ph-88213", "and PH-88213 is paid"),
    ],
)
def test_a_code_finds_the_turn_that_has_it(question: str, first: str) -> None:
    """Whatever stands beside others that are like it."""
    assert asked(question)[0] == first


def test_a_single_word_finds_all_turns_that_have_it() -> None:
    """Before those that only stand beside them."""
    assert sorted(asked("printers", k=2)) == ["I call the printer man", "the printer is broken again"]


@pytest.mark.parametrize("question", ["Did we buy it in 2024?", "What was on 2024-05-01 at 18:30?", "Flat 3b or 12?"])
def test_times_and_counts_are_no_codes(question: str) -> None:
    """A year, a date and a clock say when; a number of three digits may count anything."""
    assert codes_in(question, datetime(2024, 6, 1)) == []


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("see a.b.c-4711, or v2/x", ["a.b.c-4711", "v2/x"]),
        ("hello...4711", ["4711"]),  # what stands behind an ellipsis is of its own
        ("20245 or 2024-x1 or x-2024", ["20245", "2024-x1", "x-2024"]),  # no bare years
        ("-4711 and abcd²", []),
    ],
)
def test_what_a_code_is(text: str, codes: list[str]) -> None:
    """Words joined by one sign each, with a digit in one of them."""
    assert codes_in(text, None) == codes


@pytest.mark.parametrize("unit", ["a.", "a", "a#b", ".", "-", "a "])
def test_a_long_question_takes_no_longer_for_each_character(unit: str) -> None:
    """Fifty thousand characters, each of which might begin a code."""
    text = unit * (50_000 // len(unit))
    began = process_time()
    codes_in(text, datetime(2024, 6, 1))
    assert process_time() - began < PATIENCE


def test_a_pasted_listing_puts_no_turn_first() -> None:
    """As many codes as people ask for do; of more, none is what the question is about."""
    question, others = (
        "Did somebody call the printer man about {}?",
        [f"zk-{number}q" for number in range(100, 100 + MOST)],
    )
    few, many = ", ".join([*others[1:], "2026-0147"]), ", ".join([*others, "2026-0147"])
    assert asked(question.format(few))[0] == "yes, 2026-0147 went out this morning"
    assert asked(question.format(many))[0] == "I call the printer man"
