"""Removes turns from a damaged memory, without relying on any row being correct.

What rests on a damaged row cannot be traced. So all derived rows are removed, to be derived again, and all cached
replies. Besides the memos about the turns, every memo is removed that is damaged itself or has a source that is damaged
or gone, and all memos of the kinds in `DEPEND_ON_ANY_TURN`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from convograph.graph.damage import Damage
from convograph.graph.rows import SEVERAL, TurnRow
from convograph.graph.tables import ITEM, MARK, MEMO, MEMO_SOURCE, REPLY, REPLY_SOURCE, SESSION, TURN, USE
from convograph.memory.commits.as_it_reads import AsItReads
from convograph.memory.commits.damage import DERIVED
from convograph.memory.commits.removal import DEPEND_ON_ANY_TURN, Removed, new_generation
from convograph.protocols import OwnerView, OwnerWrite


def remove_of_damaged(writing: OwnerWrite, turns: Sequence[TurnRow]) -> Removed:
    """Remove turns, given as they read, all derived rows, and sessions left without a turn."""
    keys = [row.key for row in turns]
    items = writing.count(ITEM)
    for table in (*DERIVED, REPLY, REPLY_SOURCE):
        writing.remove(table)
    writing.remove(TURN, key=keys)
    left = {row.key: row.session for row in AsItReads(writing).rows(TURN)}
    used = {row.turn for row in AsItReads(writing).rows(USE)}
    writing.remove(USE, turn=[*keys, *sorted(used - set(left))])
    about = _remove_memos(writing, set(left))
    of_turns, sessions = {row.session for row in turns}, {row.key for row in AsItReads(writing).rows(SESSION)}
    astray = set(left.values()) - sessions  # may be the former keys of sessions that now seem empty
    empty = sorted(sessions - set(left.values()) & (of_turns if astray else sessions))
    writing.remove(SESSION, key=empty)
    writing.remove(MARK, session=sorted({SEVERAL, *empty, *of_turns, *about.values()}))
    new_generation(writing)
    return Removed(len(turns), len(empty), items, len(about))


def untold(reading: OwnerView) -> tuple[Damage, ...]:
    """The damaged and the missing rows of turns and memos, which may belong to any session or speaker."""
    damage: list[Damage] = []
    for _ in (*reading.rows(TURN, damaged=damage), *reading.rows(MEMO, damaged=damage)):
        pass
    return tuple(one for one in damage if one.values is not None or one.missing > 0)


def _remove_memos(writing: OwnerWrite, turns: set[int]) -> dict[int, int]:
    """Remove damaged memos and those that do not rest on these turns alone; returns their sessions by memo key."""
    told = AsItReads(writing)
    memos = list(told.rows(MEMO))
    sources: dict[int, list[int]] = defaultdict(list)
    for row in told.rows(MEMO_SOURCE):
        sources[row.memo].append(row.turn)
    damaged = {one.values.get("memo", one.values.get("key")) for one in told.damage if one.values is not None}
    gone = {
        row.key: row.session
        for row in memos
        if row.kind in DEPEND_ON_ANY_TURN
        or not sources[row.key]
        or not turns.issuperset(sources[row.key])
        or row.key in damaged
    }
    kept = {row.key for row in memos} - set(gone)
    writing.remove(MEMO, key=sorted(gone))
    writing.remove(MEMO_SOURCE, memo=sorted({*gone, *sources} - kept))
    return gone
