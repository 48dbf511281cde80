"""A minimal store as a floor: turns in an SQLite full-text table, with the same durability and erasure as ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from benchmarks.peers.fts5 import any_word

_FOUND = 15


class PlainStore:
    """Texts of many owners' turns in one file, without vectors, times or sessions."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        for setting in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
            self._connection.execute(f"PRAGMA {setting}")
        self._connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS turn USING fts5(owner, text, tokenize = 'porter')")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def add(self, owner: str, texts: Iterable[str]) -> None:
        """Store turns in one transaction, synced to disk."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany("INSERT INTO turn (owner, text) VALUES (?, ?)", ((owner, text) for text in texts))
        self._connection.execute("COMMIT")

    def search(self, owner: str, question: str) -> list[str]:
        """The best texts of an owner with any word of the question, by BM25 with statistics over all owners."""
        words = f'owner : "{owner}" AND text : ({any_word(question)})'
        found = self._connection.execute(
            "SELECT text FROM turn WHERE turn MATCH ? ORDER BY rank LIMIT ?", (words, _FOUND)
        )
        return [text for (text,) in found]

    def count(self) -> int:
        """The number of turns."""
        return int(self._connection.execute("SELECT count(*) FROM turn").fetchone()[0])

    def forget(self, owner: str, *, most: int = -1) -> None:
        """Delete an owner's first `most` turns, by default all, and erase their bytes from the file."""
        chosen = "SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY rowid LIMIT ?"
        self._connection.execute(f"DELETE FROM turn WHERE rowid IN ({chosen})", (f'owner : "{owner}"', most))  # noqa: S608
        self._connection.execute("VACUUM")
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
