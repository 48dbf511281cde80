"""The snapshots that keepers hold, bounded in bytes if need be: the least recently used are let go."""

from __future__ import annotations

import threading
from collections import OrderedDict
from weakref import WeakValueDictionary

from convograph.graph.snapshot import Snapshot


class Place:
    """Where the snapshot of one owner by one encoder is held; whoever brings it up to date holds the `lock`.

    All keepers of the same have the same place: columns that grow must not be grown by two at once.
    """

    __slots__ = ("__weakref__", "lock")

    def __init__(self) -> None:
        self.lock = threading.Lock()


class SnapshotCache:
    """The newest snapshots of some owners, of at most `max_bytes` together (`None`: without bound).

    A single snapshot above the bound is held alone. Bytes are those of `Snapshot.nbytes`. What is let go lives on for
    the calls that use it just now, which do not count. Safe to share between threads.
    """

    def __init__(self, max_bytes: int | None = None) -> None:
        self.max_bytes = max_bytes
        self._places: WeakValueDictionary[tuple[str, str], Place] = WeakValueDictionary()
        self._held: OrderedDict[Place, tuple[Snapshot, int]] = OrderedDict()  # the least recently used first
        self._bytes = 0
        self._lock = threading.Lock()

    @property
    def held_bytes(self) -> int:
        """The bytes of all snapshots that are held; 0 without a bound, where nobody counts them."""
        return self._bytes

    def place(self, owner: str, encoder: str) -> Place:
        """The place of an owner's snapshot by the encoder of this fingerprint."""
        with self._lock:
            return self._places.setdefault((owner, encoder), Place())

    def get(self, place: Place) -> Snapshot | None:
        """The snapshot that is held, which now is the last used."""
        with self._lock:
            if place not in self._held:
                return None
            self._held.move_to_end(place)
            return self._held[place][0]

    def put(self, place: Place, snapshot: Snapshot) -> None:
        """Hold a snapshot in place of the one before, and let go of others while there is no room for it."""
        size = 0 if self.max_bytes is None else snapshot.nbytes
        with self._lock:
            self._let_go(place)
            while self.max_bytes is not None and self._held and self._bytes + size > self.max_bytes:
                self._let_go(next(iter(self._held)))
            self._held[place] = snapshot, size
            self._bytes += size

    def drop(self, place: Place) -> None:
        """Let go of a snapshot that is of no more use."""
        with self._lock:
            self._let_go(place)

    def _let_go(self, place: Place) -> None:
        _, size = self._held.pop(place, (None, 0))
        self._bytes -= size
