"""Checks a file below the level of rows: SQLite's own structures, indexes, rows that belong to no owner."""

from __future__ import annotations

import sqlite3

from convograph.errors import DamagedError
from convograph.graph.damage import REMEDY
from convograph.graph.tables import TABLES

_MOST = 100  # SQLite's own default limit


def integrity_problems(connection: sqlite3.Connection) -> list[str]:
    """What SQLite's own check finds: damaged pages, indexes that lack rows, values of the wrong type."""
    found = [line.decode(errors="replace") for (line,) in connection.execute(f"PRAGMA integrity_check({_MOST})")]
    return [] if found == ["ok"] else [f"SQLite finds: {' '.join(line.split())}" for line in found]


def stray_rows(connection: sqlite3.Connection) -> list[str]:
    """A message for each table with rows whose owner does not exist."""
    problems = []
    for name in ("tally", *(table.name for table in TABLES if not table.shared)):
        others = "AND owner <> 0" if name == "tally" else ""
        statement = f"SELECT count(*) FROM {name} WHERE owner NOT IN (SELECT id FROM owner) {others}"  # noqa: S608
        count = connection.execute(statement).fetchone()[0]
        if count:
            problems.append(f"{count:,} of the rows of the table {name!r} belong to no owner")
    return problems


def check_indexes(connection: sqlite3.Connection, owner: int, location: str) -> None:
    """Raise `DamagedError` unless every index finds each of an owner's rows and has no other entries for the owner.

    Rows and tallies do not reveal an index that lacks an entry: a session looked up by name would seem to be new. Each
    row is looked up, since one misplaced entry, even another owner's, can make lookups miss other entries.
    """
    for table in TABLES:
        by_key = f"sqlite_autoindex_{table.name}_1"
        for name, columns in [] if table.shared else _indexes(connection, table.name):
            same = " AND ".join(f"found.{column} IS row.{column}" for column in dict.fromkeys((*columns, *table.key)))
            found = f"SELECT 1 FROM {table.name} AS found INDEXED BY {name} WHERE {same}"  # noqa: S608 - ours
            count = f"SELECT count(*) FROM {table.name} AS row INDEXED BY {{}} WHERE owner = ?"  # noqa: S608
            stored = count.format(by_key)
            lost, rows, entries = (
                connection.execute(statement, (owner,)).fetchone()[0]
                for statement in (f"{stored} AND NOT EXISTS ({found})", stored, count.format(name))
            )
            if lost or rows != entries:
                raise DamagedError(f"{location} is damaged: the index {name!r} is not that of its rows; {REMEDY}")


def mend_indexes(connection: sqlite3.Connection, owner: int, location: str) -> None:
    """Rebuild all indexes from the stored rows if any does not match an owner's rows; call in a write transaction.

    Raises `DamagedError` if that fails, for example because damage gave two rows the same key.
    """
    try:
        check_indexes(connection, owner, location)
    except DamagedError:
        try:
            connection.execute("REINDEX")
        except sqlite3.IntegrityError as error:
            raise DamagedError(f"{location} is damaged: its indexes cannot be made anew ({error}); {REMEDY}") from error
        check_indexes(connection, owner, location)


def _indexes(connection: sqlite3.Connection, table: str) -> list[tuple[str, list[str]]]:
    """A table's indexes other than its primary key, and the columns of each."""
    names = [row[1].decode() for row in connection.execute(f"PRAGMA index_list({table})") if row[3] != b"pk"]
    infos = ((name, connection.execute(f"PRAGMA index_info({name})").fetchall()) for name in names)
    return [(name, [row[2].decode() for row in info]) for name, info in infos]
