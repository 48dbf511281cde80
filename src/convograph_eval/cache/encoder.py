"""An encoder that wraps another and caches the vectors of passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.protocols import Encoder, TextKind
from convograph_eval.cache.file import CacheFile, digest

BATCH = 2_048  # texts encoded and stored at a time, so that an interrupted run loses little


@dataclass(frozen=True, slots=True)
class CachedEncoder:
    """Returns the vectors of `encoder`. Queries are never cached, so that their encoding time is measured."""

    encoder: Encoder
    cache: CacheFile

    @property
    def name(self) -> str:
        """The name of the wrapped encoder."""
        return self.encoder.name

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the wrapped encoder."""
        return self.encoder.fingerprint

    @property
    def dimensions(self) -> int:
        """The dimensions of the wrapped encoder."""
        return self.encoder.dimensions

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]:
        """Unit rows, float32 [len(texts), dimensions], in the order given."""
        if kind == "query":
            return self.encoder.encode(texts, kind)
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for start in range(0, len(texts), BATCH):
            batch = texts[start : start + BATCH]
            rows[start : start + len(batch)] = self._passages(batch)
        return rows

    def _passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        keys = [digest("vector", self.fingerprint, text) for text in texts]
        found = self.cache.get(sorted(set(keys)))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if missing:
            vectors = self.encoder.encode(list(missing.values()), "passage")
            made = {key: vector.tobytes() for key, vector in zip(missing, vectors, strict=True)}
            self.cache.put(made.items())
            found.update(made)
        return np.frombuffer(b"".join(found[key] for key in keys), np.float32).reshape(len(texts), self.dimensions)
