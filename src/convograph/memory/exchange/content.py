"""Export and import of content: versioned JSON Lines in canonical order.

The first line names the format. Then comes each session, in order of arrival, followed by its turns by ordinal, the
memos about it, and the marks of what models have written about it. Memos and marks about several sessions come last.
Memos are ordered by their turns. Exporting an imported export gives the same bytes. Derived layers are not exported,
but derived again after an import.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

from convograph.errors import ConflictError, InputError
from convograph.formats.arguments import path_of
from convograph.formats.limits import shortened
from convograph.formats.private_files import written
from convograph.formats.source import source_of_file
from convograph.generation.memos import KINDS
from convograph.graph.details import details_object
from convograph.graph.rows import SEVERAL, MemoRow, OwnerRows, SessionRow, TurnRow, WrittenMark
from convograph.memory.commits.transaction import Transaction
from convograph.memory.exchange.record_shapes import HeaderRecord, MemoRecord, SessionRecord, TurnRecord, WrittenRecord
from convograph.memory.exchange.records import (
    NO_EXPORT,
    header_line,
    memo_line,
    records,
    session_line,
    turn_line,
    written_line,
)
from convograph.memory.storing.brought_memos import store_rows
from convograph.types import AddReport, SessionReport, WrittenKind


def export_lines(rows: OwnerRows | None, *, content_only: bool) -> Iterator[str]:
    """The lines of an export, each with its newline; for an owner that does not exist, the header alone."""
    if rows is None:
        yield header_line((), (), (), content_only=content_only)
        return
    yield header_line(rows.turns, rows.memos, [kind for kind, _ in rows.written], content_only=content_only)
    turns = {row.key: row for row in rows.turns}
    names = {row.key: row.id for row in rows.turns}
    by_session: dict[int, list[TurnRow]] = {row.key: [] for row in sorted(rows.sessions, key=lambda row: row.key)}
    memos: dict[int, list[MemoRow]] = {key: [] for key in (*by_session, SEVERAL)}
    sessions = {row.key: row for row in rows.sessions}
    for turn in rows.turns:
        by_session[turn.session].append(turn)
    for memo in sorted(rows.memos, key=lambda memo: _memo_place(memo, turns)):
        memos[memo.session].append(memo)
    for key, said in by_session.items():
        yield session_line(sessions[key])
        for turn in sorted(said, key=lambda row: row.ordinal):
            yield turn_line(turn, content_only=content_only)
        yield from (memo_line(row, sessions[key].name, names) for row in memos[key])
        yield from _mark_lines(rows, key, sessions[key].name)
    yield from (memo_line(row, None, names) for row in memos[SEVERAL])
    yield from _mark_lines(rows, SEVERAL, None)


def _mark_lines(rows: OwnerRows, session: int, about: str | None) -> Iterator[str]:
    for kind in KINDS:
        if mark := rows.written.get((kind, session)):
            yield written_line(kind, mark, about)


def _memo_place(memo: MemoRow, turns: Mapping[int, TurnRow]) -> tuple[object, ...]:
    """The sort key of a memo, independent of arrival order: by its turns, then by its content."""
    sources = tuple((turns[key].session, turns[key].ordinal) for key in memo.turns)
    said = memo.said.raw if memo.said else ""
    return sources, memo.kind, memo.text, said, memo.origin, json.dumps(details_object(memo.details))


def write_lines(target: str | Path | Callable[[str], object], lines: Iterable[str]) -> int:
    """Write lines to a function, or atomically to a file that only its owner may read; returns the number of lines."""
    if not callable(target):
        with written(path_of(target, "target")) as file:
            return write_lines(file.write, lines)
    number = 0
    for number, line in enumerate(lines, start=1):  # noqa: B007 - counted to the last
        target(line)
    return number


def _lines(source: str | Path | Iterable[str]) -> Iterable[str]:
    """The lines of a file (plain, gzip or xz), or the given lines."""
    if isinstance(source, Iterable) and not isinstance(source, str | bytes | PathLike):
        return source
    return source_of_file(path_of(source, "the export")).text.split("\n")


@dataclass(frozen=True, slots=True)
class ImportedSession:
    """A session of an export with its turns by ordinal; no row has a key yet."""

    session: SessionRow
    turns: tuple[TurnRow, ...]


@dataclass(frozen=True, slots=True)
class ImportedMemo:
    """A memo of an export, the session it is about (`None`: several) and its turns by id; without keys yet."""

    memo: MemoRow
    about: str | None
    turns: tuple[str, ...]
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportedMark:
    """A mark of what a model has written about a session, given by its id (`None`: several)."""

    kind: WrittenKind
    about: str | None
    mark: WrittenMark


@dataclass(frozen=True, slots=True)
class Imported:
    """A parsed and validated export."""

    sessions: tuple[ImportedSession, ...]
    memos: tuple[ImportedMemo, ...]
    marks: tuple[ImportedMark, ...]


def read_export(source: str | Path | Iterable[str]) -> Imported:
    """The export in a file (plain, gzip or xz) or in the given lines, validated. Raises `InputError`."""
    lines = _lines(source)
    try:
        return _parsed(lines)
    except InputError as error:
        if lines is source:
            raise
        raise type(error)(f"{source}: {error}") from None


def _parsed(lines: Iterable[object]) -> Imported:
    """The sessions, memos and marks of an export. Raises an `InputError` that gives the number of the invalid line."""
    read = records(lines)
    _, header = next(read, (1, None))
    if not isinstance(header, HeaderRecord):
        raise InputError(f"line 1: {NO_EXPORT}")
    sessions: list[tuple[SessionRecord, list[TurnRecord]]] = []
    memos: list[tuple[int, MemoRecord]] = []
    marks: list[ImportedMark] = []
    seen: set[tuple[type, str]] = set()
    for number, record in read:
        if isinstance(record, HeaderRecord):
            raise InputError(f"line {number}: a second header; import one export at a time")
        if isinstance(record, MemoRecord):
            memos.append((number, record))
            continue
        if isinstance(record, WrittenRecord):
            marks.append(ImportedMark(record.kind, record.about, record.row()))
            continue
        if (type(record), record.name) in seen:
            raise InputError(f"line {number}: {shortened(record.name)} stands twice; the export is damaged")
        seen.add((type(record), record.name))
        if isinstance(record, SessionRecord):
            sessions.append((record, []))
        else:
            _append_turn(sessions, record, number)
    _check_whole(header, sessions, memos)
    _check_marks(header, sessions, marks)
    return Imported(
        tuple(ImportedSession(session.row(), tuple(turn.row() for turn in turns)) for session, turns in sessions),
        tuple(ImportedMemo(memo.row(), memo.about, tuple(memo.turns), tuple(memo.shown)) for _, memo in memos),
        tuple(marks),
    )


def store_imported(writing: Transaction, imported: Imported, now: str) -> AddReport:
    """Store an export in the running transaction; reports what was done with each session and with the memos.

    Sessions already stored with the same turns are skipped; different content under a stored id is a `ConflictError`.
    Turns without a storage time in the export get `now`.
    """
    reports = [_store_session(writing, one.session, one.turns, now) for one in imported.sessions]
    rows = [_memo_row(writing, one) for one in imported.memos]
    memos = store_rows(writing, rows, len(rows))
    for one in imported.marks:
        _store_mark(writing, one)
    return AddReport(tuple(reports), memos)


def _store_session(writing: Transaction, session: SessionRow, turns: Sequence[TurnRow], now: str) -> SessionReport:
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


def _memo_row(writing: Transaction, imported: ImportedMemo) -> MemoRow:
    turns = writing.turns_named(imported.turns)
    about = SEVERAL if imported.about is None else turns[0].session
    shown = tuple(turn.key for turn in writing.turns_named(imported.shown))
    return replace(imported.memo, session=about, turns=tuple(turn.key for turn in turns), shown=shown)


def _store_mark(writing: Transaction, imported: ImportedMark) -> None:
    """Store a mark of what a model has written, unless one is stored already."""
    stored = None if imported.about is None else writing.session(imported.about)
    session = stored.key if stored else SEVERAL
    if session not in writing.written(imported.kind):
        writing.put_written(imported.kind, session, imported.mark)


def _contents(turns: Sequence[TurnRow]) -> list[TurnRow]:
    """The turns reduced to their content: without keys and storage times."""
    return [replace(turn, key=0, session=0, stored_at="") for turn in turns]


def _append_turn(sessions: Sequence[tuple[SessionRecord, list[TurnRecord]]], turn: TurnRecord, number: int) -> None:
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


def _check_whole(
    header: HeaderRecord,
    sessions: Sequence[tuple[SessionRecord, list[TurnRecord]]],
    memos: Sequence[tuple[int, MemoRecord]],
) -> None:
    """Reject sessions without turns, memos without their turns, and counts that differ from the header's."""
    for session, turns in sessions:
        if not turns:
            raise InputError(f"the session {shortened(session.name)} has no turns; the export is damaged")
    homes = {turn.name: session.name for session, turns in sessions for turn in turns}
    for number, memo in memos:
        for name in (*memo.turns, *memo.shown):
            if name not in homes:
                raise InputError(
                    f"line {number}: the memo rests on the turn {shortened(name)}, which is not here; "
                    "the export is damaged"
                )
            if memo.about not in (None, homes[name]):
                raise InputError(
                    f"line {number}: the memo is about session {shortened(memo.about)}, and its turn "
                    f"{shortened(name)} is of another; the export is damaged"
                )
    for what, promised, found in (("turns", header.turns, len(homes)), ("memos", header.memos or 0, len(memos))):
        if promised not in (None, found):
            raise InputError(f"the export is cut short: its first line promises {promised} {what}, and it has {found}")


def _check_marks(
    header: HeaderRecord,
    sessions: Sequence[tuple[SessionRecord, list[TurnRecord]]],
    marks: Sequence[ImportedMark],
) -> None:
    """Reject marks about sessions that are not in the export, and a count that differs from the header's."""
    names = {session.name for session, _ in sessions}
    for mark in marks:
        if mark.about is not None and mark.about not in names:
            raise InputError(
                f"a model has written of the session {shortened(mark.about)}, which is not here; the export is damaged"
            )
    if (header.written or 0) != len(marks):
        raise InputError(
            f"the export is cut short: its first line promises {header.written or 0} marks, and it has {len(marks)}"
        )
