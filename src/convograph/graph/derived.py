"""What is worked out from a layer's payloads once and then extended: names, ids, what stands in them.

It belongs to a snapshot and passes on to the snapshots that follow it, so that it is one owner's and goes with it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from convograph.graph.columns import Listing

Value = TypeVar("Value")


@dataclass(slots=True)
class Derived:
    """Values by key, each with the payloads that it was made of. Safe to share between threads."""

    _held: dict[Hashable, tuple[Listing[str], Any]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(
        self,
        key: Hashable,
        payloads: Listing[str],
        empty: Callable[[], Value],
        extend: Callable[[Value, Sequence[str]], Value],
    ) -> Value:
        """`extend(empty(), payloads)`, of which only what is new is done when earlier ones are held under the key.

        `extend` leaves the value that it is given as it is: readers of an older snapshot may hold it.
        """
        with self._lock:
            held, value = self._held.get(key, (Listing[str](), None))
            if value is None or not payloads.continues(held):
                held, value = Listing[str](), empty()
            if len(payloads) > len(held):
                value = extend(value, payloads[len(held) :])
            self._held[key] = (payloads, value)
            made: Value = value
            return made
