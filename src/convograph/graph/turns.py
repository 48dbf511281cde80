"""The turns of one owner as columns, in order of arrival."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from sys import getsizeof
from typing import Any

import numpy as np
import numpy.typing as npt

from convograph.graph.columns import Column, Listing
from convograph.graph.rows import SessionRow, TurnRow
from convograph.graph.runs import alphabetic
from convograph.times import seconds_of
from convograph.types import MetadataValue, Said, SourceTurn

_ROW_BYTES = 500  # a turn's row without its text: keys, id, speaker, times
_SESSION_BYTES = 450

NO_TIME = np.iinfo(np.int64).min  # the said time of a turn without one: earlier than any time


@dataclass(frozen=True, slots=True)
class TurnTable:
    """Turns in order of arrival; row i of every column is the same turn.

    `keys` ascend; `sessions` are session keys; `seconds` is the said time (the turn's own, else its session's) in whole
    seconds of wall-clock time, or `NO_TIME`; `speakers` are numbers from `speaker_keys`, -1 if the speaker is unknown;
    `session_keys` maps session names to keys; `text_bytes` is the memory of all texts and metadata.
    """

    keys: Column
    sessions: Column
    ordinals: Column
    seconds: Column
    speakers: Column
    rows: Listing[TurnRow]
    session_rows: Mapping[int, SessionRow]
    session_keys: Mapping[str, int]
    speaker_keys: Mapping[str, int]
    text_bytes: int = 0

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def nbytes(self) -> int:
        """The approximate memory of the table in bytes: its columns and its rows with their texts."""
        columns = (self.keys, self.sessions, self.ordinals, self.seconds, self.speakers)
        rows = len(self) * _ROW_BYTES + len(self.session_rows) * _SESSION_BYTES
        return sum(column.nbytes for column in columns) + rows + self.text_bytes

    def extended(self, sessions: Sequence[SessionRow], turns: Sequence[TurnRow]) -> TurnTable:
        """The table with sessions and turns appended; this one is unchanged."""
        session_rows, session_keys = self.session_rows, self.session_keys
        if sessions:
            session_rows = {**session_rows, **{row.key: row for row in sessions}}
            session_keys = {**session_keys, **{row.name: row.key for row in sessions}}
        if not turns:
            return replace(self, session_rows=session_rows, session_keys=session_keys)
        speaker_keys = dict(self.speaker_keys)
        speakers = [
            -1 if row.speaker is None else speaker_keys.setdefault(speaker_key(row.speaker), len(speaker_keys))
            for row in turns
        ]
        seconds = [_seconds(row.said or session_rows[row.session].said) for row in turns]
        return TurnTable(
            keys=self.keys.extended(np.array([row.key for row in turns], np.int64)),
            sessions=self.sessions.extended(np.array([row.session for row in turns], np.int64)),
            ordinals=self.ordinals.extended(np.array([row.ordinal for row in turns], np.int64)),
            seconds=self.seconds.extended(np.array(seconds, np.int64)),
            speakers=self.speakers.extended(np.array(speakers, np.int32)),
            rows=self.rows.extended(turns),
            session_rows=session_rows,
            session_keys=session_keys,
            speaker_keys=speaker_keys,
            text_bytes=self.text_bytes + sum(map(_row_bytes, turns)),
        )

    def without(self, keys: npt.NDArray[np.int64]) -> TurnTable:
        """The table without the sessions and turns with these keys, as if they had never been stored."""
        gone = set(keys.tolist())
        session_rows = {key: row for key, row in self.session_rows.items() if key not in gone}
        session_keys = {row.name: key for key, row in session_rows.items()}
        kept = ~np.isin(self.keys.values, keys)
        if kept.all():
            return replace(self, session_rows=session_rows, session_keys=session_keys)
        speakers, speaker_keys = _renumbered(self.speakers.values[kept], self.speaker_keys)
        return TurnTable(
            keys=Column(self.keys.values[kept]),
            sessions=Column(self.sessions.values[kept]),
            ordinals=Column(self.ordinals.values[kept]),
            seconds=Column(self.seconds.values[kept]),
            speakers=Column(speakers),
            rows=Listing[TurnRow]().extended(self.rows.at(np.flatnonzero(kept))),
            session_rows=session_rows,
            session_keys=session_keys,
            speaker_keys=speaker_keys,
            text_bytes=self.text_bytes - sum(map(_row_bytes, self.rows.at(np.flatnonzero(~kept)))),
        )

    def said(self, rows: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int64], ...]:
        """The sort keys of the turns at `rows` by time: seconds, rank of the session id among theirs, ordinal.

        Most significant first. They do not depend on the order in which sessions were stored.
        """
        sessions, positions = np.unique(self.sessions.values[rows], return_inverse=True)
        ranks = alphabetic([self.session_rows[key].name for key in sessions.tolist()])
        return self.seconds.values[rows], ranks[positions], self.ordinals.values[rows]

    def source_turn(self, index: int) -> SourceTurn:
        """The turn at row `index`, as callers see it."""
        return source_turn(self.rows[int(index)], self.session_rows)

    def after(self, key: int) -> npt.NDArray[np.int64]:
        """The rows of the turns with a higher key, that is, those stored later."""
        return np.arange(int(np.searchsorted(self.keys.values, key, side="right")), len(self))

    def of_session(self, session: int) -> npt.NDArray[np.int64]:
        """The rows of one session's turns, by ordinal."""
        rows = np.flatnonzero(self.sessions.values == session)
        return rows[np.argsort(self.ordinals.values[rows], kind="stable")]

    def latest_before(self, session: int, ordinal: int, most: int) -> npt.NDArray[np.int64]:
        """The rows of the last `most` turns (or fewer) of a session before `ordinal`, in order."""
        rows = self.of_session(session)
        end = int(np.searchsorted(self.ordinals.values[rows], ordinal))
        return rows[max(end - most, 0) : end]

    def by_session(self, sessions: npt.NDArray[np.int64]) -> dict[int, npt.NDArray[np.int64]]:
        """The rows of each session's turns, by ordinal, found in one pass."""
        if len(sessions) == 1:
            return {int(sessions[0]): self.of_session(int(sessions[0]))}
        rows = np.flatnonzero(np.isin(self.sessions.values, sessions))
        rows = rows[np.lexsort((self.ordinals.values[rows], self.sessions.values[rows]))]
        names, starts = np.unique(self.sessions.values[rows], return_index=True)
        return dict(zip(names.tolist(), np.split(rows, starts[1:]), strict=True))

    def spoken_by(self, names: Sequence[str]) -> npt.NDArray[np.bool_]:
        """A mask of the turns by these speakers, shape (turns,)."""
        wanted = [self.speaker_keys[key] for key in map(speaker_key, names) if key in self.speaker_keys]
        return np.isin(self.speakers.values, wanted)

    def speaking(self, turns: npt.NDArray[np.bool_] | None) -> Mapping[str, int]:
        """The speaker numbers in a mask of turns (`None`: all turns), by normalised name."""
        if turns is None:
            return self.speaker_keys
        there = set(np.unique(self.speakers.values[turns]).tolist())
        return {name: number for name, number in self.speaker_keys.items() if number in there}

    def noted(self, where: Mapping[str, Sequence[MetadataValue]]) -> npt.NDArray[np.bool_]:
        """A mask of the turns whose metadata has one of the given values under each name, shape (turns,)."""
        turns, kept = self.rows[:], list(range(len(self)))
        for name, values in where.items():
            # sets, since every turn is looked at; the second tells true from 1, which are equal
            equal, same = frozenset(values), frozenset((type(value) is bool, value) for value in values)
            found = ((row, turns[row].metadata.get(name)) for row in kept)
            kept = [row for row, one in found if one in equal and (type(one) is bool, one) in same]
        mask = np.zeros(len(self), np.bool_)
        mask[kept] = True
        return mask

    def noted_names(self) -> list[str]:
        """The distinct metadata names of all turns, sorted."""
        return sorted({name for row in self.rows for name in row.metadata})

    def said_between(self, start: datetime | None, end: datetime | None) -> npt.NDArray[np.bool_]:
        """A mask of the turns with a said time from `start` to `end`, inclusive, shape (turns,)."""
        seconds = self.seconds.values
        inside: npt.NDArray[np.bool_] = seconds != NO_TIME
        if start is not None:
            inside &= seconds >= seconds_of(start)
        if end is not None:
            inside &= seconds <= seconds_of(end)
        return inside

    def said_by(self, moment: datetime, *, strict: bool) -> npt.NDArray[np.bool_]:
        """A mask of the turns said by `moment`; turns without a time pass unless `strict`."""
        seconds = self.seconds.values
        passed = seconds <= seconds_of(moment)
        return passed & (seconds != NO_TIME) if strict else passed


def empty_turns() -> TurnTable:
    """A table without turns."""

    def column(kind: type[np.integer]) -> Column:
        return Column(np.empty(0, kind))

    whole = np.int64
    return TurnTable(
        column(whole), column(whole), column(whole), column(whole), column(np.int32), Listing(), {}, {}, {}
    )


def source_turn(row: TurnRow, sessions: Mapping[int, SessionRow]) -> SourceTurn:
    """A stored turn as callers see it: with its session's id, and its session's time if it has none of its own."""
    session = sessions[row.session]
    said = row.said or session.said
    return SourceTurn(row.key, row.id, session.name, row.ordinal, row.speaker, row.text, said, row.metadata)


def speaker_key(name: str) -> str:
    """The normalised form of a speaker's name: case-folded, with single spaces."""
    return " ".join(name.casefold().split())


def _renumbered(
    speakers: npt.NDArray[np.int32], names: Mapping[str, int]
) -> tuple[npt.NDArray[np.int32], dict[str, int]]:
    """The speakers of the remaining turns, renumbered in order of appearance; -1 (unknown) stays -1."""
    there, firsts = np.unique(speakers, return_index=True)
    in_order = there[np.argsort(firsts)]
    in_order = in_order[in_order >= 0]
    numbers = np.full(len(names) + 1, -1, np.int32)  # the extra last entry is for -1
    numbers[in_order] = np.arange(len(in_order))
    by_number = list(names)
    return numbers[speakers], {by_number[former]: number for number, former in enumerate(in_order.tolist())}


def _row_bytes(row: TurnRow) -> int:
    """The memory that varies from row to row: text and metadata."""
    noted = row.metadata
    entries = sum(getsizeof(name) + getsizeof(value) for name, value in noted.items())
    return getsizeof(row.text) + (getsizeof(noted) + entries if noted else 0)


def _seconds(said: Said | None) -> int:
    return int(NO_TIME) if said is None else seconds_of(said.local)
