"""Kept replies of models in SQLite: short transactions of their own, outside of revisions."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict

from convograph.chat import ChatReply, ChatRequest
from convograph.storage.connections import Connections
from convograph.storage.sqlite_transaction import all_there

_OWNER = "SELECT id FROM owner WHERE name = ? AND incarnation = ?"


class SQLiteReplies:
    """The `KeptReplies` of a store. A reply goes when a turn is forgotten whose words were in the request.

    They are those of owners of one incarnation: who was forgotten and came again has none, not even those under way.
    """

    def __init__(self, connections: Connections, incarnation: str) -> None:
        self._connections = connections
        self._incarnation = incarnation

    def get(self, key: bytes, owner: str) -> ChatReply | None:
        """The reply, or `None`."""
        with self._connections.connection() as connection:
            found = connection.execute(
                f"SELECT value FROM reply WHERE owner = ({_OWNER}) AND key = ?",  # noqa: S608
                (owner, self._incarnation, key),
            ).fetchone()
        return ChatReply(**json.loads(found[0])) if found else None

    def put(self, key: bytes, request: ChatRequest, reply: ChatReply) -> None:
        """Keep a reply, unless its owner or a turn that it rests on was forgotten while the model thought."""
        with self._connections.connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            found = connection.execute(_OWNER, (request.owner, self._incarnation)).fetchone()
            if found and all_there(connection, found[0], request.sources):
                _put(connection, found[0], key, request, reply)
            connection.execute("COMMIT")

    def drop(self, keys: Iterable[bytes], owner: str) -> None:
        """Remove these replies, as if they had never come."""
        rows = [(owner, self._incarnation, key) for key in keys]
        with self._connections.connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            for table in ("reply", "reply_source"):
                connection.executemany(f"DELETE FROM {table} WHERE owner = ({_OWNER}) AND key = ?", rows)  # noqa: S608
            connection.execute("COMMIT")


def _put(connection: sqlite3.Connection, owner: int, key: bytes, request: ChatRequest, reply: ChatReply) -> None:
    value = json.dumps(asdict(reply), ensure_ascii=False)
    connection.execute("INSERT OR REPLACE INTO reply VALUES (?, ?, ?)", (owner, key, value))
    connection.executemany(
        "INSERT OR IGNORE INTO reply_source VALUES (?, ?, ?)", [(owner, turn, key) for turn in request.sources]
    )
