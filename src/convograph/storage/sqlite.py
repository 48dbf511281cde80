"""The default store: one SQLite file, WAL, every commit synced to the disk.

Several threads and several processes may read and write; a reader sees every commit at its next call.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from convograph.config import DEFAULT_LOCK_SECONDS
from convograph.errors import NotFoundError, ReadOnlyError, StoreBusyError, StoreFullError
from convograph.graph.rows import Cursor, LayerKey, OwnerRows, Version
from convograph.protocols import MadeWith
from convograph.storage.connections import Connections, file_size, prepare
from convograph.storage.sqlite_ledger import book, booked
from convograph.storage.sqlite_reading import read_owner
from convograph.storage.sqlite_replies import SQLiteReplies
from convograph.storage.sqlite_writing import OwnerWriting, create_owner
from convograph.types import LedgerEntry


class SQLiteStore:
    """A store in one file. See `convograph.protocols.Store` for what each method promises."""

    def __init__(
        self,
        path: str | Path,
        *,
        create: bool = True,
        read_only: bool = False,
        lock_seconds: float = DEFAULT_LOCK_SECONDS,
    ) -> None:
        self._path = Path(path).expanduser().absolute()
        self.location = str(path)
        self.read_only = read_only
        self._connections: Connections = prepare(
            self._path, create=create, read_only=read_only, lock_seconds=lock_seconds
        )
        self.secret = bytes.fromhex(self._meta("secret") or "")

    @property
    def encoder_name(self) -> str | None:
        """What a user wrote to get the encoder that this store was made with; `None` while it has no owner."""
        return self._meta("encoder")

    @property
    def language(self) -> str | None:
        """The language that this store was made with; `None` while it has no owner."""
        return self._meta("language")

    def owners(self) -> list[str]:
        """The names of all owners, sorted."""
        with self._connections.connection() as connection:
            return [name for (name,) in connection.execute("SELECT name FROM owner ORDER BY name")]

    def version(self, owner: str) -> Version | None:
        """The owner's version now, or `None` when there is no such owner."""
        with self._connections.connection() as connection:
            row = connection.execute(
                "SELECT incarnation, generation, revision FROM owner WHERE name = ?", (owner,)
            ).fetchone()
            return Version(*row) if row else None

    def read(self, owner: str, layers: Sequence[LayerKey], since: Cursor | None = None) -> OwnerRows | None:
        """What the owner has beyond `since`, at one version; `None` when there is no such owner."""
        with self._connections.connection() as connection:
            connection.execute("BEGIN")
            row = connection.execute("SELECT id FROM owner WHERE name = ?", (owner,)).fetchone()
            rows = read_owner(connection, row[0], layers, since) if row else None
            connection.execute("COMMIT")
            return rows

    @contextmanager
    def write(self, owner: str, create_with: MadeWith | None = None) -> Iterator[OwnerWriting]:
        """One transaction on one owner, committed at the end of the block unless it raises."""
        if self.read_only:
            raise ReadOnlyError(f"{self.location} was opened read-only; open it without read_only to change it")
        with self._connections.connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            row = connection.execute("SELECT id FROM owner WHERE name = ?", (owner,)).fetchone()
            if row is None and create_with is None:
                raise NotFoundError(f"{self.location} has no owner {owner!r}; nothing was added under this name")
            if row is None and create_with is not None:
                key = create_owner(connection, owner, create_with, self.location)
            else:
                key = row[0]
            writing = OwnerWriting(connection, key)
            yield writing
            writing.finish()

    def replies(self, incarnation: str) -> SQLiteReplies:
        """What models answered about an owner of this incarnation."""
        return SQLiteReplies(self._connections, incarnation)

    def book(self, owner: str, entry: LedgerEntry) -> None:
        """Add to what models have used on the owner's memory."""
        with self._connections.connection() as connection:
            book(connection, owner, entry)

    def ledger(self, owner: str) -> tuple[LedgerEntry, ...]:
        """What models have used on the owner's memory, by purpose and model."""
        with self._connections.connection() as connection:
            return booked(connection, owner)

    def scrub(self) -> bool:
        """Leave no byte of what was removed in the file or its log; false when a reader or a full disk prevents it.

        Deleted rows are overwritten with zeros at once, but when SQLite moves rows between pages it leaves
        copies in the gaps of the pages they left: only a file built anew (`VACUUM`) has none of them.
        """
        try:
            with self._connections.connection() as connection:
                if not _log_emptied(connection):
                    return False
                connection.execute("VACUUM")
                return _log_emptied(connection)
        except (StoreBusyError, StoreFullError):
            return False

    def size(self) -> int:
        """Bytes on disk, the log included."""
        return file_size(self._path) + file_size(self._path.with_name(self._path.name + "-wal"))

    def close(self) -> None:
        """Close every connection; the store cannot be used afterwards."""
        self._connections.close()

    def _meta(self, key: str) -> str | None:
        with self._connections.connection() as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
            return str(row[0]) if row else None


def _log_emptied(connection: sqlite3.Connection) -> bool:
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
