"""A store in process memory: for tests, experiments, and conversations that must leave no trace.

Rows are kept as an on-disk engine would keep them, so that the layers above do the same work with either.
"""

from __future__ import annotations

import os
import threading
from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from convograph.config import DEFAULT_LOCK_SECONDS
from convograph.errors import StoreBusyError, StoreError
from convograph.graph.damage import Damage
from convograph.graph.rows import NEVER, Version
from convograph.graph.tables import Row, Table, Value, Values, alternatives

LOCATION = ":memory:"

Key = tuple[Any, ...]


class InMemoryStore:
    """A store in memory. See `convograph.protocols.Store` for what each method promises."""

    location = LOCATION
    read_only = False

    def __init__(self, *, lock_seconds: float = DEFAULT_LOCK_SECONDS) -> None:
        self._lock = threading.Lock()  # for readers too: reads are short, and must see a consistent state
        self._lock_seconds = lock_seconds
        self._owners: dict[str, _Owner] = {}
        self._shared = _Rows()
        self._closed = False

    def owners(self, damaged: list[str] | None = None) -> list[str]:
        """The names of all owners, sorted."""
        with self._locked():
            return sorted(self._owners)

    def problems(self) -> list[str]:
        """Always empty: an in-memory store cannot be damaged."""
        return []

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """The texts and blobs of all rows."""
        with self._locked():
            held = [self._shared, *(owner.rows for owner in self._owners.values())]
            values = [value for rows in held for value in rows.texts_and_blobs()]
        yield LOCATION, b"\0".join(values)

    @contextmanager
    def read(self, owner: str) -> Iterator[InMemoryReading]:
        """The owner's rows in their current state, for the duration of the block."""
        with self._locked():
            yield InMemoryReading(self._owners.get(owner), self._shared)

    @contextmanager
    def write(self, owner: str, *, mending: bool = False) -> Iterator[InMemoryWriting]:
        """A transaction on one owner, rolled back if the block raises."""
        with self._locked():
            writing = InMemoryWriting(self._owners.get(owner), self._shared)
            try:
                yield writing
            except BaseException:
                writing.undo()
                raise
            writing.finish()
            if writing.owner is None:
                self._owners.pop(owner, None)
            else:
                self._owners[owner] = writing.owner

    def scrub(self, *, patient: bool = True) -> bool:
        """Always true: removed data is gone, as far as a process can tell."""
        return True

    def size(self) -> int:
        """The size of the rows in bytes, without Python's object overhead."""
        with self._locked():
            return sum(rows.size() for rows in (self._shared, *(owner.rows for owner in self._owners.values())))

    def close(self) -> None:
        """Drop all data."""
        self._closed = True
        self._owners, self._shared = {}, _Rows()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        if self._closed:
            raise StoreError(f"the store {LOCATION} is closed, and what it held is gone; open another")
        if not self._lock.acquire(timeout=self._lock_seconds):
            raise StoreBusyError("another thread kept the store locked for too long; try again, or raise lock_seconds")
        try:
            yield
        finally:
            self._lock.release()


@dataclass(slots=True)
class _Owner:
    """The rows of one owner and their version."""

    version: Version
    rows: _Rows


@dataclass(slots=True)
class _Rows:
    """Rows by table and key, with indexes from lookup values to keys, each list in the table's order."""

    values: dict[str, dict[Key, Values]] = field(default_factory=dict)
    found: dict[tuple[str, tuple[str, ...]], dict[Key, list[Key]]] = field(default_factory=dict)

    def put(self, table: Table[Any], key: Key, values: Values | None) -> Values | None:
        """Upsert a row, or (`None`) delete it; returns the previous row."""
        stored = self.values.setdefault(table.name, {})
        before = stored.pop(key, None)
        if before is not None:
            self._index(table, key, before, there=False)
        if values is not None:
            stored[key] = values
            self._index(table, key, values, there=True)
        return before

    def keys(self, table: Table[Any], where: dict[str, Value], after: int | None) -> list[Key]:
        """The keys of the rows that have these values, in order."""
        stored = self.values.get(table.name, {})
        if after is None and set(where) == set(table.key):
            key = tuple(where[column] for column in table.key)
            return [key] if key in stored else []
        columns = max((each for each in _lookups(table) if set(each) <= set(where)), key=len)
        found = self.found.get((table.name, columns), {}).get(tuple(where[column] for column in columns), [])
        growing = 0 if table.order else -1
        begin = 0 if after is None else bisect_right(found, after, key=lambda entry: entry[growing])
        rest = [(_place(table, column), value) for column, value in where.items() if column not in columns]
        keys = (entry[-len(table.key) :] for entry in found[begin:])
        return [key for key in keys if all(stored[key][place] == value for place, value in rest)]

    def size(self) -> int:
        """The size of texts, blobs and numbers in bytes."""
        return sum(
            len(value) if isinstance(value, str | bytes) else 8
            for rows in self.values.values()
            for values in rows.values()
            for value in values
        )

    def texts_and_blobs(self) -> Iterator[bytes]:
        """All text and blob values: the ones that can hold what was said."""
        for rows in self.values.values():
            for values in rows.values():
                yield from (value for value in values if isinstance(value, bytes))
                yield from (value.encode() for value in values if isinstance(value, str))

    def _index(self, table: Table[Any], key: Key, values: Values, *, there: bool) -> None:
        entry = (values[_place(table, table.order)], *key) if table.order else key
        for columns in _lookups(table):
            by_value = self.found.setdefault((table.name, columns), {})
            bucket = by_value.setdefault(tuple(values[_place(table, column)] for column in columns), [])
            if there:
                insort(bucket, entry)
            else:
                bucket.pop(bisect_right(bucket, entry) - 1)


class InMemoryReading:
    """Implements `convograph.protocols.OwnerView`."""

    def __init__(self, owner: _Owner | None, shared: _Rows) -> None:
        self.owner = owner
        self._shared = shared
        self.version = owner.version if owner else NEVER

    def rows(
        self,
        table: Table[Row],
        after: int | None = None,
        damaged: list[Damage] | None = None,
        **where: Value | Sequence[Value],
    ) -> Iterator[Row]:
        """The rows of a table whose columns have these values."""
        rows = self._of(table)
        for given in alternatives(where):
            for key in rows.keys(table, given, after):
                yield table.row(rows.values[table.name][key])

    def count(self, table: Table[Any], **where: Value | Sequence[Value]) -> int:
        """How many rows of a table have these values."""
        rows = self._of(table)
        return sum(len(rows.keys(table, given, None)) for given in alternatives(where))

    def _of(self, table: Table[Any]) -> _Rows:
        if table.shared:
            return self._shared
        return self.owner.rows if self.owner else _Rows()


class InMemoryWriting(InMemoryReading):
    """Implements `convograph.protocols.OwnerWrite`, with an undo log."""

    def __init__(self, owner: _Owner | None, shared: _Rows) -> None:
        super().__init__(owner, shared)
        self._last_key = self.version.last_key
        self._undo: list[tuple[_Rows, Table[Any], Key, Values | None]] = []
        self._changed = False
        self._vanished = False

    def put(self, table: Table[Row], rows: Iterable[Row]) -> None:
        """Upsert rows by key."""
        places = [_place(table, column) for column in table.key]
        for row in rows:
            values = table.values(row)
            self._put(table, tuple(values[place] for place in places), values)

    def remove(self, table: Table[Any], **where: Value | Sequence[Value]) -> None:
        """Remove the rows of a table whose columns have these values."""
        rows = self._of(table)
        for given in alternatives(where):
            for key in rows.keys(table, given, None):
                self._put(table, key, None)

    def new_keys(self, count: int) -> int:
        """The first of `count` consecutive unused keys."""
        self._there()
        first = self._last_key + 1
        self._last_key += count
        return first

    def renew(self) -> None:
        """Start a new generation."""
        self._changed = self._vanished = self.owner is not None

    def clear(self) -> None:
        """Remove the owner with all its rows."""
        self.owner, self._last_key, self._changed, self._vanished = None, 0, False, False

    def finish(self) -> None:
        """Give the owner a new version if any change requires one."""
        if self._changed and self.owner is not None:
            generation = self.version.generation + self._vanished
            revision = self.version.revision + 1
            self.owner.version = Version(self.version.incarnation, generation, revision, self._last_key)

    def undo(self) -> None:
        """Roll back all changes, last one first."""
        for rows, table, key, before in reversed(self._undo):
            rows.put(table, key, before)

    def _put(self, table: Table[Any], key: Key, values: Values | None) -> None:
        if not table.shared:
            self._there()
        rows = self._of(table)
        self._undo.append((rows, table, key, rows.put(table, key, values)))
        self._changed |= not (table.shared or table.quiet)

    def _there(self) -> None:
        """Create the owner if it does not exist."""
        if self.owner is None:
            self.version = Version(os.urandom(8).hex(), 0, 0, 0)
            self.owner = _Owner(self.version, _Rows())
            self._changed = True


def _lookups(table: Table[Any]) -> tuple[tuple[str, ...], ...]:
    """The column sets that rows are indexed by: the empty set, which finds all rows, and the table's indexes."""
    return ((), *table.indexes)


@cache
def _place(table: Table[Any], column: str) -> int:
    return list(table.columns).index(column)
