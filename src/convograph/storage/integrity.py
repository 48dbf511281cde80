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
    """Raise `DamagedError` unless each of an owner's rows is found by every index, which has no other entries.

    Rows and tallies tell nothing of an index that lacks an entry: a session looked up by its name would pass for new.
    Each row is looked up, since an entry out of its place, also another owner's, leads some look-ups past others.
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
    """Make all indexes anew, of the rows as they read, where one is not that of an owner's rows; in a write.

    Raises `DamagedError` where that cannot be done, as when damage gave two rows one key.
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
    """A table's indexes besides that of its key, and the columns of each."""
    names = [row[1].decode() for row in connection.execute(f"PRAGMA index_list({table})") if row[3] != b"pk"]
    infos = ((name, connection.execute(f"PRAGMA index_info({name})").fetchall()) for name in names)
    return [(name, [row[2].decode() for row in info]) for name, info in infos]
