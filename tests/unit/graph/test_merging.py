"""Near duplicates among vectors: joined in turn, and clustered, against computing all of it naively."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from convograph.graph import merging
from convograph.graph.merging import Joined, MayJoin, average_linkage, clustered, joined_to_nearest

Vectors = npt.NDArray[np.float32]
NO_ROWS = np.empty(0, np.int64)


def anybody(row: int, others: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    return np.ones(len(others), np.bool_)


def but(*pairs: tuple[int, int]) -> MayJoin:
    """Everybody may join, but these pairs."""
    forbidden = {pair for one, other in pairs for pair in ((one, other), (other, one))}

    def may_join(row: int, others: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        return np.array([(row, other) not in forbidden for other in others.tolist()], np.bool_)

    return may_join


def crowd(seed: int, rows: int = 60) -> Vectors:
    """Unit vectors around a few directions, as a store rounds them."""
    chance = np.random.default_rng(seed)
    centres = chance.normal(size=(8, 16))
    found = centres[chance.integers(0, 8, rows)] + 0.35 * chance.normal(size=(rows, 16))
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float16).astype(np.float32)


def joins(found: list[Joined]) -> list[tuple[int, int]]:
    return [(one.row, one.into) for one in found]


def test_each_row_joins_the_nearest_one_kept_if_it_is_near_enough() -> None:
    """Row 1 joins row 0 (their cosine is .96); row 2 is near row 1 (.8), which was not kept, and not near row 0 (.6).

    Row 3 is nearer to row 2 (.96) than to row 0 (.8). If row 1 may not join row 0, rows 2 and 3 (.936) join row 1.
    """
    angles = [(1.0, 0.0), (0.96, 0.28), (0.6, 0.8), (0.8, 0.6)]
    vectors = np.array(angles, np.float32)
    assert joins(joined_to_nearest(vectors, NO_ROWS, np.arange(4), 0.9, anybody)) == [(1, 0), (3, 2)]
    assert joins(joined_to_nearest(vectors, NO_ROWS, np.arange(4), 0.97, anybody)) == []
    assert joins(joined_to_nearest(vectors, NO_ROWS, np.arange(4), 0.7, but((0, 1)))) == [(2, 1), (3, 1)]


@pytest.mark.parametrize("seed", range(5))
def test_in_turn_is_what_it_says(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against one comparison after the other, in blocks of any size; taken up again anywhere, it goes on the same."""
    monkeypatch.setattr(merging, "_ROWS_AT_ONCE", 7)
    monkeypatch.setattr(merging, "_COLUMNS_AT_ONCE", 11)
    vectors, kept, expected = crowd(seed), [], []
    for row in range(len(vectors)):
        near = [(float(vectors[row].astype(float) @ vectors[other].astype(float)), -other) for other in kept]
        if near and max(near)[0] > 0.8:
            expected.append((row, -max(near)[1]))
        else:
            kept.append(row)
    whole = joined_to_nearest(vectors, NO_ROWS, np.arange(len(vectors)), 0.8, anybody)
    assert joins(whole) == expected
    for pause in (1, 20, 45):
        first = joined_to_nearest(vectors, NO_ROWS, np.arange(pause), 0.8, anybody)
        left = np.setdiff1d(np.arange(pause), [one.row for one in first])
        rest = joined_to_nearest(vectors, left, np.arange(pause, len(vectors)), 0.8, anybody)
        assert first + rest == whole


def test_the_nearest_two_clusters_join_while_their_mean_distance_is_small() -> None:
    """0 and 1 first (.1); then 2, at (.2 + .3) / 2 = .25 from both; 3 is at (.5 + .6 + .7) / 3 = .6 from all."""
    distances = np.array([[0, 0.1, 0.2, 0.5], [0.1, 0, 0.3, 0.6], [0.2, 0.3, 0, 0.7], [0.5, 0.6, 0.7, 0]])
    assert average_linkage(distances, 0.25).tolist() == [0, 0, 2, 3]
    assert average_linkage(distances, 0.26).tolist() == [0, 0, 0, 3]
    assert average_linkage(distances, 0.59).tolist() == [0, 0, 0, 3]
    assert average_linkage(distances, 0.61).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("seed", range(5))
def test_clusters_are_those_of_all_rows_at_once(seed: int) -> None:
    """Although only groups that some pair connects are compared; pairs that may not join are in no cluster."""
    vectors = crowd(seed)
    exact = vectors.astype(np.float64)
    for pairs in ((), ((0, 1), (2, 3), (4, 40))):
        distances = 1 - exact @ exact.T
        for one, other in pairs:
            distances[one, other] = distances[other, one] = 1e9
        numbers = average_linkage(distances, 0.3)
        expected = [(row, int(first)) for row, first in enumerate(_firsts(numbers)) if first != row]
        found = joins(clustered(vectors, np.arange(len(vectors)), 0.7, but(*pairs)))
        assert found == expected
        assert found
        assert not {frozenset(pair) for pair in pairs} & {frozenset(pair) for pair in found}


def _firsts(numbers: npt.NDArray[np.int64]) -> list[int]:
    return [int(np.flatnonzero(numbers == number)[0]) for number in numbers]


def test_a_group_that_is_too_large_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is clustered at higher thresholds: fewer join, none wrongly."""
    vectors = crowd(1)
    everything = joins(clustered(vectors, np.arange(len(vectors)), 0.7, anybody))
    monkeypatch.setattr(merging, "LARGEST_CLUSTERED", 4)
    fewer = joins(clustered(vectors, np.arange(len(vectors)), 0.7, anybody))
    assert 0 < len(fewer) < len(everything)
    equal = np.tile(np.float32([1.0, 0.0]), (9, 1))
    assert joins(clustered(equal, np.arange(9), 0.7, anybody)) == [(1, 0), (2, 0), (3, 0)]


def test_nothing_joins_nothing() -> None:
    """No rows at all, or one."""
    none = np.empty((0, 4), np.float32)
    assert joined_to_nearest(none, NO_ROWS, NO_ROWS, 0.5, anybody) == []
    assert clustered(none, NO_ROWS, 0.5, anybody) == []
    assert clustered(np.ones((1, 4), np.float32), np.arange(1), 0.5, anybody) == []
