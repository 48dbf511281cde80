"""Damage in a store: rows that differ from what was written, and incomplete tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

REMEDY = (
    "`convograph verify` lists what is damaged, `convograph restore` puts a backup in its place, and "
    "`convograph export --skip-damaged` saves the rest"
)

REMEDY_OF_ALL = "no export can leave this out: `convograph restore` puts a backup in its place"
"""The remedy if rows cannot be read at all, or cannot be told apart."""

_NAMED_BY = {"session": "name", "turn": "id", "memo": "text", "setting": "name", "made": "owner", "layer": "name"}
_MOST_NAMED = 5
_SHOWN = 60  # characters of a name


@dataclass(frozen=True, slots=True)
class Damage:
    """One damaged row of a table, or a table whose rows are not those that were written.

    `values` are the row's columns as they read now, at least one of them wrong. `None` means that the table itself is
    damaged: `missing` rows are gone (negative: there are too many; 0: their number is right but they differ, or their
    number is unknown).
    """

    table: str
    values: Mapping[str, object] | None = None
    missing: int = 0

    def __str__(self) -> str:
        if self.values is not None:
            return f"the {self.table} {self._name()} is not as it was written"
        if self.missing:
            gone = "gone" if self.missing > 0 else "too many"
            return f"{abs(self.missing)} of the rows of the table {self.table!r} {_are(self.missing)} {gone}"
        return f"the rows of the table {self.table!r} are not those that were written"

    def _name(self) -> str:
        values = self.values or {}
        given = values.get(_NAMED_BY.get(self.table, "key"), "")
        return repr(text_of(given)[:_SHOWN])


def in_short(named: Iterable[object]) -> str:
    """A list of damage in words: each entry once, only the first few, then the number of the others."""
    words = list(dict.fromkeys(map(str, named)))
    more = f"; and {len(words) - _MOST_NAMED:,} more" if len(words) > _MOST_NAMED else ""
    return "; ".join(words[:_MOST_NAMED]) + more


def text_of(value: object) -> str:
    """A column value of a damaged row as text, whatever its type."""
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _are(number: int) -> str:
    return "is" if abs(number) == 1 else "are"
