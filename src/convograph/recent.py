"""A cache of the most recently used values."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class RecentCache(Generic[Key, Value]):
    """Holds the values that were kept last, up to `size`. Safe to share between threads.

    Each value counts as the `weight` of its key, one by default.
    """

    def __init__(self, size: int, weight: Callable[[Key], int] = lambda key: 1) -> None:
        self._size = size
        self._weight = weight
        self._filled = 0
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def found(self, keys: Iterable[Key]) -> dict[Key, Value]:
        """The values held for these keys."""
        with self._lock:
            return {key: self._kept[key] for key in keys if key in self._kept}

    def keep(self, values: Mapping[Key, Value]) -> None:
        """Keep these values as the latest, and drop the ones kept longest ago if there is no room."""
        with self._lock:
            for key, value in values.items():
                if key not in self._kept:
                    self._filled += self._weight(key)
                self._kept[key] = value
                self._kept.move_to_end(key)
            while self._filled > self._size:
                key, _ = self._kept.popitem(last=False)
                self._filled -= self._weight(key)
