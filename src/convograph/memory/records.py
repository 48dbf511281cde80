"""The lines of an export: their shapes, checked one by one, and how they are written.

Version 1 has a header, sessions and turns; version 2 has memos too, and version 3 says what models have written, so
that it is not written again. An export says the least version that reads it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from convograph.errors import InputError
from convograph.formats import check_memo, check_session, check_turn
from convograph.formats.limits import MAX_ID_CHARACTERS, MINUTES_OF_A_DAY, UNSTORABLE, check_name, shortened
from convograph.graph.rows import MemoRow, SessionRow, TurnRow, Written
from convograph.types import Memo, MemoKind, Said, Session, Turn

FORMAT = "convograph-export"
VERSION, VERSION_WITH_MEMOS, VERSION_WITH_MARKS = 1, 2, 3

MAX_COVERS = 64  # characters; our digests have half as many
MAX_ORDINAL = 1 << 31  # more turns than a session can have, and far below what a database's integers hold


def _storable(text: str) -> str:
    if UNSTORABLE.search(text):
        raise ValueError("it holds a control character or a lone surrogate")
    return text


def _iso_time(text: str) -> str:
    datetime.fromisoformat(text)
    return text


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class HeaderRecord(_Strict):
    """The first line: what this is, and how many turns, memos and marks follow."""

    format: str
    version: int
    content_only: bool
    turns: int | None = None
    memos: int | None = None
    written: int | None = None


class _Time(_Strict):
    local: str
    offset_minutes: int | None = Field(gt=-MINUTES_OF_A_DAY, lt=MINUTES_OF_A_DAY)
    raw: Annotated[str, AfterValidator(_storable)]

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

    def row(self) -> TurnRow:
        """The turn without keys."""
        said = self.said.said() if self.said else None
        return TurnRow(0, 0, self.ordinal, self.name, self.speaker, self.text, said, self.stored_at or "")


class MemoRecord(_Strict):
    """A memo about a session, or about several (`about` is `None`), with the ids of the turns that it rests on."""

    kind: MemoKind = Field(alias="memo")
    about: str | None
    turns: list[str] = Field(min_length=1)
    text: str
    said: _Time | None
    origin: Annotated[str, AfterValidator(_storable)]

    def row(self) -> MemoRow:
        """The memo without keys, its own and those of its session and turns."""
        return MemoRow(0, self.kind, self.text, self.said.said() if self.said else None, 0, (), self.origin)


class WrittenRecord(_Strict):
    """A mark: a model has written the memos of a kind about a session, or about several (`about` is `None`)."""

    kind: MemoKind = Field(alias="written")
    about: str | None
    origin: Annotated[str, Field(min_length=1), AfterValidator(_storable)]
    covers: Annotated[str, Field(max_length=MAX_COVERS), AfterValidator(_storable)]

    def row(self) -> Written:
        """The mark itself."""
        return Written(self.origin, self.covers)


Record = HeaderRecord | SessionRecord | TurnRecord | MemoRecord | WrittenRecord


def header_line(turns: int, memos: int, written: int, *, content_only: bool) -> str:
    """The first line of an export."""
    version = VERSION_WITH_MARKS if written else VERSION_WITH_MEMOS if memos else VERSION
    header = {"format": FORMAT, "version": version, "content_only": content_only, "turns": turns}
    return _line(header | ({"memos": memos} if memos else {}) | ({"written": written} if written else {}))


def session_line(row: SessionRow) -> str:
    """A session's line."""
    return _line({"session": row.name, "said": _said_object(row.said), "next_ordinal": row.next_ordinal})


def turn_line(row: TurnRow, *, content_only: bool) -> str:
    """A turn's line; `content_only` leaves out when it was stored."""
    turn: dict[str, Any] = {"turn": row.id, "ordinal": row.ordinal, "speaker": row.speaker, "text": row.text}
    turn["said"] = _said_object(row.said)
    if not content_only:
        turn["stored_at"] = row.stored_at
    return _line(turn)


def memo_line(row: MemoRow, about: str | None, turns: list[str]) -> str:
    """A memo's line, with the names of its session and turns."""
    memo = {"memo": row.kind, "about": about, "turns": turns, "text": row.text}
    return _line({**memo, "said": _said_object(row.said), "origin": row.origin})


def written_line(kind: MemoKind, mark: Written, about: str | None) -> str:
    """A mark's line, with the name of its session."""
    return _line({"written": kind, "about": about, "origin": mark.origin, "covers": mark.covers})


def records(lines: Iterable[object]) -> Iterator[tuple[int, Record]]:
    """The records with the numbers of their lines; blank lines are passed over. Raises `InputError`."""
    for number, line in enumerate(lines, start=1):
        if not isinstance(line, str):
            raise InputError(f"line {number} is no text: {shortened(line)}; open the export as text")
        if not line.strip():
            continue
        try:
            record = _record(json.loads(line), f"line {number}:")
        except (ValueError, RecursionError) as error:  # pydantic's and json's errors are ValueErrors
            raise InputError(f"line {number}: {_reason(error)}; this is no intact convograph export") from error
        if isinstance(record, HeaderRecord):
            _check_header(record, number)
        yield number, record


def _check_header(header: HeaderRecord, number: int) -> None:
    if header.format != FORMAT or not VERSION <= header.version <= VERSION_WITH_MARKS:
        raise InputError(
            f"line {number}: export format {shortened(header.format)} version {header.version} is not known; "
            f"this convograph reads {FORMAT!r} versions {VERSION} to {VERSION_WITH_MARKS}"
        )


def _record(value: Any, place: str) -> Record:
    if not isinstance(value, dict):
        return HeaderRecord.model_validate(value)
    if "turn" in value:
        turn = TurnRecord.model_validate(value)
        row = turn.row()
        check_turn(Turn(row.text, row.speaker, row.said, row.id), place)
        return turn
    if "session" in value:
        session = SessionRecord.model_validate(value)
        check_session(Session((Turn("text"),), session.name, session.row().said), place)
        return session
    if "memo" in value:
        memo = MemoRecord.model_validate(value)
        check_memo(Memo(memo.kind, memo.text, memo.about, tuple(memo.turns), memo.row().said), place)
        return memo
    if "written" in value and "format" not in value:
        mark = WrittenRecord.model_validate(value)
        check_name(mark.about, place, MAX_ID_CHARACTERS)
        return mark
    return HeaderRecord.model_validate(value)


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc'])) or 'record'}: {first['msg']}"
    return str(error)


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _said_object(said: Said | None) -> dict[str, Any] | None:
    if said is None:
        return None
    return {"local": said.local.isoformat(sep=" "), "offset_minutes": said.offset_minutes, "raw": said.raw}
