"""An immutable picture of one owner's memory: turns and layers as arrays.

A snapshot belongs to one (incarnation, generation) of its owner. Rows that another commit added are
appended cheaply by `advanced`; readers keep the snapshot that they hold.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from convograph.graph.bm25 import Postings, empty_postings
from convograph.graph.columns import Column, Listing
from convograph.graph.derived import Derived
from convograph.graph.rows import Cursor, LayerKey, LayerRows, MemoRow, OwnerRows, Version, Written, offsets
from convograph.graph.turns import TurnTable, empty_turns
from convograph.types import Span, WrittenKind


@dataclass(frozen=True, slots=True)
class LayerTable:
    """One layer's items in order of arrival; row i of every column is the same item.

    `vectors` (items, dimensions) float32; `source_starts` says where the sources of an item begin in
    the flat columns `source_turns` (rows of the turn table), `span_starts` and `span_ends`; `payloads` is empty
    unless the layer gives its items texts of their own; `alive` is `None` as long as nothing was dropped.
    """

    watermark: int
    pending_sessions: tuple[int, ...]
    keys: Column
    vectors: Column
    postings: Postings
    source_starts: Column
    source_turns: Column
    span_starts: Column
    span_ends: Column
    payloads: Listing[str]
    alive: npt.NDArray[np.bool_] | None

    def __len__(self) -> int:
        return len(self.keys)

    def first_source(self, items: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The place of each item's first source in the flat source columns."""
        return self.source_starts.values[items]

    def first_turns(self) -> npt.NDArray[np.int64]:
        """The row of each item's first turn."""
        rows: npt.NDArray[np.int64] = self.source_turns.values[self.source_starts.values].astype(np.int64)
        return rows

    def sources(self, item: int) -> slice:
        """Where one item's sources lie in the flat source columns."""
        starts = self.source_starts.values
        end = starts[item + 1] if item + 1 < len(starts) else len(self.source_turns)
        return slice(int(starts[item]), int(end))

    def extended(self, rows: LayerRows, turns: TurnTable) -> LayerTable:
        """With a store's newer rows; dropped items stay in the columns and lose their flag."""
        nodes = rows.nodes
        keys = self.keys.extended(nodes.keys)
        source_rows = np.searchsorted(turns.keys.values, nodes.source_turns).astype(np.int32)
        vectors = self.vectors
        if len(nodes):
            empty = np.empty((0, nodes.vectors.shape[1]), np.float32)
            vectors = (vectors if len(vectors) else Column(empty)).extended(nodes.vectors)  # written as float32
        return LayerTable(
            watermark=rows.watermark,
            pending_sessions=rows.pending_sessions,
            keys=keys,
            vectors=vectors,
            postings=self.postings.extended(nodes.term_counts, nodes.terms) if len(nodes) else self.postings,
            source_starts=self.source_starts.extended(offsets(nodes.source_counts)[:-1] + len(self.source_turns)),
            source_turns=self.source_turns.extended(source_rows),
            span_starts=self.span_starts.extended(nodes.source_starts),
            span_ends=self.span_ends.extended(nodes.source_ends),
            payloads=self.payloads.extended(nodes.payloads),
            alive=_still_alive(self.alive, keys.values, rows.dropped),
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One owner's memory at one version.

    `encoder` is the fingerprint of the encoder that it was built with; `used` says when turns (by key)
    were last used, as far as that was noted; `written` what models have written, by kind and session (0: all of them);
    `derived` keeps what architectures work out from it.
    """

    version: Version
    encoder: str
    turns: TurnTable
    memos: Listing[MemoRow]
    layers: Mapping[LayerKey, LayerTable]
    used: Mapping[int, str]
    written: Mapping[tuple[WrittenKind, int], Written]
    derived: Derived = field(default_factory=Derived, compare=False)

    def cursor(self) -> Cursor:
        """What a store need not send again."""
        return Cursor(
            self.version,
            session=max(self.turns.session_rows, default=0),
            turn=int(self.turns.keys.values[-1]) if len(self.turns) else 0,
            memo=self.memos[-1].key if self.memos else 0,
            nodes={key: int(table.keys.values[-1]) if len(table) else 0 for key, table in self.layers.items()},
        )

    def advanced(self, rows: OwnerRows) -> Snapshot:
        """The snapshot at the version of `rows`, which were read since this one's cursor."""
        turns = self.turns.extended(rows.sessions, rows.turns)
        layers = {key: self.layers.get(key, EMPTY_LAYER).extended(new, turns) for key, new in rows.layers.items()}
        memos = self.memos.extended(rows.memos)
        return Snapshot(rows.version, rows.encoder, turns, memos, layers, rows.used, rows.written, self.derived)

    def memos_after(self, key: int) -> Sequence[MemoRow]:
        """The memos with a higher key, which came later."""
        newer: Sequence[MemoRow] = self.memos[bisect_right(self.memos, key, key=lambda memo: memo.key) :]
        return newer

    def span(self, layer: LayerTable, source: int) -> Span:
        """One source of a layer's item as a span of a stored turn."""
        turn = self.turns.source_turn(layer.source_turns.values[source])
        start, end = int(layer.span_starts.values[source]), int(layer.span_ends.values[source])
        return Span(turn, max(start, 0), end if end >= 0 else len(turn.text))

    def place(self, layer: LayerTable, items: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], ...]:
        """Where items stand in the conversation: session, ordinal, character. Breaks ties, and gives reading order."""
        sources = layer.first_source(items)
        rows = layer.source_turns.values[sources]
        return (
            self.turns.sessions.values[rows],
            self.turns.ordinals.values[rows],
            layer.span_starts.values[sources].astype(np.int64),
        )


def snapshot_of(rows: OwnerRows) -> Snapshot:
    """A snapshot from everything that a store holds of an owner."""
    return Snapshot(rows.version, rows.encoder, empty_turns(), Listing(), {}, {}, {}).advanced(rows)


def _still_alive(
    alive: npt.NDArray[np.bool_] | None, keys: npt.NDArray[np.int64], dropped: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_] | None:
    if alive is None and len(dropped) == 0:
        return None
    flags = np.ones(len(keys), np.bool_)
    if alive is not None:
        flags[: len(alive)] = alive
    if len(keys):
        places = np.searchsorted(keys, dropped)
        places = places[places < len(keys)]
        flags[places[np.isin(keys[places], dropped)]] = False
    return flags


def _empty_layer() -> LayerTable:
    def column(kind: type[np.generic]) -> Column:
        return Column(np.empty(0, kind))

    return LayerTable(
        0,
        (),
        column(np.int64),
        Column(np.empty((0, 0), np.float32)),
        empty_postings(),
        column(np.int64),
        column(np.int32),
        column(np.int32),
        column(np.int32),
        Listing(),
        None,
    )


EMPTY_LAYER = _empty_layer()
