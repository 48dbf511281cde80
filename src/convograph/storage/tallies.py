"""Tallies: how many rows each table has and the sum of their checksums, by owner.

A row's own checksum shows that it was changed; only a tally shows that a row is missing or duplicated. Tallies change
in the transaction that changes the rows. A table with a `part` column has a tally for each of its values, any other
table has one.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from convograph.storage.checksums import Checksums, checksum, signed, total

WHOLE = 0  # the part of a table that has no parts

_MODULUS = 1 << 64


@dataclass(frozen=True, slots=True)
class Tally:
    """A number of rows, and the sum of their checksums modulo 2^64."""

    count: int = 0
    total: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.count + other.count, (self.total + other.total) % _MODULUS)

    def __neg__(self) -> Tally:
        return Tally(-self.count, -self.total % _MODULUS)


def tally_of(found: Checksums) -> Tally:
    """The tally of rows with these checksums."""
    return Tally(len(found), total(found))


def tally_of_stored(found: Sequence[object]) -> Tally:
    """The tally of rows with these checksums, as SQLite stores them.

    A damaged checksum that is not an integer adds to the count only.
    """
    sums = [one for one in found if isinstance(one, int)]
    return Tally(len(found), total(np.array(sums, np.int64).view(np.uint64)))


def stored_tallies(connection: sqlite3.Connection, owner: int, kind: str) -> Mapping[int, Tally] | None:
    """The tallies of a table by part; `None` if one of them is damaged."""
    tallies: dict[int, Tally] = {}
    for kind_read, part, count, added, stored in connection.execute(
        "SELECT kind, part, count, total, checksum FROM tally WHERE owner = ? AND kind = ?", (owner, kind)
    ):
        if checksum(owner, kind_read, part, count, added) != stored:
            return None
        tallies[part] = Tally(count, added % _MODULUS)
    return tallies


class PendingTallies:
    """The changes to tallies within a transaction."""

    def __init__(self) -> None:
        self._changes: defaultdict[tuple[int, str], defaultdict[int, Tally]] = defaultdict(lambda: defaultdict(Tally))
        self._emptied: set[tuple[int, str]] = set()

    def add(self, owner: int, kind: str, part: int, change: Tally) -> None:
        """Add to the tally of a part."""
        self._changes[owner, kind][part] += change

    def empty(self, owner: int, kind: str) -> None:
        """Note that a table has no rows left, whatever its tallies say."""
        self._emptied.add((owner, kind))
        self._changes[owner, kind].clear()

    def drop(self, owner: int) -> None:
        """Drop the changes of a removed owner."""
        for key in [key for key in self._changes if key[0] == owner]:
            del self._changes[key]
        self._emptied = {key for key in self._emptied if key[0] != owner}

    def expected(self, connection: sqlite3.Connection, owner: int, kind: str) -> Mapping[int, Tally] | None:
        """The tallies of a table as of now, within the transaction; `None` if a stored one is damaged."""
        emptied = (owner, kind) in self._emptied
        stored = {} if emptied else stored_tallies(connection, owner, kind)
        if stored is None or (owner, kind) not in self._changes:
            return stored
        changes = self._changes[owner, kind]
        return {part: stored.get(part, Tally()) + changes.get(part, Tally()) for part in {*stored, *changes}}

    def write(self, connection: sqlite3.Connection) -> None:
        """Store the changes. Damaged tallies are left as they are: it is unknown what they should be."""
        for (owner, kind), changes in self._changes.items():
            tallies = self.expected(connection, owner, kind)
            if tallies is None:
                continue
            if (owner, kind) in self._emptied:
                connection.execute("DELETE FROM tally WHERE owner = ? AND kind = ?", (owner, kind))
            for part in changes:
                _write(connection, owner, kind, part, tallies[part])


def _write(connection: sqlite3.Connection, owner: int, kind: str, part: int, tally: Tally) -> None:
    if tally == Tally():
        connection.execute("DELETE FROM tally WHERE owner = ? AND kind = ? AND part = ?", (owner, kind, part))
        return
    values = (part, tally.count, signed(tally.total))
    connection.execute(
        "INSERT OR REPLACE INTO tally (owner, kind, part, count, total, checksum) VALUES (?, ?, ?, ?, ?, ?)",
        (owner, kind, *values, checksum(owner, kind.encode(), *values)),
    )
