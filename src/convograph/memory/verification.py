"""Verification of a whole store: every row of every owner, the completeness of tables, and the existence of sources.

the file ─▶ owners ─▶ rows of each table ─▶ sources: turns ─▶ sessions, memos ─▶ turns, items ─▶ turns, memos, items
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from convograph.errors import DamagedError
from convograph.graph.damage import Damage
from convograph.graph.rows import SEVERAL, SOURCE, ItemRow, LayerRow
from convograph.graph.tables import (
    ITEM,
    LAYER,
    MADE,
    MEMO,
    MEMO_SOURCE,
    SESSION,
    SHARED_OWNER,
    TABLES,
    TURN,
    Row,
    Table,
)
from convograph.memory.snapshots.derivation import Progress
from convograph.protocols import OF_OWNER, OwnerView, Store
from convograph.types import Verification

_REFERRING = (SESSION, TURN, MEMO, MEMO_SOURCE, LAYER, ITEM)

_ROWS_AT_ONCE = 16_384


def verified(store: Store, progress: Progress | None = None) -> Verification:
    """Check everything in a store without changing it. `progress` counts rows."""
    problems = store.problems()
    owners = store.owners(problems)
    counted = _Counted(progress)
    for owner in (SHARED_OWNER, *owners):
        try:
            with store.read(owner) as reading:
                counted.expect(sum(reading.count(table) for table in _tables(owner)))
        except DamagedError:
            continue  # reported by the read below
    for owner in (SHARED_OWNER, *owners):
        try:
            with store.read(owner) as reading:
                problems += (f"{_of(owner)}{one}" for one in _problems_of(reading, owner, counted.each))
        except DamagedError as error:
            problems.append(str(error))
    return Verification(store.location, len(owners), counted.done, tuple(dict.fromkeys(problems)))


class _Counted:
    """Counts rows as they are read."""

    def __init__(self, progress: Progress | None) -> None:
        self.done = 0
        self._total = 0
        self._progress = progress

    def expect(self, rows: int) -> None:
        self._total += rows

    def each(self, rows: Iterable[Any]) -> Iterator[Any]:
        waiting = iter(rows)
        while block := list(islice(waiting, _ROWS_AT_ONCE)):
            self.done += len(block)
            if self._progress:
                self._progress(self.done, max(self._total, self.done))
            yield from block


def _tables(owner: str) -> tuple[Table[Any], ...]:
    return tuple(table for table in TABLES if table.shared == (owner == SHARED_OWNER))


def _of(owner: str) -> str:
    return f"{owner!r}: " if owner != SHARED_OWNER else ""


def _problems_of(reading: OwnerView, owner: str, each: Callable[[Iterable[Any]], Iterator[Any]]) -> list[str]:
    """The problems of one owner's rows, or of the shared ones; missing sources only if all rows are intact."""
    damage: list[Damage] = []

    def read(table: Table[Row]) -> Iterator[Row]:
        return each(reading.rows(table, damaged=damage))

    references = None if owner == SHARED_OWNER else _references(read)
    for table in _tables(owner):
        if references is None or table not in _REFERRING:
            for _ in read(table):
                pass
    problems = [str(one) for one in damage]
    if references is not None and not problems:
        if not reading.count(MADE, owner=owner) and reading.count(TURN):
            problems.append("nothing says which encoder the memory was built with")
        problems += references
    return problems


def _references(read: Callable[[Table[Any]], Iterator[Any]]) -> list[str]:
    """The problems of rows that refer to a turn, session, memo or item that does not exist."""
    sessions = {row.key for row in read(SESSION)}
    turns = {row.key: row.session for row in read(TURN)}
    memos = {row.key: row.session for row in read(MEMO)}
    lost = {
        "turns whose session": sum(session not in sessions for session in turns.values()),
        "memos whose session": sum(session not in sessions and session != SEVERAL for session in memos.values()),
        "memo sources whose memo or turn": sum(
            row.memo not in memos or row.turn not in turns for row in read(MEMO_SOURCE)
        ),
        "items whose source": _items_without_sources(read(ITEM), turns, memos, _behind(list(read(LAYER)))),
    }
    return [f"there are {count:,} {what} is not there" for what, count in lost.items() if count]


def _behind(layers: Sequence[LayerRow]) -> frozenset[int]:
    """The layers over the whole owner that are not up to date: their items may still rest on items dropped since."""
    newest = max((layer.changed for layer in layers), default=0)
    return frozenset(layer.key for layer in layers if layer.scope in OF_OWNER and layer.watermark < newest)


def _items_without_sources(
    items: Iterator[ItemRow], turns: Collection[int], memos: Collection[int], behind: Collection[int]
) -> int:
    """How many items lack a source turn, plus how many, in layers that are not `behind`, lack a source memo or item."""
    said = np.array(sorted(turns), np.int64)
    keys, lost, resting = set(memos), 0, []
    while block := list(islice(items, _ROWS_AT_ONCE)):
        sources = np.frombuffer(b"".join(row.turns for row in block), SOURCE)["turn"]
        counts = np.array([len(row.turns) // SOURCE.itemsize for row in block])
        lost += len(np.unique(np.repeat(np.arange(len(block)), counts)[~np.isin(sources, said)]))
        keys.update(row.key for row in block)
        resting += [
            np.frombuffer(row.rests, np.int64).tolist() for row in block if row.rests and row.layer not in behind
        ]
    return lost + sum(not keys.issuperset(on) for on in resting)
