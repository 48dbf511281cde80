"""Exact cosine search over float16-rounded unit vectors.

A float32 matrix product only preselects: its errors are below half of `TOLERANCE`, so every row within `TOLERANCE` of
the k-th best is rescored in float64. There the sum is exact: products of two float16 values are multiples of 2**-48,
and for vectors of norm about 1 no partial sum needs more than 53 bits. Rankings therefore do not depend on batching,
blocking, row order or processor; ties go to the earlier item.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.graph.arrays import Indices

TOLERANCE = 1e-4  # above twice the rounding error of a float32 dot product of up to 4,096 dimensions

_BLOCK = 512  # rows per block when bounding the k-th best score
_RESCORED_AT_ONCE = 65_536  # finalists converted to float64 at a time: 128 MiB at 256 dimensions
_COPYING = 4  # gathering rows before the product takes this many times as long as the product in place
_QUERIES_AT_ONCE = 16  # 64 MiB of scores for a million rows

Order = Callable[[Indices], tuple[npt.NDArray[np.int64], ...]]
"""The sort keys of items that break ties, most significant first: their positions in the conversation."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Items by descending similarity; both arrays have one entry per item."""

    items: Indices
    similarities: npt.NDArray[np.float64]


def rounded(vectors: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
    """The vectors as the store keeps them: rounded to float16, in a float32 array."""
    return vectors.astype(np.float16).astype(np.float32)


def similarities(
    matrix: npt.NDArray[np.float32], items: Indices, query: npt.NDArray[np.float32]
) -> npt.NDArray[np.float64]:
    """The exact float64 dot products of the rows `items` with a query."""
    exact_query = query.astype(np.float64)
    parts = [
        matrix[items[start : start + _RESCORED_AT_ONCE]].astype(np.float64) @ exact_query
        for start in range(0, len(items), _RESCORED_AT_ONCE)
    ]
    return np.concatenate(parts) if parts else np.empty(0)


def roughly(matrix: npt.NDArray[np.float32], items: Indices, query: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The float32 dot products of the rows `items` with a query, each within half of `TOLERANCE`."""
    if not len(items):  # a matrix without rows may have width 0
        return np.empty(0, np.float32)
    few = len(items) * _COPYING < len(matrix)
    found: npt.NDArray[np.float32] = matrix[items] @ query if few else (matrix @ query)[items]
    return found


def finalists(scores: npt.NDArray[np.floating], count: int) -> npt.NDArray[np.bool_]:
    """A mask of the approximate scores whose exact values may be among the `count` best."""
    mask: npt.NDArray[np.bool_] = scores >= _bound(scores, count) - TOLERANCE
    return mask


def nearest_among(
    matrix: npt.NDArray[np.float32], items: Indices, query: npt.NDArray[np.float32], count: int, order: Order
) -> Ranked:
    """The `count` best of the rows `items` for a query, by cosine, ties broken by `order`."""
    near = items[finalists(roughly(matrix, items, query), count)]
    return best(near, similarities(matrix, near, query), count, order)


def nearest(
    matrix: npt.NDArray[np.float32],
    queries: npt.NDArray[np.float32],
    count: int,
    order: Order,
    *,
    allowed: npt.NDArray[np.bool_] | None = None,
    without: Indices | None = None,
) -> list[Ranked]:
    """The `count` best rows for each query, by cosine, ties to the earlier item.

    `allowed` (rows,) limits the candidates; `without[i]` is a row excluded for query i (usually the query itself).
    """
    if count <= 0 or len(matrix) == 0:
        return [Ranked(np.empty(0, np.int64), np.empty(0)) for _ in queries]
    found = []
    for start in range(0, len(queries), _QUERIES_AT_ONCE):
        block = queries[start : start + _QUERIES_AT_ONCE]
        nominated = block @ matrix.T
        if allowed is not None:
            nominated[:, ~allowed] = -np.inf
        for row, query in enumerate(block):
            scores = nominated[row]
            if without is not None:
                scores[without[start + row]] = -np.inf
            near = np.flatnonzero(finalists(scores, count) & (scores > -np.inf))
            found.append(best(near, similarities(matrix, near, query), count, order))
    return found


def best(items: Indices, scores: npt.NDArray[np.float64], count: int, order: Order) -> Ranked:
    """The `count` items with the highest scores, ties to the earlier item."""
    if len(items) > count:
        least = np.partition(scores, len(scores) - count)[len(scores) - count]
        kept = scores >= least
        items, scores = items[kept], scores[kept]
    keys = order(items)
    ranking = np.lexsort((*reversed(keys), -scores))[:count]
    return Ranked(items[ranking], scores[ranking])


def _bound(scores: npt.NDArray[np.floating], count: int) -> float:
    """A lower bound that at least `count` scores reach (-inf if there are no more than `count`).

    The count-th best of the block maxima is such a bound. It is close to the count-th best score if there are many
    blocks, and computing it reads the scores once.
    """
    blocks = len(scores) // _BLOCK
    if blocks < 4 * count:
        return float(np.partition(scores, len(scores) - count)[len(scores) - count]) if len(scores) > count else -np.inf
    maxima = scores[: blocks * _BLOCK].reshape(blocks, _BLOCK).max(axis=1)
    return float(np.partition(maxima, blocks - count)[blocks - count])
