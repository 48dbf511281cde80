"""What a layer derives session by session: all turns of each, or all memos of each.

A memo belongs to the session of its first turn, also when it is about several: its items begin with that turn, and
G-Long compares the importance of what begins in one session.

Both kinds say what waits, as one snapshot has it: `waiting` gives the sessions with the number of their turns (or
memos), `last` is the key of the last of all, `extract` derives some sessions, `unchanged` says whether one has got no
more since.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from convograph.graph.rows import LayerKey, MemoRow, NodeBatch
from convograph.graph.snapshot import Snapshot
from convograph.protocols import Layer, MemoLayer, OwnerWrite


@dataclass(frozen=True)
class SessionsOfTurns:
    """Of a layer of scope "session"."""

    layer: Layer
    snapshot: Snapshot

    @cached_property
    def waiting(self) -> dict[int, int]:
        """Those with turns beyond the watermark, and those that are pending."""
        turns = self.snapshot.turns
        watermark, pending = _state(self.snapshot, self.layer.key)
        changed = turns.sessions.values[turns.keys.values > watermark]
        wanted = np.isin(turns.sessions.values, np.concatenate((changed, np.array(pending, np.int64))))
        sessions, sizes = np.unique(turns.sessions.values[wanted], return_counts=True)
        return dict(zip(sessions.tolist(), sizes.tolist(), strict=True))

    @property
    def last(self) -> int:
        """The key of the last turn."""
        return int(self.snapshot.turns.keys.values[-1])

    def extract(self, sessions: Sequence[int]) -> list[NodeBatch]:
        """All at once."""
        turns = self.snapshot.turns
        rows = [row for session in sessions for row in turns.of_session(session).tolist()]
        return [self.layer.extract([turns.source_turn(row) for row in rows])]

    def unchanged(self, writing: OwnerWrite, session: int) -> bool:
        """Turns only come within a generation: it is enough to count them."""
        return len(writing.session_turns(session)) == self.waiting[session]


@dataclass(frozen=True)
class SessionsOfMemos:
    """Of a layer of scope "session-memos"."""

    layer: MemoLayer
    snapshot: Snapshot

    @cached_property
    def waiting(self) -> dict[int, int]:
        """Those with memos beyond the watermark, and those that are pending and have memos."""
        return {session: len(memos) for session, memos in self._memos.items()}

    @property
    def last(self) -> int:
        """The key of the last memo."""
        return int(self.snapshot.memos[-1].key)

    def extract(self, sessions: Sequence[int]) -> list[NodeBatch]:
        """Each session by itself: its memos depend on each other."""
        return [self.layer.extract(sorted(self._memos[session], key=self._place)) for session in sessions]

    def unchanged(self, writing: OwnerWrite, session: int) -> bool:
        """Memos only come within a generation: it is enough to count them."""
        return writing.count_memos(self.layer.kinds, session) == self.waiting[session]

    @cached_property
    def _memos(self) -> dict[int, list[MemoRow]]:
        watermark, pending = _state(self.snapshot, self.layer.key)
        if not pending and not self.snapshot.memos_after(watermark):  # what every recall finds, with nothing to do
            return {}
        memos = [memo for memo in self.snapshot.memos if memo.kind in self.layer.kinds]
        sessions = sessions_of(self.snapshot, np.array([memo.turns[0] for memo in memos], np.int64)).tolist()
        wanted = {session for session, memo in zip(sessions, memos, strict=True) if memo.key > watermark} | set(pending)
        found: dict[int, list[MemoRow]] = defaultdict(list)
        for session, memo in zip(sessions, memos, strict=True):
            if session in wanted:
                found[session].append(memo)
        return found

    def _place(self, memo: MemoRow) -> tuple[object, ...]:
        """By turns, then by words, whatever order they came in."""
        turns = self.snapshot.turns
        rows = [turns.rows[row] for row in np.searchsorted(turns.keys.values, memo.turns).tolist()]
        places = [(turns.session_rows[row.session].name, row.ordinal) for row in rows]
        triplets = [(one.subject, one.relation, one.object) for one in memo.details.triplets]
        return places, memo.kind, memo.text, triplets


SessionsToDerive = SessionsOfTurns | SessionsOfMemos


def sessions_of(snapshot: Snapshot, turns: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The session of each turn key."""
    rows = np.searchsorted(snapshot.turns.keys.values, turns)
    sessions: npt.NDArray[np.int64] = snapshot.turns.sessions.values[rows]
    return sessions


def _state(snapshot: Snapshot, key: LayerKey) -> tuple[int, tuple[int, ...]]:
    """How far a layer has come: its watermark, and the sessions that it owes."""
    table = snapshot.layers.get(key)
    return (0, ()) if table is None else (table.watermark, table.pending_sessions)
