"""Connections to one SQLite file: opened safely, pooled, with errors that say what to do."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from urllib.parse import quote

from convograph.errors import (
    DamagedError,
    NoStoreError,
    NotAStoreError,
    ReadOnlyError,
    SchemaError,
    StoreBusyError,
    StoreError,
    StoreFullError,
    StoreIOError,
)
from convograph.graph.damage import REMEDY_OF_ALL
from convograph.storage.migrations import APPLICATION_ID, FIRST, MIGRATIONS, NEWEST

_LEAST_BYTES = 512  # SQLite's smallest page size
_RETRY_SECONDS = 0.005  # SQLite's busy timeout does not cover changes of the journal mode

_making = threading.Lock()

_TRANSLATIONS: tuple[tuple[tuple[str, ...], type[StoreError], str], ...] = (  # prefixes of SQLite's error names
    (
        ("SQLITE_FULL",),
        StoreFullError,
        "no room left for {path}; nothing of the transaction that failed was kept: free space, repeat the call",
    ),
    (
        ("SQLITE_BUSY", "SQLITE_LOCKED"),
        StoreBusyError,
        "another process kept {path} locked for too long; try again, or raise lock_seconds",
    ),
    (
        ("SQLITE_READONLY_ROLLBACK", "SQLITE_READONLY_RECOVERY"),
        ReadOnlyError,
        "{path} was left in the midst of a write, by a process that was killed; open it once for writing",
    ),
    (
        ("SQLITE_READONLY",),
        ReadOnlyError,
        "{path} cannot be written to; open it with read_only=True or change its mode",
    ),
    (
        ("SQLITE_NOTADB",),
        NotAStoreError,
        "{path} is no convograph store; name another file, or restore it from a backup",
    ),
    (
        ("SQLITE_CORRUPT", "SQLITE_TOOBIG", "SQLITE_IOERR_SHORT_READ", "SQLITE_ERROR"),
        DamagedError,
        "{path} is damaged ({error}); " + REMEDY_OF_ALL,
    ),
    (
        ("SQLITE_CANTOPEN",),
        StoreIOError,
        "{path} cannot be opened; check that file and folder can be read and written, and how many files are open",
    ),
)


class Connections:
    """A pool of connections to one file, thread-safe and fork-safe; each is used by one thread at a time."""

    def __init__(self, path: Path, *, lock_seconds: float, read_only: bool) -> None:
        self.path = path
        self.read_only = read_only
        self._lock_seconds = lock_seconds
        self._may_write_beside = not read_only or os.access(path.parent, os.W_OK)
        self._idle: list[sqlite3.Connection] = []
        self._process = os.getpid()
        self._guard = threading.Lock()
        self._closed = False
        self._opened = _identity(path)
        _pools.add(self)

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A connection for the duration of the block; SQLite's errors are translated to `StoreError`s."""
        with translated(self.path):
            taken = self._take()
            try:
                yield taken
            finally:
                if taken.in_transaction:
                    taken.execute("ROLLBACK")
                self._give_back(taken)

    def close(self) -> None:
        """Close idle connections; connections in use are closed when they are returned."""
        with self._guard:
            if not self._closed and not self.read_only and _identity(self.path) != self._opened:
                self._empty_log()
            self._closed = True
        self.close_idle()

    def close_idle(self) -> None:
        """Close idle connections; the pool opens new ones on demand."""
        with self._guard:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self) -> sqlite3.Connection:
        with self._guard:
            if self._closed:
                raise StoreError(f"the store {self.path} is closed; open it again")
            if self._process != os.getpid():  # forked other than by os.fork
                self._idle, self._process = [], os.getpid()
            self._check_in_place()
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _check_in_place(self) -> None:
        """Raise if the path no longer leads to the file that was opened: writes to that file would be lost."""
        found = _identity(self.path)
        if found == self._opened:
            return
        log = "" if self._empty_log() else f", with {self.path.name}-wal beside it"
        if found is None:
            raise StoreIOError(
                f"{self.path} was deleted or moved while it was open; put it back, or open it where it is now{log}"
            )
        raise StoreIOError(
            f"{self.path} was replaced by another file while it was open; put the former file back{log}, or close "
            "this memory and open the other file"
        )

    def _empty_log(self) -> bool:
        """Write the log into the file that was opened, wherever that is now; false if this fails.

        SQLite finds a log by the path: it would apply this one to whatever file is opened there next.
        """
        with suppress(sqlite3.Error):
            for connection in self._idle[:1]:
                (blocked, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                return not blocked
        return False

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._guard:
            if not self._closed and self._may_write_beside:  # never reuse an immutable one: a log may appear
                self._idle.append(connection)
                return
        connection.close()

    def _connect(self) -> sqlite3.Connection:
        mode = "ro" if self.read_only else "rw"
        if not self._may_write_beside and not _has_log(self.path):
            mode += "&immutable=1"  # WAL needs a shared-memory file in the store's directory, where none can be created
        connection = sqlite3.connect(
            f"file:{quote(os.fsencode(self.path))}?mode={mode}",
            uri=True,
            timeout=self._lock_seconds,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            _configure(connection, read_only=self.read_only)
        except BaseException:
            connection.close()  # else the file stays open and locked as long as the error object lives
            raise
        return connection


def _identity(path: Path) -> tuple[int, int] | None:
    """A file's device and inode numbers, which never change during its life; `None` if the file does not exist."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _configure(connection: sqlite3.Connection, *, read_only: bool) -> None:
    connection.text_factory = bytes  # damaged text may not be valid UTF-8: decode only after its checksum matched
    connection.execute("PRAGMA temp_store = MEMORY")
    if not read_only:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")


_pools: weakref.WeakSet[Connections] = weakref.WeakSet()


def _close_idle_everywhere() -> None:
    """Close idle connections before a fork: a child that inherits one believes it holds locks that it does not hold.

    The parent's last close would then remove the log that the child is still writing to, losing its commits.
    """
    for pool in list(_pools):
        pool.close_idle()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_close_idle_everywhere)


def prepare(path: Path, *, create: bool, read_only: bool, lock_seconds: float) -> Connections:
    """Connections to the store at `path`, which is first created or migrated if needed.

    Raises `NoStoreError`, `NotAStoreError`, `SchemaError` or `ReadOnlyError` before anything is written.
    """
    with translated(path):
        if "\0" in str(path):
            raise NotAStoreError(f"{str(path)!r} cannot be the name of a file; take the NUL character out")
        if path.is_dir():
            raise NotAStoreError(f"{path} is a folder; name a file in it")
        if not path.parent.is_dir():
            raise NoStoreError(f"the folder {path.parent} does not exist; make it first")
        _make_if_missing(path, create=create and not read_only)
    connections = Connections(path, lock_seconds=lock_seconds, read_only=read_only)
    try:
        with connections.connection() as connection:
            _bring_up_to_date(connection, path, create=create, read_only=read_only, lock_seconds=lock_seconds)
    except BaseException:
        connections.close()
        raise
    return connections


def _bring_up_to_date(
    connection: sqlite3.Connection, path: Path, *, create: bool, read_only: bool, lock_seconds: float
) -> None:
    version, schema = _checked(connection, path)
    if not version and not schema:  # new, or its creator was killed before it was done
        if read_only or not create:
            raise _is_empty(path)
        _migrate(connection, path, lock_seconds)
    elif version in (0, NEWEST):
        if version == 0 or schema != _schema():
            raise DamagedError(f"{path} is damaged: its schema is not as it was written; {REMEDY_OF_ALL}")
    elif read_only:
        raise ReadOnlyError(f"{path} has to be migrated; open it once for writing")
    else:
        _migrate(connection, path, lock_seconds)


def schema_of(connection: sqlite3.Connection) -> list[tuple[bytes, ...]]:
    """The tables and indexes of a database with the statements that created them."""
    return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").fetchall()


@cache
def _schema() -> list[tuple[bytes, ...]]:
    """The schema of a store of the newest version."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.text_factory = bytes
        _apply(connection, MIGRATIONS)
        return schema_of(connection)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Translate SQLite's and the system's errors to `StoreError`s that name the file and the remedy."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translate(error, path) from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes the damaged bytes
        raise DamagedError(f"{path} is damaged (SQLite's error is no text); {REMEDY_OF_ALL}") from error
    except PermissionError as error:
        raise ReadOnlyError(f"no permission to use {path}; change its mode or choose another place") from error
    except OSError as error:
        raise StoreIOError(f"{path}: {error.strerror or error}; check the path and its disk") from error


def _translate(error: sqlite3.Error, path: Path) -> StoreError:
    name = getattr(error, "sqlite_errorname", "")
    for prefixes, kind, message in _TRANSLATIONS:
        if name.startswith(prefixes):
            return kind(message.format(path=path, error=error))
    return StoreIOError(f"{path}: {error}; check the disk, its quota and the file's mode, then repeat the call")


def _make_if_missing(path: Path, *, create: bool) -> None:
    """Create the file, readable by its user only, if allowed; raise if the path is not a readable regular file.

    An existing file is never opened here: closing it would release the locks that SQLite holds on it for this process
    (POSIX), and another process could then remove the log that this one is still writing to.
    """
    with _making:  # another thread must not open the file that is closed here
        if not path.exists():
            if not create:
                raise NoStoreError(f"there is no store at {path}; `convograph add` makes one")
            if _has_log(path):  # SQLite would discard it
                raise StoreIOError(
                    f"{path} is missing but its log is there, so it was deleted or moved while in use; put it back, or "
                    f"remove {path.name}-wal and {path.name}-shm too"
                )
            with suppress(FileExistsError):  # another process was faster
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    if not path.is_file():  # reading from a pipe would block forever
        raise NotAStoreError(f"{path} is no regular file; name another one")
    if not os.access(path, os.R_OK):
        raise PermissionError
    size = file_size(path)
    if size == 0:
        if not create:
            raise _is_empty(path)
        path.chmod(0o600)  # the log takes the same mode; the mode of a store with content is its user's choice
    if 0 < size < _LEAST_BYTES:  # SQLite would treat some of these as empty
        raise NotAStoreError(f"{path} is no convograph store; name another file, or restore it from a backup")


def _checked(connection: sqlite3.Connection, path: Path) -> tuple[int, list[tuple[bytes, ...]]]:
    """A database's version and schema, read in one transaction: another process may be creating or migrating it.

    Raises `NotAStoreError` or `SchemaError` unless it is a store that this convograph can read or migrate.
    """
    connection.execute("BEGIN")
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    schema = schema_of(connection)
    connection.execute("COMMIT")
    if application != APPLICATION_ID and (application or version or schema):
        raise NotAStoreError(f"{path} is a database of another program; name another file")
    _check_version(version, path)
    return version, schema


def _check_version(version: int, path: Path) -> None:
    if version > NEWEST:
        raise SchemaError(
            f"{path} has schema version {version}, this convograph knows up to {NEWEST}; upgrade convograph"
        )
    if 0 < version < FIRST:
        raise SchemaError(
            f"{path} has schema version {version}, which was never released, and this convograph begins at {FIRST}; "
            "export it with the version that made it, and import that into a new store"
        )


def _migrate(connection: sqlite3.Connection, path: Path, lock_seconds: float) -> None:
    enable_wal(connection, lock_seconds)
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    _check_version(version, path)  # another process, perhaps a newer convograph, may have been faster
    _apply(connection, MIGRATIONS[max(version - FIRST + 1, 0) :])
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {NEWEST}")
    connection.execute("COMMIT")


def _apply(connection: sqlite3.Connection, migrations: Sequence[str]) -> None:
    for migration in migrations:
        for statement in migration.split(";"):
            if statement.strip():
                connection.execute(statement)


def enable_wal(connection: sqlite3.Connection, lock_seconds: float) -> None:
    """Switch to write-ahead logging, even while other processes creating the file are doing the same.

    Retries in a loop because SQLite does not wait for locks here. Raises `sqlite3.OperationalError` after
    `lock_seconds`.
    """
    deadline = time.monotonic() + lock_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return


def _is_empty(path: Path) -> NoStoreError:
    return NoStoreError(f"{path} is empty; `convograph add` makes a store")


def _has_log(path: Path) -> bool:
    return file_size(path.with_name(path.name + "-wal")) > 0


def file_size(path: Path) -> int:
    """The size of a file in bytes; 0 if it does not exist."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
