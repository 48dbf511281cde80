"""The schemas of the lines of an export, and their conversion to rows."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator

from convograph.formats.limits import MAX_ORDINAL, MINUTES_OF_A_DAY, checked_storable
from convograph.generation.memos import KINDS
from convograph.graph.details import NO_DETAILS, MemoDetails
from convograph.graph.rows import MemoRow, SessionRow, TurnRow, WrittenMark
from convograph.types import Grain, Memo, MemoKind, Said, Triplet, When, WrittenKind

MAX_COVERS = 64  # characters; convograph's digests are half as long


def _written_kind(value: object) -> WrittenKind:
    if not isinstance(value, str) or value not in KINDS:
        raise ValueError(f"it is none of {', '.join(KINDS)}")
    return value


def _iso_time(text: str) -> str:
    datetime.fromisoformat(text)
    return text


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class HeaderRecord(_Strict):
    """The first line: the format, and how many turns, memos and marks follow."""

    format: str
    version: int
    content_only: bool
    turns: int | None = None
    memos: int | None = None
    written: int | None = None


class _Time(_Strict):
    local: str
    offset_minutes: int | None = Field(gt=-MINUTES_OF_A_DAY, lt=MINUTES_OF_A_DAY)
    raw: Annotated[str, AfterValidator(checked_storable)]

    def said(self) -> Said:
        return Said(datetime.fromisoformat(self.local), self.offset_minutes, self.raw)


class SessionRecord(_Strict):
    """A session; its turns follow."""

    name: str = Field(alias="session")
    said: _Time | None
    next_ordinal: int = Field(ge=1, le=MAX_ORDINAL)

    def row(self) -> SessionRow:
        """The session without a key."""
        return SessionRow(0, self.name, self.said.said() if self.said else None, self.next_ordinal)


class TurnRecord(_Strict):
    """A turn of the session above."""

    name: str = Field(alias="turn")
    ordinal: int = Field(ge=0)
    speaker: str | None
    text: str
    said: _Time | None
    stored_at: Annotated[str, AfterValidator(_iso_time)] | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)

    def row(self) -> TurnRow:
        """The turn without keys."""
        said = self.said.said() if self.said else None
        stored_at = self.stored_at or ""
        return TurnRow(0, 0, self.ordinal, self.name, self.speaker, self.text, said, stored_at, self.metadata)


class _When(_Strict):
    start: Annotated[str, AfterValidator(_iso_time)] | None
    end: Annotated[str, AfterValidator(_iso_time)] | None
    grain: Grain
    approximate: bool
    every: str | None

    def when(self) -> When:
        start, end = (None if side is None else datetime.fromisoformat(side) for side in (self.start, self.end))
        return When(start, end, self.grain, self.approximate, self.every)


class _Details(_Strict):
    triplets: list[Annotated[list[str], Field(min_length=3, max_length=3)]] = Field(default_factory=list)
    name: str | None = None
    when: _When | None = None
    when_text: str | None = None

    def details(self) -> MemoDetails:
        triplets = tuple(Triplet(*parts) for parts in self.triplets)
        return MemoDetails(triplets, self.name, self.when.when() if self.when else None, self.when_text)


class MemoRecord(_Strict):
    """A memo about a session, or about several (`about` is `None`), with the ids of its source turns.

    `shown` are the ids of further turns that a model saw as context.
    """

    kind: MemoKind = Field(alias="memo")
    about: str | None
    turns: list[str] = Field(min_length=1)
    text: str
    said: _Time | None
    origin: Annotated[str, AfterValidator(checked_storable)]
    details: _Details | None = None
    shown: list[str] = Field(default_factory=list)

    def row(self) -> MemoRow:
        """The memo without the keys of itself, its session and its turns."""
        said = self.said.said() if self.said else None
        details = self.details.details() if self.details else NO_DETAILS
        return MemoRow(0, self.kind, self.text, said, 0, (), self.origin, details)

    def memo(self) -> Memo:
        """The memo as a caller would give it."""
        row = self.row()
        details = row.details
        return Memo(
            row.kind,
            row.text,
            self.about,
            tuple(self.turns),
            row.said,
            details.triplets,
            details.name,
            details.when,
            details.when_text,
        )


class WrittenRecord(_Strict):
    """A mark: a model has written the memos of a kind about a session, or about several (`about` is `None`)."""

    kind: Annotated[WrittenKind, PlainValidator(_written_kind)] = Field(alias="written")
    about: str | None
    origin: Annotated[str, Field(min_length=1), AfterValidator(checked_storable)]
    covers: Annotated[str, Field(max_length=MAX_COVERS), AfterValidator(checked_storable)]

    def row(self) -> WrittenMark:
        """The mark without its kind and session."""
        return WrittenMark(self.origin, self.covers)
