"""Near duplicates among vectors: rows join their nearest neighbours one by one, or are clustered all at once.

Vectors have unit length and are rounded as in `graph.vectors`: a matrix product preselects pairs, which are then
compared exactly. Rows are in the order in which they were said, so duplicates join the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
import numpy.typing as npt

from convograph.graph.arrays import Indices, Vectors
from convograph.graph.components import connected
from convograph.graph.runs import changes
from convograph.graph.vectors import TOLERANCE, similarities

LARGEST_CLUSTERED = 1_024  # rows that average linkage compares at once: about a second

_ROWS_AT_ONCE = 256
_COLUMNS_AT_ONCE = 65_536  # 64 MiB of products
_NEVER = 1e9  # a distance above any limit: such rows are never joined

NO_ROWS: Indices = np.empty(0, np.int64)

MayJoin = Callable[[int, Indices], npt.NDArray[np.bool_]]
"""A mask of the rows that a row may join, if they are similar enough."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A row, the earlier row that it joins, and their cosine."""

    row: int
    into: int
    similarity: float


def joined_to_nearest(
    vectors: Vectors,
    kept: Indices,
    rows: Indices,
    threshold: float,
    may_join: MayJoin,
    *,
    before: Sequence[Joined] = (),
    settled: Collection[int] = (),
) -> list[Joined]:
    """Join each of `rows` in turn to the nearest row kept so far if their cosine is above `threshold`, else keep it.

    A row only joins another if it may also join every row that has joined that one. `kept` are the rows kept earlier,
    `before` the rows that joined one of them. `settled` rows join none here, but may be joined. Associa, section 3.2:
    incremental merging.
    """
    found: list[Joined] = []
    kept_now = np.zeros(len(vectors), np.bool_)
    kept_now[kept] = True
    groups: dict[int, list[int]] = {}
    for one in before:
        groups.setdefault(one.into, [one.into]).append(one.row)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        block = rows[start : start + _ROWS_AT_ONCE]
        candidates = np.concatenate((np.flatnonzero(kept_now), block))
        for row, near in zip(block.tolist(), _near(vectors, block, candidates, threshold), strict=True):
            others = near[kept_now[near] & (near != row)] if row not in settled else NO_ROWS
            cosines = _cosines(vectors, others, row)
            for position in np.lexsort((others, -cosines)).tolist():
                into = int(others[position])
                group = groups.get(into, [into])
                if cosines[position] > threshold and may_join(row, np.array(group)).all():
                    groups[into] = [*group, row]
                    found.append(Joined(row, into, float(cosines[position])))
                    break
            else:
                kept_now[row] = True
    return found


def clustered(vectors: Vectors, rows: Indices, threshold: float, may_join: MayJoin) -> list[Joined]:
    """Cluster `rows` by average linkage: clusters are joined while their mean cosine is above `threshold`.

    All rows of a cluster join its first row. Two clusters can only be joined if some pair across them is above the
    threshold, so each group of rows connected by such pairs is clustered separately. For a group of more than
    `LARGEST_CLUSTERED` rows, the threshold moves halfway to 1 until the group falls apart. Associa, section 3.2: batch
    clustering.
    """
    found = []
    for group in _groups(vectors, rows, threshold):
        for members in _clusters(vectors, group, threshold, may_join):
            first = int(members[0])
            cosines = _cosines(vectors, members[1:], first)
            found += [Joined(*one) for one in zip(members[1:].tolist(), repeat(first), cosines.tolist(), strict=False)]
    return sorted(found, key=lambda one: one.row)


def _clusters(vectors: Vectors, rows: Indices, threshold: float, may_join: MayJoin) -> Iterator[Indices]:
    """The clusters of two or more of the connected `rows`, each in ascending order."""
    if len(rows) > LARGEST_CLUSTERED and threshold < 1 - TOLERANCE:
        higher = (1 + threshold) / 2
        for group in _groups(vectors, rows, higher):
            yield from _clusters(vectors, group, higher, may_join)
        return
    rows = rows[:LARGEST_CLUSTERED]  # more rows than that are nearly equal here: the rest stay unclustered
    exact = vectors[rows].astype(np.float64)
    distances = np.maximum(1 - exact @ exact.T, 0.0)
    for position, row in enumerate(rows.tolist()):
        distances[position, ~may_join(row, rows)] = _NEVER
    numbers = average_linkage(distances, 1 - threshold)
    for number in np.unique(numbers):
        members = rows[numbers == number]
        if len(members) > 1:
            yield members


def average_linkage(distances: npt.NDArray[np.float64], limit: float) -> Indices:
    """The cluster number of each row, joining the two nearest clusters while their mean distance is below `limit`.

    `distances` (rows, rows) are symmetric. Of equally near pairs, the one with the lowest rows is joined first.
    """
    left = distances.copy()
    np.fill_diagonal(left, np.inf)
    numbers, sizes = np.arange(len(left)), np.ones(len(left))
    while True:
        one, other = divmod(int(left.argmin()), len(left))
        if not left[one, other] < limit:
            return numbers
        joined = (sizes[one] * left[one] + sizes[other] * left[other]) / (sizes[one] + sizes[other])
        left[one], left[:, one] = joined, joined
        left[other], left[:, other], left[one, one] = np.inf, np.inf, np.inf
        sizes[one] += sizes[other]
        numbers[numbers == other] = one


def _groups(vectors: Vectors, rows: Indices, threshold: float) -> Iterator[Indices]:
    """The groups of two or more rows connected by pairs above `threshold`, each in ascending order."""
    pairs = []
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        block = rows[start : start + _ROWS_AT_ONCE]
        for row, near in zip(block.tolist(), _near(vectors, block, rows, threshold), strict=True):
            above = near[_cosines(vectors, near, row) > threshold]
            pairs.append(np.stack((np.full(len(above), row), above)))
    if not pairs:
        return
    numbers = connected(np.searchsorted(rows, np.concatenate(pairs, axis=1)), len(rows))
    order = np.argsort(numbers, kind="stable")
    for group in np.split(order, np.flatnonzero(changes(numbers[order]))[1:]):
        if len(group) > 1:
            yield rows[group]


def _cosines(vectors: Vectors, rows: Indices, row: int) -> npt.NDArray[np.float64]:
    """The exact cosines of `rows` with `row`, capped at 1 (rounded vectors may exceed it)."""
    return np.minimum(similarities(vectors, rows, vectors[row]), 1.0)


def _near(vectors: Vectors, block: Indices, candidates: Indices, threshold: float) -> list[Indices]:
    """For each row of a block, the candidates whose cosine with it may be above `threshold`, ascending."""
    found: list[list[Indices]] = [[] for _ in block]
    ordered = np.sort(candidates)
    for start in range(0, len(ordered), _COLUMNS_AT_ONCE):
        some = ordered[start : start + _COLUMNS_AT_ONCE]
        above = vectors[block] @ vectors[some].T > threshold - TOLERANCE
        positions, near = np.divmod(np.flatnonzero(above), len(some))  # ten times as fast as 2-D `np.nonzero`
        ends = np.searchsorted(positions, np.arange(1, len(block) + 1))
        for position, end in enumerate(ends.tolist()):
            found[position].append(some[near[ends[position - 1] if position else 0 : end]])
    return [np.concatenate(parts) if parts else np.empty(0, np.int64) for parts in found]
