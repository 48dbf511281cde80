"""The schema in the file and the tables in the code are the same; stores of other versions are refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import convograph
from convograph.errors import DamagedError, NoStoreError, SchemaError
from convograph.graph.tables import TABLES
from convograph.storage import connections
from convograph.storage.migrations import APPLICATION_ID, FIRST, NEWEST
from support.encoders import HashingEncoder


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "memory.db"
    with convograph.open(path, encoder=HashingEncoder()) as memory:
        memory.add([{"speaker": "Ana", "text": "My cat is called Miso."}])
    return path


def test_the_schema_has_the_tables_of_the_code(store: Path) -> None:
    """Each with its columns in order, their kinds, which may be empty, its key and a checksum."""
    with closing(sqlite3.connect(store)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert names == {"owner", "tally", *(table.name for table in TABLES)}
        for table in TABLES:
            owner = {} if table.shared else {"owner": "integer"}
            columns = connection.execute(f"PRAGMA table_info({table.name})").fetchall()
            assert {name: kind.lower() for _, name, kind, *_ in columns} == {
                **owner,
                **table.columns,
                "checksum": "integer",
            }, table.name
            keys = sorted((place, name) for _, name, _, _, _, place in columns if place)
            assert tuple(name for _, name in keys) == (*owner, *table.key), table.name
            may_be_null = {name for _, name, _, never_null, _, place in columns if not never_null and not place}
            assert may_be_null == set(table.nullable), table.name


def test_a_store_without_a_record_of_what_was_removed_gets_one(store: Path) -> None:
    """As stores of version 6: what they hold stays, and forgetting notes what is gone."""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("DROP TABLE removed")
        connection.execute("PRAGMA user_version = 6")
    with convograph.open(store, encoder=HashingEncoder()) as memory:
        (session,) = memory.sessions()
        memory.append({"text": "He is three."}, session.id)
        memory.forget(turn=memory.turns(session.id)[0].id)
        assert [turn.text for turn in memory.turns(session.id)] == ["He is three."]
    with closing(sqlite3.connect(store)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (7,)
        assert connection.execute("SELECT count(*) FROM removed").fetchone()[0] > 0


def test_rows_are_looked_up_by_an_index(store: Path) -> None:
    """No look-up of a table's `indexes`, and no reading of what is newer, scans the rows of other owners."""
    with closing(sqlite3.connect(store)) as connection:
        for table in TABLES:
            looks = [table.key, *table.indexes, ()]
            for columns in looks:
                owner = () if table.shared else ("owner",)
                condition = " AND ".join(f"{name} = 1" for name in (*owner, *columns)) or "TRUE"
                plan = connection.execute(f"EXPLAIN QUERY PLAN SELECT * FROM {table.name} WHERE {condition}")  # noqa: S608
                found = " ".join(row[3] for row in plan)
                assert "SCAN" not in found or table.shared, f"{table.name} by {columns}: {found}"


@pytest.mark.parametrize(
    ("version", "remedy"), [(FIRST - 1, "export it with the version that made it"), (NEWEST + 1, "upgrade convograph")]
)
def test_a_store_of_another_version_is_refused_untouched(store: Path, version: int, remedy: str) -> None:
    """The error says what to do, and the file is as it was."""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = store.read_bytes()
    with pytest.raises(SchemaError, match=remedy):
        convograph.open(store)
    assert store.read_bytes() == before


def test_a_store_whose_making_was_interrupted_is_empty(tmp_path: Path) -> None:
    """Whoever only reads is told so, as of a file without a byte; whoever may make a store makes it."""
    path = tmp_path / "memory.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    for options in ({"read_only": True}, {"create": False}):
        with pytest.raises(NoStoreError, match=r"is empty; `convograph add` makes a store"):
            convograph.open(path, **options)
    with convograph.open(path) as memory:
        assert memory.add([{"text": "My cat is called Miso."}]).added == 1


def test_a_store_that_has_lost_its_version_is_damaged(store: Path) -> None:
    """It is not made anew, nor taken for an empty one."""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA user_version = 0")
    for options in ({"read_only": True}, {"create": False}, {}):
        with pytest.raises(DamagedError, match="its schema is not as it was written"):
            convograph.open(store, **options)


def test_a_later_version_that_migrates_first_keeps_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two processes that come upon a store at once, the one of the older version leaves it as it has become."""
    path, checked = tmp_path / "memory.db", connections._checked

    def overtaken(*arguments: object) -> object:
        found = checked(*arguments)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
        return found

    monkeypatch.setattr(connections, "_checked", overtaken)
    with pytest.raises(SchemaError, match="upgrade convograph"):
        convograph.open(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (NEWEST + 1,)
