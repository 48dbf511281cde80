"""What a call costs does not grow with what it does not concern: rows read, not time, which depends on the machine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph.build import ARCHITECTURES, Parts
from convograph.memory import Memory
from convograph.storage.sqlite_rows import OwnerReading
from convograph.types import Turn
from support.encoders import HashingEncoder

HYBRID = ARCHITECTURES["hybrid"](Parts(HashingEncoder()))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows were read from SQLite, block by block."""
    found: list[int] = []
    checked = OwnerReading._checked

    def counted(self: OwnerReading, table: Any, block: Sequence[Any]) -> Any:
        found.append(len(block))
        return checked(self, table, block)

    monkeypatch.setattr(OwnerReading, "_checked", counted)
    return found


def rows_read(read: list[int], memory: Memory, text: str) -> int:
    """The rows that appending a message reads."""
    read.clear()
    memory.append(Turn(text, "Ana"), "live", said="2024-05-01")
    return sum(read)


def test_a_new_owner_costs_the_same_whoever_else_is_there(read: list[int], tmp_path: Path) -> None:
    """The encoder of one other owner is looked up, not those of all; the bound is room for one block of rows."""
    with convograph.open_memories(tmp_path / "m.db", architecture=HYBRID, max_bytes=1 << 30) as memories:
        costs = [rows_read(read, memories.of(f"owner {number}"), "Hello.") for number in range(200)]
    assert max(costs[-50:]) <= max(costs[50:100])


def test_an_append_reads_as_much_from_a_long_memory_as_from_a_short_one(read: list[int], tmp_path: Path) -> None:
    """Only what was committed since, once the memory is held."""
    with convograph.open_memories(tmp_path / "m.db", architecture=HYBRID, max_bytes=1 << 30) as memories:
        memory = memories.of("ana")
        memory.append(Turn("Hello.", "Ana"), "live", said="2024-05-01")
        short = rows_read(read, memory, "The cat sleeps.")
        memory.add([Turn(f"This is number {number}.", "Ben") for number in range(500)], session="long")
        assert rows_read(read, memory, "The cat wakes.") == short
