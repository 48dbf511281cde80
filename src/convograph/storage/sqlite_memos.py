"""Memos in SQLite: texts about turns that were brought or written by a model, and how far models have come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from convograph.graph.rows import MemoRow, Written
from convograph.storage.sqlite_reading import MEMO_COLUMNS, details_column, memo_row
from convograph.storage.sqlite_transaction import OwnerTransaction, all_there, said_columns


class MemoWriting(OwnerTransaction):
    """What a write can do with memos. See `convograph.protocols.OwnerWrite` for what each method promises."""

    def memos(self, kind: str, session: int | None = None) -> list[MemoRow]:
        """The owner's memos of a kind, or those of them about a session, in order of arrival."""
        query = f"SELECT {MEMO_COLUMNS} FROM memo WHERE owner = ? AND kind = ?"  # noqa: S608
        if session is None:
            rows = self._all(f"{query} ORDER BY id", self._owner, kind)
        else:
            rows = self._all(f"{query} AND session = ? ORDER BY id", self._owner, kind, session)
        return [memo_row(row, self._sources(row[0])) for row in rows]

    def memos_beginning_with(self, turns: Iterable[int]) -> list[MemoRow]:
        """The owner's memos whose first source is one of some turns."""
        columns = ", ".join(f"m.{name.strip()}" for name in MEMO_COLUMNS.split(","))
        query = (  # a cross join keeps the order of the tables: the turn's few sources first
            f"SELECT {columns} FROM memo_source s INDEXED BY memo_source_by_turn CROSS JOIN memo m "  # noqa: S608
            "ON m.owner = s.owner AND m.id = s.memo WHERE s.owner = ? AND s.turn = ? AND s.position = 0 ORDER BY m.id"
        )
        rows = [row for turn in turns for row in self._all(query, self._owner, turn)]
        return [memo_row(row, self._sources(row[0])) for row in rows]

    def put_memos(self, rows: Sequence[MemoRow]) -> None:
        """Store new memos under fresh keys; those that rest on a turn that is gone by now are passed over."""
        first = self.new_keys(len(rows))
        kept = [
            (first + place, row)
            for place, row in enumerate(rows)
            if all_there(self._connection, self._owner, (*row.turns, *row.shown))
        ]
        self._put(
            f"INSERT INTO memo (owner, {MEMO_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            [
                (
                    *(self._owner, key, row.kind, row.text, *said_columns(row.said)),
                    *(row.session, row.origin, details_column(row.details)),
                )
                for key, row in kept
            ],
        )
        self._put(
            "INSERT INTO memo_source VALUES (?, ?, ?, ?)",
            [
                (self._owner, key, place, turn)
                for key, row in kept
                for place, turn in enumerate((*row.shown, *row.turns), start=-len(row.shown))
            ],
        )

    def count_memos(self, kinds: Sequence[str], session: int) -> int:
        """How many memos of these kinds have their first turn in a session."""
        query = (
            "SELECT count(*) FROM turn t JOIN memo_source s ON s.owner = t.owner AND s.turn = t.id AND s.position = 0 "
            "JOIN memo m ON m.owner = s.owner AND m.id = s.memo AND m.kind = ? WHERE t.owner = ? AND t.session = ?"
        )
        return sum(self._one(query, kind, self._owner, session)[0] for kind in kinds)

    def remove_memos(self, keys: Iterable[int]) -> None:
        """Remove memos; the layers over memos are dropped whole, or by session, and derived again."""
        rows = [(self._owner, key) for key in keys]
        if not rows:
            return
        self._remove_items_beside(key for _, key in rows)
        self._put("DELETE FROM memo WHERE owner = ? AND id = ?", rows)
        self._put("DELETE FROM memo_source WHERE owner = ? AND memo = ?", rows)
        layers = [
            (self._owner, row[0])
            for row in self._all("SELECT id FROM layer WHERE owner = ? AND scope = 'memo'", self._owner)
        ]
        for table, column in (("node", "layer"), ("source", "layer"), ("layer", "id")):
            self._put(f"DELETE FROM {table} WHERE owner = ? AND {column} = ?", layers)  # noqa: S608
        self._rows_vanished = True

    def written(self, kind: str) -> dict[int, Written]:
        """By session (0: all of them), what a model has written of a kind."""
        rows = self._all("SELECT session, origin, covers FROM written WHERE owner = ? AND kind = ?", self._owner, kind)
        return {session: Written(origin, covers) for session, origin, covers in rows}

    def put_written(self, kind: str, session: int, written: Written) -> None:
        """Note that a model has written the memos of a kind about a session."""
        self._put(
            "INSERT OR REPLACE INTO written VALUES (?, ?, ?, ?, ?)",
            [(self._owner, kind, session, written.origin, written.covers)],
        )

    def remove_written(self, kind: str, session: int) -> None:
        """Forget that a model has written the memos of a kind about a session."""
        self._put("DELETE FROM written WHERE owner = ? AND kind = ? AND session = ?", [(self._owner, kind, session)])

    def _remove_memos_resting(self) -> tuple[int, int]:
        """Remove the memos and kept replies that rest on turns of `doomed_turns`, and the items beside these memos.

        The numbers of memos and of items.
        """
        resting = (
            "SELECT DISTINCT m.memo FROM temp.doomed_turns d JOIN memo_source m ON m.owner = ? AND m.turn = d.id "
            "AND (m.position >= 0) = ?"
        )
        gone = self._all(resting, self._owner, True)
        shown = {key for (key,) in self._all(resting, self._owner, False)} - {key for (key,) in gone}
        self.remove_memos(sorted(shown))
        items = self._remove_items_beside(key for (key,) in gone)
        keys = [(self._owner, key) for (key,) in gone]
        self._put("DELETE FROM memo WHERE owner = ? AND id = ?", keys)
        self._put("DELETE FROM memo_source WHERE owner = ? AND memo = ?", keys)
        replies = self._all(
            "SELECT DISTINCT r.key FROM temp.doomed_turns d JOIN reply_source r ON r.owner = ? AND r.turn = d.id",
            self._owner,
        )
        for table in ("reply", "reply_source"):
            self._put(f"DELETE FROM {table} WHERE owner = ? AND key = ?", [(self._owner, key) for (key,) in replies])  # noqa: S608
        return len(keys) + len(shown), items

    def _remove_items_beside(self, memos: Iterable[int]) -> int:
        """Remove the items of scope "session-memos" that were derived together with these memos, which go.

        Their sessions then wait to be derived again. The number of items.
        """
        begins = (
            "SELECT t.session FROM memo_source s JOIN turn t ON t.owner = s.owner AND t.id = s.turn "
            "WHERE s.owner = ? AND s.memo = ? AND s.position = 0"
        )
        sessions = sorted({session for memo in memos for (session,) in self._all(begins, self._owner, memo)})
        beside = (
            "SELECT s.layer, s.node FROM turn t JOIN source s ON s.owner = t.owner AND s.turn = t.id "
            "JOIN layer l ON l.owner = s.owner AND l.id = s.layer AND l.scope = 'session-memos' "
            "WHERE t.owner = ? AND t.session = ? AND s.position = 0"
        )
        nodes = [row for session in sessions for row in self._all(beside, self._owner, session)]
        self._remove_nodes(nodes)
        self._put(
            "INSERT OR IGNORE INTO pending SELECT owner, id, ? FROM layer WHERE owner = ? AND scope = 'session-memos'",
            [(session, self._owner) for session in sessions],
        )
        return len(nodes)

    def _remove_nodes(self, nodes: Iterable[tuple[int, int]]) -> None:
        """Remove items with their sources; each is named by its layer and its key."""
        rows = [(self._owner, *node) for node in nodes]
        self._put("DELETE FROM source WHERE owner = ? AND layer = ? AND node = ?", rows)
        self._put("DELETE FROM node WHERE owner = ? AND layer = ? AND id = ?", rows)

    def _sources(self, memo: int) -> list[tuple[int, int]]:
        query = "SELECT position, turn FROM memo_source WHERE owner = ? AND memo = ? ORDER BY position"
        return self._all(query, self._owner, memo)
