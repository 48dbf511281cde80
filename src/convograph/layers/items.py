"""Items from texts: those that rest on whole turns (units of dialogue, memos), and those that rest on part of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from convograph.graph.rows import WHOLE_TURN, NodeBatch
from convograph.protocols import Encoder

Terms = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]
"""The number of search terms of each text, shape (texts,), and all terms, flat."""


class Hashing(Protocol):
    """Turns texts into search terms: an `Analyzer`, or a class whose terms have another form."""

    def hashes(self, texts: Sequence[str]) -> Terms:
        """The terms of the texts."""
        ...


def whole_turn_items(
    texts: Sequence[str],
    sources: Sequence[Sequence[int]],
    model: Encoder | None,
    *,
    analyzer: Hashing | None = None,
    payloads: tuple[str, ...] = (),
    rests: tuple[tuple[int, ...], ...] = (),
) -> NodeBatch:
    """One item per text, resting on whole turns.

    It has a vector if there is a `model`, and search terms if there is an `analyzer`. `sources` are the keys of the
    turns, `rests` the keys of the memos and items, that each item rests on.
    """
    counts, hashes = analyzer.hashes(texts) if analyzer else _no_terms(len(texts))
    turns = [turn for held in sources for turn in held]
    return NodeBatch(
        keys=np.empty(0, np.int64),
        vectors=model.encode(texts, "passage").astype(np.float16) if model else np.empty((len(texts), 0), np.float16),
        term_counts=counts,
        terms=hashes,
        source_counts=np.array([len(held) for held in sources], np.int32),
        source_turns=np.array(turns, np.int64),
        source_starts=np.full(len(turns), WHOLE_TURN, np.int32),
        source_ends=np.full(len(turns), WHOLE_TURN, np.int32),
        payloads=payloads,
        rests=rests,
    )


def spanning_items(
    texts: Sequence[str],
    spans: Sequence[tuple[int, int, int]],
    model: Encoder,
    *,
    analyzer: Hashing,
    payloads: tuple[str, ...] = (),
) -> NodeBatch:
    """One item per text, resting on characters of one turn: `spans` are turn keys with `[start, end)`."""
    counts, hashes = analyzer.hashes(texts)
    turns, starts, ends = np.array(spans, np.int64).reshape(len(spans), 3).T
    return NodeBatch(
        keys=np.empty(0, np.int64),
        vectors=model.encode(texts, "passage").astype(np.float16),
        term_counts=counts,
        terms=hashes,
        source_counts=np.ones(len(spans), np.int32),
        source_turns=turns,
        source_starts=starts.astype(np.int32),
        source_ends=ends.astype(np.int32),
        payloads=payloads,
    )


def _no_terms(items: int) -> Terms:
    return np.zeros(items, np.int32), np.empty(0, np.uint64)
