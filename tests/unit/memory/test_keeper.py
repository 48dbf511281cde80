"""Snapshots that cannot be brought up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

import convograph
from convograph.errors import DamagedError, ReadOnlyError
from convograph.memory.snapshots import keeper


def test_a_read_only_store_without_the_layer_says_so(tmp_path: Path) -> None:
    """Nothing can be found by units that were never derived: that is an error, not an empty answer."""
    path = tmp_path / "m.db"
    with convograph.open(path) as memory:
        memory.add([{"speaker": "Ana", "text": "My cat is called Miso."}])
    with convograph.open(path, read_only=True) as memory:
        assert len(memory.recall("What is the cat called?").hits) == 1
    with (
        convograph.open(path, read_only=True, architecture="rag-s") as memory,
        pytest.raises(ReadOnlyError, match="no chunks-session layer for rag-s yet"),
    ):
        memory.recall("What is the cat called?")


def test_what_cannot_be_stored_is_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where an index leads past a layer's row, so that no write finds it. It is not tried for ever."""
    tried = []
    monkeypatch.setattr(keeper, "derive", lambda *arguments: tried.append(arguments))
    with (
        convograph.open(tmp_path / "m.db") as memory,
        pytest.raises(DamagedError, match=r"wording.* cannot be brought up to date.*convograph verify"),
    ):
        memory.add([{"speaker": "Ana", "text": "My cat is called Miso."}])
    assert len(tried) == 1
