"""Similarity of two names: the two parts of the score that need only the names.

    name  = max(Jaccard of their shingles, token-set ratio of their words)
    alias = 1 if one is the other, its initials, its short form or a part of it, else 0

LightGMEM, section 4.3 [R].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from convograph.resolution.names import Name, jaccard
from convograph.resolution.strings import token_set_ratio
from convograph.resolution.wording import full_forms, initials

KEPT = 200_000  # cached comparisons at most: some 50 MB

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Likeness:
    """Both parts, each from 0 to 1."""

    name: float
    alias: float


def likeness(one: Name, other: Name) -> Likeness:
    """The similarity of two names; symmetric."""
    if one.exact == other.exact:
        return Likeness(1.0, 1.0)
    alike = max(jaccard(one.shingles, other.shingles), token_set_ratio(one.words, other.words))
    return Likeness(alike, float(is_alias(one, other)))


def is_alias(one: Name, other: Name) -> bool:
    """Whether one name is short for the other: some of its words, its initials, or a short form of its first name."""
    ours, theirs = one.core, other.core
    if set(ours) <= set(theirs) or set(theirs) <= set(ours):
        return True
    if ours == (initials(theirs),) or theirs == (initials(ours),):
        return True
    return are_forms(ours[0], theirs[0]) and (len(ours) == 1 or len(theirs) == 1 or ours[1:] == theirs[1:])


def are_forms(one: str, other: str) -> bool:
    """Whether two first names are short forms of the same name, or one is a short form of the other.

    >>> are_forms("bob", "robert"), are_forms("liz", "beth"), are_forms("bob", "liz")
    (True, True, False)
    """
    ours, theirs = {one, *full_forms(one)}, {other, *full_forms(other)}
    return one != other and not ours.isdisjoint(theirs)


@dataclass(slots=True)
class Compared(Generic[T]):
    """A function of two names with a cache, because the same pairs recur; safe to share between threads.

    The cache lives as long as a fold or a resolver: no cache of the process keeps an owner's names.
    """

    function: Callable[[Name, Name], T]
    _kept: dict[tuple[str, str], T] = field(default_factory=dict)

    def __call__(self, one: Name, other: Name) -> T:
        """The function's result for two names."""
        key = (one.surface, other.surface)
        found = self._kept.get(key)
        if found is None:
            found = self.function(one, other)
            if len(self._kept) >= KEPT:
                self._kept = {}
            self._kept[key] = found
        return found
