"""The lines of an export: serialised, and validated one by one when read.

An export declares the lowest version that can express it; `docs/architecture.md` (Memos) lists what each version added.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic import ValidationError

from convograph.errors import InputError
from convograph.formats.limits import MAX_ID_CHARACTERS, check_name, check_session, check_turn, shortened
from convograph.formats.memo_limits import check_memo, is_about_fact, takes_out
from convograph.formats.recognition import EXPORT
from convograph.formats.shapes import COMPLAINTS, stated
from convograph.graph.details import NO_DETAILS, details_object
from convograph.graph.rows import MemoRow, SessionRow, TurnRow, WrittenMark
from convograph.memory.exchange.record_shapes import HeaderRecord, MemoRecord, SessionRecord, TurnRecord, WrittenRecord
from convograph.quotation import on_one_line
from convograph.types import STRUCK_FACT, MemoKind, Said, Session, StatementKind, Turn, WrittenKind

VERSION, VERSION_WITH_MEMOS, VERSION_WITH_MARKS, VERSION_WITH_TRIPLETS, VERSION_WITH_TRIPLET_MARKS = 1, 2, 3, 4, 5
VERSION_WITH_DECISIONS, VERSION_WITH_METADATA, VERSION_WITH_FACT_DECISIONS, VERSION_WITH_EVENT_MARKS = 6, 7, 8, 9
VERSION_WITH_RESOLUTIONS, VERSION_WITH_PROFILES, VERSION_WITH_STRUCK_FACTS, VERSION_WITH_UNDONE = 10, 11, 12, 13
LATEST = VERSION_WITH_UNDONE

NO_EXPORT = "this is no convograph export, which names its format here; `convograph add` reads conversations"

_SHOWN = 200  # characters of an error message, which may quote the line

_MEMOS_SINCE: Mapping[MemoKind, int] = {
    **dict.fromkeys(get_args(StatementKind), VERSION_WITH_MEMOS),
    **dict.fromkeys(("triplet", "event"), VERSION_WITH_TRIPLETS),
    "decision": VERSION_WITH_DECISIONS,
    "resolution": VERSION_WITH_RESOLUTIONS,
    **dict.fromkeys(("profile", "community"), VERSION_WITH_PROFILES),
}
_MARKS_SINCE: Mapping[WrittenKind, int] = {
    **dict.fromkeys(get_args(StatementKind), VERSION_WITH_MARKS),
    "triplet": VERSION_WITH_TRIPLET_MARKS,
    "event": VERSION_WITH_EVENT_MARKS,
}

Record = HeaderRecord | SessionRecord | TurnRecord | MemoRecord | WrittenRecord


def is_header(begin: bytes) -> bool:
    """Whether a file that begins with these bytes is an export, of any version."""
    return begin.startswith(f'{{"format":"{EXPORT}"'.encode())


def header_line(
    turns: Sequence[TurnRow], memos: Sequence[MemoRow], marks: Sequence[WrittenKind], *, content_only: bool
) -> str:
    """The first line of an export with these turns, memos and kinds of marks."""
    version = _least_version(turns, memos, marks)
    header = {"format": EXPORT, "version": version, "content_only": content_only, "turns": len(turns)}
    return _line(header | ({"memos": len(memos)} if memos else {}) | ({"written": len(marks)} if marks else {}))


def _least_version(turns: Sequence[TurnRow], memos: Sequence[MemoRow], marks: Sequence[WrittenKind]) -> int:
    versions = [_MEMOS_SINCE.get(memo.kind, LATEST) for memo in memos]
    versions += [VERSION_WITH_TRIPLET_MARKS for memo in memos if memo.shown]
    versions += [_decided_since(memo) for memo in memos if memo.kind == "decision"]
    versions += [_MARKS_SINCE.get(kind, LATEST) for kind in marks]
    if any(turn.metadata for turn in turns):
        versions.append(VERSION_WITH_METADATA)
    return max(versions, default=VERSION)


def _decided_since(decision: MemoRow) -> int:
    """The version that added a decision's type: about names, about a fact, a fact misread, or a decision taken out."""
    (decided,) = decision.details.triplets
    if takes_out(decided):
        return VERSION_WITH_UNDONE
    if not is_about_fact(decided):
        return VERSION_WITH_DECISIONS
    return VERSION_WITH_STRUCK_FACTS if decided.relation.startswith(STRUCK_FACT) else VERSION_WITH_FACT_DECISIONS


def session_line(row: SessionRow) -> str:
    """A session's line."""
    return _line({"session": row.name, "said": _said_object(row.said), "next_ordinal": row.next_ordinal})


def turn_line(row: TurnRow, *, content_only: bool) -> str:
    """A turn's line; `content_only` omits when it was stored, and metadata is included if the turn has any."""
    turn: dict[str, Any] = {"turn": row.id, "ordinal": row.ordinal, "speaker": row.speaker, "text": row.text}
    turn["said"] = _said_object(row.said)
    if not content_only:
        turn["stored_at"] = row.stored_at
    if row.metadata:
        turn["metadata"] = dict(row.metadata)
    return _line(turn)


def memo_line(row: MemoRow, about: str | None, turns: Mapping[int, str]) -> str:
    """A memo's line, with the id of its session; `turns` maps turn keys to ids."""
    memo = {"memo": row.kind, "about": about, "turns": [turns[key] for key in row.turns], "text": row.text}
    details = {} if row.details == NO_DETAILS else {"details": details_object(row.details)}
    shown = {"shown": [turns[key] for key in row.shown]} if row.shown else {}
    return _line({**memo, "said": _said_object(row.said), "origin": row.origin, **details, **shown})


def written_line(kind: WrittenKind, mark: WrittenMark, about: str | None) -> str:
    """A mark's line, with the id of its session."""
    return _line({"written": kind, "about": about, "origin": mark.origin, "covers": mark.covers})


def records(lines: Iterable[object]) -> Iterator[tuple[int, Record]]:
    """The records with their line numbers; blank lines are skipped. Raises `InputError`."""
    is_first = True
    for number, line in enumerate(lines, start=1):
        if not isinstance(line, str):
            raise InputError(f"line {number} is no text: {shortened(line)}; open the export as text")
        if not line.strip():
            continue
        if is_first:
            _check_first(line, number)
            is_first = False
        try:
            record = _record(json.loads(line), f"line {number}:")
        except RecursionError:
            raise InputError(f"line {number} is nested too deeply; this is no intact convograph export") from None
        except ValueError as error:  # includes the errors of pydantic and json
            raise InputError(f"line {number}: {_reason(error)}; this is no intact convograph export") from error
        if isinstance(record, HeaderRecord):
            _check_header(record, number)
        yield number, record


def _check_first(line: str, number: int) -> None:
    """Raise `InputError` for a file of another kind, which has its own command, instead of calling it damaged."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or "format" not in value:
        raise InputError(f"line {number}: {NO_EXPORT}")


def _check_header(header: HeaderRecord, number: int) -> None:
    if header.format != EXPORT or not VERSION <= header.version <= LATEST:
        raise InputError(
            f"line {number}: export format {shortened(header.format)} version {header.version} is not known; "
            f"this convograph reads {EXPORT!r} versions {VERSION} to {LATEST}"
        )


def _record(value: Any, place: str) -> Record:
    if not isinstance(value, dict):
        raise InputError(f"{place} is not an object; this is no intact convograph export")
    if "turn" in value:
        turn = TurnRecord.model_validate(value)
        row = turn.row()
        check_turn(Turn(row.text, row.speaker, row.said, row.id, row.metadata), place)
        return turn
    if "session" in value:
        session = SessionRecord.model_validate(value)
        check_session(Session((Turn("text"),), session.name, session.row().said), place)
        return session
    if "memo" in value:
        memo = MemoRecord.model_validate(value)
        check_memo(memo.memo(), place)
        return memo
    if "written" in value and "format" not in value:
        mark = WrittenRecord.model_validate(value)
        check_name(mark.about, place, MAX_ID_CHARACTERS)
        return mark
    return HeaderRecord.model_validate(value)


def _reason(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        place = on_one_line(".".join(map(str, first["loc"])), _SHOWN)
        if complaint := COMPLAINTS.get(first["type"]):
            return f"{place} {complaint[0]}"
        return f"{place}: {on_one_line(stated(first), _SHOWN)}"
    return on_one_line(str(error), _SHOWN)


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _said_object(said: Said | None) -> dict[str, Any] | None:
    if said is None:
        return None
    return {"local": said.local.isoformat(sep=" "), "offset_minutes": said.offset_minutes, "raw": said.raw}
