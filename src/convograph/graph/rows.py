"""Rows as a store returns them: plain values for content, columns for derived items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from convograph.graph.damage import Damage
from convograph.graph.details import NO_DETAILS, MemoDetails
from convograph.types import MemoKind, Metadata, Said, WrittenKind

WHOLE_TURN = -1  # start and end of a source that is the whole turn
SEVERAL = 0  # in place of a session key: several sessions

_ROWS_AT_ONCE = 65_536  # about 40 MiB of vectors: bounds the memory overhead of reading


@dataclass(frozen=True, slots=True)
class Version:
    """The version of an owner's memory.

    `incarnation` is drawn at random when the owner is created, `generation` increases when rows are permanently removed
    (forget, replace, rebuild; `RemovedRow` says which), `revision` with every commit. `last_key` is the highest key
    issued so far: later rows have higher keys.
    """

    incarnation: str
    generation: int
    revision: int
    last_key: int

    def continues(self, earlier: Version) -> bool:
        """Whether all rows of `earlier` still exist, so that its reader only needs rows with a higher key."""
        return (self.incarnation, self.generation) == (earlier.incarnation, earlier.generation)


NEVER = Version("", 0, 0, 0)
"""The version of an owner that does not exist."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A stored session. `next_ordinal` never decreases, so ordinals are not reused."""

    key: int
    name: str
    said: Said | None
    next_ordinal: int


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A stored turn. `said` is only the turn's own time; an owner's keys increase with every commit."""

    key: int
    session: int
    ordinal: int
    id: str
    speaker: str | None
    text: str
    said: Said | None
    stored_at: str
    metadata: Metadata = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class MemoRow:
    """A stored memo: a text about turns, brought by a caller or written by a model.

    `said` is the time that the memo itself names, if any; `session` the key of the session it is about, or `SEVERAL`;
    `turns` the keys of its source turns; `origin` the fingerprint of its writer, empty for a brought memo. Statements
    have no `details`. `shown` are the keys of turns that the model saw as context beside the sources: it may have used
    their words, so removing any of them removes the memo, too.
    """

    key: int
    kind: MemoKind
    text: str
    said: Said | None
    session: int
    turns: tuple[int, ...]
    origin: str
    details: MemoDetails = NO_DETAILS
    shown: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class WrittenMark:
    """The writer of a session's memos of one kind, and a digest of what the writer was shown."""

    origin: str
    covers: str


@dataclass(frozen=True, slots=True)
class LayerKey:
    """Identifies a layer and its settings: layers with different settings coexist."""

    name: str
    fingerprint: str


class ItemRow(NamedTuple):
    """A stored item of a layer, in its storage format.

    `turns` are its source turns (`SOURCE`), `rests` the keys of the memos and items it also depends on (int64),
    `vector` float16, `terms` uint64 hashes with repetitions; all as bytes.
    """

    layer: int
    key: int
    turns: bytes
    rests: bytes
    vector: bytes
    terms: bytes
    payload: str | None


SOURCE = np.dtype([("turn", "<i8"), ("start", "<i4"), ("end", "<i4")])
"""A source of an item: a turn's key and the characters `[start, end)`, or `WHOLE_TURN` twice."""


@dataclass(frozen=True, slots=True)
class NodeBatch:
    """Derived items as columns; item i has `source_counts[i]` sources and `term_counts[i]` terms.

    `keys` (n,) int64, ascending, assigned on put; `vectors` (n, dimensions) float16 or width 0; `terms` flat uint64
    hashes with repetitions; `source_turns` flat int64 turn keys, with `source_starts` and `source_ends` (characters, or
    `WHOLE_TURN`). `payloads` are layer-specific texts, one per item, or empty if the sources suffice. `rests` are, per
    item, the keys of the memos and items that it depends on beside turns; empty if no item has any.
    """

    keys: npt.NDArray[np.int64]
    vectors: npt.NDArray[np.float16]
    term_counts: npt.NDArray[np.int32]
    terms: npt.NDArray[np.uint64]
    source_counts: npt.NDArray[np.int32]
    source_turns: npt.NDArray[np.int64]
    source_starts: npt.NDArray[np.int32]
    source_ends: npt.NDArray[np.int32]
    payloads: tuple[str, ...] = ()
    rests: tuple[tuple[int, ...], ...] = ()

    def __len__(self) -> int:
        return len(self.source_counts)

    def first_turns(self) -> npt.NDArray[np.int64]:
        """The key of each item's first source turn, shape (n,)."""
        return self.source_turns[offsets(self.source_counts)[:-1]]

    def where(self, kept: npt.NDArray[np.bool_]) -> NodeBatch:
        """The items whose flag in `kept` is set."""
        term_kept = np.repeat(kept, self.term_counts)
        source_kept = np.repeat(kept, self.source_counts)
        flags = kept.tolist()
        return NodeBatch(
            keys=self.keys[kept] if len(self.keys) else self.keys,
            vectors=self.vectors[kept],
            term_counts=self.term_counts[kept],
            terms=self.terms[term_kept],
            source_counts=self.source_counts[kept],
            source_turns=self.source_turns[source_kept],
            source_starts=self.source_starts[source_kept],
            source_ends=self.source_ends[source_kept],
            payloads=tuple(text for text, keep in zip(self.payloads, flags, strict=False) if keep),
            rests=tuple(keys for keys, keep in zip(self.rests, flags, strict=False) if keep),
        )


def item_rows(layer: int, first_key: int, items: NodeBatch) -> Iterator[ItemRow]:
    """The items in storage format, with consecutive keys from `first_key` on."""
    sources = np.empty(len(items.source_turns), SOURCE)
    sources["turn"], sources["start"], sources["end"] = items.source_turns, items.source_starts, items.source_ends
    turns, turn_ends = sources.tobytes(), (offsets(items.source_counts) * SOURCE.itemsize).tolist()
    terms, term_ends = items.terms.tobytes(), (offsets(items.term_counts) * items.terms.itemsize).tolist()
    vectors = np.ascontiguousarray(items.vectors)
    width = vectors.itemsize * vectors.shape[1]
    packed = vectors.tobytes()
    for position in range(len(items)):
        yield ItemRow(
            layer,
            first_key + position,
            turns[turn_ends[position] : turn_ends[position + 1]],
            np.array(items.rests[position], np.int64).tobytes() if items.rests else b"",
            packed[position * width : (position + 1) * width],
            terms[term_ends[position] : term_ends[position + 1]],
            items.payloads[position] if items.payloads else None,
        )


def node_batch(rows: Iterable[ItemRow]) -> NodeBatch:
    """Stored items of one layer as columns, converted in blocks to bound memory."""
    blocks: list[NodeBatch] = []
    waiting = iter(rows)
    while block := list(islice(waiting, _ROWS_AT_ONCE)):
        blocks.append(_node_block(block))
    return concatenated(blocks)


def concatenated(batches: Sequence[NodeBatch]) -> NodeBatch:
    """The concatenation of several batches."""
    if len(batches) == 1:
        return batches[0]
    return NodeBatch(
        keys=_joined([one.keys for one in batches], np.int64),
        vectors=np.concatenate([one.vectors for one in batches]) if batches else np.empty((0, 0), np.float16),
        term_counts=_joined([one.term_counts for one in batches], np.int32),
        terms=_joined([one.terms for one in batches], np.uint64),
        source_counts=_joined([one.source_counts for one in batches], np.int32),
        source_turns=_joined([one.source_turns for one in batches], np.int64),
        source_starts=_joined([one.source_starts for one in batches], np.int32),
        source_ends=_joined([one.source_ends for one in batches], np.int32),
        payloads=tuple(text for one in batches for text in one.payloads),
        rests=tuple(keys for one in batches for keys in one.rests),
    )


def _node_block(rows: Sequence[ItemRow]) -> NodeBatch:
    _, keys, turns, rests, vectors, terms, payloads = zip(*rows, strict=True)
    sources = np.frombuffer(b"".join(turns), SOURCE)
    return NodeBatch(
        keys=np.array(keys, np.int64),
        vectors=np.frombuffer(b"".join(vectors), np.float16).reshape(len(rows), -1),
        term_counts=_sizes(terms) // 8,
        terms=np.frombuffer(b"".join(terms), np.uint64),
        source_counts=_sizes(turns) // SOURCE.itemsize,
        source_turns=sources["turn"],
        source_starts=sources["start"],
        source_ends=sources["end"],
        payloads=_payloads(payloads),
        rests=_rests(rests),
    )


def _sizes(blobs: Sequence[bytes]) -> npt.NDArray[np.int32]:
    return np.fromiter(map(len, blobs), np.int32, len(blobs))


def _payloads(payloads: Sequence[str | None]) -> tuple[str, ...]:
    """The payloads, equal ones as one object: sentence payloads are a few letters, and there may be a million."""
    held: dict[str, str] = {}
    return tuple(held.setdefault(payload, payload) for payload in payloads if payload is not None)


def _rests(rests: Sequence[bytes]) -> tuple[tuple[int, ...], ...]:
    if not any(rests):
        return ()
    return tuple(tuple(np.frombuffer(keys, np.int64).tolist()) for keys in rests)


def _joined(parts: list[npt.NDArray[Any]], kind: type[np.generic]) -> npt.NDArray[Any]:
    return np.concatenate(parts) if parts else np.empty(0, kind)


class LayerRow(NamedTuple):
    """A stored layer: its settings, its progress, and the number of its items dropped in this generation.

    `watermark` is the highest key of the turns (memos, items) that it covers; `changed` is a key issued at its last
    change.
    """

    key: int
    name: str
    fingerprint: str
    encoder: str
    scope: str
    watermark: int
    changed: int
    dropped: int


class StaleRow(NamedTuple):
    """A session that a layer must derive again as a whole."""

    layer: int
    session: int


class DroppedRow(NamedTuple):
    """An item that was dropped within a generation: snapshots that hold it drop it, too."""

    key: int
    layer: int
    item: int


class RemovedRow(NamedTuple):
    """The key of a permanently removed row, and the generation that began with its removal.

    Snapshots of the previous generation drop the row. Its key reveals nothing about its content.
    """

    generation: int
    key: int


class UseRow(NamedTuple):
    """The time a turn was last used, as an ISO time in UTC; `key` increases with every change."""

    turn: int
    key: int
    used_at: str


class MemoSourceRow(NamedTuple):
    """A turn of a memo: a source at positions from 0 on, a turn shown as context at negative positions."""

    memo: int
    position: int
    turn: int


class MarkRow(NamedTuple):
    """A mark of what a model has written: memos of a kind about a session (`SEVERAL`: about all sessions)."""

    kind: WrittenKind
    session: int
    origin: str
    covers: str


class ReplyRow(NamedTuple):
    """A model's reply, as JSON, under a key that identifies the request."""

    key: bytes
    value: str


class ReplySourceRow(NamedTuple):
    """A turn whose words were in the request for a reply."""

    turn: int
    key: bytes


class SettingRow(NamedTuple):
    """A setting of the store."""

    name: str
    value: str


class MadeRow(NamedTuple):
    """The fingerprint of the encoder that built an owner's memory."""

    owner: str
    encoder: str


@dataclass(frozen=True, slots=True)
class Change:
    """The changes to a layer: items to put, and the keys of items to drop."""

    items: NodeBatch
    drops: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class LayerRows:
    """The rows of one layer with keys above a given one, and the layer's state."""

    watermark: int
    changed: int
    stale_sessions: tuple[int, ...]
    nodes: NodeBatch
    dropped: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class OwnerRows:
    """The rows of one owner added after `since` (`None`: all rows), read in one transaction.

    `written` (by kind and session, `SEVERAL` for all sessions) is always complete. `removed` are the keys of rows
    removed since. `damage` is the damage found: damaged rows are left out together with everything that rests on them.
    """

    version: Version
    encoder: str
    since: Version | None
    sessions: list[SessionRow]
    turns: list[TurnRow]
    memos: list[MemoRow]
    layers: Mapping[LayerKey, LayerRows]
    used: Mapping[int, str]
    written: Mapping[tuple[WrittenKind, int], WrittenMark]
    damage: tuple[Damage, ...] = ()
    removed: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))


def offsets(counts: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """The start offset of each run of a flat column, and the total length at the end: `[2, 3] -> [0, 2, 5]`."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)))
