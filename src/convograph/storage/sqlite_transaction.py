"""What every write on one owner has: the connection, the owner's version, fresh keys, and how it ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from convograph.graph.rows import Version
from convograph.types import Said


class OwnerTransaction:
    """Begun by the store with `BEGIN IMMEDIATE`, finished by it with `finish`."""

    def __init__(self, connection: sqlite3.Connection, owner: int) -> None:
        self._connection = connection
        self._owner = owner
        row = self._one("SELECT incarnation, generation, revision, next_key, encoder FROM owner WHERE id = ?", owner)
        self.version = Version(*row[:3])
        self.encoder: str = row[4]
        self._next_key: int = row[3]
        self._changed = False
        self._rows_vanished = False

    def new_keys(self, count: int) -> int:
        """The first of `count` fresh keys in a row; no key of an owner is ever given twice."""
        first = self._next_key
        self._next_key += count
        return first

    def finish(self) -> Version:
        """Write the owner's new version and commit, or roll back when nothing was changed."""
        if not self._changed:
            self._connection.execute("ROLLBACK")
            return self.version
        generation = self.version.generation + self._rows_vanished
        self.version = Version(self.version.incarnation, generation, self.version.revision + 1)
        self._connection.execute(
            "UPDATE owner SET generation = ?, revision = ?, next_key = ? WHERE id = ?",
            (generation, self.version.revision, self._next_key, self._owner),
        )
        if self._rows_vanished:  # snapshots of older generations load afresh and need no list of what vanished
            self._connection.execute("DELETE FROM dropped WHERE owner = ?", (self._owner,))
        self._connection.execute("COMMIT")
        return self.version

    def _one(self, query: str, *values: Any) -> Any:
        return self._connection.execute(query, values).fetchone()

    def _all(self, query: str, *values: Any) -> list[Any]:
        return self._connection.execute(query, values).fetchall()

    def _put(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        self._changed |= self._connection.executemany(statement, rows).rowcount > 0


def all_there(connection: sqlite3.Connection, owner: int, turns: Iterable[int]) -> bool:
    """Whether none of these turns is gone."""
    query = "SELECT 1 FROM turn WHERE owner = ? AND id = ?"
    return all(connection.execute(query, (owner, turn)).fetchone() for turn in turns)


def said_columns(said: Said | None) -> tuple[str | None, int | None, str | None]:
    """A time as three columns."""
    return (None, None, None) if said is None else (said.local.isoformat(sep=" "), said.offset_minutes, said.raw)
