"""The stale parts of a layer in a snapshot: turns, memos, and sessions from some position on.

A layer's watermark says which turns (or memos) it covers. For a session with turns beyond it, the layer itself decides
from which position the session is re-derived; sessions that lost a turn are marked stale and re-derived as a whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from convograph.graph.arrays import Rows
from convograph.graph.rows import MemoRow, NodeBatch, concatenated
from convograph.graph.sessions import Part, SessionTurns
from convograph.graph.snapshot import EMPTY_LAYER, LayerTable, Snapshot
from convograph.memory.batches import in_groups
from convograph.protocols import AnyLayer, Layer, MemoLayer, OwnerLayer


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch of turns (or memos) that a layer has to derive; `size` is their number.

    `sessions` are the sessions that the batch derives, from some position on; `last` is the watermark once the batch is
    committed. `extract` returns the new items, `drops` the keys of the items they replace.
    """

    size: int
    sessions: frozenset[int]
    last: int
    extract: Callable[[], NodeBatch]
    drops: Callable[[], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Stale:
    """Everything that a layer has to derive; `batches` yields it in batches of about the given number of turns.

    Batches of a layer processed by `sessions` are not in key order, so the watermark only advances, to `last`, when the
    final one is committed.
    """

    layer: AnyLayer
    table: LayerTable
    size: int
    last: int
    sessions: tuple[int, ...]
    batches: Callable[[int], Iterator[Batch]]

    @property
    def by_session(self) -> bool:
        """Whether the layer is processed session by session."""
        return bool(self.sessions)

    @property
    def living(self) -> int:
        """The number of items of the layer that were not dropped."""
        return len(self.table.living())


@dataclass(frozen=True, slots=True)
class SessionParts:
    """The session parts that layers derive, shared between layers so that each part is built and read once."""

    snapshot: Snapshot
    _sessions: dict[int, SessionTurns] = field(default_factory=dict)
    _parts: dict[tuple[int, int], Part] = field(default_factory=dict)

    def session(self, session: int, rows: Rows) -> SessionTurns:
        """The turns of a session, given their rows."""
        return self._sessions.setdefault(session, SessionTurns(self.snapshot.turns, rows))

    def part(self, session: int, start: int) -> Part:
        """The turns of a session from a position on."""
        return self._parts.setdefault((session, start), Part(self._sessions[session], start))


def stale_of(layer: AnyLayer, snapshot: Snapshot, parts: SessionParts | None = None) -> Stale:
    """Everything that the layer has to derive."""
    table = snapshot.layers.get(layer.key, EMPTY_LAYER)
    if layer.scope == "turn":
        return _turns(layer, table, snapshot)
    if layer.scope == "session":
        return _sessions(layer, table, snapshot, parts or SessionParts(snapshot))
    if layer.scope == "memo":
        return _memos(layer, table, snapshot)
    if layer.scope == "session-memos":
        return _sessions_of_memos(layer, table, snapshot)
    return _owner(layer, table, snapshot, parts)


def _nothing(layer: AnyLayer, table: LayerTable) -> Stale:
    return Stale(layer, table, 0, table.watermark, (), lambda at_once: iter(()))


def _turns(layer: Layer, table: LayerTable, snapshot: Snapshot) -> Stale:
    rows = snapshot.turns.after(table.watermark)
    if not len(rows):
        return _nothing(layer, table)

    def batches(at_once: int) -> Iterator[Batch]:
        for start in range(0, len(rows), at_once):
            turns = [snapshot.turns.source_turn(row) for row in rows[start : start + at_once].tolist()]
            extract = partial(_linked, layer, snapshot, [Part(turns)])
            yield Batch(len(turns), frozenset(), turns[-1].key, extract, list)

    return Stale(layer, table, len(rows), int(snapshot.turns.keys.values[-1]), (), batches)


def _sessions(layer: Layer, table: LayerTable, snapshot: Snapshot, parts: SessionParts) -> Stale:
    turns = snapshot.turns
    fresh = turns.after(table.watermark)
    if not len(fresh) and not table.stale_sessions:
        return _nothing(layer, table)
    grown = np.unique(turns.sessions.values[fresh])
    wanted = np.union1d(grown, np.array(table.stale_sessions, np.int64))
    starts: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for session, rows in turns.by_session(wanted).items():
        held = parts.session(session, rows)
        position = 0 if session in table.stale_sessions else int(np.searchsorted(rows, fresh[0]))
        starts[session] = layer.resume(held, position, _last_begun(table, rows, position)) if position else 0
        sizes[session] = len(rows) - starts[session]
    last = int(turns.keys.values[-1])

    def batches(at_once: int) -> Iterator[Batch]:
        for group in in_groups(sizes, sizes.__getitem__, at_once):
            chosen = [parts.part(session, starts[session]) for session in group]
            yield Batch(
                sum(sizes[session] for session in group),
                frozenset(group),
                last,
                partial(_linked, layer, snapshot, chosen),
                partial(_replaced, table, len(turns), chosen),
            )

    return Stale(layer, table, sum(sizes.values()), last, tuple(sizes), batches)


def _linked(layer: Layer, snapshot: Snapshot, parts: Sequence[Part]) -> NodeBatch:
    return layer.link(snapshot, parts, layer.extract(parts))


def _last_begun(table: LayerTable, rows: Rows, position: int) -> int | None:
    """The position where the layer's last item of a session begins, among the turns before `position`."""
    if not position or not len(table):
        return None
    first = table.first_turns()[table.living()]
    begun = np.searchsorted(rows[:position], first[np.isin(first, rows[:position])])
    return int(begun.max()) if len(begun) else None


def _replaced(table: LayerTable, turns: int, parts: Sequence[Part]) -> list[int]:
    """The keys of the items that begin in turns to be re-derived."""
    doomed = np.zeros(turns, np.bool_)
    for part in parts:
        session = part.session
        doomed[session.rows[part.start :] if isinstance(session, SessionTurns) else []] = True
    items = table.living()
    keys: list[int] = table.keys.values[items[doomed[table.first_turns()[items]]]].tolist()
    return keys


def _memos(layer: MemoLayer, table: LayerTable, snapshot: Snapshot) -> Stale:
    memos = [memo for memo in snapshot.memos_after(table.watermark) if memo.kind in layer.kinds]
    if not memos:
        return _nothing(layer, table)

    def batches(at_once: int) -> Iterator[Batch]:
        for start in range(0, len(memos), at_once):
            batch = memos[start : start + at_once]
            yield Batch(len(batch), frozenset(), batch[-1].key, partial(layer.extract, batch), list)

    return Stale(layer, table, len(memos), memos[-1].key, (), batches)


def _sessions_of_memos(layer: MemoLayer, table: LayerTable, snapshot: Snapshot) -> Stale:
    """The stale sessions of a layer that derives all memos of a session together.

    A memo belongs to the session of its first turn, even if it is about several sessions: its items begin in that turn,
    and G-Long compares the importance of items that begin in the same session.
    """
    found = _memos_by_session(layer, table, snapshot)
    if not found and not table.stale_sessions:
        return _nothing(layer, table)
    sizes = {session: max(len(memos), 1) for session, memos in found.items()}  # without memos, items still go
    last = int(snapshot.memos[-1].key) if snapshot.memos else table.watermark

    def batches(at_once: int) -> Iterator[Batch]:
        for group in in_groups(sizes, sizes.__getitem__, at_once):
            chosen = [sorted(found[session], key=partial(_place, snapshot)) for session in group]
            rows = snapshot.turns.by_session(np.array(group, np.int64))
            parts = [Part(SessionTurns(snapshot.turns, of)) for of in rows.values()]
            yield Batch(
                sum(sizes[session] for session in group),
                frozenset(group),
                last,
                partial(_each_alone, layer, chosen),
                partial(_replaced, table, len(snapshot.turns), parts),
            )

    return Stale(layer, table, sum(sizes.values()), last, tuple(sizes), batches)


def _each_alone(layer: MemoLayer, sessions: Sequence[Sequence[MemoRow]]) -> NodeBatch:
    """The items of the sessions, each extracted separately, because memos of one session depend on each other."""
    return concatenated([layer.extract(memos) for memos in sessions])


def _memos_by_session(layer: MemoLayer, table: LayerTable, snapshot: Snapshot) -> dict[int, list[MemoRow]]:
    """The memos of all sessions that are stale or have memos beyond the watermark."""
    if not table.stale_sessions and not snapshot.memos_after(table.watermark):  # true for most recalls
        return {}
    memos = [memo for memo in snapshot.memos if memo.kind in layer.kinds]
    firsts = np.searchsorted(snapshot.turns.keys.values, np.array([memo.turns[0] for memo in memos], np.int64))
    sessions = snapshot.turns.sessions.values[firsts].tolist()
    fresh = {session for session, memo in zip(sessions, memos, strict=True) if memo.key > table.watermark}
    found: dict[int, list[MemoRow]] = defaultdict(list, {session: [] for session in table.stale_sessions})
    for session, memo in zip(sessions, memos, strict=True):
        if session in fresh or session in table.stale_sessions:
            found[session].append(memo)
    return dict(found)


def _place(snapshot: Snapshot, memo: MemoRow) -> tuple[object, ...]:
    """The sort key of a memo, independent of arrival order: its turns, kind, text, and triplets."""
    turns = snapshot.turns
    rows = [turns.rows[row] for row in np.searchsorted(turns.keys.values, memo.turns).tolist()]
    places = [(turns.session_rows[row.session].name, row.ordinal) for row in rows]
    triplets = [one.parts for one in memo.details.triplets]
    return places, memo.kind, memo.text, triplets


def _owner(layer: OwnerLayer, table: LayerTable, snapshot: Snapshot, parts: SessionParts | None) -> Stale:
    """The whole layer, if the layers it needs are complete and one of them, or a decision, has changed."""
    if any(_is_behind(need, snapshot, parts) for need in layer.needs):
        return _nothing(layer, table)
    changes = [snapshot.layers.get(need.key, EMPTY_LAYER).changed for need in layer.needs]
    decisions = [memo.key for memo in snapshot.memos_after(table.watermark) if memo.kind in layer.decisions]
    last = max([*changes, *decisions], default=0)
    if last <= table.watermark:
        return _nothing(layer, table)

    def batches(at_once: int) -> Iterator[Batch]:
        change = layer.derive(snapshot)
        yield Batch(1, frozenset(), last, lambda: change.items, lambda: change.drops)

    return Stale(layer, table, 1, last, (), batches)


def _is_behind(layer: AnyLayer, snapshot: Snapshot, parts: SessionParts | None) -> bool:
    """Whether a layer has anything to derive, or will have once the layers it needs are complete."""
    needs = layer.needs if layer.scope in ("owner", "items") else ()
    return any(_is_behind(need, snapshot, parts) for need in needs) or stale_of(layer, snapshot, parts).size > 0
