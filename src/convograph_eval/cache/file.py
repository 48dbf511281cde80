"""A SQLite file of values by digest that runs, processes and threads can read and write concurrently."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from threading import Lock

from convograph.errors import InputError
from convograph.formats.private_files import growing
from convograph.storage.connections import enable_wal

FILE_NAME = "extractions.db"
FORMAT = 1  # increment when the format of values changes: they then go into another table
KEYS_AT_ONCE = 500  # older SQLite versions allow at most 999 parameters
LOCK_SECONDS = 120.0  # several processes may write a few megabytes each
DIGEST_BYTES = 16

_TABLE = f"value_{FORMAT}"


def default_folder() -> Path:
    """`~/.cache/convograph-eval`."""
    return Path.home() / ".cache" / "convograph-eval"


def digest(*parts: str | bytes | None) -> bytes:
    """A key of 16 bytes; `None` differs from the empty text, and each part's length is hashed with it."""
    made = blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        if part is None:
            made.update(b"-")
            continue
        raw = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        made.update(b"%d:" % len(raw))
        made.update(raw)
    return made.digest()


class CacheFile:
    """Values by digest in a file in `folder`, which is created if needed. The connection opens at first use.

    Methods raise `InputError`, which names `option`, if the folder or the file cannot be used. Deleting the file is
    always safe.
    """

    def __init__(self, folder: Path, name: str = FILE_NAME, option: str = "--cache") -> None:
        self.path = folder / name
        self._option = option
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The values of those keys that are in the file."""
        found: dict[bytes, bytes] = {}
        with self._open() as connection:
            for part in _parts(keys):
                marks = ",".join("?" * len(part))
                found.update(connection.execute(f"SELECT key, value FROM {_TABLE} WHERE key IN ({marks})", part))  # noqa: S608 - marks only
        return found

    def put(self, values: Iterable[tuple[bytes, bytes]]) -> None:
        """Store values in one transaction; keys that exist already keep their value."""
        with self._open() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(f"INSERT OR IGNORE INTO {_TABLE} VALUES (?, ?)", values)  # noqa: S608 - a constant

    def drop(self, keys: Sequence[bytes]) -> None:
        """Delete the values of these keys."""
        with self._open() as connection, connection:
            connection.executemany(f"DELETE FROM {_TABLE} WHERE key = ?", [(key,) for key in keys])  # noqa: S608 - a constant

    def close(self) -> None:
        """Close the file, if it is open."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._lock:
                if self._connection is None:
                    self._connection = self._connect()
                yield self._connection
        except (sqlite3.Error, OSError) as error:
            remedy = "delete the file, or name" if self.path.is_file() else "name"
            raise InputError(
                f"the cache {self.path} cannot be used: {error}; {remedy} another folder with {self._option}"
            ) from error

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():  # closing an existing file would drop the locks of this process's connections to it
            growing(self.path).close()  # private; SQLite would create it readable by others
        connection = sqlite3.connect(self.path, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False)
        enable_wal(connection, LOCK_SECONDS)
        connection.execute("PRAGMA synchronous = NORMAL")  # a power cut loses only values that can be derived again
        connection.execute(f"CREATE TABLE IF NOT EXISTS {_TABLE} (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
        return connection


def _parts(keys: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    for start in range(0, len(keys), KEYS_AT_ONCE):
        yield keys[start : start + KEYS_AT_ONCE]
