"""SQLite's own full-text search: Porter stemming and BM25, no vectors."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

from benchmarks.peers.figures import Missing, Peer, PeerFigures
from benchmarks.processes import Progress, bytes_on_disk, peak_megabytes
from benchmarks.sentences import SentenceFiles
from benchmarks.timing import milliseconds, times

_WORD = re.compile(r"\w+")
# `rank` is bm25(), and sorts faster than calling it
_QUERY = "SELECT rowid, text, rank FROM sentence WHERE sentence MATCH ? ORDER BY rank LIMIT ?"


def measure(folder: Path, files: SentenceFiles, questions: Sequence[str], count: int) -> Peer:
    """Query the `count` best sentences by BM25 with any of a question's words."""
    path = folder / "fts5.db"
    connection = sqlite3.connect(path)
    try:
        connection.execute("CREATE VIRTUAL TABLE sentence USING fts5(text, tokenize = 'porter')")
    except sqlite3.OperationalError as error:
        connection.close()
        return Missing(f"SQLite {sqlite3.sqlite_version} of this Python has no FTS5: {error}")
    seconds = _filled(connection, files)

    def ask(question: str) -> object:
        return connection.execute(_QUERY, (any_word(question), count)).fetchall()

    ask(questions[0])
    measured = [milliseconds(partial(ask, question)) for question in questions]
    connection.close()
    size = bytes_on_disk(path)
    return PeerFigures(round(files.count / seconds), round(size / files.count), times(measured), None, peak_megabytes())


def any_word(question: str) -> str:
    """A question as an FTS5 query: its words, quoted because some are operators, joined by OR.

    >>> any_word("Who's near?")
    '"Who" OR "s" OR "near"'
    """
    return " OR ".join(f'"{word}"' for word in _WORD.findall(question))


def _filled(connection: sqlite3.Connection, files: SentenceFiles) -> float:
    """Store the sentences, one transaction per batch; return the seconds in the database."""
    connection.execute("PRAGMA journal_mode = WAL")
    progress = Progress("FTS5", files.count)
    seconds, done = 0.0, 0
    for texts, _ in files.batches():
        start = perf_counter()
        with connection:
            connection.executemany("INSERT INTO sentence (text) VALUES (?)", ((text,) for text in texts))
        seconds += perf_counter() - start
        done += len(texts)
        progress.reached(done)
    return seconds
