"""Stores memos: resolves their source turns and is idempotent (bringing a memo again changes nothing)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from convograph import formats
from convograph.errors import InputError, NotFoundError
from convograph.formats.limits import shortened
from convograph.graph.details import MemoDetails
from convograph.graph.rows import SEVERAL, MemoRow
from convograph.graph.turns import TurnTable
from convograph.memory.commits.transaction import Transaction
from convograph.types import BringReport, Memo, StoredMemo

BROUGHT = ""  # the origin of memos that no model wrote
_REMEDY = "add the conversation first, or take the memo out"


def checked_memos(given: object) -> list[Memo]:
    """The caller's memos, validated. Raises an `InputError` that gives the position of the first invalid one."""
    if not isinstance(given, Iterable) or isinstance(given, Mapping | str | bytes):
        raise InputError(f"memos come as a list, also when it is one: {shortened(given)}")
    return [formats.memo_of_object(memo, f"memo {number}:") for number, memo in enumerate(given, start=1)]


def store_memos(writing: Transaction, memos: Sequence[Memo]) -> BringReport:
    """Store the memos that are new. Raises `NotFoundError` for a session or turn that is not stored.

    The sources of a memo about a whole session are the turns stored when it was first brought: when it is brought again
    after the session was extended, it still counts as known.
    """
    rows = [_row(writing, memo) for memo in memos]
    whole = {memo.kind for memo in memos if not memo.turns}
    stored = {(row.session, *_words(row)) for kind in whole for row in writing.memos(kind)}
    fresh = [
        row for memo, row in zip(memos, rows, strict=True) if memo.turns or (row.session, *_words(row)) not in stored
    ]
    return store_rows(writing, fresh, len(memos))


def store_rows(writing: Transaction, rows: Sequence[MemoRow], given: int) -> BringReport:
    """Store the rows whose contents are new; the rest of the `given` memos count as known."""
    known = {_contents(row) for row in writing.memos_beginning_with({row.turns[0] for row in rows})}
    fresh = {contents: row for row in rows if (contents := _contents(row)) not in known}
    writing.put_memos(list(fresh.values()))
    return BringReport(len(fresh), given - len(fresh))


def stored_memo(turns: TurnTable, row: MemoRow) -> StoredMemo:
    """A memo as callers see it."""
    rows = np.searchsorted(turns.keys.values, np.array(row.turns, np.int64))
    sources = tuple(turns.source_turn(place) for place in rows.tolist())
    said, details = row.said or sources[-1].said, row.details
    return StoredMemo(
        row.kind,
        row.text,
        said,
        sources,
        row.origin,
        details.triplets,
        details.name,
        details.when,
        details.when_text,
    )


def _row(writing: Transaction, memo: Memo) -> MemoRow:
    """The memo as a row, without a key yet."""
    session, turns = _session(writing, memo)
    details = MemoDetails(memo.triplets, memo.name, memo.when, memo.when_text)
    if not memo.turns:
        return MemoRow(0, memo.kind, memo.text, memo.said, session, turns, BROUGHT, details)
    found = {row.id: row for row in writing.turns_named(memo.turns)}
    missing = next((name for name in memo.turns if name not in found), None)
    if missing is not None:
        raise NotFoundError(f"the {_named(memo)} rests on a turn that is not stored: {shortened(missing)}; {_REMEDY}")
    sessions = {row.session for row in found.values()}
    if session and sessions != {session}:
        raise InputError(
            f"the {_named(memo)} rests on turns of another session than {shortened(memo.session)}; "
            "leave the session out"
        )
    keys = tuple(found[name].key for name in dict.fromkeys(memo.turns))
    about = sessions.pop() if len(sessions) == 1 else SEVERAL
    return MemoRow(0, memo.kind, memo.text, memo.said, about, keys, BROUGHT, details)


def _session(writing: Transaction, memo: Memo) -> tuple[int, tuple[int, ...]]:
    if memo.session is None:
        return SEVERAL, ()
    stored = writing.session(memo.session)
    if stored is None:
        raise NotFoundError(
            f"the {_named(memo)} is about a session that is not stored: {shortened(memo.session)}; {_REMEDY}"
        )
    return stored.key, tuple(row.key for row in writing.session_turns(stored.key))


def _contents(row: MemoRow) -> tuple[object, ...]:
    """What identifies a memo, whoever wrote it."""
    return *_words(row), row.turns


def _words(row: MemoRow) -> tuple[object, ...]:
    return row.kind, row.text, row.said, row.details


def _named(memo: Memo) -> str:
    return f"{memo.kind} {shortened(memo.text)}"
