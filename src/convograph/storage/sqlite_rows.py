"""One owner's rows in SQLite: a read view and a write transaction. Statements are generated from the tables.

Every row is checked against its checksum when it is read, and every table, or part of one, against its tally when it is
read as a whole. No domain rules here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import compress
from operator import itemgetter
from typing import Any

import numpy as np

from convograph.errors import DamagedError
from convograph.graph.damage import REMEDY, Damage
from convograph.graph.rows import NEVER
from convograph.graph.tables import TABLES, Row, Table, Value, Values, alternatives
from convograph.storage.checksums import Checksums, agreeing, checksums, checksums_of_read, decoded, encoded
from convograph.storage.owner_table import SHARED, add_owner, owner_row, put_version, remove_owner
from convograph.storage.tallies import WHOLE, PendingTallies, Tally, tally_of, tally_of_stored

_ROWS_AT_FIRST = 16  # so that a reader that stops early has few rows checked
_ROWS_AT_ONCE = 1_024  # in blocks of 4,096, checking was measured to cost four times as much


class OwnerReading:
    """Implements `convograph.protocols.OwnerView`, inside a transaction of the connection."""

    def __init__(self, connection: sqlite3.Connection, owner: str, location: str) -> None:
        self._connection = connection
        self._location = location
        self.owner = owner
        self._pending = PendingTallies()
        self.number: int | None
        self.number, self.version = owner_row(connection, owner, location) or (None, NEVER)

    def rows(
        self,
        table: Table[Row],
        after: int | None = None,
        damaged: list[Damage] | None = None,
        **where: Value | Sequence[Value],
    ) -> Iterator[Row]:
        """The rows of a table whose columns have these values."""
        statement = _select(table, tuple(where), after is not None)
        read, spoilt = Tally(), 0
        for values in self._each(table, where):
            found = self._connection.execute(statement, values if after is None else (*values, after))
            while block := found.fetchmany(_ROWS_AT_ONCE if read.count else _ROWS_AT_FIRST):
                intact, tally, bad = self._checked(table, block)
                yield from map(table.row, intact)
                read += tally
                spoilt += len(bad)
                self._tell(bad, damaged)
        if after is None and _is_a_part(table, where):
            self._tell(self._lacking(table, where, read, spoilt), damaged)

    def count(self, table: Table[Any], **where: Value | Sequence[Value]) -> int:
        """How many rows of a table have these values."""
        statement = f"SELECT count(*) FROM {table.name}{_condition(table, tuple(where))}"  # noqa: S608 - names of ours
        return sum(self._connection.execute(statement, values).fetchone()[0] for values in self._each(table, where))

    def _each(self, table: Table[Any], where: Mapping[str, Any]) -> Iterator[tuple[Value, ...]]:
        """The parameters of a condition: one tuple per value if a column may have one of several values."""
        owner = () if table.shared else (self.number,)
        return ((*owner, *given.values()) for given in alternatives(where))

    def _number_for(self, table: Table[Any]) -> int:
        """The owner's number as checksums and tallies of the table use it."""
        return SHARED if table.shared or self.number is None else self.number

    def _checked(self, table: Table[Any], block: Sequence[Values]) -> tuple[Iterable[Values], Tally, list[Damage]]:
        """The intact rows of a block, decoded, the tally of all its rows, and the damaged rows."""
        *columns, stored = columns_of(block)
        found, readable = checksums_of_read(table, self._number_for(table), columns)
        whole = readable & agreeing(found, stored)
        intact: Sequence[Sequence[Any]] = columns
        bad: list[Damage] = []
        if not whole.all():
            flags = whole.tolist()
            intact = [list(compress(column, flags)) for column in columns]
            spoilt = (row for row, sound in zip(block, flags, strict=True) if not sound)
            bad = [Damage(table.name, dict(zip(table.columns, row, strict=False))) for row in spoilt]
        return zip(*map(decoded, intact, table.columns.values()), strict=True), tally_of(found), bad

    def _lacking(self, table: Table[Any], where: Mapping[str, Any], read: Tally, spoilt: int) -> list[Damage]:
        """How a table, or part of one, differs from its stored tally.

        `read` is the tally of all rows read, `spoilt` the number of damaged rows among them.
        """
        tallies = self._pending.expected(self._connection, self._number_for(table), table.name)
        if tallies is None:
            return [Damage(table.name)]
        parts = where.values() or tallies
        expected = sum((tallies.get(part, Tally()) for part in parts), Tally())
        if expected == read or (spoilt and expected.count == read.count):
            return []
        return [Damage(table.name, missing=expected.count - read.count)]

    def _tell(self, found: Sequence[Damage], damaged: list[Damage] | None) -> None:
        if damaged is not None:
            damaged += found
        elif found:
            raise DamagedError(f"{self._location} is damaged: {found[0]}; {REMEDY}")


class OwnerWriting(OwnerReading):
    """Implements `convograph.protocols.OwnerWrite`; begun with `BEGIN IMMEDIATE` and ended by `finish`."""

    def __init__(self, connection: sqlite3.Connection, owner: str, location: str) -> None:
        super().__init__(connection, owner, location)
        self._last_key = self.version.last_key
        self._changed = False  # calls for a new version
        self._vanished = False  # calls for a new generation

    def put(self, table: Table[Row], rows: Iterable[Row]) -> None:
        """Upsert rows by key."""
        values = [table.values(row) for row in rows]
        if not values:
            return
        if not table.shared:
            self._id()
        found = _checksums(table, self._number_for(table), values)
        try:
            self._insert(table, values, found)
        except sqlite3.IntegrityError:  # some are already stored
            self._replace(table, values, found)
        self._changed |= not (table.shared or table.quiet)

    def remove(self, table: Table[Any], **where: Value | Sequence[Value]) -> None:
        """Remove the rows of a table whose columns have these values."""
        condition = _condition(table, tuple(where))
        each = list(dict.fromkeys(self._each(table, where)))
        if where:
            self._subtract(table, condition, each)
        else:
            self._pending.empty(self._number_for(table), table.name)
        removed = self._connection.executemany(f"DELETE FROM {table.name}{condition}", each).rowcount  # noqa: S608
        self._changed |= removed > 0 and not (table.shared or table.quiet)

    def new_keys(self, count: int) -> int:
        """The first of `count` consecutive unused keys."""
        self._id()
        first = self._last_key + 1
        self._last_key += count
        return first

    def renew(self) -> None:
        """Start a new generation."""
        self._changed = self._vanished = self.number is not None

    def clear(self) -> None:
        """Remove the owner with all its rows."""
        if self.number is not None:
            for table in TABLES:
                if not table.shared:
                    self._connection.execute(f"DELETE FROM {table.name} WHERE owner = ?", (self.number,))  # noqa: S608
            remove_owner(self._connection, self.number, self.owner, self._pending)
        self.number, self._last_key, self._changed, self._vanished = None, 0, False, False

    def finish(self) -> None:
        """Write the tallies and, if any change requires one, the owner's new version, and commit."""
        self._pending.write(self._connection)
        if self._changed and self.number is not None:
            generation, revision = self.version.generation + self._vanished, self.version.revision + 1
            version = replace(self.version, generation=generation, revision=revision, last_key=self._last_key)
            put_version(self._connection, self.number, self.owner, version)
        self._connection.execute("COMMIT")

    def _id(self) -> None:
        """Create the owner if it does not exist."""
        if self.number is None:
            self.number, self.version = add_owner(self._connection, self.owner, self._pending)
            self._changed = True

    def _insert(self, table: Table[Any], values: Sequence[Values], found: Checksums) -> None:
        """Insert new rows; if any is already stored, insert none and raise `sqlite3.IntegrityError`."""
        self._connection.execute("SAVEPOINT inserting")
        try:
            self._connection.executemany(_insert(table), self._with_checksums(table, values, found))
        except sqlite3.IntegrityError:
            self._connection.execute("ROLLBACK TO inserting")
            self._connection.execute("RELEASE inserting")
            raise
        self._connection.execute("RELEASE inserting")
        self._add(table, values, found)

    def _replace(self, table: Table[Any], values: Sequence[Values], found: Checksums) -> None:
        places = [list(table.columns).index(column) for column in table.key]
        last = {tuple(row[place] for place in places): number for number, row in enumerate(values)}
        owner = () if table.shared else (self.number,)
        self._subtract(table, _condition(table, table.key), [(*owner, *key) for key in last])
        kept = [values[number] for number in last.values()]
        sums = found[list(last.values())]
        self._connection.executemany(_upsert(table), self._with_checksums(table, kept, sums))
        self._add(table, kept, sums)

    def _with_checksums(self, table: Table[Any], values: Sequence[Values], found: Checksums) -> Iterator[Values]:
        owner = () if table.shared else (self.number,)
        return ((*owner, *row, one) for row, one in zip(values, found.view(np.int64).tolist(), strict=True))

    def _add(self, table: Table[Any], values: Sequence[Values], found: Checksums) -> None:
        """Add rows that were put to the tallies."""
        if table.part is None:
            self._pending.add(self._number_for(table), table.name, WHOLE, tally_of(found))
            return
        place = list(table.columns).index(table.part)
        parts = np.array([row[place] for row in values], np.int64)
        for part in np.unique(parts).tolist():
            self._pending.add(self._number_for(table), table.name, part, tally_of(found[parts == part]))

    def _subtract(self, table: Table[Any], condition: str, each: Iterable[tuple[Value, ...]]) -> None:
        """Subtract rows that will be removed or replaced from the tallies."""
        part = table.part or WHOLE
        statement = f"SELECT {part}, checksum FROM {table.name}{condition}"  # noqa: S608 - names of ours
        gone: dict[int, list[int]] = {}
        for values in each:
            for of, stored in self._connection.execute(statement, values):
                gone.setdefault(of, []).append(stored)
        for of, stored in gone.items():
            self._pending.add(self._number_for(table), table.name, of, -tally_of_stored(stored))


def _checksums(table: Table[Any], owner: int, values: Sequence[Values]) -> Checksums:
    columns = zip(*values, strict=True)
    return checksums(table, owner, [encoded(*one) for one in zip(columns, table.columns.values(), strict=True)])


def _is_a_part(table: Table[Any], where: Mapping[str, Any]) -> bool:
    """Whether the rows with these values are exactly those that one or several tallies count."""
    return not where or (list(where) == [table.part] and isinstance(where[table.part or ""], int))


def columns_of(block: Sequence[Values]) -> list[list[Any]]:
    """Rows as columns.

    `zip` would create an iterator for each row, and that many objects trigger Python's garbage collection.
    """
    return [list(map(itemgetter(place), block)) for place in range(len(block[0]))]


@cache
def _select(table: Table[Any], where: tuple[str, ...], after: bool) -> str:
    condition = _condition(table, where)
    if after:
        condition += f"{' AND' if condition else ' WHERE'} {table.grows_by} > ?"
    order = ", ".join((table.order, *table.key) if table.order else table.key)
    return f"SELECT {', '.join(table.columns)}, checksum FROM {table.name}{condition} ORDER BY {order}"  # noqa: S608


@cache
def _insert(table: Table[Any]) -> str:
    owner = () if table.shared else ("owner",)
    columns = (*owner, *table.columns, "checksum")
    return f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608


@cache
def _upsert(table: Table[Any]) -> str:
    owner = () if table.shared else ("owner",)
    others = [column for column in (*table.columns, "checksum") if column not in table.key]
    change = ", ".join(f"{column} = excluded.{column}" for column in others)
    return f"{_insert(table)} ON CONFLICT ({', '.join((*owner, *table.key))}) DO UPDATE SET {change}"


@cache
def _condition(table: Table[Any], where: tuple[str, ...]) -> str:
    columns = where if table.shared else ("owner", *where)
    return f" WHERE {' AND '.join(f'{column} = ?' for column in columns)}" if columns else ""
