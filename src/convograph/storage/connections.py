"""Connections to one SQLite file: opened with care, pooled, and with errors that say what to do."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from convograph.errors import (
    NoStoreError,
    NotAStoreError,
    ReadOnlyError,
    SchemaError,
    StoreBusyError,
    StoreError,
    StoreFullError,
    StoreIOError,
)
from convograph.storage.migrations import APPLICATION_ID, MIGRATIONS

_SQLITE_HEADER = b"SQLite format 3\x00"


class Connections:
    """A pool of connections to one file, for threads and forked processes; each is used by one thread at a time."""

    def __init__(self, path: Path, *, lock_seconds: float, read_only: bool) -> None:
        self.path = path
        self.read_only = read_only
        self._lock_seconds = lock_seconds
        self._idle: list[sqlite3.Connection] = []
        self._process = os.getpid()
        self._guard = threading.Lock()
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A connection for the length of the block; SQLite's errors come out as ours."""
        with translated(self.path):
            taken = self._take()
            try:
                yield taken
            finally:
                if taken.in_transaction:
                    taken.execute("ROLLBACK")
                self._give_back(taken)

    def close(self) -> None:
        """Close what is idle; connections in use close when they come back."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self) -> sqlite3.Connection:
        with self._guard:
            if self._closed:
                raise StoreError(f"the store {self.path} is closed; open it again")
            if self._process != os.getpid():  # a fork must not use its parent's connections
                self._idle, self._process = [], os.getpid()
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._guard:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    def _connect(self) -> sqlite3.Connection:
        mode = "ro" if self.read_only else "rw"
        if self.read_only and not os.access(self.path.parent, os.W_OK) and not _has_log(self.path):
            mode += "&immutable=1"  # WAL needs a shared-memory file beside the store, and there can be none
        connection = sqlite3.connect(
            f"file:{quote(str(self.path))}?mode={mode}",
            uri=True,
            timeout=self._lock_seconds,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.execute("PRAGMA temp_store = MEMORY")
        if not self.read_only:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
        return connection


def prepare(path: Path, *, create: bool, read_only: bool, lock_seconds: float) -> Connections:
    """Connections to the store at `path`, made or migrated first where needed.

    Raises `NoStoreError`, `NotAStoreError`, `SchemaError` or `ReadOnlyError` before anything is written.
    """
    if path.is_dir():
        raise NotAStoreError(f"{path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise NoStoreError(f"the folder {path.parent} does not exist; make it first")
    with translated(path):
        fresh = _is_fresh(path, create=create and not read_only)
    connections = Connections(path, lock_seconds=lock_seconds, read_only=read_only)
    with connections.connection() as connection:
        if not fresh:
            _check(connection, path)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version < len(MIGRATIONS):
            if read_only:
                raise ReadOnlyError(f"{path} has to be migrated; open it once for writing")
            _migrate(connection)
    return connections


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """SQLite's and the system's errors as ours, each naming the file and the remedy."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translate(error, path) from error
    except PermissionError as error:
        raise ReadOnlyError(f"no permission to use {path}; change its mode or choose another place") from error
    except OSError as error:
        raise StoreIOError(f"{path}: {error.strerror or error}") from error


def _translate(error: sqlite3.Error, path: Path) -> StoreError:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return StoreFullError(
            f"no room left for {path}; nothing of this call's write was kept: free space and repeat it"
        )
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreBusyError(f"another process kept {path} locked for too long; try again, or raise lock_seconds")
    if name.startswith("SQLITE_READONLY"):
        return ReadOnlyError(f"{path} cannot be written to; open it with read_only=True or change its mode")
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return NotAStoreError(f"{path} is no intact convograph store ({error}); restore it from an export or a backup")
    if name.startswith("SQLITE_CANTOPEN"):
        return StoreIOError(f"{path} cannot be opened; check that file and folder can be read and written")
    return StoreIOError(f"{path}: {error}")


def _is_fresh(path: Path, *, create: bool) -> bool:
    """Whether the file is still empty; it is made, readable by its user alone, when it may be."""
    if not path.exists():
        if not create:
            raise NoStoreError(f"there is no store at {path}; `convograph add` makes one")
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        return True
    with path.open("rb") as file:
        header = file.read(len(_SQLITE_HEADER))
    if header and header != _SQLITE_HEADER:
        raise NotAStoreError(f"{path} is no convograph store; name another file")
    if not header and not create:
        raise NoStoreError(f"{path} is empty; `convograph add` makes a store")
    return not header


def _check(connection: sqlite3.Connection, path: Path) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and tables:
        raise NotAStoreError(f"{path} is a database of another program; name another file")
    if version > len(MIGRATIONS):
        raise SchemaError(
            f"{path} has schema version {version}, this convograph knows up to {len(MIGRATIONS)}; upgrade convograph"
        )


def _migrate(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]  # another process may have been faster
    for migration in MIGRATIONS[version:]:
        for statement in migration.split(";"):
            if statement.strip():
                connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("INSERT OR IGNORE INTO meta VALUES ('secret', ?)", (os.urandom(32).hex(),))
    connection.execute("COMMIT")


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0
