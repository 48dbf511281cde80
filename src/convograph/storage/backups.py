"""Backups of a SQLite store: made while it is in use, written completely or not at all, and restored."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from convograph.errors import StoreBusyError, StoreIOError
from convograph.storage.connections import prepare, translated

_WRITING_FAILED = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
)


@contextmanager
def copied(source: Path, target: Path, *, lock_seconds: float) -> Iterator[Path]:
    """A copy of the store's latest commit, beside `target`, for the duration of the block; others may go on writing.

    It is rebuilt from scratch (`VACUUM INTO`), so it holds no trace of deleted rows, and synced to disk.
    """
    partial = target.with_name(target.name + ".part")
    _check_encodable(partial)
    with translated(target):
        partial.unlink(missing_ok=True)
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        connections = prepare(source, create=False, read_only=True, lock_seconds=lock_seconds)
        try:
            with connections.connection() as connection, _writing(target):
                connection.execute("VACUUM INTO ?", (str(partial),))
        finally:
            connections.close()
        with translated(target), closing(sqlite3.connect(partial)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")  # the copy does not inherit the mode
        yield partial
    finally:
        with translated(target):
            for name in (partial, *_logs(partial), partial.with_name(partial.name + "-journal")):
                name.unlink(missing_ok=True)


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    """Make errors in writing the copy name the file being written, not the store being copied."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) in _WRITING_FAILED:
            with translated(target):
                raise
        raise


def _check_encodable(path: Path) -> None:
    """Refuse a path that is not valid UTF-8: SQLite can open such a file but cannot write a copy to it."""
    try:
        str(path).encode()
    except UnicodeEncodeError as error:
        raise StoreIOError(f"the path {str(path)!a:.200} is not in UTF-8; name another file") from error


def install(partial: Path, target: Path) -> None:
    """Replace `target` with a verified copy, atomically: whoever opens it finds either the old file or the new one."""
    with translated(target):
        _sync(partial)
        partial.replace(target)
        _sync(target.parent)


def displace(target: Path, *, lock_seconds: float) -> None:
    """Prepare to replace a file: check that nobody has it open, and remove its log, which the new file must not get.

    Raises `StoreBusyError` while anyone has it open. A file too damaged to be queried counts as not open.
    """
    with closing(sqlite3.connect(target, timeout=lock_seconds, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise StoreBusyError(f"{target} is open elsewhere; close it there, then restore") from error
    with translated(target):
        for log in _logs(target):
            log.unlink(missing_ok=True)


def _logs(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def _sync(path: Path) -> None:
    with suppress(IsADirectoryError):
        opened = os.open(path, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
