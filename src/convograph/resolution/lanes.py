"""Lanes: mentions that share a conflict key, directly or through others, are resolved one after the other.

    K(m) = K_exact(m) ∪ K_lsh(m) ∪ K_cand(m)        LightGMEM, section 4.3, step 3
    lanes = connected components of mentions that share a key                              step 4, Algorithm 1

Algorithm 1 merges all lanes that a mention's keys touch; union-find over the keys finds the same lanes in one pass.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from convograph.resolution.names import Name

ConflictKey = tuple[str, str | int]
Lane = tuple[int, ...]
"""Places of mentions, in order of time."""


def name_keys(name: Name, root: str) -> frozenset[ConflictKey]:
    """The exact and LSH keys of a name; `root` is its exact key, or the one that decisions put in its place."""
    return frozenset((("exact", root), *(("band", band) for band in name.bands)))


def entity_keys(numbers: Iterable[int]) -> frozenset[ConflictKey]:
    """The conflict keys of entities."""
    return frozenset(("entity", number) for number in numbers)


def lanes_of(keys: Sequence[Iterable[Hashable]]) -> list[Lane]:
    """The lanes of mentions in order of time, given the keys of each; lanes are ordered by their earliest mention.

    >>> lanes_of([{"ana"}, {"bob"}, {"ana", "cleo"}, {"cleo"}])
    [(0, 2, 3), (1,)]
    """
    first_with: dict[Hashable, int] = {}
    roots = list(range(len(keys)))
    for place, each in enumerate(keys):
        for key in each:
            one, other = _root(roots, first_with.setdefault(key, place)), _root(roots, place)
            roots[max(one, other)] = min(one, other)
    members: dict[int, list[int]] = {}
    for place in range(len(keys)):
        members.setdefault(_root(roots, place), []).append(place)
    return [tuple(each) for each in members.values()]


def _root(roots: list[int], place: int) -> int:
    while roots[place] != place:
        roots[place] = roots[roots[place]]  # path halving
        place = roots[place]
    return place
