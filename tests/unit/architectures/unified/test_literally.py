"""Turns that have what is asked for to the letter."""

from __future__ import annotations

from datetime import datetime

import pytest

import convograph
from convograph.architectures.unified.literally import codes_in

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
