"""Rank prizes (Associa, equation 6): the k nodes or edges most similar to the question get k, k - 1, ..., 1."""

from __future__ import annotations

import numpy as np

from convograph.graph.arrays import Scores


def node_prizes(similarities: Scores, k: int) -> Scores:
    """The prize of each node: k for the most similar (or their number, if fewer), then one less; ties by position.

    >>> node_prizes(np.array([0.2, 0.9, 0.9]), 2)
    array([0., 2., 1.])
    """
    k = min(k, len(similarities))
    prizes = np.zeros(len(similarities))
    prizes[np.argsort(-similarities, kind="stable")[:k]] = np.arange(k, 0, -1)
    return prizes


def edge_prizes(similarities: Scores, k: int, tie: float) -> Scores:
    """The prize of each edge: distinct similarities are ranked, and edges of equal similarity share a prize.

    For j from 0, each of the m edges with the j-th distinct value gets min((k - j) / m, last); `last` starts at k and
    becomes (1 - tie) times each prize, so that prizes strictly decrease. This is G-Retriever's rule, which the paper
    follows.

    >>> edge_prizes(np.array([0.5, 0.5, 0.9]), 15, 0.01)
    array([0.5, 0.5, 2. ])
    """
    values, positions, counts = np.unique(-similarities, return_inverse=True, return_counts=True)
    k = min(k, len(values))
    by_value = np.zeros(len(values))
    last = float(k)
    for position in range(k):
        by_value[position] = min((k - position) / counts[position], last)
        last = by_value[position] * (1 - tie)
    prizes: Scores = by_value[positions]
    return prizes
