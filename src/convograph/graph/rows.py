"""Rows as a store hands them over: plain values for content, columns for derived items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from convograph.graph.details import NO_DETAILS, MemoDetails
from convograph.types import MemoKind, Said, WrittenKind

WHOLE_TURN = -1  # start and end of a source that is the whole turn


@dataclass(frozen=True, slots=True)
class Version:
    """How old an owner's memory is.

    `incarnation` is random and new when the owner is created, `generation` grows when rows vanish
    for good (forget, replace, rebuild), `revision` with every commit.
    """

    incarnation: str
    generation: int
    revision: int


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A stored session. `next_ordinal` is never lowered, so that ordinals are not used twice."""

    key: int
    name: str
    said: Said | None
    next_ordinal: int


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A stored turn. `said` is its own time only; keys of one owner grow with every commit."""

    key: int
    session: int
    ordinal: int
    id: str
    speaker: str | None
    text: str
    said: Said | None
    stored_at: str


@dataclass(frozen=True, slots=True)
class MemoRow:
    """A stored memo: a text about turns, which somebody brought or a model wrote.

    `said` is the time that the memo itself names, if it does; `session` the key of the session that it is about, 0
    when it is about several; `turns` the keys of the turns that it rests on; `origin` is empty for a memo that was
    brought, else the fingerprint of what wrote it. Only triplets and events have `details`. `shown` are the keys of
    turns that a model saw beside those it rests on: their words may have come in, so it goes with any of these, too.
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
class Written:
    """What wrote the memos of a kind about a session, and a digest of what it was shown."""

    origin: str
    covers: str


@dataclass(frozen=True, slots=True)
class LayerKey:
    """Which derived memory is meant: layers with other settings stand side by side."""

    name: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class NodeBatch:
    """Derived items as columns; item i has `source_counts[i]` sources and `term_counts[i]` terms.

    `keys` (n,) int64, growing, assigned by the store; `vectors` (n, dimensions) float16 or width 0;
    `terms` flat uint64 hashes with repetitions; `source_turns` flat int64 turn keys, with
    `source_starts` and `source_ends` (characters, or `WHOLE_TURN`). `payloads` are texts of the layer's own, one an
    item, or none at all where the sources say everything.
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

    def __len__(self) -> int:
        return len(self.source_counts)

    def first_turns(self) -> npt.NDArray[np.int64]:
        """The key of each item's first source turn, shape (n,)."""
        return self.source_turns[offsets(self.source_counts)[:-1]]

    def where(self, kept: npt.NDArray[np.bool_]) -> NodeBatch:
        """The items whose flag is set."""
        term_kept = np.repeat(kept, self.term_counts)
        source_kept = np.repeat(kept, self.source_counts)
        return NodeBatch(
            keys=self.keys[kept] if len(self.keys) else self.keys,
            vectors=self.vectors[kept],
            term_counts=self.term_counts[kept],
            terms=self.terms[term_kept],
            source_counts=self.source_counts[kept],
            source_turns=self.source_turns[source_kept],
            source_starts=self.source_starts[source_kept],
            source_ends=self.source_ends[source_kept],
            payloads=tuple(text for text, keep in zip(self.payloads, kept.tolist(), strict=False) if keep),
        )


@dataclass(frozen=True, slots=True)
class LayerRows:
    """What a store holds of one layer beyond a cursor. `watermark` is the last turn key that it covers."""

    watermark: int
    pending_sessions: tuple[int, ...]
    nodes: NodeBatch
    dropped: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cursor:
    """What a snapshot holds already: everything up to these keys, at this version."""

    version: Version
    session: int
    turn: int
    memo: int
    nodes: Mapping[LayerKey, int]


@dataclass(frozen=True, slots=True)
class OwnerRows:
    """What a store holds of one owner beyond `since` (`None`: everything), read in one transaction.

    `used` and `written` (by kind and session, 0 standing for all of them) are always whole.
    """

    version: Version
    encoder: str
    since: Cursor | None
    sessions: list[SessionRow]
    turns: list[TurnRow]
    memos: list[MemoRow]
    layers: Mapping[LayerKey, LayerRows]
    used: Mapping[int, str]
    written: Mapping[tuple[WrittenKind, int], Written]


def offsets(counts: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """Where each run of a flat column begins, and its length at the end: `[2, 3] -> [0, 2, 5]`."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)))
