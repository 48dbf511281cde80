"""The table of owners in SQLite: their names, their numbers, and the version of each owner's memory.

Each owner's row has a checksum; the names of all owners have a tally, so a lost owner is not mistaken for a new one.
"""

from __future__ import annotations

import os
import sqlite3

from convograph.errors import DamagedError
from convograph.graph.damage import REMEDY
from convograph.graph.rows import Version
from convograph.storage.checksums import checksum
from convograph.storage.tallies import WHOLE, PendingTallies, Tally, stored_tallies

SHARED = 0  # in place of an owner's number, for rows that belong to no owner

_KIND = "owner"
_COLUMNS = "id, name, incarnation, generation, revision, last_key, checksum"


def owner_row(connection: sqlite3.Connection, name: str, location: str) -> tuple[int, Version] | None:
    """An owner's number and version; `None` if there is no such owner. Raises `DamagedError`."""
    found = connection.execute(f"SELECT {_COLUMNS} FROM owner WHERE name = ?", (name,)).fetchone()  # noqa: S608 - ours
    if found is None:
        return None
    *values, stored = found
    if checksum(*values) != stored:
        raise DamagedError(f"{location} is damaged: the row of the owner {name!r} is not as it was written; {REMEDY}")
    number, _, incarnation, generation, revision, last_key = values
    return number, Version(incarnation.decode(), generation, revision, last_key)


def add_owner(connection: sqlite3.Connection, name: str, pending: PendingTallies) -> tuple[int, Version]:
    """A new owner's number and version; `put_version` must follow in the same transaction."""
    incarnation = os.urandom(8).hex()
    made = connection.execute(
        "INSERT INTO owner (name, incarnation, generation, revision, last_key, checksum) VALUES (?, ?, 0, 0, 0, 0)",
        (name, incarnation),
    )
    number = int(made.lastrowid or 0)
    pending.add(SHARED, _KIND, WHOLE, _tally(number, name.encode()))
    return number, Version(incarnation, 0, 0, 0)


def put_version(connection: sqlite3.Connection, number: int, name: str, version: Version) -> None:
    """Store an owner's version."""
    numbers = (version.generation, version.revision, version.last_key)
    stored = checksum(number, name.encode(), version.incarnation.encode(), *numbers)
    connection.execute(
        "UPDATE owner SET generation = ?, revision = ?, last_key = ?, checksum = ? WHERE id = ?",
        (*numbers, stored, number),
    )


def remove_owner(connection: sqlite3.Connection, number: int, name: str, pending: PendingTallies) -> None:
    """Remove an owner's row and tallies."""
    connection.execute("DELETE FROM owner WHERE id = ?", (number,))
    connection.execute("DELETE FROM tally WHERE owner = ?", (number,))
    pending.drop(number)
    pending.add(SHARED, _KIND, WHOLE, -_tally(number, name.encode()))


def owner_names(connection: sqlite3.Connection, location: str, damaged: list[str] | None = None) -> list[str]:
    """The names of all owners, sorted. Raises `DamagedError` if one of them is damaged or missing.

    If a list `damaged` is given, problems are added to it instead, and the names are those found in the file.
    """
    names, problems = _checked(connection)
    if damaged is not None:
        damaged += problems
    elif problems:
        raise DamagedError(f"{location} is damaged: {problems[0]}; {REMEDY}")
    return names


def _checked(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """The names of the owners, sorted, and messages about what is wrong with the table."""
    names, problems, read = [], [], Tally()
    for *values, stored in connection.execute(f"SELECT {_COLUMNS} FROM owner NOT INDEXED ORDER BY id"):  # noqa: S608
        number, name, *_ = values
        read += _tally(number, name)
        names.append(name)
        if checksum(*values) != stored:
            problems.append(f"the row of the owner {_text(name)!r} is not as it was written")
    expected = stored_tallies(connection, SHARED, _KIND)
    if expected is None or expected.get(WHOLE, Tally()) != read:
        problems.append("the owners are not those that were written")
    by_name = connection.execute("SELECT name FROM owner INDEXED BY sqlite_autoindex_owner_1 ORDER BY name").fetchall()
    if not problems and [name for (name,) in by_name] != sorted(names):
        problems.append("the index of the owners is not that of their names")
    return sorted(map(_text, names)), problems


def _tally(number: object, name: object) -> Tally:
    return Tally(1, checksum(number, name))


def _text(name: object) -> str:
    return name.decode(errors="replace") if isinstance(name, bytes) else str(name)
