"""A memory for each test, over one reader: a parser takes longer to load than a history to read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import convograph
from convograph.memory import Memory
from support.facts import another


@pytest.fixture(scope="session")
def root() -> Iterator[Memory]:
    """The memory that the others are opened from."""
    with convograph.open(":memory:", owner="root", architecture="bm25") as opened:
        yield opened


@pytest.fixture
def memory(root: Memory) -> Memory:
    """An owner of whom nothing is known yet."""
    return another(root)
