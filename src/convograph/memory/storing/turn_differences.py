"""The difference between a stored turn and a given one."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.graph.rows import TurnRow
from convograph.graph.tables import metadata_text
from convograph.types import Said, Turn

_SHOWN = 60  # characters of a text in an error


@dataclass(frozen=True, slots=True)
class TurnDifference:
    """The field that differs between a stored turn and a given one; its text names both values."""

    what: str
    stored: object
    given: object

    def __str__(self) -> str:
        return f"{self.what}: {shown(self.stored)}, not {shown(self.given)}"


def turn_difference(row: TurnRow, turn: Turn) -> TurnDifference | None:
    """The first field that differs, or `None`; a time, id or metadata that the given turn lacks is not compared."""
    if row.text != turn.text:
        return TurnDifference("text", row.text, turn.text)
    if row.speaker != turn.speaker:
        return TurnDifference("speaker", row.speaker, turn.speaker)
    if turn.said is not None and said_key(row.said) != said_key(turn.said):
        return TurnDifference("time", row.said, turn.said)
    if turn.id is not None and row.id != turn.id:
        return TurnDifference("id", row.id, turn.id)
    if turn.metadata and metadata_text(row.metadata) != metadata_text(turn.metadata):
        return TurnDifference("metadata", metadata_text(row.metadata), metadata_text(turn.metadata))
    return None


def said_key(said: Said | None) -> tuple[str, int | None] | None:
    """The parts of a time that are compared: the local time and the offset, not how it was written."""
    return None if said is None else (said.local.isoformat(), said.offset_minutes)


def shown(value: object) -> str:
    """A value for an error message: quoted and shortened."""
    if isinstance(value, Said):
        value = value.raw
    if value is None:
        return "none"
    text = str(value)
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")
