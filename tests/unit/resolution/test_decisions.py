"""Decisions about names, as they bear on resolving."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from convograph.resolution import Decisions

NAMES = st.sampled_from("abcde")
PAIRS = st.lists(st.tuples(NAMES, NAMES), max_size=6)


def test_names_that_mean_the_same_have_one_root() -> None:
    """Over several steps, ignoring case and spacing; other names are their own root."""
    decided = Decisions.of(same=[("Mary", "Maria  Lopez"), ("mimi", "MARY")])
    assert decided.root("maria lopez") == decided.root("mary") == decided.root("mimi")
    assert decided.root("tom") == "tom"


def test_what_keeps_apart_holds() -> None:
    """Also where it stands against a decision to join, over other names."""
    decided = Decisions.of(same=[("a", "b"), ("b", "c")], apart=[("a", "c")])
    assert decided.keep_apart("a", ["c"])
    assert decided.root("a") != decided.root("c")


def test_all_names_of_one_are_kept_apart() -> None:
    """Mary is Maria, and not Ria: neither is Maria; a name is not apart from itself."""
    decided = Decisions.of(same=[("Mary", "Maria")], apart=[("Mary", "Ria"), ("x", "x")])
    assert decided.keep_apart("maria", ["tom", "ria"])
    assert decided.keep_apart("ria", ["maria"])
    assert not decided.keep_apart("maria", ["tom"])
    assert not decided.keep_apart("x", ["x"])


@given(PAIRS, PAIRS, st.randoms(use_true_random=False))
def test_the_order_of_decisions_makes_no_difference(same: list, apart: list, chance: object) -> None:
    """Nor that of the two names; and no name is both the same and apart."""
    shuffled = [(two, one) for one, two in same]
    chance.shuffle(shuffled)
    found = Decisions.of(same, apart)
    assert found == Decisions.of(shuffled, apart[::-1])
    for one in "abcde":
        for two in "abcde":
            if found.root(one) == found.root(two):
                assert not found.keep_apart(one, [two])
