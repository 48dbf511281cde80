"""The quality of communities: LightGMEM's six metrics (appendix D.6).

Vectors belong to episodes and descriptions, and may have any norm; the cosine with a zero vector is 0. A metric is
`None` if no community qualifies for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from math import fsum
from statistics import pstdev

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]
Vectors = npt.NDArray[np.float64]
"""A row for each episode."""

_SECONDS_A_DAY = 86_400


def coherence(episodes: Iterable[Vectors]) -> float | None:
    """How similar the episodes of a community are, -1 to 1.

    Mean over C with |E_C| ≥ 2 of 2/(|E_C|(|E_C|−1)) Σ_{i<j} cos(z_i, z_j), the mean cosine of its pairs of episodes.
    `episodes` holds the vectors of each community's supporting episodes, shape (episodes, dimensions).

    >>> coherence([np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]])])  # pairs: 1, 0, 0
    0.3333333333333333
    """
    return _mean(_mean_pair(vectors) for vectors in episodes if len(vectors) > 1)


def fidelity(descriptions: Sequence[Vector | None], episodes: Sequence[Vectors]) -> float | None:
    """How similar descriptions are to the episodes they describe, -1 to 1: mean over C of cos(d_C, z̄_C).

    C are the communities with a description and an episode; `descriptions` has `None` for a community without one.
    Raises `ValueError` if `descriptions` and `episodes` differ in length.

    >>> fidelity([np.array([2.0, 0.0]), None], [np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([[1.0, 0.0]])])
    1.0
    """
    both = zip(descriptions, episodes, strict=True)
    return _mean(
        _cosine(description, vectors.mean(axis=0))
        for description, vectors in both
        if description is not None and len(vectors)
    )


def separation(episodes: Iterable[Vectors]) -> float | None:
    """How different communities are, 0 to 2: 1 − mean over pairs a < b of cos(z̄_Ca, z̄_Cb).

    Communities without episodes have no mean vector, and are left out [R].

    >>> separation([np.array([[1.0, 0.0]]), np.array([[0.0, 2.0]])])
    1.0
    """
    means = [vectors.mean(axis=0) for vectors in episodes if len(vectors)]
    return 1 - _mean_pair(np.stack(means)) if len(means) > 1 else None


def relation_density(members: Sequence[frozenset[int]], relations: Iterable[tuple[int, int]]) -> float | None:
    """The share of related pairs of members, 0 to 1: mean over C with |V_C| ≥ 2 of |R_C| / (|V_C|(|V_C|−1)/2).

    `relations` are the pairs of entities with an explicit relation. R_C are the related pairs of members; a pair counts
    once [R], whatever the number and direction of its relations. A relation of an entity with itself does not count.

    >>> relation_density([frozenset({1, 2, 3})], [(1, 2), (2, 1), (3, 4)])
    0.3333333333333333
    """
    pairs = {frozenset(pair) for pair in relations if pair[0] != pair[1]}
    return _mean(
        sum(pair <= entities for pair in pairs) / (len(entities) * (len(entities) - 1) / 2)
        for entities in members
        if len(entities) > 1
    )


def temporal_spread(times: Iterable[Sequence[datetime]]) -> float | None:
    """How far apart in time episodes are, in days; less is better: mean over C with two or more times of std({t_e}).

    The standard deviation is the population's, not a sample estimate [R]. `times` holds the times of each community's
    episodes that have one; either all have an offset from UTC or none has.

    >>> temporal_spread([[datetime(2024, 5, 1), datetime(2024, 5, 3)]])
    1.0
    """
    return _mean(
        pstdev((time - of_one[0]).total_seconds() / _SECONDS_A_DAY for time in of_one)
        for of_one in times
        if len(of_one) > 1
    )


def gini(sizes: Sequence[int]) -> float | None:
    """How uneven the sizes of communities are, 0 (all equal) to 1: 2 Σ i·x_(i) / (M Σ x_(i)) − (M+1)/M.

    `sizes` are their numbers of entities, x_(1) ≤ … ≤ x_(M) when sorted.

    >>> gini([3, 1])  # 2 · (1·1 + 2·3) / (2 · 4) − 3/2
    0.25
    """
    if not sum(sizes):
        return None
    count = len(sizes)
    ranked = sum(rank * size for rank, size in enumerate(sorted(sizes), start=1))
    return 2 * ranked / (count * sum(sizes)) - (count + 1) / count


def _mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return fsum(found) / len(found) if found else None


def _mean_pair(vectors: Vectors) -> float:
    """The mean cosine over all pairs of rows, at least two: the square of the sum, less the squares of each."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    units = np.divide(vectors, lengths, out=np.zeros(vectors.shape), where=lengths > 0)
    total = units.sum(axis=0)
    return float((total @ total - (units * units).sum()) / (len(units) * (len(units) - 1)))


def _cosine(one: Vector, other: Vector) -> float:
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / lengths if lengths else 0.0
