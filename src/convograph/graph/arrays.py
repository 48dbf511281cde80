"""Types of arrays by what their numbers mean. Their shapes are said where they are used."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]
"""Rows of a table, such as turns, names or nodes, by their numbers."""

Items = npt.NDArray[np.int64]
"""Items of a layer, by their numbers."""

Indices = npt.NDArray[np.int64]
"""Positions in another array, or nodes of a graph by their numbers."""

Mask = npt.NDArray[np.bool_]
"""Whether each one of something is meant."""

Scores = npt.NDArray[np.float64]
"""How well each one of something suits."""

Floats = npt.NDArray[np.float64]
"""Numbers in double precision, such as counts, weights and costs."""

Vector = npt.NDArray[np.float32]
"""What a text means, (dimensions,)."""

Vectors = npt.NDArray[np.float32]
"""What some texts mean, (texts, dimensions)."""
