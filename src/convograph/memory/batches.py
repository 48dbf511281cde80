"""The size of transactions: items that belong together are stored in groups of limited size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

TURNS_AT_ONCE = 1_024  # few commits, and little work lost to an interrupt or repeated when processes race

T = TypeVar("T")


def in_groups(things: Iterable[T], size_of: Callable[[T], int], at_once: int = TURNS_AT_ONCE) -> Iterator[list[T]]:
    """Yield the things in order, in groups of at most `at_once` turns (or memos); a larger thing is a group by itself.

    >>> list(in_groups(["I", "am", "Ana", "Lopez"], len, 4))
    [['I', 'am'], ['Ana'], ['Lopez']]
    """
    group: list[T] = []
    filled = 0
    for thing in things:
        size = size_of(thing)
        if group and filled + size > at_once:
            yield group
            group, filled = [], 0
        group.append(thing)
        filled += size
    if group:
        yield group
