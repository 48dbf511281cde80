"""Layers follow the raw turns: what is new is extracted outside any transaction, then put in one.

Whoever comes first does the work; a process that died in between leaves it to the next call of any other.
Each function returns at once when the owner moved to another generation meanwhile: the caller then
takes a fresh snapshot and tries again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from convograph.graph.rows import MemoRow, Version
from convograph.graph.snapshot import Snapshot
from convograph.protocols import Layer, MemoLayer, Store

TURNS_AT_ONCE = 1_024  # turns a transaction: bounds what is extracted twice when two processes race

Progress = Callable[[int, int], None]
"""Called with turns done and turns in all."""


def is_behind(layer: Layer | MemoLayer, snapshot: Snapshot) -> bool:
    """Whether turns (or memos) wait to be derived."""
    return waiting(layer, snapshot) > 0


def waiting(layer: Layer | MemoLayer, snapshot: Snapshot) -> int:
    """How many turns (or memos) the layer has still to derive, those of sessions to derive again included."""
    if isinstance(layer, MemoLayer):
        return len(_waiting_memos(layer, snapshot))
    return len(_waiting_rows(layer, snapshot))


def catch_up(
    store: Store, owner: str, layer: Layer | MemoLayer, snapshot: Snapshot, progress: Progress | None = None
) -> None:
    """Derive one layer for all turns (or memos) of the snapshot that it does not cover yet."""
    done, total = 0, waiting(layer, snapshot)
    for turns in _derive(store, owner, layer, snapshot):
        done += turns
        if progress:
            progress(done, total)


def _derive(store: Store, owner: str, layer: Layer | MemoLayer, snapshot: Snapshot) -> Iterator[int]:
    if isinstance(layer, MemoLayer):
        return _derive_memos(store, owner, layer, snapshot)
    if layer.scope == "turn":
        return _derive_turns(store, owner, layer, snapshot)
    return _derive_sessions(store, owner, layer, snapshot)


def _waiting_memos(layer: MemoLayer, snapshot: Snapshot) -> list[MemoRow]:
    table = snapshot.layers.get(layer.key)
    watermark = 0 if table is None else table.watermark
    return [memo for memo in snapshot.memos if memo.kind in layer.kinds and memo.key > watermark]


def _derive_memos(store: Store, owner: str, layer: MemoLayer, snapshot: Snapshot) -> Iterator[int]:
    waiting_memos = _waiting_memos(layer, snapshot)
    for start in range(0, len(waiting_memos), TURNS_AT_ONCE):
        batch = waiting_memos[start : start + TURNS_AT_ONCE]
        extracted = layer.extract(batch)
        with store.write(owner) as writing:
            if not _same_generation(writing.version, snapshot.version):
                return
            state = writing.layer(layer.key, layer.encoder, layer.scope)
            last = batch[-1].key
            if last > state.watermark:  # another process may have done some of these, or all
                fresh = [memo for memo in batch if memo.key > state.watermark]
                writing.put_nodes(state.row, extracted if fresh == batch else layer.extract(fresh))
                writing.advance(state.row, last, ())
        yield len(batch)


def _waiting_rows(layer: Layer, snapshot: Snapshot) -> npt.NDArray[np.int64]:
    """The turn rows to derive: of scope "session", all turns of each session that changed."""
    table = snapshot.layers.get(layer.key)
    turns = snapshot.turns
    new = turns.keys.values > (0 if table is None else table.watermark)
    if layer.scope == "session":
        changed = np.unique(turns.sessions.values[new])
        pending = np.array(() if table is None else table.pending_sessions, np.int64)
        new = np.isin(turns.sessions.values, np.concatenate((changed, pending)))
    return np.flatnonzero(new)


def _derive_turns(store: Store, owner: str, layer: Layer, snapshot: Snapshot) -> Iterator[int]:
    rows = _waiting_rows(layer, snapshot)
    for start in range(0, len(rows), TURNS_AT_ONCE):
        batch = [snapshot.turns.source_turn(row) for row in rows[start : start + TURNS_AT_ONCE].tolist()]
        extracted = layer.extract(batch)
        with store.write(owner) as writing:
            if not _same_generation(writing.version, snapshot.version):
                return
            state = writing.layer(layer.key, layer.encoder, layer.scope)
            last = batch[-1].key
            if last > state.watermark:  # another process may have done some of these, or all
                writing.put_nodes(state.row, extracted.where(extracted.first_turns() > state.watermark))
                writing.advance(state.row, last, ())
        yield len(batch)


def _derive_sessions(store: Store, owner: str, layer: Layer, snapshot: Snapshot) -> Iterator[int]:
    turns = snapshot.turns
    sessions = np.unique(turns.sessions.values[_waiting_rows(layer, snapshot)]).tolist()
    if not sessions:
        return
    with store.write(owner) as writing:
        if not _same_generation(writing.version, snapshot.version):
            return
        state = writing.layer(layer.key, layer.encoder, layer.scope)
        writing.put_pending(state.row, sessions)
        writing.advance(state.row, max(state.watermark, int(turns.keys.values[-1])), ())
    for group in _session_groups(snapshot, sessions):
        rows = {session: turns.of_session(session) for session in group}
        batch = [turns.source_turn(row) for session in group for row in rows[session].tolist()]
        extracted = layer.extract(batch)
        with store.write(owner) as writing:
            if not _same_generation(writing.version, snapshot.version):
                return
            state = writing.layer(layer.key, layer.encoder, layer.scope)
            current = [
                session
                for session in group
                if session in state.pending_sessions  # else another process has done it
                and len(writing.session_turns(session)) == len(rows[session])  # else it has grown: next time
            ]
            keys = np.array([int(key) for session in current for key in turns.keys.values[rows[session]]], np.int64)
            writing.drop_nodes_of_sessions(state.row, current)
            writing.put_nodes(state.row, extracted.where(np.isin(extracted.first_turns(), keys)))
            writing.advance(state.row, state.watermark, current)
        yield len(batch)


def _session_groups(snapshot: Snapshot, sessions: list[int]) -> Iterator[list[int]]:
    """Sessions in groups of about `TURNS_AT_ONCE` turns."""
    sizes = dict(zip(*np.unique(snapshot.turns.sessions.values, return_counts=True), strict=True))
    group: list[int] = []
    turns = 0
    for session in sessions:
        if group and turns + sizes[session] > TURNS_AT_ONCE:
            yield group
            group, turns = [], 0
        group.append(session)
        turns += int(sizes[session])
    yield group


def _same_generation(now: Version, then: Version) -> bool:
    return (now.incarnation, now.generation) == (then.incarnation, then.generation)
