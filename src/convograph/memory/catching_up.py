"""Layers follow the raw turns: what is new is extracted outside any transaction, then put in one.

Whoever comes first does the work; a process that died in between leaves it to the next call of any other.
Each function returns at once when the owner moved to another generation meanwhile: the caller then
takes a fresh snapshot and tries again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from convograph.graph.rows import MemoRow, Version
from convograph.graph.snapshot import Snapshot
from convograph.memory.sessions_to_derive import (
    SessionsOfMemos,
    SessionsOfTurns,
    SessionsToDerive,
    sessions_of,
)
from convograph.protocols import Layer, MemoLayer, Store

TURNS_AT_ONCE = 1_024  # turns a transaction: bounds what is extracted twice when two processes race

Progress = Callable[[int, int], None]
"""Called with turns done and turns in all."""


def is_behind(layer: Layer | MemoLayer, snapshot: Snapshot) -> bool:
    """Whether turns (or memos) wait to be derived."""
    return waiting(layer, snapshot) > 0


def waiting(layer: Layer | MemoLayer, snapshot: Snapshot) -> int:
    """How many turns (or memos) the layer has still to derive, those of sessions to derive again included."""
    by_session = _by_session(layer, snapshot)
    if by_session is not None:
        return sum(by_session.waiting.values())
    return len(_waiting_memos(layer, snapshot) if isinstance(layer, MemoLayer) else _waiting_rows(layer, snapshot))


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
    by_session = _by_session(layer, snapshot)
    if by_session is not None:
        return _derive_sessions(store, owner, by_session)
    if isinstance(layer, MemoLayer):
        return _derive_memos(store, owner, layer, snapshot)
    return _derive_turns(store, owner, layer, snapshot)


def _by_session(layer: Layer | MemoLayer, snapshot: Snapshot) -> SessionsToDerive | None:
    """The sessions of a layer that derives each as a whole; `None` for the others."""
    if isinstance(layer, MemoLayer):
        return SessionsOfMemos(layer, snapshot) if layer.scope == "session-memos" else None
    return SessionsOfTurns(layer, snapshot) if layer.scope == "session" else None


def _waiting_memos(layer: MemoLayer, snapshot: Snapshot) -> list[MemoRow]:
    table = snapshot.layers.get(layer.key)
    watermark = 0 if table is None else table.watermark
    return [memo for memo in snapshot.memos_after(watermark) if memo.kind in layer.kinds]


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
    """The rows of the turns to derive."""
    table = snapshot.layers.get(layer.key)
    return np.flatnonzero(snapshot.turns.keys.values > (0 if table is None else table.watermark))


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


def _derive_sessions(store: Store, owner: str, sessions: SessionsToDerive) -> Iterator[int]:
    layer, snapshot, waits = sessions.layer, sessions.snapshot, sessions.waiting
    if not waits:
        return
    with store.write(owner) as writing:
        if not _same_generation(writing.version, snapshot.version):
            return
        state = writing.layer(layer.key, layer.encoder, layer.scope)
        writing.put_pending(state.row, waits)
        writing.advance(state.row, max(state.watermark, sessions.last), ())
    for group in _session_groups(waits):
        extracted = sessions.extract(group)
        with store.write(owner) as writing:
            if not _same_generation(writing.version, snapshot.version):
                return
            state = writing.layer(layer.key, layer.encoder, layer.scope)
            current = [
                session
                for session in group
                if session in state.pending_sessions  # else another process has done it
                and sessions.unchanged(writing, session)  # else it has grown: next time
            ]
            writing.drop_nodes_of_sessions(state.row, current)
            for nodes in extracted:
                kept = np.isin(sessions_of(snapshot, nodes.first_turns()), current)
                writing.put_nodes(state.row, nodes.where(kept))
            writing.advance(state.row, state.watermark, current)
        yield sum(waits[session] for session in group)


def _session_groups(sizes: Mapping[int, int]) -> Iterator[list[int]]:
    """Sessions in groups of about `TURNS_AT_ONCE` turns (or memos)."""
    group: list[int] = []
    filled = 0
    for session, size in sizes.items():
        if group and filled + size > TURNS_AT_ONCE:
            yield group
            group, filled = [], 0
        group.append(session)
        filled += size
    yield group


def _same_generation(now: Version, then: Version) -> bool:
    return (now.incarnation, now.generation) == (then.incarnation, then.generation)
