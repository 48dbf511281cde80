"""The words for what is said of a value."""

from __future__ import annotations

from typing import get_args

from convograph.facts.acts import Act, PhraseAct, ReadAct, StatedAct


def test_all_readers_speak_of_the_same_acts() -> None:
    """What a phrase says can be read and stated; no word is of one of them alone, but what only statements do."""
    phrases, stated, read = (set(get_args(acts)) for acts in (PhraseAct, StatedAct, ReadAct))
    assert stated | read == set(get_args(Act))
    assert phrases < stated & read == {"holds", "begins", "ends", "past"}
