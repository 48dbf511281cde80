"""Content out and in again: versioned JSON Lines in canonical order.

The first line names the format. Then comes each session, in order of arrival, followed by its turns by
ordinal. Export, import, export gives the same bytes. Offline layers are not written: they are derived again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from convograph.errors import ConflictError, InputError
from convograph.formats import check_turn
from convograph.graph.rows import SessionRow, TurnRow
from convograph.protocols import OwnerWrite
from convograph.types import Said, SessionReport, Turn

FORMAT = "convograph-export"
VERSION = 1


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Header(_Strict):
    format: str
    version: int
    content_only: bool


class _Time(_Strict):
    local: str
    offset_minutes: int | None
    raw: str

    def said(self) -> Said:
        return Said(datetime.fromisoformat(self.local), self.offset_minutes, self.raw)


class _Session(_Strict):
    session: str = Field(min_length=1)
    said: _Time | None
    next_ordinal: int = Field(ge=1)


class _Turn(_Strict):
    turn: str = Field(min_length=1)
    ordinal: int = Field(ge=0)
    speaker: str | None
    text: str
    said: _Time | None
    stored_at: str | None = None


def export_lines(sessions: Mapping[int, SessionRow], turns: Sequence[TurnRow], *, content_only: bool) -> Iterator[str]:
    """The lines of an export, each with its line end."""
    yield _line({"format": FORMAT, "version": VERSION, "content_only": content_only})
    by_session: dict[int, list[TurnRow]] = {key: [] for key in sorted(sessions)}
    for row in turns:
        by_session[row.session].append(row)
    for key, rows in by_session.items():
        session = sessions[key]
        yield _line({"session": session.name, "said": _said_object(session.said), "next_ordinal": session.next_ordinal})
        for row in sorted(rows, key=lambda row: row.ordinal):
            turn: dict[str, Any] = {"turn": row.id, "ordinal": row.ordinal, "speaker": row.speaker, "text": row.text}
            turn["said"] = _said_object(row.said)
            if not content_only:
                turn["stored_at"] = row.stored_at
            yield _line(turn)


def write_lines(target: str | Path | Callable[[str], object], lines: Iterable[str]) -> int:
    """Write lines to a function, or to a file that appears only when it is whole; the number of lines."""
    if callable(target):
        return sum(_written(target, line) for line in lines)
    path = Path(target)
    partial = path.with_name(path.name + ".part")
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as file:
            count = sum(_written(file.write, line) for line in lines)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
    return count


def _written(write: Callable[[str], object], line: str) -> int:
    write(line)
    return 1


def read_lines(source: str | Path | Iterable[str]) -> Iterable[str]:
    """The lines of a file, or the lines given."""
    if not isinstance(source, str | Path):
        return source
    try:
        return Path(source).read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{source} is not text in UTF-8; make an export with `convograph export`") from error
    except OSError as error:
        raise InputError(f"cannot read {source}: {error.strerror or error}") from error


def import_lines(writing: OwnerWrite, lines: Iterable[str], now: str) -> list[SessionReport]:
    """Store an export into an owner in the running transaction; what was done with each session.

    Sessions that are stored already with the same turns are passed over; other contents under a stored
    id are a `ConflictError`. A line that is no export is an `InputError` naming it.
    """
    records = _records(lines)
    header = next(records, None)
    if not isinstance(header, _Header):
        raise InputError("line 1: this is no convograph export; make one with `convograph export`")
    return [_import_session(writing, session, rows, now) for session, rows in _by_session(records)]


def _import_session(writing: OwnerWrite, session: _Session, turns: list[_Turn], now: str) -> SessionReport:
    stored = writing.session(session.session)
    if stored is not None:
        same = [(row.ordinal, row.id, row.speaker, row.text) for row in writing.session_turns(stored.key)]
        if same == [(turn.ordinal, turn.turn, turn.speaker, turn.text) for turn in turns]:
            return SessionReport(session.session, 0, len(turns))
        raise ConflictError(f"session {session.session!r} is stored already with other turns; forget it first")
    taken = writing.turns_named([turn.turn for turn in turns])
    if taken:
        raise ConflictError(f"the turn id {taken[0].id!r} is stored already in another session; forget that turn first")
    key = writing.new_keys(1)
    first = writing.new_keys(len(turns))
    said = session.said.said() if session.said else None
    writing.put_sessions([SessionRow(key, session.session, said, session.next_ordinal)])
    writing.put_turns(
        [
            TurnRow(
                first + place,
                key,
                turn.ordinal,
                turn.turn,
                turn.speaker,
                turn.text,
                turn.said.said() if turn.said else None,
                turn.stored_at or now,
            )
            for place, turn in enumerate(turns)
        ]
    )
    return SessionReport(session.session, len(turns), 0)


def _by_session(records: Iterator[BaseModel]) -> Iterator[tuple[_Session, list[_Turn]]]:
    session: _Session | None = None
    turns: list[_Turn] = []
    for record in records:
        if isinstance(record, _Turn):
            if session is None:
                raise InputError(f"the turn {record.turn!r} comes before any session; the export is damaged")
            turns.append(record)
            continue
        if session is not None:
            yield session, _checked(session, turns)
        if not isinstance(record, _Session):
            raise InputError("a second header; the export is damaged (import one file at a time)")
        session, turns = record, []
    if session is not None:
        yield session, _checked(session, turns)


def _checked(session: _Session, turns: list[_Turn]) -> list[_Turn]:
    ordinals = [turn.ordinal for turn in turns]
    if not ordinals or ordinals != sorted(set(ordinals)) or ordinals[-1] >= session.next_ordinal:
        raise InputError(f"the ordinals of session {session.session!r} do not grow within it; the export is damaged")
    return turns


def _records(lines: Iterable[str]) -> Iterator[BaseModel]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = _record(json.loads(line))
        except (ValueError, RecursionError) as error:  # pydantic's and json's errors are ValueErrors
            raise InputError(f"line {number}: {_reason(error)}; this is no intact convograph export") from error
        if isinstance(record, _Header) and (record.format != FORMAT or record.version != VERSION):
            raise InputError(
                f"line {number}: export format {record.format!r} version {record.version} is not known; "
                f"this convograph reads {FORMAT!r} version {VERSION}"
            )
        yield record


def _record(value: Any) -> BaseModel:
    if isinstance(value, dict) and "turn" in value:
        turn = _Turn.model_validate(value)
        check_turn(Turn(turn.text, turn.speaker, turn.said.said() if turn.said else None, turn.turn), turn.turn)
        return turn
    if isinstance(value, dict) and "session" in value:
        return _Session.model_validate(value)
    return _Header.model_validate(value)


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
