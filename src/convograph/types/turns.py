"""Turns and sessions: as callers give them (`Turn`, `Session`, `Conversation`), and as stored (`SourceTurn`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime

from convograph.types.times import Said

MetadataValue = str | int | float | bool
"""A value of a turn's metadata."""

Metadata = Mapping[str, MetadataValue]
"""A caller's notes about a turn: a few names with plain values, such as `{"channel": "slack"}`."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message by one speaker, as given by the caller.

    `speaker`, `said` and `id` may be missing: an unknown speaker stays unknown, a missing time is taken from the
    session, and the id defaults to `<session>:<ordinal>`. `metadata` belongs to the caller: it is stored, returned and
    exported with the turn, and recalls can filter by it, but it is not interpreted.
    """

    text: str
    speaker: str | None = None
    said: Said | None = None
    id: str | None = None
    metadata: Metadata = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Session:
    """The turns of one conversation session.

    Without an `id`, the session is named by a keyed hash of its start time and turns, so that adding it again changes
    nothing. To extend a stored session, give its `id` and either all of its turns or only the new ones with
    `first_ordinal`, the position (from 0) of the first turn given.
    """

    turns: tuple[Turn, ...]
    id: str | None = None
    said: Said | None = None
    first_ordinal: int = 0


@dataclass(frozen=True, slots=True)
class Conversation:
    """All sessions of one pair or group of speakers, as read from a file or one part of a file.

    `notes` are sentences for people about what may have been lost in reading, such as keys that were not read. `format`
    is what the file was read as, a key of `convograph.formats.FORMATS`.
    """

    name: str
    sessions: tuple[Session, ...]
    notes: tuple[str, ...] = field(default=(), compare=False)
    format: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SourceTurn:
    """A turn as stored. `said` is the turn's own time, else its session's, else `None`."""

    key: int
    id: str
    session: str
    ordinal: int
    speaker: str | None
    text: str
    said: Said | None
    metadata: Metadata = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, eq=False)
class AppendedTurn(SourceTurn):
    """A turn that `append` has stored; it equals the plain `SourceTurn`.

    `replaced` counts the characters that could not be stored and were replaced by U+FFFD; `began` says that the turn is
    the first of its session.
    """

    replaced: int = 0
    began: bool = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SourceTurn):
            return NotImplemented
        return all(getattr(self, each.name) == getattr(other, each.name) for each in fields(SourceTurn))

    __hash__ = SourceTurn.__hash__


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `[start, end)` of a stored turn."""

    turn: SourceTurn
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.turn.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A session in a list: its first and last time (`None`: unknown), turns, and speakers in order of appearance.

    Each speaker is listed in the first spelling; turns by an unknown speaker are counted, but add no speaker.
    """

    id: str
    first_said: datetime | None
    last_said: datetime | None
    turns: int
    speakers: tuple[str, ...]
