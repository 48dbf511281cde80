"""Content out and in again: versioned JSON Lines in canonical order.

The first line names the format. Then comes each session, in order of arrival, followed by its turns by
ordinal. Export, import, export gives the same bytes. Offline layers are not written: they are derived again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from convograph.errors import ConflictError, InputError
from convograph.formats import check_session, check_turn
from convograph.formats.limits import MINUTES_OF_A_DAY, UNSTORABLE, shortened
from convograph.formats.source import source_of_file
from convograph.graph.rows import SessionRow, TurnRow
from convograph.protocols import OwnerWrite
from convograph.types import Said, Session, SessionReport, Turn

FORMAT = "convograph-export"
VERSION = 1

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


class _Header(_Strict):
    format: str
    version: int
    content_only: bool
    turns: int | None = None


class _Time(_Strict):
    local: str
    offset_minutes: int | None = Field(gt=-MINUTES_OF_A_DAY, lt=MINUTES_OF_A_DAY)
    raw: Annotated[str, AfterValidator(_storable)]

    def said(self) -> Said:
        return Said(datetime.fromisoformat(self.local), self.offset_minutes, self.raw)


class _Session(_Strict):
    name: str = Field(alias="session")
    said: _Time | None
    next_ordinal: int = Field(ge=1, le=MAX_ORDINAL)

    def row(self) -> SessionRow:
        return SessionRow(0, self.name, self.said.said() if self.said else None, self.next_ordinal)


class _Turn(_Strict):
    name: str = Field(alias="turn")
    ordinal: int = Field(ge=0)
    speaker: str | None
    text: str
    said: _Time | None
    stored_at: Annotated[str, AfterValidator(_iso_time)] | None = None

    def row(self) -> TurnRow:
        said = self.said.said() if self.said else None
        return TurnRow(0, 0, self.ordinal, self.name, self.speaker, self.text, said, self.stored_at or "")


_Record = _Header | _Session | _Turn


def export_lines(sessions: Mapping[int, SessionRow], turns: Sequence[TurnRow], *, content_only: bool) -> Iterator[str]:
    """The lines of an export, each with its line end."""
    yield _line({"format": FORMAT, "version": VERSION, "content_only": content_only, "turns": len(turns)})
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
    """The lines of a file, plain or compressed by gzip or xz, or the lines given."""
    if not isinstance(source, str | Path):
        return source
    return source_of_file(Path(source)).text.split("\n")


@dataclass(frozen=True, slots=True)
class ImportedSession:
    """A session of an export with its turns by ordinal; the keys of all rows are still to be given."""

    session: SessionRow
    turns: tuple[TurnRow, ...]


def parsed(lines: Iterable[object]) -> list[ImportedSession]:
    """The sessions of an export. Raises an `InputError` that names the line for anything that is none."""
    records = _records(lines)
    _, header = next(records, (1, None))
    if not isinstance(header, _Header):
        raise InputError("line 1: this is no convograph export; make one with `convograph export`")
    sessions: list[tuple[_Session, list[_Turn]]] = []
    seen: set[tuple[type, str]] = set()
    for number, record in records:
        if isinstance(record, _Header):
            raise InputError(f"line {number}: a second header; import one export at a time")
        if (type(record), record.name) in seen:
            raise InputError(f"line {number}: {shortened(record.name)} stands twice; the export is damaged")
        seen.add((type(record), record.name))
        if isinstance(record, _Session):
            sessions.append((record, []))
        else:
            _append_turn(sessions, record, number)
    for session, turns in sessions:
        if not turns:
            raise InputError(f"the session {shortened(session.name)} has no turns; the export is damaged")
    found = sum(len(turns) for _, turns in sessions)
    if header.turns not in (None, found):
        raise InputError(f"the export is cut short: its first line promises {header.turns} turns, and it has {found}")
    return [ImportedSession(session.row(), tuple(turn.row() for turn in turns)) for session, turns in sessions]


def store_imported(writing: OwnerWrite, sessions: Iterable[ImportedSession], now: str) -> list[SessionReport]:
    """Store the sessions of an export in the running transaction; what was done with each.

    Sessions that are stored already with the same turns are passed over; other contents under a stored
    id are a `ConflictError`. Turns whose time of storing is not in the export are stored `now`.
    """
    return [_store_session(writing, one.session, one.turns, now) for one in sessions]


def _store_session(writing: OwnerWrite, session: SessionRow, turns: Sequence[TurnRow], now: str) -> SessionReport:
    stored = writing.session(session.name)
    if stored is not None:
        if stored.said == session.said and _contents(writing.session_turns(stored.key)) == _contents(turns):
            return SessionReport(session.name, 0, len(turns))
        raise ConflictError(
            f"session {shortened(session.name)} is stored already with other turns or another time; forget it first"
        )
    taken = writing.turns_named([turn.id for turn in turns])
    if taken:
        raise ConflictError(
            f"the turn id {shortened(taken[0].id)} is stored already in another session; forget that turn first"
        )
    key = writing.new_keys(1)
    first = writing.new_keys(len(turns))
    writing.put_sessions([replace(session, key=key)])
    writing.put_turns(
        [
            replace(turn, key=first + place, session=key, stored_at=turn.stored_at or now)
            for place, turn in enumerate(turns)
        ]
    )
    return SessionReport(session.name, len(turns), 0)


def _contents(turns: Sequence[TurnRow]) -> list[TurnRow]:
    """The turns as their speakers would know them: without keys and the time of storing."""
    return [replace(turn, key=0, session=0, stored_at="") for turn in turns]


def _append_turn(sessions: Sequence[tuple[_Session, list[_Turn]]], turn: _Turn, number: int) -> None:
    if not sessions:
        raise InputError(f"line {number}: a turn before any session; the export is damaged")
    session, turns = sessions[-1]
    least = turns[-1].ordinal + 1 if turns else 0
    if not least <= turn.ordinal < session.next_ordinal:
        raise InputError(
            f"line {number}: the ordinal {turn.ordinal} of session {shortened(session.name)} must lie between {least} "
            f"and {session.next_ordinal - 1}; the export is damaged"
        )
    turns.append(turn)


def _records(lines: Iterable[object]) -> Iterator[tuple[int, _Record]]:
    """The records with the numbers of their lines; blank lines are passed over."""
    for number, line in enumerate(lines, start=1):
        if not isinstance(line, str):
            raise InputError(f"line {number} is no text: {shortened(line)}; open the export as text")
        if not line.strip():
            continue
        try:
            record = _record(json.loads(line), f"line {number}:")
        except (ValueError, RecursionError) as error:  # pydantic's and json's errors are ValueErrors
            raise InputError(f"line {number}: {_reason(error)}; this is no intact convograph export") from error
        if isinstance(record, _Header) and (record.format != FORMAT or record.version != VERSION):
            raise InputError(
                f"line {number}: export format {shortened(record.format)} version {record.version} is not known; "
                f"this convograph reads {FORMAT!r} version {VERSION}"
            )
        yield number, record


def _record(value: Any, place: str) -> _Record:
    if isinstance(value, dict) and "turn" in value:
        turn = _Turn.model_validate(value)
        row = turn.row()
        check_turn(Turn(row.text, row.speaker, row.said, row.id), place)
        return turn
    if isinstance(value, dict) and "session" in value:
        session = _Session.model_validate(value)
        check_session(Session((Turn("text"),), session.name, session.row().said), place)
        return session
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
