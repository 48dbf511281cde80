"""How a memory handles damage in its store: it leaves out damaged content and derives damaged derived rows again.

Whatever rests on damaged content is left out too: the turns of a session, the memos about a turn, the items of a layer.
Damaged bookkeeping that is expendable (when turns were last used, the keys of removed rows) is removed. Every call that
continues despite damage issues a `DamageWarning` that names what is left out.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from convograph.errors import DamagedError, DamageWarning
from convograph.formats.limits import shortened
from convograph.graph.damage import REMEDY, Damage, in_short, text_of
from convograph.graph.rows import NEVER, SEVERAL, LayerRows, MemoRow, OwnerRows, SessionRow, TurnRow
from convograph.graph.tables import (
    DROPPED,
    ITEM,
    LAYER,
    MARK,
    MEMO,
    MEMO_SOURCE,
    REMOVED,
    SESSION,
    STALE,
    TURN,
    USE,
    Table,
)
from convograph.memory.commits.removal import new_generation
from convograph.protocols import Store

KeyedRow = TypeVar("KeyedRow", SessionRow, TurnRow, MemoRow)

CONTENT = frozenset(table.name for table in (SESSION, TURN, MEMO, MEMO_SOURCE, MARK))
"""The tables whose rows cannot be derived from others: what an export holds."""

DERIVED: tuple[Table[Any], ...] = (ITEM, STALE, DROPPED, LAYER)
"""The tables whose rows are derived from the rest."""

_EXPENDABLE: tuple[Table[Any], ...] = (USE, REMOVED)


def listed_owners(store: Store) -> list[str]:
    """The names of a store's owners, sorted, with a warning if their list is damaged."""
    damaged: list[str] = []
    names = store.owners(damaged)
    if damaged:
        warnings.warn(f"{store.location} is damaged: {'; '.join(damaged)}; {REMEDY}", DamageWarning, stacklevel=2)
    return names


def of_content(damage: Iterable[Damage]) -> tuple[Damage, ...]:
    """The damage to what an export holds."""
    return tuple(one for one in damage if one.table in CONTENT)


def mend(store: Store, owner: str, damage: Sequence[Damage]) -> bool:
    """Remove damaged bookkeeping, and all derived rows if any is damaged, to derive them again; whether any was.

    All layers are removed: a damaged row may belong to any of them.
    """
    names = {one.table for one in damage} - CONTENT
    if not names or store.read_only:
        return False
    tables: list[Table[Any]] = [table for table in _EXPENDABLE if table.name in names]
    if any(table.name in names for table in DERIVED):
        tables += DERIVED
    with store.write(owner) as writing:
        if writing.version == NEVER:
            return False
        for table in tables:
            writing.remove(table)
        new_generation(writing)
    return bool(tables)


def warn_of(location: str, owner: str, rows: OwnerRows, *, mended: bool = False) -> None:
    """Warn of the damage found in an owner's rows; with `mended`, only of the damage outside content."""
    if mended:
        spared = replace(rows, damage=tuple(one for one in rows.damage if one.table not in CONTENT))
        text = f"derived data of {owner!r} in {location} was damaged and is derived again: {in_words(spared)}"
    else:
        text = f"the memory of {owner!r} in {location} is damaged, and goes on without this: {in_words(rows)}; {REMEDY}"
    warnings.warn(text, DamageWarning, stacklevel=2)


def refuse(location: str, owner: str, rows: OwnerRows) -> None:
    """Raise `DamagedError` for the damage found in an owner's rows."""
    raise DamagedError(f"the memory of {owner!r} in {location} is damaged: {in_words(rows)}; {REMEDY}")


def in_words(rows: OwnerRows) -> str:
    """The damage in words, content first; turns are named by id and session."""
    sessions: dict[object, str] = {row.key: row.name for row in rows.sessions}
    for one in rows.damage:
        if one.table == SESSION.name and one.values:
            sessions.setdefault(one.values["key"], text_of(one.values["name"]))
    first = sorted(rows.damage, key=lambda one: one.table not in CONTENT)
    return in_short(_named(one, sessions) for one in first)


def without_what_rests_on_it(rows: OwnerRows) -> OwnerRows:
    """The rows without those that refer to missing rows, sorted by key and without duplicates."""
    sessions = _each_once(rows.sessions)
    known = {row.key for row in sessions}
    turns = [row for row in _each_once(rows.turns) if row.session in known]
    said = {row.key for row in turns}
    unsure = {one.values["memo"] for one in rows.damage if one.table == MEMO_SOURCE.name and one.values}
    memos = [row for row in _each_once(rows.memos) if row.key not in unsure and _has_its_turns(row, known, said)]
    beneath = {row.key for row in memos}.union(*(layer.nodes.keys.tolist() for layer in rows.layers.values()))
    return replace(
        rows,
        sessions=sessions,
        turns=turns,
        memos=memos,
        layers={key: _layer_without(layer, known, said, beneath) for key, layer in rows.layers.items()},
        used={turn: at for turn, at in rows.used.items() if turn in said},
        written={(kind, on): by for (kind, on), by in rows.written.items() if on in known or on == SEVERAL},
    )


def _named(damage: Damage, sessions: Mapping[object, str]) -> str:
    if damage.table != TURN.name or damage.values is None:
        return str(damage)
    session = sessions.get(damage.values["session"])
    return f"{damage} (session {shortened(session)})" if session is not None else str(damage)


def _each_once(rows: Sequence[KeyedRow]) -> list[KeyedRow]:
    by_key = {row.key: row for row in rows}
    return [by_key[key] for key in sorted(by_key)]


def _has_its_turns(memo: MemoRow, sessions: Collection[int], turns: Collection[int]) -> bool:
    about = memo.session in sessions or memo.session == SEVERAL
    return about and bool(memo.turns) and all(turn in turns for turn in (*memo.turns, *memo.shown))


def _layer_without(
    layer: LayerRows, sessions: Collection[int], turns: Collection[int], beneath: Collection[int]
) -> LayerRows:
    """The layer without duplicates and without items that rest on turns, memos or items other than these."""
    nodes = layer.nodes
    _, firsts = np.unique(nodes.keys, return_index=True)
    sound = np.zeros(len(nodes), np.bool_)
    sound[firsts] = True
    unfounded = ~np.isin(nodes.source_turns, np.array(sorted(turns), np.int64))
    sound[np.repeat(np.arange(len(nodes)), nodes.source_counts)[unfounded]] = False
    for item, rests in enumerate(nodes.rests):
        sound[item] &= all(key in beneath for key in rests)
    stale = tuple(session for session in layer.stale_sessions if session in sessions)
    return replace(layer, nodes=nodes.where(sound), stale_sessions=stale)
