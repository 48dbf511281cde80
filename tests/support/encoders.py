"""Encoders that a reader can follow by hand, or that need no weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import numpy.typing as npt

from convograph.terms import ENGLISH


@dataclass(frozen=True)
class TableEncoder:
    """Looks each text up; a text that is not in the table has no known word."""

    vectors: Mapping[str, Sequence[float]]
    dimensions: int = 3
    name: str = "table"
    fingerprint: str = "table:1"

    def encode(self, texts: Sequence[str], kind: str) -> npt.NDArray[np.float32]:
        rows = [self.vectors.get(text, (0.0,) * self.dimensions) for text in texts]
        return np.array(rows, np.float32).reshape(len(texts), self.dimensions)


@dataclass(frozen=True)
class HashingEncoder:
    """Each word adds a fixed pseudo-random sign vector: deterministic, no weights, texts that share words are near."""

    dimensions: int = 32
    name: str = "hashing"

    @property
    def fingerprint(self) -> str:
        return f"hashing:{self.dimensions}"

    def encode(self, texts: Sequence[str], kind: str) -> npt.NDArray[np.float32]:
        rows = np.array([self._sum(text) for text in texts]).reshape(len(texts), self.dimensions)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0).astype(np.float32)

    def _sum(self, text: str) -> npt.NDArray[np.float64]:
        total = np.zeros(self.dimensions)
        for term in ENGLISH.terms(text):
            total += np.random.default_rng(crc32(term.encode())).choice([-1.0, 1.0], self.dimensions)
        return total
