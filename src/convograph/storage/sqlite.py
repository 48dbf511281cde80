"""The default store: one SQLite file in WAL mode, every commit synced to disk.

Several threads and processes may read and write; a reader sees every commit at its next call.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from convograph.config import DEFAULT_LOCK_SECONDS
from convograph.errors import ReadOnlyError, StoreBusyError, StoreFullError
from convograph.storage.connections import Connections, file_size, prepare
from convograph.storage.sqlite_rows import OwnerReading, OwnerWriting


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

    def owners(self) -> list[str]:
        """The names of all owners, sorted."""
        with self._connections.connection() as connection:
            return [name for (name,) in connection.execute("SELECT name FROM owner ORDER BY name")]

    @contextmanager
    def read(self, owner: str) -> Iterator[OwnerReading]:
        """The owner's rows at the latest commit, for the duration of the block."""
        with self._connections.connection() as connection:
            connection.execute("BEGIN")
            yield OwnerReading(connection, owner)
            connection.execute("COMMIT")

    @contextmanager
    def write(self, owner: str) -> Iterator[OwnerWriting]:
        """A transaction on one owner, committed at the end of the block unless it raises."""
        if self.read_only:
            raise ReadOnlyError(f"{self.location} was opened read-only; open it without read_only to change it")
        with self._connections.connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            writing = OwnerWriting(connection, owner)
            yield writing
            writing.finish()

    def scrub(self) -> bool:
        """Leave no byte of deleted data in the file or its log; false when a reader or a full disk prevents it.

        Deleted rows are overwritten with zeros at once, but when SQLite moves rows between pages it leaves copies in
        the free space of the old pages: only a rebuilt file (`VACUUM`) has none of them.
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
        """The size on disk in bytes, the log included."""
        return file_size(self._path) + file_size(self._path.with_name(self._path.name + "-wal"))

    def close(self) -> None:
        """Close every connection; the store cannot be used afterwards."""
        self._connections.close()


def _log_emptied(connection: sqlite3.Connection) -> bool:
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
