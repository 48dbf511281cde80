"""Damaged rows as they read now, for calls that do not need rows to be correct, such as `forget`.

At least one column of a damaged row is wrong, and it is unknown which: these rows never answer questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from convograph.graph.damage import Damage, text_of
from convograph.graph.rows import Version
from convograph.graph.tables import MEMO, MEMO_SOURCE, SESSION, TURN, Kind, Row, Table, Value, Values
from convograph.protocols import OwnerView

_READ_DAMAGED = (SESSION, TURN, MEMO, MEMO_SOURCE)  # damaged rows of other tables are left out
_BLANKED = ("said_local", "said_offset", "said_raw", "metadata", "details")  # may be unreadable; identifies nothing


class AsItReads:
    """Implements `convograph.protocols.OwnerView`: content including damaged rows; `damage` collects the damage."""

    def __init__(self, reading: OwnerView) -> None:
        self.damage: list[Damage] = []
        self._reading = reading

    @property
    def version(self) -> Version:
        """The owner's version."""
        return self._reading.version

    def rows(
        self,
        table: Table[Row],
        after: int | None = None,
        damaged: list[Damage] | None = None,
        **where: Value | Sequence[Value],
    ) -> Iterator[Row]:
        """The rows with these values, followed by the damaged rows of content whose keys can be read."""
        found: list[Damage] = []
        yield from self._reading.rows(table, after, found, **where)
        self.damage += found
        if damaged is not None:
            damaged += found
        for values in (_values(table, one) for one in found if table in _READ_DAMAGED):
            if values is not None:
                yield table.row(values)

    def count(self, table: Table[Any], **where: Value | Sequence[Value]) -> int:
        """The number of rows with these values."""
        return self._reading.count(table, **where)


def _values(table: Table[Any], damage: Damage) -> Values | None:
    """The values to build a row from a damaged one; `None` if an integer column it is found by holds no integer."""
    if damage.values is None:
        return None
    read = {name: _readable(kind, damage.values.get(name)) for name, kind in table.columns.items()}
    read |= {name: None for name in _BLANKED if name in read}
    if any(read[name] is None for name, kind in table.columns.items() if kind == "integer" and name not in _BLANKED):
        return None
    return tuple("" if value is None and name not in table.nullable else value for name, value in read.items())


def _readable(kind: Kind, value: object) -> Value:
    if kind == "integer":
        return value if isinstance(value, int) else None
    return None if value is None else text_of(value)
