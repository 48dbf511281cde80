"""Personalised PageRank: the stationary distribution of a random walk that restarts at the seeds.

    r_i = d Σ_j (w_ji / Σ_k w_jk) r_j + (1 - d) p_i          d damping, p the seeds' shares (Associa, equation 11)

At a node without outgoing edges, the walk always restarts.
"""

from __future__ import annotations

import numpy as np

from convograph.graph.arrays import Floats, Indices

TOLERANCE = 1e-8  # our choice: converged when the total change of the masses is at most this
ITERATIONS = 100  # likewise


def personalised_pagerank(
    sources: Indices,
    targets: Indices,
    weights: Floats,
    seeds: Floats,
    *,
    damping: float,
    tolerance: float = TOLERANCE,
    iterations: int = ITERATIONS,
) -> Floats:
    """The probability mass of each node, shape (nodes,), summing to 1.

    An edge leads from `sources[e]` to `targets[e]` with `weights[e]`, above 0; an undirected edge is given twice.
    `seeds`, shape (nodes,), 0 or more, are normalised; if all are zero, every node is a seed.

    >>> personalised_pagerank(np.array([0]), np.array([1]), np.ones(1), np.array([1.0, 0.0]), damping=0.5).round(4)
    array([0.6667, 0.3333])
    """
    count = len(seeds)
    total = seeds.sum()
    start = seeds / total if total > 0 else np.full(count, 1 / max(count, 1))
    leaving = np.bincount(sources, weights, minlength=count)
    shares = weights / leaving[sources]
    ends = leaving == 0
    mass = start
    for _ in range(iterations):
        walked = np.bincount(targets, shares * mass[sources], minlength=count) + mass[ends].sum() * start
        following = damping * walked + (1 - damping) * start
        change = np.abs(following - mass).sum()
        mass = following
        if change <= tolerance:
            break
    return mass
