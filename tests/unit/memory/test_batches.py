"""How things are grouped into transactions."""

from __future__ import annotations

import pytest

from convograph.memory.batches import TURNS_AT_ONCE, in_groups


@pytest.mark.parametrize(
    ("sizes", "groups"),
    [
        ([], []),
        ([4], [[4]]),
        ([1, 2, 1], [[1, 2, 1]]),
        ([1, 2, 2], [[1, 2], [2]]),
        ([9, 1], [[9], [1]]),
        ([1, 9, 1, 0], [[1], [9], [1, 0]]),
    ],
)
def test_groups_are_filled_in_order(sizes: list[int], groups: list[list[int]]) -> None:
    """Nothing is parted; what is larger than a group is one by itself, and no group is empty."""
    assert list(in_groups(sizes, int, 4)) == groups


def test_a_group_has_so_many_turns_by_default() -> None:
    """The same bound for what is stored and for what is derived."""
    assert [len(group) for group in in_groups(range(3_000), lambda one: 1)] == [TURNS_AT_ONCE, TURNS_AT_ONCE, 952]
