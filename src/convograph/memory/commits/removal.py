"""Cascading removal: everything derived from removed turns or memos is removed too, in every layer.

    turns ─▶ memos ─▶ items ─▶ items derived from these …

A source is a turn, a memo or an item. Whatever is derived from a source has a higher key, so one pass in key order
finds everything. Layers that read a session in context lose all items of the affected sessions and re-derive them;
layers over the whole owner are re-derived entirely. All removed keys are recorded, so that snapshots can be updated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from convograph.graph.rows import SEVERAL, SOURCE, ItemRow, LayerKey, LayerRow, RemovedRow, StaleRow, TurnRow
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.tables import (
    DROPPED,
    ITEM,
    LAYER,
    MARK,
    MEMO,
    MEMO_SOURCE,
    REMOVED,
    REPLY,
    REPLY_SOURCE,
    SESSION,
    STALE,
    TURN,
    USE,
)
from convograph.graph.turns import TurnTable
from convograph.protocols import OF_OWNER, OwnerWrite

DEPEND_ON_ANY_TURN = ("resolution", "profile", "community")
"""The kinds of memos that may depend on any turn, since any turn may show what a name means."""

_ROWS_AT_ONCE = 16_384

LEAST_RECORDED = 4_096  # removed keys: up to this number, reading all of them costs nothing
RECORDED_SHARE = 64  # beyond that, at most 1/64 of the keys ever issued: far cheaper to read than all rows

Keys = npt.NDArray[np.int64]
Rests = tuple[int, ...]
"""The keys of the memos and items that an item rests on besides turns."""


@dataclass(frozen=True, slots=True)
class Removed:
    """How many turns, sessions, derived items and memos were removed."""

    turns: int
    sessions: int
    items: int
    memos: int


def remove_turns(writing: OwnerWrite, turns: Sequence[TurnRow], known: Snapshot | None = None) -> Removed:
    """Remove turns and everything derived from them, including sessions left without a turn.

    If `known` is an undamaged snapshot of this version, the items are found in it; otherwise all later ones are read.
    """
    if not turns:
        return Removed(0, 0, 0, 0)
    keys = [row.key for row in turns]
    sessions = sorted({row.session for row in turns})
    of_sessions = [row.key for row in writing.rows(TURN, session=sessions)]
    memos = {row.memo for row in writing.rows(MEMO_SOURCE, turn=keys)}  # including memos that had them as context only
    memos |= {row.key for kind in DEPEND_ON_ANY_TURN for row in writing.rows(MEMO, kind=kind)}
    scored = _sessions_beginning(writing, memos)
    doomed = {"turn": keys, "memo": keys, "session": of_sessions, "session-memos": _turns_of(writing, scored)}
    items = _remove_items(writing, doomed, memos, known)
    _remove_memo_rows(writing, memos)
    _remove_replies(writing, keys)
    writing.remove(TURN, key=keys)
    writing.remove(USE, turn=keys)
    empty = [session for session in sessions if not writing.count(TURN, session=session)]
    writing.remove(SESSION, key=empty)
    # the memos that a model wrote about these sessions, or about all sessions, have lost some of their sources
    writing.remove(MARK, session=[SEVERAL, *sessions])
    _derive_again(writing, {"session": set(sessions), "session-memos": scored})
    writing.remove(STALE, session=empty)
    _record(writing, [*keys, *empty, *items, *memos])
    return Removed(len(turns), len(empty), len(items), len(memos))


def remove_memos(writing: OwnerWrite, keys: Collection[int]) -> None:
    """Remove memos and the items derived from them."""
    if not keys:
        return
    scored = _sessions_beginning(writing, keys)
    items = _remove_items(writing, {"session-memos": _turns_of(writing, scored)}, keys)
    _remove_memo_rows(writing, keys)
    _derive_again(writing, {"session-memos": scored})
    _record(writing, [*items, *keys])


def new_generation(writing: OwnerWrite) -> None:
    """Start a new generation that makes every snapshot reload, and clear the removals recorded for earlier ones.

    Must not be used in a write that also removes turns or memos: the keys recorded by it would seem to be complete.
    """
    writing.remove(DROPPED)
    writing.remove(REMOVED)
    writing.put(LAYER, [row._replace(dropped=0) for row in list(writing.rows(LAYER)) if row.dropped])
    writing.renew()


def _record(writing: OwnerWrite, keys: Collection[int]) -> None:
    """Start a new generation and record its removed keys, so that snapshots can drop them instead of reloading.

    Once too many keys are recorded, those of earlier generations are deleted.
    """
    generation = writing.version.generation + 1
    most = max(LEAST_RECORDED, writing.version.last_key // RECORDED_SHARE)
    if writing.count(REMOVED) + len(keys) > most:
        of_this_write = list(writing.rows(REMOVED, generation=generation))
        writing.remove(REMOVED)
        writing.put(REMOVED, of_this_write)
    writing.put(REMOVED, [RemovedRow(generation, key) for key in keys])
    writing.renew()


def put_stale(writing: OwnerWrite, layer: int, sessions: Iterable[int]) -> None:
    """Mark these sessions as stale in a layer."""
    writing.put(STALE, [StaleRow(layer, session) for session in sessions])


def _remove_items(
    writing: OwnerWrite,
    doomed: Mapping[str, Collection[int]],
    memos: Collection[int],
    known: Snapshot | None = None,
) -> list[int]:
    """Remove the items derived from these turns (by layer scope), memos or other removed items; returns their keys."""
    held = known.layers if known is not None and known.version == writing.version and not known.damage else {}
    everything = np.unique(np.concatenate([np.array(sorted(keys), np.int64) for keys in doomed.values()]))
    gone: dict[int, int] = {}  # item -> layer
    resting: list[tuple[int, int, Rests]] = []
    for layer in list(writing.rows(LAYER)):
        if layer.scope in OF_OWNER:
            writing.put(LAYER, [layer._replace(watermark=0)])
        if layer.scope == "owner":
            gone |= {row.key: layer.key for row in writing.rows(ITEM, layer=layer.key)}
            continue
        wanted = np.array(sorted(doomed.get(layer.scope, ())), np.int64)
        table = held.get(LayerKey(layer.name, layer.fingerprint))
        if known is not None and table is not None:
            found, rests = _resting_in(table, known.turns, wanted)
        else:
            beneath_it = everything if layer.scope == "items" else wanted
            found, rests = _resting(_later(writing, layer, beneath_it, memos), wanted)
        gone |= dict.fromkeys(found, layer.key)
        resting += [(item, layer.key, on) for item, on in rests]
    beneath = {*gone, *memos}
    for item, layer_key, on in sorted(resting):
        if item not in gone and not beneath.isdisjoint(on):
            gone[item] = layer_key
            beneath.add(item)
    for layer_key in set(gone.values()):
        writing.remove(ITEM, layer=layer_key, key=[item for item, of in gone.items() if of == layer_key])
    return list(gone)


def _later(writing: OwnerWrite, layer: LayerRow, turns: Keys, memos: Collection[int]) -> Iterator[ItemRow]:
    """The items stored after the first of some turns or memos: no others can depend on them."""
    oldest = min([*turns[:1].tolist(), *memos], default=None)
    return iter(()) if oldest is None else writing.rows(ITEM, after=oldest, layer=layer.key)


def _resting_in(table: LayerTable, turns: TurnTable, wanted: Keys) -> tuple[list[int], list[tuple[int, Rests]]]:
    """Like `_resting` for all items of a layer, but from a snapshot."""
    rows = np.flatnonzero(np.isin(turns.keys.values, wanted))
    sources = np.flatnonzero(np.isin(table.source_turns.values, rows))
    living = np.zeros(len(table), np.bool_)
    living[np.searchsorted(table.source_starts.values, sources, side="right") - 1] = True
    if table.alive is not None:
        living &= table.alive
    rests = zip(table.keys.values.tolist(), table.rests, strict=True) if table.rests else ()
    return table.keys.values[living].tolist(), [(key, on) for key, on in rests if on]


def _resting(items: Iterator[ItemRow], turns: Keys) -> tuple[list[int], list[tuple[int, Rests]]]:
    """The items with a source among these turns, and the other sources of each item that has any besides turns."""
    found: list[int] = []
    rests: list[tuple[int, Rests]] = []
    while block := list(islice(items, _ROWS_AT_ONCE)):
        counts = np.array([len(row.turns) // SOURCE.itemsize for row in block])
        sources = np.frombuffer(b"".join(row.turns for row in block), SOURCE)["turn"]
        owners = np.repeat(np.arange(len(block)), counts)[np.isin(sources, turns)]
        found += [block[place].key for place in np.unique(owners).tolist()]
        rests += [(row.key, tuple(np.frombuffer(row.rests, np.int64).tolist())) for row in block if row.rests]
    return found, rests


def _sessions_beginning(writing: OwnerWrite, memos: Iterable[int]) -> set[int]:
    """The sessions of the first turns of some memos."""
    firsts = [row.turn for row in writing.rows(MEMO_SOURCE, memo=sorted(memos)) if row.position == 0]
    return {row.session for row in writing.rows(TURN, key=firsts)}


def _turns_of(writing: OwnerWrite, sessions: Iterable[int]) -> list[int]:
    return [row.key for row in writing.rows(TURN, session=sorted(sessions))]


def _remove_memo_rows(writing: OwnerWrite, keys: Collection[int]) -> None:
    writing.remove(MEMO, key=list(keys))
    writing.remove(MEMO_SOURCE, memo=list(keys))


def _remove_replies(writing: OwnerWrite, turns: Sequence[int]) -> None:
    """Remove the cached replies to requests that contained text of these turns."""
    keys = list({row.key for row in writing.rows(REPLY_SOURCE, turn=turns)})
    writing.remove(REPLY, key=keys)
    writing.remove(REPLY_SOURCE, key=keys)


def _derive_again(writing: OwnerWrite, sessions: Mapping[str, set[int]]) -> None:
    """Mark sessions as stale in the layers of each scope."""
    for layer in list(writing.rows(LAYER)):
        put_stale(writing, layer.key, sorted(sessions.get(layer.scope, ())))
