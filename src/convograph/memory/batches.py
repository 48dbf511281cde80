"""How much one transaction stores: things that belong together, in groups of about so many turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

TURNS_AT_ONCE = 1_024  # seldom enough to be fast; little is lost by an interrupt, or done twice when two processes race

T = TypeVar("T")


def in_groups(things: Iterable[T], size_of: Callable[[T], int], at_once: int = TURNS_AT_ONCE) -> Iterator[list[T]]:
    """The things in order, as many to a group as have `at_once` turns (or memos) together; a larger one is by itself.

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
