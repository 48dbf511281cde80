"""What is wrong with a file beneath its rows: SQLite's own structures, indexes, rows that no owner could ever read."""

from __future__ import annotations

import sqlite3

from convograph.errors import DamagedError
from convograph.graph.damage import REMEDY
from convograph.graph.tables import TABLES

_MOST = 100  # SQLite's own limit on what it lists


def integrity_problems(connection: sqlite3.Connection) -> list[str]:
    """What SQLite's own check finds: pages, indexes that lack rows, values of a wrong kind."""
    found = [line.decode(errors="replace") for (line,) in connection.execute(f"PRAGMA integrity_check({_MOST})")]
    return [] if found == ["ok"] else [f"SQLite finds: {' '.join(line.split())}" for line in found]


def stray_rows(connection: sqlite3.Connection) -> list[str]:
    """Rows whose owner does not exist."""
    problems = []
    for name in ("tally", *(table.name for table in TABLES if not table.shared)):
        others = "AND owner <> 0" if name == "tally" else ""
        statement = f"SELECT count(*) FROM {name} WHERE owner NOT IN (SELECT id FROM owner) {others}"  # noqa: S608
        count = connection.execute(statement).fetchone()[0]
        if count:
            problems.append(f"{count:,} of the rows of the table {name!r} belong to no owner")
    return problems


def check_indexes(connection: sqlite3.Connection, owner: int, location: str) -> None:
    """Raise `DamagedError` unless an owner's rows can be found by every index as they can by their keys.

    Rows and tallies tell nothing of an index that lacks an entry: a session looked up by its name would pass for new.
    """
    for table in TABLES:
        for name, columns in [] if table.shared else _indexes(connection, table.name):
            statement = f"SELECT {columns} FROM {table.name} INDEXED BY {{}} WHERE owner = ?"  # noqa: S608 - ours
            by_index = connection.execute(statement.format(name), (owner,)).fetchall()
            ordered = f"{statement.format(f'sqlite_autoindex_{table.name}_1')} ORDER BY {columns}"
            if by_index != connection.execute(ordered, (owner,)).fetchall():
                raise DamagedError(f"{location} is damaged: the index {name!r} is not that of its rows; {REMEDY}")


def _indexes(connection: sqlite3.Connection, table: str) -> list[tuple[str, str]]:
    """A table's indexes besides that of its key, and the columns of each."""
    names = [row[1].decode() for row in connection.execute(f"PRAGMA index_list({table})") if row[3] != b"pk"]
    infos = ((name, connection.execute(f"PRAGMA index_info({name})").fetchall()) for name in names)
    return [(name, ", ".join(row[2].decode() for row in info)) for name, info in infos]
