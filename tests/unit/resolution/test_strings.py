"""How alike two strings are, against computing it the long way."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.resolution.likeness import Compared, are_forms, is_alias, likeness
from convograph.resolution.strings import common_subsequence, deletions, distance, edit_ratio, is_typo, token_set_ratio
from support.mentions import name_of

SHORT = st.text("abcé", max_size=7)
WORDS = st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=4)


@given(SHORT, SHORT)
def test_the_common_subsequence_is_the_longest(one: str, other: str) -> None:
    """As the textbook's recursion finds it."""

    @cache
    def longest(i: int, j: int) -> int:
        if not i or not j:
            return 0
        if one[i - 1] == other[j - 1]:
            return longest(i - 1, j - 1) + 1
        return max(longest(i - 1, j), longest(i, j - 1))

    assert common_subsequence(one, other) == longest(len(one), len(other))


@given(SHORT, SHORT, st.integers(0, 3))
def test_the_distance_is_the_fewest_edits(one: str, other: str, most: int) -> None:
    """As the recursion of optimal string alignment finds it, or one more than was asked for."""

    @cache
    def fewest(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        edits = [fewest(i - 1, j) + 1, fewest(i, j - 1) + 1, fewest(i - 1, j - 1) + (one[i - 1] != other[j - 1])]
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            edits.append(fewest(i - 2, j - 2) + 1)
        return min(edits)

    assert distance(one, other, most) == min(fewest(len(one), len(other)), most + 1)


@given(WORDS, WORDS)
def test_the_token_set_ratio_is_a_symmetric_share(one: list[str], other: list[str]) -> None:
    """From 0 to 1, whatever the order; 1 where one has all words of the other, and only there."""
    ratio = token_set_ratio(one, other)
    assert 0 <= ratio <= 1
    assert ratio == token_set_ratio(other[::-1], one[::-1])
    if set(one) <= set(other):
        assert ratio == 1


def test_ratios_by_hand() -> None:
    """Longest common subsequences: "aa" of ana and maria, 4 / 8; nothing is like the empty text."""
    assert edit_ratio("ana", "maria") == 0.5
    assert edit_ratio("", "ana") == 0


@pytest.mark.parametrize(
    ("one", "other", "typo"),
    [
        ("micheal", "michael", True),  # a swap
        ("melanie", "melannie", True),  # an insertion
        ("katherine", "katherima", True),  # two substitutions in nine letters
        ("immel", "ammel", False),  # the first letter
        ("chan", "chen", False),  # too short to tell
        ("maria", "mreia", False),  # two edits in five
        ("ana", "anna", False),  # too short to tell
        ("john", "john", False),  # no error at all
    ],
)
def test_typing_errors(one: str, other: str, typo: bool) -> None:
    """One edit from five letters on, two from eight on, none in the first letter."""
    assert is_typo(one, other) is is_typo(other, one) is typo


@given(st.text("abcd", min_size=5, max_size=7), st.text("abcd", min_size=5, max_size=7))
def test_words_an_edit_apart_share_a_deletion(one: str, other: str) -> None:
    """So that a typing error is found without comparing all words."""
    if distance(one, other, 1) <= 1:
        assert deletions(one) & deletions(other)


@pytest.mark.parametrize(
    ("one", "other", "alias"),
    [
        ("Maria", "Maria Lopez", True),
        ("Lopez", "Maria Lopez", True),
        ("NYC", "New York City", True),
        ("Bob Reed", "Robert Reed", True),
        ("Bob Reed", "Robert Hill", False),
        ("Dr. Ruiz", "Ruiz", True),
        ("Maria Lopez", "Maria Silva", False),
    ],
)
def test_aliases(one: str, other: str, alias: bool) -> None:
    """Parts, initials, short forms, titles; it makes no difference which is which."""
    names = name_of(one), name_of(other)
    assert is_alias(*names) is is_alias(*names[::-1]) is alias


def test_two_short_forms_of_one_name() -> None:
    """Liz and Beth are both Elizabeth; a name is no short form of itself."""
    assert are_forms("liz", "beth")
    assert not are_forms("bob", "bob")


def test_comparisons_are_kept() -> None:
    """The function is asked once about the same two names."""
    asked = []

    def compare(one: object, other: object) -> int:
        asked.append((one, other))
        return len(asked)

    compared = Compared(compare)
    ana, bob = name_of("Ana"), name_of("Bob")
    assert [compared(ana, bob), compared(ana, bob), compared(bob, ana)] == [1, 1, 2]


@given(WORDS, WORDS)
def test_likeness_is_symmetric(one: list[str], other: list[str]) -> None:
    """It makes no difference which of the two was mentioned later."""
    names = name_of(" ".join(one)), name_of(" ".join(other))
    assert likeness(*names) == likeness(*names[::-1])
