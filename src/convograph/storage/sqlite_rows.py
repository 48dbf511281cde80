"""One owner's rows in SQLite: a read view and a write. Statements are generated from the tables.

No domain rules here.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from convograph.graph.rows import NEVER, Version
from convograph.graph.tables import TABLES, Row, Table, Value, alternatives

_ROWS_AT_ONCE = 1_024


class OwnerReading:
    """Implements `convograph.protocols.OwnerView`, inside a transaction of the connection."""

    def __init__(self, connection: sqlite3.Connection, owner: str) -> None:
        self._connection = connection
        found = connection.execute(
            "SELECT id, incarnation, generation, revision, last_key FROM owner WHERE name = ?", (owner,)
        ).fetchone()
        self._name = owner
        self._owner: int | None = found[0] if found else None
        self.version = Version(*found[1:]) if found else NEVER

    def rows(self, table: Table[Row], after: int | None = None, **where: Value | Sequence[Value]) -> Iterator[Row]:
        """The rows of a table whose columns have these values."""
        statement = _select(table, tuple(where), after is not None)
        for values in self._each(table, where):
            found = self._connection.execute(statement, values if after is None else (*values, after))
            while block := found.fetchmany(_ROWS_AT_ONCE):
                yield from map(table.row, block)

    def count(self, table: Table[Any], **where: Value | Sequence[Value]) -> int:
        """How many rows of a table have these values."""
        statement = f"SELECT count(*) FROM {table.name}{_condition(table, tuple(where))}"  # noqa: S608 - names of ours
        return sum(self._connection.execute(statement, values).fetchone()[0] for values in self._each(table, where))

    def _each(self, table: Table[Any], where: Mapping[str, Any]) -> Iterator[tuple[Value, ...]]:
        """The parameters of a condition: where a column may have one of several values, one tuple for each of them."""
        owner = () if table.shared else (self._owner,)
        return ((*owner, *given.values()) for given in alternatives(where))


class OwnerWriting(OwnerReading):
    """Implements `convograph.protocols.OwnerWrite`; begun with `BEGIN IMMEDIATE` and ended by `finish`."""

    def __init__(self, connection: sqlite3.Connection, owner: str) -> None:
        super().__init__(connection, owner)
        self._last_key = self.version.last_key
        self._changed = False  # calls for a new version
        self._vanished = False  # calls for a new generation

    def put(self, table: Table[Row], rows: Iterable[Row]) -> None:
        """Upsert rows by key."""
        given = iter(rows)
        first = next(given, None)
        if first is None:
            return
        owner = () if table.shared else (self._id(),)
        values = ((*owner, *table.values(row)) for row in chain([first], given))
        self._connection.executemany(_upsert(table), values)
        self._changed |= not (table.shared or table.quiet)

    def remove(self, table: Table[Any], **where: Value | Sequence[Value]) -> None:
        """Remove the rows of a table whose columns have these values."""
        statement = f"DELETE FROM {table.name}{_condition(table, tuple(where))}"  # noqa: S608 - names of ours
        removed = self._connection.executemany(statement, self._each(table, where)).rowcount
        self._changed |= removed > 0 and not (table.shared or table.quiet)

    def new_keys(self, count: int) -> int:
        """The first of `count` consecutive unused keys."""
        self._id()
        first = self._last_key + 1
        self._last_key += count
        return first

    def renew(self) -> None:
        """Start a new generation."""
        self._changed = self._vanished = self._owner is not None

    def clear(self) -> None:
        """Remove the owner with all its rows."""
        for table in TABLES:
            if not table.shared:
                self._connection.execute(f"DELETE FROM {table.name} WHERE owner = ?", (self._owner,))  # noqa: S608
        self._connection.execute("DELETE FROM owner WHERE id = ?", (self._owner,))
        self._owner, self._last_key, self._changed, self._vanished = None, 0, False, False

    def finish(self) -> None:
        """Write the owner's new version, if any change calls for one, and commit."""
        if self._changed and self._owner is not None:
            generation = self.version.generation + self._vanished
            self._connection.execute(
                "UPDATE owner SET generation = ?, revision = ?, last_key = ? WHERE id = ?",
                (generation, self.version.revision + 1, self._last_key, self._owner),
            )
        self._connection.execute("COMMIT")

    def _id(self) -> int:
        """The owner's numeric id; the owner is created if it does not exist."""
        if self._owner is None:
            incarnation = os.urandom(8).hex()
            made = self._connection.execute(
                "INSERT INTO owner (name, incarnation, generation, revision, last_key) VALUES (?, ?, 0, 0, 0)",
                (self._name, incarnation),
            )
            self._owner, self.version = int(made.lastrowid or 0), Version(incarnation, 0, 0, 0)
            self._changed = True
        return self._owner


@cache
def _select(table: Table[Any], where: tuple[str, ...], after: bool) -> str:
    condition = _condition(table, where)
    if after:
        condition += f"{' AND' if condition else ' WHERE'} {table.grows_by} > ?"
    order = ", ".join((table.order, *table.key) if table.order else table.key)
    return f"SELECT {', '.join(table.columns)} FROM {table.name}{condition} ORDER BY {order}"  # noqa: S608 - ours


@cache
def _upsert(table: Table[Any]) -> str:
    owner = () if table.shared else ("owner",)
    columns = (*owner, *table.columns)
    others = [column for column in table.columns if column not in table.key]
    change = ", ".join(f"{column} = excluded.{column}" for column in others)
    action = f"UPDATE SET {change}" if others else "NOTHING"
    return (
        f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))}) "  # noqa: S608 - ours
        f"ON CONFLICT ({', '.join((*owner, *table.key))}) DO {action}"
    )


@cache
def _condition(table: Table[Any], where: tuple[str, ...]) -> str:
    columns = where if table.shared else ("owner", *where)
    return f" WHERE {' AND '.join(f'{column} = ?' for column in columns)}" if columns else ""
