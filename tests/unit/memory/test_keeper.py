"""Snapshots of stores that cannot be written to."""

from __future__ import annotations

from pathlib import Path

import pytest

import convograph
from convograph.errors import ReadOnlyError


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
