"""One write on one owner's memory in SQLite, under the store's lock: all of it is kept, or nothing."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any

import numpy as np

from convograph.errors import EncoderMismatchError
from convograph.graph.rows import LayerKey, NodeBatch, SessionRow, TurnRow, offsets
from convograph.protocols import LayerState, MadeWith, Removed, Scope
from convograph.storage.migrations import OWNER_TABLES
from convograph.storage.sqlite_memos import MemoWriting
from convograph.storage.sqlite_reading import SESSION_COLUMNS, TURN_COLUMNS, session_row, turn_row
from convograph.storage.sqlite_transaction import said_columns


class OwnerWriting(MemoWriting):
    """The write itself: made by the store after `BEGIN IMMEDIATE`, finished by it with `COMMIT`."""

    # Content

    def session(self, name: str) -> SessionRow | None:
        """The stored session of this name."""
        found = self._one(
            f"SELECT {SESSION_COLUMNS} FROM session WHERE owner = ? AND name = ?",  # noqa: S608
            self._owner,
            name,
        )
        return session_row(found) if found else None

    def session_turns(self, session: int) -> list[TurnRow]:
        """The turns of one stored session, by ordinal."""
        return self._turns("session = ? ORDER BY ordinal", session)

    def turns_named(self, ids: Sequence[str]) -> list[TurnRow]:
        """The stored turns among these ids."""
        return [row for name in ids for row in self._turns("name = ?", name)]

    def turns(self) -> list[TurnRow]:
        """All turns of the owner, in order of arrival."""
        return self._turns("TRUE ORDER BY id")

    def put_sessions(self, rows: Sequence[SessionRow]) -> None:
        """Store new sessions; of stored ones, only the next ordinal changes."""
        self._put(
            "INSERT INTO session (owner, id, name, said_local, said_offset, said_raw, next_ordinal) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (owner, id) DO UPDATE SET next_ordinal = excluded.next_ordinal",
            [(self._owner, row.key, row.name, *said_columns(row.said), row.next_ordinal) for row in rows],
        )

    def put_turns(self, rows: Sequence[TurnRow]) -> None:
        """Store new turns."""
        self._put(
            f"INSERT INTO turn (owner, {TURN_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            [
                (
                    self._owner,
                    row.key,
                    row.session,
                    row.ordinal,
                    row.id,
                    row.speaker,
                    row.text,
                    *said_columns(row.said),
                    row.stored_at,
                )
                for row in rows
            ],
        )

    def put_uses(self, used: Mapping[int, str]) -> None:
        """Note when turns were last used; turns that are gone by now are passed over."""
        self._put(
            "INSERT INTO use SELECT t.owner, t.id, ? FROM turn t WHERE t.owner = ? AND t.id = ? "
            "ON CONFLICT (owner, turn) DO UPDATE SET used_at = max(used_at, excluded.used_at)",
            [(moment, self._owner, turn) for turn, moment in used.items()],
        )

    # Layers

    def layer(self, key: LayerKey, encoder: str, scope: Scope) -> LayerState:
        """How far a layer has come; it is made when it is not there yet."""
        found = self._one(
            "SELECT id, watermark FROM layer WHERE owner = ? AND name = ? AND fingerprint = ?",
            self._owner,
            key.name,
            key.fingerprint,
        )
        if found is None:
            found = (self.new_keys(1), 0)
            self._put(
                "INSERT INTO layer VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(self._owner, found[0], key.name, key.fingerprint, encoder, scope, 0)],
            )
        pending = self._all("SELECT session FROM pending WHERE owner = ? AND layer = ?", self._owner, found[0])
        return LayerState(found[0], found[1], frozenset(session for (session,) in pending))

    def put_nodes(self, layer: int, nodes: NodeBatch) -> None:
        """Store derived items under fresh keys."""
        first = self.new_keys(len(nodes))
        vectors = np.ascontiguousarray(nodes.vectors)
        terms, starts = nodes.terms.tobytes(), offsets(nodes.term_counts) * nodes.terms.itemsize
        self._put(
            "INSERT INTO node VALUES (?, ?, ?, ?, ?, ?)",
            (
                (self._owner, layer, first + place, vectors[place].tobytes(), terms[start:end], payload)
                for place, (start, end, payload) in enumerate(
                    zip(starts, starts[1:], nodes.payloads or repeat(None), strict=False)
                )
            ),
        )
        owners = np.repeat(np.arange(len(nodes)), nodes.source_counts)
        positions = np.arange(len(owners)) - offsets(nodes.source_counts)[owners]
        columns = (owners + first, positions, nodes.source_turns, nodes.source_starts, nodes.source_ends)
        self._put(
            "INSERT INTO source VALUES (?, ?, ?, ?, ?, ?, ?)",
            ((self._owner, layer, *row) for row in zip(*(column.tolist() for column in columns), strict=True)),
        )

    def drop_nodes_of_sessions(self, layer: int, sessions: Iterable[int]) -> None:
        """Remove the items of a layer whose first turn is of these sessions, and tell snapshots of it."""
        self._name_doomed(sessions, "SELECT id FROM turn WHERE owner = ? AND session = ?")
        nodes = self._all(
            "SELECT s.node FROM doomed_turns d JOIN source s ON s.owner = ? AND s.turn = d.id AND s.position = 0 "
            "WHERE s.layer = ?",
            self._owner,
            layer,
        )
        keys = [(layer, node) for (node,) in nodes]
        self._remove_nodes(keys)
        revision = self.version.revision + 1
        self._put("INSERT INTO dropped VALUES (?, ?, ?, ?)", [(self._owner, *key, revision) for key in keys])

    def put_pending(self, layer: int, sessions: Iterable[int]) -> None:
        """Note that a layer has to derive these sessions afresh."""
        self._put(
            "INSERT OR IGNORE INTO pending VALUES (?, ?, ?)", [(self._owner, layer, session) for session in sessions]
        )

    def advance(self, layer: int, watermark: int, sessions_done: Iterable[int]) -> None:
        """Note that a layer now covers every turn up to `watermark`, and these sessions afresh."""
        self._put("UPDATE layer SET watermark = ? WHERE owner = ? AND id = ?", [(watermark, self._owner, layer)])
        self._put(
            "DELETE FROM pending WHERE owner = ? AND layer = ? AND session = ?",
            [(self._owner, layer, session) for session in sessions_done],
        )

    def switch_encoder(self, fingerprint: str, name: str) -> None:
        """Make another encoder's layers the owner's, and drop those of the former encoder."""
        layers = self._all("SELECT id FROM layer WHERE owner = ? AND encoder NOT IN (?, '')", self._owner, fingerprint)
        for table, column in (("node", "layer"), ("source", "layer"), ("pending", "layer"), ("layer", "id")):
            self._put(
                f"DELETE FROM {table} WHERE owner = ? AND {column} = ?",  # noqa: S608
                [(self._owner, layer) for (layer,) in layers],
            )
        self._put("UPDATE owner SET encoder = ? WHERE id = ?", [(fingerprint, self._owner)])
        self._put(
            "UPDATE meta SET value = ? WHERE key = 'encoder' AND NOT EXISTS (SELECT 1 FROM owner WHERE encoder <> ?)",
            [(name, fingerprint)],
        )
        self.encoder = fingerprint
        self._rows_vanished = True

    # Removal

    def remove_turns(self, turns: Sequence[TurnRow]) -> Removed:
        """Remove turns and everything that rests on them; sessions left without a turn go too.

        Layers of scope "session" lose all items of the sessions concerned, which then wait to be derived again; those
        of scope "session-memos" lose them for the sessions of the memos that go.
        """
        if not turns:
            return Removed(0, 0, 0, 0)
        sessions = sorted({row.session for row in turns})
        self._name_doomed([row.key for row in turns])
        items = self._remove_resting_items("turn") + self._remove_resting_items("memo")
        memos, beside = self._remove_memos_resting()
        self._name_doomed(sessions, "SELECT id FROM turn WHERE owner = ? AND session = ?")
        items += beside + self._remove_resting_items("session")
        keys = [(self._owner, row.key) for row in turns]
        self._put("DELETE FROM turn WHERE owner = ? AND id = ?", keys)
        self._put("DELETE FROM use WHERE owner = ? AND turn = ?", keys)
        empty = [
            (self._owner, session)
            for session in sessions
            if not self._one("SELECT 1 FROM turn WHERE owner = ? AND session = ? LIMIT 1", self._owner, session)
        ]
        self._put("DELETE FROM session WHERE owner = ? AND id = ?", empty)
        # what a model wrote about these sessions, or about all of them, has lost some of what it rested on
        self._put(
            "DELETE FROM written WHERE owner = ? AND session = ?",
            [(self._owner, session) for session in (0, *sessions)],
        )
        self._put("DELETE FROM pending WHERE owner = ? AND session = ?", empty)
        kept = sorted(set(sessions) - {session for _, session in empty})
        self._put(
            "INSERT OR IGNORE INTO pending SELECT owner, id, ? FROM layer WHERE owner = ? AND scope = 'session'",
            [(session, self._owner) for session in kept],
        )
        self._rows_vanished = True
        return Removed(len(turns), len(empty), items, memos)

    def remove_owner(self) -> Removed:
        """Remove everything of this owner, the owner included."""
        counts = [
            int(self._one(f"SELECT count(*) FROM {table} WHERE owner = ?", self._owner)[0])  # noqa: S608
            for table in ("turn", "session", "node", "memo")
        ]
        for table in OWNER_TABLES:
            self._put(f"DELETE FROM {table} WHERE owner = ?", [(self._owner,)])  # noqa: S608
        self._put("DELETE FROM owner WHERE id = ?", [(self._owner,)])
        self._connection.execute(
            "DELETE FROM meta WHERE key IN ('encoder', 'language') AND NOT EXISTS (SELECT 1 FROM owner)"
        )
        return Removed(*counts)

    def _remove_resting_items(self, scope: Scope) -> int:
        self._connection.execute("CREATE TEMP TABLE IF NOT EXISTS doomed_nodes (layer INTEGER, node INTEGER)")
        self._connection.execute("DELETE FROM temp.doomed_nodes")
        count = self._connection.execute(
            "INSERT INTO temp.doomed_nodes SELECT DISTINCT s.layer, s.node FROM temp.doomed_turns d "
            "JOIN source s ON s.owner = ? AND s.turn = d.id JOIN layer l ON l.owner = s.owner AND l.id = s.layer "
            "WHERE l.scope = ?",
            (self._owner, scope),
        ).rowcount
        self._remove_nodes(self._all("SELECT layer, node FROM temp.doomed_nodes"))
        return count

    def _name_doomed(self, keys: Iterable[int], query: str | None = None) -> None:
        """Fill a temporary table with turn keys: the given ones, or what `query` finds for each of them."""
        self._connection.execute("CREATE TEMP TABLE IF NOT EXISTS doomed_turns (id INTEGER PRIMARY KEY)")
        self._connection.execute("DELETE FROM temp.doomed_turns")
        rows = [(key,) for key in keys]
        if query is not None:
            rows = [row for (key,) in rows for row in self._all(query, self._owner, key)]
        self._connection.executemany("INSERT INTO temp.doomed_turns VALUES (?)", rows)

    def _turns(self, condition: str, *values: Any) -> list[TurnRow]:
        query = f"SELECT {TURN_COLUMNS} FROM turn WHERE owner = ? AND {condition}"  # noqa: S608
        return [turn_row(row) for row in self._all(query, self._owner, *values)]


def create_owner(connection: sqlite3.Connection, name: str, made: MadeWith, location: str) -> int:
    """Make an owner inside the running transaction; its key. The store's first owner settles its encoder and language.

    Raises `EncoderMismatchError` when the store has owners, and none with this encoder.
    """
    others, same = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM owner), EXISTS (SELECT 1 FROM owner WHERE encoder = ?)", (made.fingerprint,)
    ).fetchone()
    if others and not same:
        raise EncoderMismatchError(
            f"{location} was built with another encoder than {made.encoder} ({made.fingerprint}); "
            "open it without naming one, or change its encoder with `convograph reencode`"
        )
    settled = [("encoder", made.encoder), ("language", made.language)]
    connection.executemany("INSERT OR IGNORE INTO meta VALUES (?, ?)", settled)
    created = connection.execute(
        "INSERT INTO owner (name, incarnation, generation, revision, next_key, encoder) VALUES (?, ?, 0, 0, 1, ?)",
        (name, os.urandom(8).hex(), made.fingerprint),
    )
    return int(created.lastrowid or 0)
