"""What is wrong with a file beneath its rows: SQLite's own structures, and rows that no owner could ever read."""

from __future__ import annotations

import sqlite3

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
