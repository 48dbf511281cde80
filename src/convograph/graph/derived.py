"""A cache of values computed from a snapshot: from a layer's payloads (extended incrementally), or from all of it.

A snapshot passes its cache on to its successors, so a cache serves one owner and is dropped with that owner's snapshot.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from convograph.graph.columns import Listing
from convograph.graph.rows import NEVER, Version

Value = TypeVar("Value")

_NOTHING: tuple[None, Any] = (None, None)


@dataclass(slots=True)
class Derived:
    """Values by key, each with the payloads or the version that it was computed from. Thread-safe."""

    _incremental: dict[Hashable, tuple[Listing[Any], Any]] = field(default_factory=dict)
    _by_version: dict[Hashable, tuple[Version, Any]] = field(default_factory=dict)
    _lock: AbstractContextManager[object] = field(
        default_factory=threading.RLock
    )  # reentrant: computing one value may ask for others

    def incremental(
        self,
        key: Hashable,
        payloads: Listing[Any],
        empty: Callable[[], Value],
        extend: Callable[[Value, Sequence[Any]], Value],
    ) -> Value:
        """`extend(empty(), payloads)`, computed incrementally from the value cached under `key` for earlier payloads.

        `extend` must not modify the value passed to it: readers of an older snapshot may hold it.
        """
        with self._lock:
            held, value = self._incremental.get(key, (Listing[Any](), None))
            if value is None or not payloads.continues(held):
                held, value = Listing[Any](), empty()
            if len(payloads) > len(held):
                value = extend(value, payloads[len(held) :])
            self._incremental[key] = (payloads, value)
            made: Value = value
            return made

    def for_version(self, key: Hashable, version: Version, make: Callable[[], Value]) -> Value:
        """`make()`, cached under `key` for the last version asked for."""
        with self._lock:
            known_for, held = self._by_version.get(key, _NOTHING)
            if known_for != version:
                held = make()
                self._by_version[key] = (version, held)
            made: Value = held
            return made

    def cached(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """`make()`, cached for all snapshots that this cache is passed on to."""
        return self.for_version(key, NEVER, make)

    def nested(self, what: str) -> Derived:
        """A nested cache for slow computations, with its own lock, so that other threads need not wait for them.

        Computations in the nested cache may ask this cache for values, but not the reverse: that could deadlock.
        """
        return self.cached(("nested", what), Derived)
