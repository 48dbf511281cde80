"""Where a test's store may lie, on every engine that there is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from convograph.build import ENGINES, IN_MEMORY
from convograph.protocols import Store

LOCATIONS: Mapping[str, Callable[[Path, str], Path | str]] = {
    "file": lambda folder, name: folder / f"{name}.db",
    "memory": lambda folder, name: IN_MEMORY,
}
"""Where a new store of each engine of `build.ENGINES` lies, given a folder and a name; tests and faults begin there."""

ON_FILE = pytest.mark.parametrize("location", ["file"], indirect=True)
"""For a test that opens its store again, or looks at the file, where its fixtures run on each engine."""


def new_location(engine: str, folder: Path, name: str = "memory") -> Path | str:
    """Where a new store of an engine lies."""
    return LOCATIONS[engine](folder, name)


def new_store(engine: str, folder: Path) -> Store:
    """A new store of an engine."""
    return ENGINES[engine].open(new_location(engine, folder))
