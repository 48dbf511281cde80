"""What engines say of their locations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from convograph import build
from convograph.build import ENGINES, IN_MEMORY, Engine, is_writable
from convograph.cli.options import Common, opened
from convograph.errors import InputError
from convograph.protocols import Store
from convograph.storage.paths import is_writable_file


def test_a_file_is_writable_with_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In which its log lies; a store in memory always is, and no engine knows an address."""
    store = tmp_path / "m.db"
    assert not is_writable(store)  # there is none
    store.touch()
    assert is_writable(store)
    assert is_writable(IN_MEMORY)
    with pytest.raises(InputError):
        is_writable("kv://host/m")
    asked: list[Path] = []
    monkeypatch.setattr("os.access", lambda path, mode: asked.append(path) or path != tmp_path)
    assert not is_writable_file(store)
    assert asked == [store, tmp_path]


def test_a_store_at_an_address_is_opened_for_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its engine says whether it may be changed, and no file of the name of the address is looked for."""
    given: list[dict[str, Any]] = []

    def remote(location: str | Path, **options: Any) -> Store:
        given.append({"location": location, **options})
        return ENGINES["memory"].open(IN_MEMORY)

    for writable in (True, False):
        engine = Engine(
            lambda location: str(location).startswith("kv://"), remote, is_writable=lambda _, so=writable: so
        )
        monkeypatch.setitem(build.ENGINES, "remote", engine)
        with opened(Common(store="kv://host/m", architecture="bm25"), "read") as memory:
            assert memory.owners() == []
    assert [(one["location"], one["read_only"]) for one in given] == [("kv://host/m", False), ("kv://host/m", True)]
