"""Extracted items as bytes: the columns of a `NodeBatch` in sequence, with turns as positions in their group."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence

import numpy as np

from convograph.graph.rows import NodeBatch

_HEAD = struct.Struct("<IIII")  # items, dimensions, terms, sources


def pack(items: NodeBatch, turn_keys: Sequence[int]) -> bytes:
    """The items of one group as bytes; `turn_keys` are the keys of its turns, in order."""
    places = {key: place for place, key in enumerate(turn_keys)}
    turns = np.array([places[key] for key in items.source_turns.tolist()], np.int32)
    head = _HEAD.pack(len(items), items.vectors.shape[1], len(items.terms), len(turns))
    columns = (
        items.terms,
        items.term_counts,
        items.source_counts,
        turns,
        items.source_starts,
        items.source_ends,
        items.vectors,
    )
    payloads = json.dumps(items.payloads).encode() if items.payloads else b""
    return head + b"".join(np.ascontiguousarray(column).tobytes() for column in columns) + payloads


def unpack(packed: Sequence[bytes], turn_keys: Sequence[Sequence[int]]) -> NodeBatch:
    """The items of all groups in one batch, with the current keys of their turns."""
    parts = [_unpack(*group) for group in zip(packed, turn_keys, strict=True)]
    filled = [part for part in parts if len(part)] or parts[:1]  # an empty group may have another vector width
    return NodeBatch(
        keys=np.empty(0, np.int64),
        vectors=np.concatenate([part.vectors for part in filled]),
        term_counts=np.concatenate([part.term_counts for part in filled]),
        terms=np.concatenate([part.terms for part in filled]),
        source_counts=np.concatenate([part.source_counts for part in filled]),
        source_turns=np.concatenate([part.source_turns for part in filled]),
        source_starts=np.concatenate([part.source_starts for part in filled]),
        source_ends=np.concatenate([part.source_ends for part in filled]),
        payloads=tuple(payload for part in filled for payload in part.payloads),
    )


def _unpack(packed: bytes, turn_keys: Sequence[int]) -> NodeBatch:
    items, dimensions, terms, sources = _HEAD.unpack_from(packed)
    at = _HEAD.size

    def column(kind: type[np.generic], count: int) -> np.ndarray:
        nonlocal at
        values = np.frombuffer(packed, kind, count, at)
        at += values.nbytes
        return values

    flat_terms = column(np.uint64, terms)
    term_counts, source_counts = column(np.int32, items), column(np.int32, items)
    places, starts, ends = (column(np.int32, sources) for _ in range(3))
    vectors = column(np.float16, items * dimensions).reshape(items, dimensions)
    return NodeBatch(
        keys=np.empty(0, np.int64),
        vectors=vectors,
        term_counts=term_counts,
        terms=flat_terms,
        source_counts=source_counts,
        source_turns=np.array(turn_keys, np.int64)[places],
        source_starts=starts,
        source_ends=ends,
        payloads=tuple(json.loads(packed[at:])) if len(packed) > at else (),
    )
