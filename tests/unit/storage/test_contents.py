"""The bytes of a store, for whoever looks for what was deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

import convograph
from convograph.storage.sqlite import SQLiteStore


@pytest.fixture
def store(tmp_path: Path) -> SQLiteStore:
    with convograph.open(tmp_path / "m.db", architecture="bm25") as memory:
        memory.add([{"speaker": "Ana", "text": "My cat is called Miso."}], session="s")
    return SQLiteStore(tmp_path / "m.db", create=False)


def test_what_every_store_has_is_blank(store: SQLiteStore) -> None:
    """SQLite's name and the schema, each as long as it was; what was told is there."""
    ((name, content),) = store.contents()
    assert (name, len(content)) == ("m.db", store.size())
    assert b"Miso" in content
    assert b"CREATE" not in content
    assert b"SQLite format" not in content
    store.close()


def test_a_log_that_is_removed_meanwhile_has_no_bytes(store: SQLiteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever else closes the store last takes it away, between any two steps of a reader."""
    monkeypatch.setattr(Path, "exists", lambda path: True)
    store._path = store._path.with_name("gone.db")
    assert [name for name, _ in store.contents()] == ["gone.db"]
    store.close()
