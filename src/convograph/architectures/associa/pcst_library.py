"""Steiner trees by the library `pcst_fast`, if it is installed and works."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from convograph.architectures.associa.steiner import Instance
from convograph.errors import MissingExtraError
from convograph.graph.arrays import Indices

_REMEDY = "pip install --no-binary pcst-fast pcst-fast"


def by_library(instance: Instance, trees: int) -> tuple[Indices, Indices]:
    """The chosen nodes and edges of at most `trees` trees.

    Raises `MissingExtraError` if the library is missing, or was built for another numpy: then its results are silently
    wrong.
    """
    edges_in_rows = np.ascontiguousarray(instance.edges)  # the library ignores strides
    nodes, edges = _library().pcst_fast(edges_in_rows, instance.prizes, instance.costs, -1, trees, "gw", 0)
    return np.sort(nodes).astype(np.int64), np.sort(edges).astype(np.int64)


@cache
def _library() -> Any:
    try:
        import pcst_fast  # noqa: PLC0415 - an optional dependency
    except ImportError as error:
        raise MissingExtraError(f"the solver 'pcst-fast' is not installed: {_REMEDY}") from error
    nodes, _ = pcst_fast.pcst_fast(np.array([[0, 1]]), np.ones(2), np.zeros(1), -1, 1, "gw", 0)
    if sorted(nodes.tolist()) != [0, 1]:
        raise MissingExtraError(f"the installed pcst-fast was built for another numpy and returns nonsense: {_REMEDY}")
    return pcst_fast
