"""The default store: one SQLite file in WAL mode, every commit synced to disk.

Several threads and processes may read and write; a reader sees every commit at its next call.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from convograph.config import DEFAULT_LOCK_SECONDS
from convograph.errors import ReadOnlyError, StoreBusyError, StoreFullError
from convograph.graph.rows import NEVER
from convograph.graph.tables import SHARED_OWNER
from convograph.storage.connections import Connections, file_size, prepare
from convograph.storage.integrity import check_indexes, integrity_problems, mend_indexes, stray_rows
from convograph.storage.owner_table import owner_names
from convograph.storage.paths import absolute_path
from convograph.storage.sqlite_rows import OwnerReading, OwnerWriting

_MAGIC = b"SQLite format 3\0"  # the first bytes of every file


def is_database(begin: bytes) -> bool:
    """Whether a file that begins with these bytes is a SQLite database."""
    return begin.startswith(_MAGIC)


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
        self._path = absolute_path(path)
        self.location = str(path)
        self.read_only = read_only
        self._owners_checked = False
        self._indexed: set[str] = set()  # owners whose indexes were checked, at their first write
        self._connections: Connections = prepare(
            self._path, create=create, read_only=read_only, lock_seconds=lock_seconds
        )

    def owners(self, damaged: list[str] | None = None) -> list[str]:
        """The names of all owners, sorted."""
        with self._connections.connection() as connection:
            connection.execute("BEGIN")
            return owner_names(connection, self.location, damaged)

    def problems(self) -> list[str]:
        """What SQLite itself finds damaged, and rows that belong to no owner."""
        with self._connections.connection() as connection:
            connection.execute("BEGIN")
            return [*integrity_problems(connection), *stray_rows(connection)]

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """The bytes of the file, all pages with the space between rows included, and those of its log, if not empty.

        The schema, whose words are in every store, is blanked. Pages with a newer version in the log are read from the
        log: the file's own versions are seen only if the log can be emptied.
        """
        with self._connections.connection() as connection:
            if not self.read_only:
                with _waiting(connection, wait=False):
                    _log_emptied(connection)
            yield self._path.name, _without_schema(connection)
        log = self._path.with_name(
            self._path.name + "-wal"
        )  # not locked; opening the store itself would drop its locks
        content = b""
        with suppress(FileNotFoundError):  # removed by whoever closes the store last
            content = log.read_bytes()
        if content:
            yield log.name, content

    @contextmanager
    def read(self, owner: str) -> Iterator[OwnerReading]:
        """The owner's rows at the latest commit, for the duration of the block."""
        with self._connections.connection() as connection:
            connection.execute("BEGIN")
            reading = OwnerReading(connection, owner, self.location)
            self._check_absence(connection, reading)
            yield reading
            connection.execute("COMMIT")

    @contextmanager
    def write(self, owner: str, *, mending: bool = False) -> Iterator[OwnerWriting]:
        """A transaction on one owner, committed at the end of the block unless it raises."""
        self._check_writable()
        with self._connections.connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            writing = OwnerWriting(connection, owner, self.location)
            self._check_absence(connection, writing)
            if writing.number is not None and (mending or owner not in self._indexed):
                (mend_indexes if mending else check_indexes)(connection, writing.number, self.location)
                self._indexed.add(owner)
            begun = writing.number is None
            yield writing
            writing.finish()
            if begun and writing.number is not None:  # all rows of a new owner were indexed in this transaction
                self._indexed.add(owner)

    def scrub(self, *, patient: bool = True) -> bool:
        """Leave no byte of deleted data in the file or its log; false if a reader or a full disk prevents it.

        Deleted rows are overwritten with zeros at once, but when SQLite moves rows between pages it leaves copies in
        the free space of the old pages: only rebuilding the file (`VACUUM`) removes these.
        """
        self._check_writable()
        try:
            with self._connections.connection() as connection, _waiting(connection, wait=patient):
                if not _log_emptied(connection):
                    return False
                connection.execute("VACUUM")
                return _log_emptied(connection)
        except (StoreBusyError, StoreFullError):
            return False

    def size(self) -> int:
        """The size on disk in bytes, the log included."""
        return file_size(self._path) + file_size(self._path.with_name(self._path.name + "-wal"))

    def _check_writable(self) -> None:
        if self.read_only:
            raise ReadOnlyError(f"{self.location} was opened read-only; open it without read_only to change it")

    def _check_absence(self, connection: sqlite3.Connection, reading: OwnerReading) -> None:
        """Raise `DamagedError` if an owner may be missing because the table of owners is damaged; checked only once."""
        if reading.version == NEVER and reading.owner != SHARED_OWNER and not self._owners_checked:
            owner_names(connection, self.location)
            self._owners_checked = True

    def close(self) -> None:
        """Close every connection; the store cannot be used afterwards."""
        self._connections.close()


@contextmanager
def _waiting(connection: sqlite3.Connection, *, wait: bool) -> Iterator[None]:
    """For the duration of the block, have the connection wait for others' locks as usual, or not at all."""
    usual = connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.execute(f"PRAGMA busy_timeout = {usual if wait else 0}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {usual}")


def _without_schema(connection: sqlite3.Connection) -> bytes:
    """The file's bytes with SQLite's magic string and the statements of the schema blanked."""
    content = bytearray(connection.serialize())
    own = {bytes(content[: len(_MAGIC)])}
    for *names, statement in connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"):
        own |= {b"".join(names), statement or b""}
    for written in own - {b""}:
        start = content.find(written)
        while start >= 0:  # in place: `replace` would copy the whole file each time
            end = start + len(written)
            content[start:end] = b" " * len(written)
            start = content.find(written, end)
    return bytes(content)


def _log_emptied(connection: sqlite3.Connection) -> bool:
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
