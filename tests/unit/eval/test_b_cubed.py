"""B³ of mentions, by hand and by its definition."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph_eval.b_cubed import BCubed, b_cubed

PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=15)


def test_the_example_of_bagga_and_baldwin() -> None:
    """Entities {1..5}, {6, 7}, {8..12}; found {1..5}, {6..12}: all recalled, and the 7 found together are 2 and 5.

    Precision: 5 mentions have 1, 2 have 2/7, 5 have 5/7: (5 + 4/7 + 25/7) / 12 = 64/84 = .762; F1 = 128/148 = .865.
    """
    score = b_cubed("aaaaabbbbbbb", "xxxxxyyzzzzz")
    assert score.precision == pytest.approx(64 / 84)
    assert score.recall == 1
    assert score.f1 == pytest.approx(128 / 148)


def test_the_extremes() -> None:
    """Alone, everything is right and little is found; together, everything is found and little is right."""
    assert b_cubed([1, 2, 3, 4], "aaab") == BCubed(1, (1 / 3 * 3 + 1) / 4)
    assert b_cubed([1, 1, 1, 1], "aaab") == BCubed((3 * 3 / 4 + 1 / 4) / 4, 1)
    assert b_cubed([7], ["a"]).f1 == 1
    assert BCubed(0, 0).f1 == 0


@given(PAIRS)
def test_the_score_is_that_of_the_definition(pairs: list[tuple[int, int]]) -> None:
    """A mean over mentions of shares of two sets."""
    found, gold = zip(*pairs, strict=True)
    precision = recall = Fraction(0)
    for one in range(len(pairs)):
        cluster = {place for place in range(len(pairs)) if found[place] == found[one]}
        entity = {place for place in range(len(pairs)) if gold[place] == gold[one]}
        precision += Fraction(len(cluster & entity), len(cluster) * len(pairs))
        recall += Fraction(len(cluster & entity), len(entity) * len(pairs))
    score = b_cubed(found, gold)
    assert score.precision == pytest.approx(float(precision))
    assert score.recall == pytest.approx(float(recall))
    assert b_cubed(gold, found) == BCubed(score.recall, score.precision)


@pytest.mark.parametrize(("found", "gold"), [([], []), ([1], [1, 2])])
def test_labels_have_to_pair(found: list[int], gold: list[int]) -> None:
    """Nothing to score is no score."""
    with pytest.raises(ValueError, match="one found and one gold label a mention"):
        b_cubed(found, gold)
