"""The storage engines, and the choice of the one for a location."""

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
    """A storage engine: whether a location belongs to it, and how to open the store there.

    `open` takes the location and the keywords `create`, `read_only` and `lock_seconds`, as `open_memory` does. `lasts`
    says whether the contents of a store are still there when it is opened again, which the fault tests need to know.
    `is_writable` says whether this process may change the store at a location, as far as is known without opening it.
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
"""The engines by name; the first one that a location belongs to opens the store there."""


def engine_at(location: str | Path) -> Engine:
    """The engine for a location. Raises `InputError` if there is none."""
    for engine in ENGINES.values():
        if engine.is_at(location):
            return engine
    raise InputError(f"{location} is no path of a file, and stores at an address are not known to this version")


def is_writable(location: str | Path) -> bool:
    """Whether the store at a location may be changed, as reported by its engine. Raises `InputError` for no engine."""
    return engine_at(location).is_writable(location)
