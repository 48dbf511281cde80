"""The engines that keep rows, and which of them a location is of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from convograph.config import DEFAULT_LOCK_SECONDS
from convograph.errors import InputError, NoStoreError
from convograph.protocols import Store
from convograph.storage.in_memory import LOCATION, InMemoryStore
from convograph.storage.paths import is_writable_file
from convograph.storage.sqlite import SQLiteStore

IN_MEMORY = LOCATION


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine that keeps rows: whether a location is one of its own, and how to open the store there.

    `open` takes the location, and by keyword `create`, `read_only` and `lock_seconds`, as `open_memory` does. `lasts`
    says whether what a store keeps is there when it is opened again, which whoever kills a process asks (`faults`),
    `is_writable` whether the store at a location may be changed by this process, as far as that can be told unopened.
    """

    is_at: Callable[[str | Path], bool]
    open: Callable[..., Store]
    lasts: bool = True
    is_writable: Callable[[str | Path], bool] = lambda location: True


def _in_memory(
    location: str | Path, *, create: bool = True, read_only: bool = False, lock_seconds: float = DEFAULT_LOCK_SECONDS
) -> Store:
    if read_only or not create:
        raise NoStoreError("a store in memory begins empty: leave read_only and create out, or name a file")
    return InMemoryStore(lock_seconds=lock_seconds)


ENGINES: Mapping[str, Engine] = {
    "memory": Engine(lambda location: str(location) == IN_MEMORY, _in_memory, lasts=False),
    "file": Engine(lambda location: "://" not in str(location), SQLiteStore, is_writable=is_writable_file),
}
"""Every engine by its name; the first that a location is of opens it."""


def engine_at(location: str | Path) -> Engine:
    """The engine that keeps stores at such a location. Raises `InputError` where none does."""
    for engine in ENGINES.values():
        if engine.is_at(location):
            return engine
    raise InputError(f"{location} is no path of a file, and stores at an address are not known to this version")


def is_writable(location: str | Path) -> bool:
    """Whether the store at a location may be changed, as its engine says. Raises `InputError` where there is none."""
    return engine_at(location).is_writable(location)
