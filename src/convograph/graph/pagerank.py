"""Personalised PageRank: where a walker is found who follows edges, and now and then starts anew from a seed.

    r_i = d Σ_j (w_ji / Σ_k w_jk) r_j + (1 - d) p_i          d damping, p the seeds' shares (Associa, equation 11)

A walker at a node that no edge leaves starts anew too.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

TOLERANCE = 1e-8  # our reading: how much all masses together may still change in a step that counts as the last
ITERATIONS = 100  # likewise

Nodes = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]


def personalised_pagerank(
    sources: Nodes,
    targets: Nodes,
    weights: Values,
    seeds: Values,
    *,
    damping: float,
    tolerance: float = TOLERANCE,
    iterations: int = ITERATIONS,
) -> Values:
    """The mass of each node, shape (nodes,), in all 1.

    An edge leads from `sources[e]` to `targets[e]` with `weights[e]`, above 0; what may be walked both ways is given
    twice. `seeds`, shape (nodes,), 0 or more, are taken by their shares; all zero, every node is one.

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
