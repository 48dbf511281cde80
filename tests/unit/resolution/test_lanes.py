"""Lanes: equal to the paper's Algorithm 1, and independent of each other."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from convograph.resolution.lanes import lanes_of

KEYS = st.lists(st.frozensets(st.integers(0, 12), min_size=1, max_size=3), max_size=14)


def algorithm_1(keys: Sequence[frozenset[int]]) -> list[tuple[int, ...]]:
    """The paper's, to the letter: each mention is put into a lane whose keys it touches, and all such are merged."""
    lanes: list[tuple[set[int], list[int]]] = []
    for place, own in enumerate(keys):
        touched = [lane for lane in lanes if lane[0] & own]
        if not touched:
            lanes.append((set(own), [place]))
            continue
        first, *others = touched
        first[0].update(own)
        first[1].append(place)
        for other in others:
            first[0].update(other[0])
            first[1].extend(other[1])
            lanes.remove(other)
    return sorted(tuple(sorted(members)) for _, members in lanes)


@given(KEYS)
def test_lanes_are_those_of_algorithm_1(keys: list[frozenset[int]]) -> None:
    """In the order of their earliest mention, each in order of time."""
    assert lanes_of(keys) == algorithm_1(keys)


@given(KEYS)
def test_lanes_share_no_key(keys: list[frozenset[int]]) -> None:
    """The invariant that lets them run beside each other; and every mention is in one lane."""
    lanes = lanes_of(keys)
    held = [frozenset().union(*(keys[place] for place in lane)) for lane in lanes]
    assert sum(map(len, held)) == len(frozenset().union(*held))
    assert sorted(place for lane in lanes for place in lane) == list(range(len(keys)))


def test_a_chain_of_many_is_one_lane() -> None:
    """Paths are halved: a hundred thousand mentions that hang together are no deep recursion and no long walk."""
    count = 100_000
    assert lanes_of([{place, place + 1} for place in range(count)]) == [tuple(range(count))]
    backwards = [{place, place + 1} for place in reversed(range(count))]
    assert len(lanes_of(backwards)) == 1
