"""Files of a memory's sentences and vectors, so that the peers search the same data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

_ROWS_AT_ONCE = 4_096

Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SentenceFiles:
    """Texts (a JSON string per line) and unit vectors (float32 rows) of the same sentences."""

    texts: Path
    vectors: Path
    count: int
    dimensions: int

    def batches(self, size: int = _ROWS_AT_ONCE) -> Iterator[tuple[list[str], Matrix]]:
        """Yield the sentences in order, `size` at a time; not memory-mapped, since mapped pages count as memory."""
        with self.texts.open(encoding="utf-8") as lines, self.vectors.open("rb") as rows:
            while texts := [json.loads(line) for line in islice(lines, size)]:
                values = np.fromfile(rows, np.float32, len(texts) * self.dimensions)
                yield texts, values.reshape(len(texts), self.dimensions)

    def matrix(self) -> Matrix:
        """All vectors, of shape (count, dimensions)."""
        return np.fromfile(self.vectors, np.float32).reshape(self.count, self.dimensions)


def write_sentences(folder: Path, texts: Iterator[str], vectors: Matrix) -> SentenceFiles:
    """Write the sentences with vectors normalised again, since the store's rounding to float16 changes their norms."""
    files = SentenceFiles(folder / "sentences.jsonl", folder / "vectors.f32", *vectors.shape)
    with files.texts.open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps(text) + "\n" for text in texts)
    with files.vectors.open("wb") as rows:
        for start in range(0, len(vectors), _ROWS_AT_ONCE):
            _unit(vectors[start : start + _ROWS_AT_ONCE]).tofile(rows)
    return files


def highest(scores: npt.NDArray[np.float32], count: int) -> npt.NDArray[np.intp]:
    """The rows of the `count` highest scores, highest first."""
    if len(scores) <= count:
        return np.argsort(-scores)
    rows = np.argpartition(scores, -count)[-count:]
    return rows[np.argsort(-scores[rows])]


def found_share(scores: Sequence[float], exact: npt.NDArray[np.float32], count: int) -> float:
    """The share of the `count` nearest that a search found, judged by scores, so that ties are equivalent.

    >>> found_share([0.9, 0.5], np.array([0.5, 0.9, 0.5, 0.7], np.float32), 2)
    0.5
    """
    wanted = min(count, len(exact))
    least = exact[highest(exact, count)[-1]] - 1e-5  # tolerance for float32 sums in different order
    return sum(1 for score in scores[:wanted] if score >= least) / wanted


def _unit(rows: Matrix) -> Matrix:
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: Matrix = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
    return unit
