"""Stores of earlier versions open with all that they hold."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import convograph
from convograph.errors import ReadOnlyError
from convograph.memory import Memory
from convograph.storage.migrations import MIGRATIONS, OWNER_TABLES
from support.encoders import HashingEncoder
from support.pictures import answers, derived

TURNS = [
    {"speaker": "Ana", "text": "My cat is called Miso. It sleeps."},
    {"speaker": "Ben", "text": "I moved to Porto."},
]


def open_store(path: Path, architecture: str = "sgmem", **options: bool) -> Memory:
    return convograph.open(path, architecture=architecture, encoder=HashingEncoder(), **options)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A store of version 1: its schema, with the rows that two architectures and a use mark make."""
    new, old = tmp_path / "new.db", tmp_path / "old.db"
    with open_store(new) as memory:
        memory.add(TURNS, session="s", said="2024-03-01")
        memory.recall("cat", touch=True)
        with open_store(new, "rag-r") as rounds:
            rounds.stats()
    with closing(sqlite3.connect(new)) as source, closing(sqlite3.connect(old)) as target:
        target.executescript(MIGRATIONS[0])
        target.execute(f"PRAGMA application_id = {source.execute('PRAGMA application_id').fetchone()[0]}")
        target.execute("PRAGMA user_version = 1")
        target.execute("PRAGMA journal_mode = WAL")
        tables = [name for (name,) in target.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            columns = [row[1] for row in target.execute(f"PRAGMA table_info({table})")]
            rows = source.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()  # noqa: S608
            target.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)  # noqa: S608
        target.commit()
        assert {"turn", "node", "use"} <= set(tables)
        assert "memo" not in tables
    return old


def test_a_store_of_version_1_answers_as_before(old: Path, tmp_path: Path) -> None:
    """Turns, layers, marks and versions stay; nothing is derived again, and memos can be brought."""
    new = tmp_path / "new.db"
    with open_store(new) as before, open_store(old) as after:
        assert after._store.version("default") == before._store.version("default")
        assert answers(after.recall("Where is the cat?")) == answers(before.recall("Where is the cat?")) != []
        assert derived(after) == derived(before)
        assert after.stats().last_used == before.stats().last_used != {}
        assert after.memos() == []
        assert [layer.waiting for layer in after.stats().layers] == [0]
    with open_store(old, "rag-rf") as memory:
        memory.bring([{"kind": "fact", "text": "Miso sleeps.", "turns": ["s:0"]}])
        (found,) = memory.recall("cat Miso").memos
        assert found.text == "Miso sleeps."
        memory.add([{"text": "Goodbye."}], session="s", first_ordinal=2)
        memory.forget(turn="s:0")
        assert memory.memos() == []
        assert memory.stats().turns == 2
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_store_of_version_1_is_not_changed_by_reading(old: Path) -> None:
    """The error says what to do, and the schema is as it was."""
    before = old.read_bytes()
    with pytest.raises(ReadOnlyError, match="has to be migrated; open it once for writing"):
        open_store(old, read_only=True)
    assert old.read_bytes() == before


def test_a_store_of_version_2_keeps_its_memos(tmp_path: Path) -> None:
    """Its memos are as they were, found and known again; triplets and events can be brought beside them."""
    path, fact = tmp_path / "m.db", {"kind": "fact", "text": "Miso sleeps.", "turns": ["s:0"]}
    with open_store(path, "rag-rf") as memory:
        memory.add(TURNS, session="s", said="2024-03-01")
        memory.bring([fact])
        before, found = memory.memos(), memory.recall("cat Miso").memos
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE memo DROP COLUMN details")
        connection.execute("PRAGMA user_version = 2")
        connection.commit()
    with pytest.raises(ReadOnlyError, match="has to be migrated"):
        open_store(path, read_only=True)
    with open_store(path, "rag-rf") as memory:
        assert memory.memos() == before
        assert memory.recall("cat Miso").memos == found != ()
        assert memory.bring([fact]).known == 1
        memory.bring([{"kind": "triplet", "subject": "Miso", "relation": "is", "object": "a cat", "turns": ["s:0"]}])
    with open_store(path, read_only=True) as memory:
        assert [memo.text for memo in memory.memos()] == ["Miso sleeps.", "Miso is a cat"]
        assert len(memory.memos("triplet")[0].triplets) == 1


def test_every_table_of_an_owner_is_forgotten_with_the_owner(old: Path) -> None:
    """`OWNER_TABLES` names each table with a column `owner`."""
    open_store(old).close()
    with closing(sqlite3.connect(old)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        owned = {
            name for name in tables if "owner" in [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        }
    assert owned == set(OWNER_TABLES)
