"""When two values are the same."""

from __future__ import annotations

import pytest

from convograph.facts.values.sameness import are_equal, are_same, share_a_word
from convograph.facts.values.words import words_of


@pytest.mark.parametrize(
    ("one", "other", "same", "equal"),
    [
        ("Porto", "porto", True, True),
        ("the Bakery", "a bakery", True, True),
        ("Porto", "Porto, Portugal", True, False),
        ("Porto", "Lisbon", False, False),
        ("my sister's band", "sister band", True, True),
        ("country music", "country", True, False),
        ("…", "…", False, True),  # without words, nothing is named
    ],
)
def test_values_are_compared_by_their_words(one: str, other: str, same: bool, equal: bool) -> None:
    """The same if the one has all words of the other, equal if both have the same."""
    assert (are_same(one, other), are_same(other, one), are_equal(one, other)) == (same, same, equal)


def test_words_begin_behind_articles() -> None:
    """A value is never left without a word."""
    assert words_of("The old Dr. O'Neil's house") == ("dr", "o'neil", "house")
    assert words_of("the") == ("the",)
    assert words_of("") == ()
    assert share_a_word("night nurse", "nurse")
    assert not share_a_word("nurse", "teacher")
