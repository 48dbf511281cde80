"""Damaged rows as they read: what can still be told of them, for calls that need no row to be right, as forgetting.

At least one column of such a row is wrong, and nothing says which: it answers no question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from convograph.graph.damage import Damage, text_of
from convograph.graph.rows import Version
from convograph.graph.tables import MEMO, MEMO_SOURCE, SESSION, TURN, Kind, Row, Table, Value, Values
from convograph.protocols import OwnerView

_TOLD = (SESSION, TURN, MEMO, MEMO_SOURCE)  # of all others, damaged rows are left out
_SPARED = ("said_local", "said_offset", "said_raw", "metadata", "details")  # what may not be readable, and is nobody's


class AsItReads:
    """Implements `convograph.protocols.OwnerView`: content with its damaged rows, whose damage is in `damage`."""

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
        """The rows with these values, and behind them those of content that are damaged, if their keys can be read."""
        found: list[Damage] = []
        yield from self._reading.rows(table, after, found, **where)
        self.damage += found
        if damaged is not None:
            damaged += found
        for values in (_values(table, one) for one in found if table in _TOLD):
            if values is not None:
                yield table.row(values)

    def count(self, table: Table[Any], **where: Value | Sequence[Value]) -> int:
        """How many rows there are with these values."""
        return self._reading.count(table, **where)


def _values(table: Table[Any], damage: Damage) -> Values | None:
    """The columns of a damaged row that a row can be made of; `None` if a number that it is found by is none."""
    if damage.values is None:
        return None
    read = {name: _readable(kind, damage.values.get(name)) for name, kind in table.columns.items()}
    read |= {name: None for name in _SPARED if name in read}
    if any(read[name] is None for name, kind in table.columns.items() if kind == "integer" and name not in _SPARED):
        return None
    return tuple("" if value is None and name not in table.nullable else value for name, value in read.items())


def _readable(kind: Kind, value: object) -> Value:
    if kind == "integer":
        return value if isinstance(value, int) else None
    return None if value is None else text_of(value)
