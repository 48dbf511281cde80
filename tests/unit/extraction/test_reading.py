"""Reading sessions: what of them is read, in the light of what came before."""

from __future__ import annotations

import pytest

from convograph.extraction.reading import Reader
from convograph.types import SourceTurn
from support.parses import ThreeWordParser

LINES = (
    *("Ana has cats.", "Ben likes you.", "I like tea.", "You sing songs.", "Maria sings songs."),
    *("I sing songs.", "You like tea.", "Ben has dogs.", "I like Maria."),
)
SESSION = [
    SourceTurn(place, f"s:{place}", "s", place, "Ana" if place % 2 else "Ben", text, None)
    for place, text in enumerate(LINES)
]


@pytest.mark.parametrize("start", range(len(SESSION) + 1))
def test_a_session_read_from_some_turn_on_says_what_it_says_read_whole(start: int) -> None:
    """Turns, whom they speak to, what was said before them, and what they state."""
    reader = Reader(ThreeWordParser())
    assert reader.statements(SESSION, start=start) == reader.statements(SESSION)[start:]


def test_statements_are_the_triplets_of_a_reading() -> None:
    """Whether mentions and events are read with them or not."""
    reader = Reader(ThreeWordParser())
    whole = [(one.turn, list(one.triplets)) for one in reader.read(SESSION)]
    assert reader.statements(SESSION) == whole
    assert any(stated for _, stated in whole)
