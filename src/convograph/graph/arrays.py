"""Array types named by the meaning of their numbers. Shapes are documented where the arrays are used."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]
"""Row numbers of a table, such as turns, names or nodes."""

Items = npt.NDArray[np.int64]
"""Item numbers of a layer."""

Indices = npt.NDArray[np.int64]
"""Positions in another array, or node numbers of a graph."""

Mask = npt.NDArray[np.bool_]
"""A flag per element: whether it is selected."""

Scores = npt.NDArray[np.float64]
"""A score per element, such as a similarity; higher is better."""

Floats = npt.NDArray[np.float64]
"""Double-precision numbers, such as counts, weights and costs."""

Vector = npt.NDArray[np.float32]
"""The embedding of a text, (dimensions,)."""

Vectors = npt.NDArray[np.float32]
"""The embeddings of several texts, (texts, dimensions)."""
