"""Append-only columns that share a buffer, so that older readers keep the length they saw.

A snapshot is immutable, yet adding one turn to a million must not copy the million. A column is therefore a length over
a shared buffer: `extended` writes beyond the longest column handed out and returns a longer column. Only the longest
column can be extended in place; extending a shorter one copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

Item = TypeVar("Item")

_OBJECTS = 256  # bytes of a column, its buffer and its array object, without the rows
_GROWTH = 1.25  # a full buffer grows by a quarter: amortised constant cost, at most a fifth of it unused


@dataclass(slots=True)
class _Buffer:
    """The shared storage: the first `used` rows belong to a column, the rest are free."""

    rows: npt.NDArray[Any]
    used: int


class Column:
    """Rows of one dtype and width, extended without copying (see the module docstring)."""

    __slots__ = ("_buffer", "_length")

    def __init__(self, rows: npt.NDArray[Any]) -> None:
        self._buffer = _Buffer(rows, len(rows))
        self._length = len(rows)

    def __len__(self) -> int:
        return self._length

    @property
    def nbytes(self) -> int:
        """The size of the whole buffer in bytes, including free rows and rows of longer columns."""
        return _OBJECTS + self._buffer.rows.nbytes

    @property
    def values(self) -> npt.NDArray[Any]:
        """The rows of this column; they never change."""
        return self._buffer.rows[: self._length]

    def extended(self, rows: npt.NDArray[Any]) -> Column:
        """A column with `rows` appended; this one keeps its length."""
        if len(rows) == 0:
            return self
        needed = self._length + len(rows)
        buffer = self._buffer
        if buffer.used != self._length or len(buffer.rows) < needed:
            grown = np.empty((max(needed, int(self._length * _GROWTH)), *buffer.rows.shape[1:]), buffer.rows.dtype)
            grown[: self._length] = self.values
            buffer = _Buffer(grown, self._length)
        buffer.rows[self._length : needed] = rows
        buffer.used = needed
        longer = Column.__new__(Column)
        longer._buffer, longer._length = buffer, needed
        return longer


@dataclass(frozen=True, slots=True)
class Listing(Sequence[Item], Generic[Item]):
    """A column of Python objects: a length over a shared list."""

    _items: list[Item] = field(default_factory=list)
    _length: int = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._items[slice(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(f"no row {index}: there are {self._length}")
        return self._items[index if index >= 0 else self._length + index]

    def at(self, rows: npt.NDArray[np.integer]) -> list[Item]:
        """The items at `rows`, in that order; faster than indexing them one by one."""
        items = self._items
        return [items[row] for row in rows.tolist()]

    def continues(self, earlier: Listing[Item]) -> bool:
        """Whether this listing extends or equals `earlier`; a constant-time check that may miss copies."""
        return len(earlier) == 0 or (self._items is earlier._items and len(self) >= len(earlier))

    def extended(self, items: Iterable[Item]) -> Listing[Item]:
        """A listing with `items` appended; this one keeps its length.

        An empty listing is never extended in place: several memories may start from the same empty listing.
        """
        shared = self._items if 0 < self._length == len(self._items) else self._items[: self._length]
        shared.extend(items)
        return Listing(shared, len(shared))


@dataclass(frozen=True, slots=True)
class Coded(Generic[Item]):
    """A dictionary-encoded column of hashable values: a number per row into the `distinct` values."""

    numbers: Column = field(default_factory=lambda: Column(np.empty(0, np.int64)))
    distinct: Listing[Item] = field(default_factory=Listing)
    _number: dict[Item, int] = field(default_factory=dict)

    def extended(self, items: Iterable[Item]) -> Coded[Item]:
        """A column with `items` appended; this one keeps its length."""
        known = len(self.distinct)
        number = self._number if len(self._number) == known else dict(islice(self._number.items(), known))
        numbers = np.array([number.setdefault(one, len(number)) for one in items], np.int64)
        distinct = self.distinct.extended(islice(number, known, None))
        return Coded(self.numbers.extended(numbers), distinct, number)
