"""BM25 over units that are counted already."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from convograph.architectures.unified.levels import Level, level, scaled, weighted_sum

COUNTS = np.array([[1.0, 0, 2], [1, 1, 0]])
LENGTHS = np.array([3.0, 2, 4])


def share(count: float, length: float) -> float:
    """`graph.bm25`'s saturation over units of 3 words on average."""
    return count / (count + 1.5 * (0.25 + 0.75 * length / 3))


def test_scores_are_those_of_the_formula() -> None:
    """Three units of 3, 2 and 4 words; two have each word: idf ln(1 + 1.5 / 2.5)."""
    idf = log(1 + 1.5 / 2.5)
    found = level(COUNTS, LENGTHS).scores(np.array([1.0, 2.0]))
    expected = [idf * (share(1, 3) + 2 * share(1, 3)), idf * 2 * share(1, 2), idf * share(2, 4)]
    assert found == pytest.approx(expected, rel=1e-12)


def test_some_units_have_the_statistics_of_all() -> None:
    """To the last bit."""
    whole, some = level(COUNTS, LENGTHS), np.array([0, 2])
    few = Level(COUNTS[:, some], LENGTHS[some], whole.inverse, whole.average)
    weights = np.array([1.0, 0.5])
    assert few.scores(weights).tolist() == whole.scores(weights)[some].tolist()


def test_no_units_and_no_words() -> None:
    """No unit has no score; without words all are 0, also where no unit has a word at all."""
    for counts, lengths, expected in (
        (np.empty((2, 0)), np.empty(0), []),
        (np.empty((0, 3)), LENGTHS, [0, 0, 0]),
        (np.zeros((1, 2)), np.zeros(2), [0, 0]),
    ):
        found = level(counts, lengths).scores(np.ones(len(counts)))
        assert found.tolist() == expected


def test_a_weighted_sum_does_not_depend_on_what_else_is_summed() -> None:
    """Each column comes out the same to the last bit, alone or among a thousand."""
    chance = np.random.default_rng(1)
    rows, weights = chance.normal(size=(40, 1000)), chance.normal(size=40)
    whole = weighted_sum(rows, weights)
    assert whole == pytest.approx(weights @ rows)
    assert all(weighted_sum(rows[:, [place]], weights)[0] == whole[place] for place in range(1000))


def test_scaled_scores_reach_one() -> None:
    """Nothing above 0 stays as it is."""
    assert scaled(np.array([1.0, 4, 0])).tolist() == [0.25, 1, 0]
    assert scaled(np.array([0.0, -1])).tolist() == [0, -1]
    assert scaled(np.empty(0)).tolist() == []
