"""An LRU cache of snapshots, optionally bounded in bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from convograph.graph.rows import Version
from convograph.graph.snapshot import Snapshot


class Slot:
    """The cache entry for one owner and encoder; hold its `lock` while updating the snapshot.

    All keepers of the same owner and encoder share the entry, because two threads must not extend growable columns at
    once.
    """

    __slots__ = ("__weakref__", "lock")

    def __init__(self) -> None:
        self.lock = threading.Lock()


class SnapshotCache:
    """The latest snapshots of recently used owners, at most `max_bytes` in total (`None`: unbounded).

    A single snapshot above the bound is held alone. Bytes are those of `Snapshot.nbytes`. Evicted snapshots stay alive
    for the calls that are using them, and do not count. Thread-safe.
    """

    def __init__(self, max_bytes: int | None = None) -> None:
        self.max_bytes = max_bytes
        self._slots: WeakValueDictionary[tuple[str, str], Slot] = WeakValueDictionary()
        self._held: OrderedDict[Slot, tuple[Snapshot, int]] = OrderedDict()  # least recently used first
        self._bytes = 0
        self._lock = threading.Lock()

    @property
    def held_bytes(self) -> int:
        """The bytes of all snapshots held; 0 without a bound, when they are not counted."""
        return self._bytes

    def slot(self, owner: str, encoder: str) -> Slot:
        """The cache entry for an owner and the encoder with this fingerprint."""
        with self._lock:
            return self._slots.setdefault((owner, encoder), Slot())

    def get(self, slot: Slot) -> Snapshot | None:
        """The cached snapshot, now marked as most recently used."""
        with self._lock:
            if slot not in self._held:
                return None
            self._held.move_to_end(slot)
            return self._held[slot][0]

    def put(self, slot: Slot, snapshot: Snapshot) -> None:
        """Replace the cached snapshot, evicting others to make room for it."""
        size = 0 if self.max_bytes is None else snapshot.nbytes
        with self._lock:
            self._let_go(slot)
            while self.max_bytes is not None and self._held and self._bytes + size > self.max_bytes:
                self._let_go(next(iter(self._held)))
            self._held[slot] = snapshot, size
            self._bytes += size

    def snapshots(self) -> list[Snapshot]:
        """All snapshots held."""
        with self._lock:
            return [snapshot for snapshot, _ in self._held.values()]

    def drop(self, slot: Slot) -> None:
        """Drop a snapshot that is no longer needed."""
        with self._lock:
            self._let_go(slot)

    def drop_outdated(self, version: Callable[[str], Version]) -> None:
        """Drop the snapshots whose owners have changed since, because they may hold turns forgotten meanwhile."""
        with self._lock:
            held = [(owner, slot) for (owner, _), slot in self._slots.items() if slot in self._held]
        for owner, slot in held:
            snapshot = self.get(slot)
            if snapshot is not None and snapshot.version != version(owner):
                self.drop(slot)

    def _let_go(self, slot: Slot) -> None:
        _, size = self._held.pop(slot, (None, 0))
        self._bytes -= size
