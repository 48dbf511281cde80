"""How memos are stored: which turns they rest on, and that bringing them again changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from convograph.errors import InputError, NotFoundError
from convograph.formats.limits import shortened
from convograph.graph.rows import MemoRow
from convograph.graph.turns import TurnTable
from convograph.protocols import OwnerWrite
from convograph.types import BringReport, Memo, StoredMemo

BROUGHT = ""  # the origin of what no model wrote


def store_memos(writing: OwnerWrite, memos: Sequence[Memo]) -> BringReport:
    """Store the memos that are not there yet. Raises `NotFoundError` for a session or turn that is not stored."""
    rows = [_row(writing, memo) for memo in memos]
    known = {_contents(row) for kind in {row.kind for row in rows} for row in writing.memos(kind)}
    fresh = {contents: row for row in rows if (contents := _contents(row)) not in known}
    writing.put_memos(list(fresh.values()))
    return BringReport(len(fresh), len(memos) - len(fresh))


def _row(writing: OwnerWrite, memo: Memo) -> MemoRow:
    session, turns = _session(writing, memo)
    if memo.turns:
        found = {row.id: row for row in writing.turns_named(memo.turns)}
        missing = [name for name in memo.turns if name not in found]
        if missing:
            raise NotFoundError(f"the {_named(memo)} rests on a turn that is not stored: {shortened(missing[0])}")
        sessions = {row.session for row in found.values()}
        if session and sessions != {session}:
            raise InputError(f"the {_named(memo)} rests on turns of another session than {shortened(memo.session)}")
        session = sessions.pop() if len(sessions) == 1 else 0
        turns = tuple(found[name].key for name in dict.fromkeys(memo.turns))
    if not turns:
        raise InputError(f"the {_named(memo)} names neither a session nor turns; say what it rests on")
    return MemoRow(0, memo.kind, memo.text, memo.said, session, turns, BROUGHT)


def _session(writing: OwnerWrite, memo: Memo) -> tuple[int, tuple[int, ...]]:
    if memo.session is None:
        return 0, ()
    stored = writing.session(memo.session)
    if stored is None:
        raise NotFoundError(f"the {_named(memo)} is about a session that is not stored: {shortened(memo.session)}")
    return stored.key, tuple(row.key for row in writing.session_turns(stored.key))


def _contents(row: MemoRow) -> tuple[object, ...]:
    """What makes two memos the same, whoever wrote them."""
    return row.kind, row.text, row.said, row.turns


def _named(memo: Memo) -> str:
    return f"{memo.kind} {shortened(memo.text)}"


def stored_memo(turns: TurnTable, row: MemoRow) -> StoredMemo:
    """A memo as callers see it."""
    rows = np.searchsorted(turns.keys.values, np.array(row.turns, np.int64))
    sources = tuple(turns.source_turn(place) for place in rows.tolist())
    return StoredMemo(row.kind, row.text, row.said or sources[-1].said, sources, row.origin)
