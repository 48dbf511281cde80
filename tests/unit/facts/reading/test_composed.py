"""What an assistant wrote on request."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from convograph.facts.reading.composed import asks_for_a_part, asks_for_text, ends_a_part, looks_composed

PATIENCE = 2.0  # seconds of processor time: what grows as the square of such texts takes ten times as long


@pytest.mark.parametrize("text", ["act as my boss", "Fine.\n\n  act as my boss", "ok, act as my boss"])
def test_a_part_may_be_asked_for_behind_a_mark_or_blank_lines(text: str) -> None:
    """Wherever a sentence begins."""
    assert asks_for_a_part(text)


@pytest.mark.parametrize("text", ["Dear Ana,\nhi", "Sure.\n\n  Dear Ana,\nhi", "* Subject: the flat"])
def test_a_letter_may_stand_behind_other_lines(text: str) -> None:
    """However it is marked."""
    assert looks_composed(text)


@pytest.mark.parametrize("reads", [asks_for_a_part, asks_for_text, ends_a_part, looks_composed])
@pytest.mark.parametrize("unit", ["\n", ". ", "- ", "no "])
def test_a_long_turn_takes_no_long_time(reads: Callable[[str], bool], unit: str) -> None:
    """Whatever is repeated in it."""
    begun = process_time()
    assert not reads(unit * 30_000)
    assert process_time() - begun < PATIENCE
