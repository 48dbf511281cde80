"""An immutable snapshot of one owner's memory: turns and layers as arrays.

A snapshot belongs to one version of its owner. `advanced` cheaply appends rows added by later commits; if rows were
removed, it copies the remaining ones. Readers keep the snapshot they hold.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from sys import getsizeof

import numpy as np
import numpy.typing as npt

from convograph.graph.bm25 import Postings, empty_postings
from convograph.graph.columns import Column, Listing
from convograph.graph.damage import Damage
from convograph.graph.derived import Derived
from convograph.graph.rows import LayerKey, LayerRows, MemoRow, OwnerRows, Version, WrittenMark, offsets
from convograph.graph.runs import marked, runs
from convograph.graph.turns import TurnTable, empty_turns
from convograph.types import SourceTurn, Span, WrittenKind

SUMMED_BY_TURN = "wording"
"""The name of the layer (`layers.wording`) whose vectors an architecture sums per turn, and caches."""

MOST_SUMS = 1 << 15  # turns whose sums are cached: 32 MB at 256 dimensions

_LEAST_COMPACTED = 64  # items: in smaller tables, dropped items cost next to nothing

# measured sizes of Python objects in bytes; a test compares their total with the memory allocated
_LEAST_BYTES = 4_000
_POINTER = 8
_KEY = 40  # an int and its slot in a tuple
_WORKED_OUT = 350  # at most, for what architectures compute from a payload: names, numbers, parsed triplets
_WORKED_OUT_OF_ONE = 50  # per character: the signs of a sentence are a few letters, and nothing is computed from them
_MEMO_BYTES = 600
_MARK_BYTES = 250


@dataclass(frozen=True, slots=True)
class LayerTable:
    """One layer's items in order of arrival; row i of every column is the same item.

    `vectors` (items, dimensions) float32; `source_starts` are the offsets of each item's sources in the flat columns
    `source_turns` (rows of the turn table), `span_starts` and `span_ends`. `payloads` is empty unless the layer gives
    its items texts of their own; `rests` (keys of the memos and items that each item depends on) is empty if there are
    none; `alive` is `None` until an item is dropped. `object_bytes` estimates the memory of `payloads`, of what
    architectures compute from them, and of `rests`.
    """

    watermark: int
    changed: int
    stale_sessions: tuple[int, ...]
    keys: Column
    vectors: Column
    postings: Postings
    source_starts: Column
    source_turns: Column
    span_starts: Column
    span_ends: Column
    payloads: Listing[str]
    rests: Listing[tuple[int, ...]]
    alive: npt.NDArray[np.bool_] | None
    object_bytes: int = 0

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def nbytes(self) -> int:
        """The layer's approximate memory in bytes, in constant time: a server asks after every append."""
        columns = (self.keys, self.vectors, self.source_starts, self.source_turns, self.span_starts, self.span_ends)
        alive = 0 if self.alive is None else self.alive.nbytes
        return sum(column.nbytes for column in columns) + self.postings.nbytes + self.object_bytes + alive

    @property
    def source_counts(self) -> npt.NDArray[np.int64]:
        """The number of sources of each item."""
        return np.diff(np.append(self.source_starts.values, len(self.source_turns)))

    def first_source(self, items: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The index of each item's first source in the flat source columns."""
        return self.source_starts.values[items]

    def first_turns(self) -> npt.NDArray[np.int64]:
        """The row of each item's first source turn."""
        rows: npt.NDArray[np.int64] = self.source_turns.values[self.source_starts.values].astype(np.int64)
        return rows

    def sources(self, item: int) -> slice:
        """The slice of one item's sources in the flat source columns."""
        starts = self.source_starts.values
        end = starts[item + 1] if item + 1 < len(starts) else len(self.source_turns)
        return slice(int(starts[item]), int(end))

    def turn_rows(self, item: int) -> npt.NDArray[np.int32]:
        """The rows of one item's source turns, in order."""
        rows: npt.NDArray[np.int32] = self.source_turns.values[self.sources(item)]
        return rows

    def sources_of(self, items: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """All sources of some items, in order: the index into `items`, and the row of the turn."""
        starts, counts = self.source_starts.values[items], self.source_counts[items]
        rows: npt.NDArray[np.int64] = self.source_turns.values[runs(starts, starts + counts)].astype(np.int64)
        return np.repeat(np.arange(len(items)), counts), rows

    def living(self) -> npt.NDArray[np.int64]:
        """The items that have not been dropped."""
        return marked(self.alive, len(self))

    def extended(self, rows: LayerRows, turns: TurnTable) -> LayerTable:
        """The table with newer rows; dropped items stay, flagged in `alive`, until they are more than half of it."""
        nodes = rows.nodes
        keys = self.keys.extended(nodes.keys)
        source_rows = np.searchsorted(turns.keys.values, nodes.source_turns).astype(np.int32)
        vectors = self.vectors
        if len(nodes):
            empty = np.empty((0, nodes.vectors.shape[1]), np.float32)
            vectors = (vectors if len(vectors) else Column(empty)).extended(nodes.vectors)  # written as float32
        longer = LayerTable(
            watermark=rows.watermark,
            changed=rows.changed,
            stale_sessions=rows.stale_sessions,
            keys=keys,
            vectors=vectors,
            postings=self.postings.extended(nodes.term_counts, nodes.terms) if len(nodes) else self.postings,
            source_starts=self.source_starts.extended(offsets(nodes.source_counts)[:-1] + len(self.source_turns)),
            source_turns=self.source_turns.extended(source_rows),
            span_starts=self.span_starts.extended(nodes.source_starts),
            span_ends=self.span_ends.extended(nodes.source_ends),
            payloads=self.payloads.extended(nodes.payloads),
            rests=self.rests.extended(nodes.rests),
            alive=_still_alive(self.alive, keys.values, rows.dropped),
            object_bytes=self.object_bytes + _object_bytes(nodes.payloads, nodes.rests),
        )
        return longer._of(longer.living()) if longer._is_half_dead() else longer

    def without(self, keys: npt.NDArray[np.int64], numbers: npt.NDArray[np.int32]) -> LayerTable:
        """The table without the items with these keys and those dropped before; nothing of them stays in memory.

        `numbers[i]` is the new row of the turn formerly at row i.
        """
        left = replace(self, source_turns=Column(numbers[self.source_turns.values]))
        alive = _still_alive(self.alive, self.keys.values, keys)
        return left if alive is None or alive.all() else left._of(np.flatnonzero(alive))

    def _is_half_dead(self) -> bool:
        return self.alive is not None and len(self) >= _LEAST_COMPACTED and 2 * int(self.alive.sum()) < len(self)

    def _of(self, items: npt.NDArray[np.int64]) -> LayerTable:
        """The table of only these items. Compacting once half were dropped costs amortised constant time per item."""
        counts = self.source_counts
        kept = np.zeros(len(self), np.bool_)
        kept[items] = True
        sources = np.repeat(kept, counts)
        payloads: Sequence[str] = self.payloads.at(items) if self.payloads else ()
        rests: Sequence[tuple[int, ...]] = self.rests.at(items) if self.rests else ()
        return LayerTable(
            watermark=self.watermark,
            changed=self.changed,
            stale_sessions=self.stale_sessions,
            keys=Column(self.keys.values[items]),
            vectors=Column(self.vectors.values[items]),
            postings=self.postings.of(kept),
            source_starts=Column(offsets(counts[items].astype(np.int32))[:-1]),
            source_turns=Column(self.source_turns.values[sources]),
            span_starts=Column(self.span_starts.values[sources]),
            span_ends=Column(self.span_ends.values[sources]),
            payloads=Listing[str]().extended(payloads),
            rests=Listing[tuple[int, ...]]().extended(rests),
            alive=None,
            object_bytes=_object_bytes(payloads, rests),
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One owner's memory at one version.

    `encoder` is the fingerprint of the encoder that built it; `used` maps turn keys to the time of last use, as far as
    recorded; `written` is what models have written, by kind and session (`SEVERAL`: all sessions); `derived` caches
    what architectures compute from the snapshot; `memo_bytes` estimates the memory of the memos.
    """

    version: Version
    encoder: str
    turns: TurnTable
    memos: Listing[MemoRow]
    layers: Mapping[LayerKey, LayerTable]
    used: Mapping[int, str]
    written: Mapping[tuple[WrittenKind, int], WrittenMark]
    derived: Derived = field(default_factory=Derived, compare=False)
    damage: tuple[Damage, ...] = ()
    memo_bytes: int = 0

    @property
    def nbytes(self) -> int:
        """An estimate of the snapshot's memory in bytes: columns with their slack, texts, payloads, a constant per row.

        The contents of `derived` are estimated from the payloads and the number of turns, computed yet or not, so that
        queries do not change the estimate. A buffer shared by several snapshots counts in full in each.
        """
        marks = len(self.used) * _MARK_BYTES + len(self.written) * _MARK_BYTES
        layers = sum(layer.nbytes for layer in self.layers.values())
        return _LEAST_BYTES + self.turns.nbytes + layers + self._sum_bytes + self.memo_bytes + marks

    @property
    def _sum_bytes(self) -> int:
        """The memory of the cached sums of vectors per turn."""
        turns = min(len(self.turns), MOST_SUMS)
        widths = (layer.vectors.values.shape[1] for key, layer in self.layers.items() if key.name == SUMMED_BY_TURN)
        return sum(turns * width * np.float32().itemsize for width in widths)

    def advanced(self, rows: OwnerRows) -> Snapshot:
        """The snapshot advanced to the version of `rows`, which are those added since this snapshot's version."""
        left = self._without_keys(rows.removed) if len(rows.removed) else self
        turns = left.turns.extended(rows.sessions, rows.turns)
        layers = {key: left.layers.get(key, EMPTY_LAYER).extended(new, turns) for key, new in rows.layers.items()}
        return Snapshot(
            version=rows.version,
            encoder=rows.encoder,
            turns=turns,
            memos=left.memos.extended(rows.memos),
            layers=layers,
            used={**left.used, **rows.used} if rows.used else left.used,
            written=rows.written,
            derived=left.derived,
            damage=rows.damage,
            memo_bytes=left.memo_bytes + sum(map(_memo_bytes, rows.memos)),
        )

    def _without_keys(self, keys: npt.NDArray[np.int64]) -> Snapshot:
        """A copy of the snapshot without the rows with these keys, and with an empty cache of derived values."""
        gone = set(keys.tolist())
        turns = self.turns.without(keys)
        numbers = np.searchsorted(turns.keys.values, self.turns.keys.values).astype(np.int32)
        memos = [memo for memo in self.memos if memo.key not in gone]
        return replace(
            self,
            turns=turns,
            memos=self.memos if len(memos) == len(self.memos) else Listing[MemoRow]().extended(memos),
            layers={key: layer.without(keys, numbers) for key, layer in self.layers.items()},
            used={turn: at for turn, at in self.used.items() if turn not in gone},
            derived=Derived(),
            memo_bytes=sum(map(_memo_bytes, memos)),
        )

    def memo(self, key: int) -> MemoRow:
        """The memo with this key, which must exist."""
        memo: MemoRow = self.memos[bisect_left(self.memos, key, key=lambda memo: memo.key)]
        return memo

    def memos_after(self, key: int) -> Sequence[MemoRow]:
        """The memos with a higher key, that is, those stored later."""
        newer: Sequence[MemoRow] = self.memos[bisect_right(self.memos, key, key=lambda memo: memo.key) :]
        return newer

    def turns_of(self, layer: LayerTable, item: int) -> list[SourceTurn]:
        """The source turns of a layer's item, in order."""
        return [self.turns.source_turn(row) for row in layer.turn_rows(item).tolist()]

    def span(self, layer: LayerTable, source: int) -> Span:
        """One source of a layer's item as a span of a stored turn."""
        turn = self.turns.source_turn(layer.source_turns.values[source])
        start, end = int(layer.span_starts.values[source]), int(layer.span_ends.values[source])
        return Span(turn, max(start, 0), end if end >= 0 else len(turn.text))

    def reading_order_key(self, layer: LayerTable, items: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], ...]:
        """The positions of items by session key, ordinal and character, for breaking ties and reading order."""
        sources = layer.first_source(items)
        rows = layer.source_turns.values[sources]
        return (
            self.turns.sessions.values[rows],
            self.turns.ordinals.values[rows],
            layer.span_starts.values[sources].astype(np.int64),
        )

    def said(self, layer: LayerTable, items: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], ...]:
        """The sort keys of items by time, most significant first: seconds, rank of session id, ordinal, character.

        Unlike `reading_order_key`, they do not depend on the order in which sessions were stored.
        """
        sources = layer.first_source(items)
        said = self.turns.said(layer.source_turns.values[sources])
        return (*said, layer.span_starts.values[sources].astype(np.int64))


def snapshot_of(rows: OwnerRows) -> Snapshot:
    """A snapshot from all stored rows of an owner."""
    empty = Snapshot(
        version=rows.version, encoder=rows.encoder, turns=empty_turns(), memos=Listing(), layers={}, used={}, written={}
    )
    return empty.advanced(rows)


def _object_bytes(payloads: Iterable[str], rests: Iterable[tuple[int, ...]]) -> int:
    of_payloads = sum(  # each distinct payload is measured once: many are equal, such as the signs of sentences
        count * (getsizeof(one) + min(len(one) * _WORKED_OUT_OF_ONE, _WORKED_OUT))
        for one, count in Counter(payloads).items()
    )
    return of_payloads + sum(_POINTER + getsizeof(keys) + len(keys) * _KEY for keys in rests)


def _memo_bytes(memo: MemoRow) -> int:
    return _MEMO_BYTES + getsizeof(memo.text) + len(memo.turns) * _KEY


def _still_alive(
    alive: npt.NDArray[np.bool_] | None, keys: npt.NDArray[np.int64], dropped: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_] | None:
    if alive is None and len(dropped) == 0:
        return None
    flags = np.ones(len(keys), np.bool_)
    if alive is not None:
        flags[: len(alive)] = alive
    if len(keys):
        positions = np.searchsorted(keys, dropped)
        positions = positions[positions < len(keys)]
        flags[positions[np.isin(keys[positions], dropped)]] = False
    return flags


def _empty_layer() -> LayerTable:
    def column(kind: type[np.generic]) -> Column:
        return Column(np.empty(0, kind))

    return LayerTable(
        watermark=0,
        changed=0,
        stale_sessions=(),
        keys=column(np.int64),
        vectors=Column(np.empty((0, 0), np.float32)),
        postings=empty_postings(),
        source_starts=column(np.int64),
        source_turns=column(np.int32),
        span_starts=column(np.int32),
        span_ends=column(np.int32),
        payloads=Listing(),
        rests=Listing(),
        alive=None,
    )


EMPTY_LAYER = _empty_layer()
