"""What a snapshot needs of an owner, read from SQLite in one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt

from convograph.graph.details import NO_DETAILS, MemoDetails, details_object, details_of_object
from convograph.graph.rows import (
    Cursor,
    LayerKey,
    LayerRows,
    MemoRow,
    NodeBatch,
    OwnerRows,
    SessionRow,
    TurnRow,
    Version,
    Written,
)
from convograph.types import Said, WrittenKind

SESSION_COLUMNS = "id, name, said_local, said_offset, said_raw, next_ordinal"
TURN_COLUMNS = "id, session, ordinal, name, speaker, text, said_local, said_offset, said_raw, stored_at"
MEMO_COLUMNS = "id, kind, text, said_local, said_offset, said_raw, session, origin, details"

_ROWS_AT_ONCE = 65_536  # some 40 MiB of vectors: bounds the memory that reading takes beyond its result


def read_owner(
    connection: sqlite3.Connection, owner: int, layers: Sequence[LayerKey], since: Cursor | None
) -> OwnerRows:
    """Everything of the owner beyond `since`, or everything when that belongs to another generation."""
    incarnation, generation, revision, encoder = connection.execute(
        "SELECT incarnation, generation, revision, encoder FROM owner WHERE id = ?", (owner,)
    ).fetchone()
    version = Version(incarnation, generation, revision)
    if since and (since.version.incarnation, since.version.generation) != (incarnation, generation):
        since = None
    sessions = connection.execute(
        f"SELECT {SESSION_COLUMNS} FROM session WHERE owner = ? AND id > ? ORDER BY id",  # noqa: S608
        (owner, since.session if since else 0),
    )
    turns = connection.execute(
        f"SELECT {TURN_COLUMNS} FROM turn WHERE owner = ? AND id > ? ORDER BY id",  # noqa: S608
        (owner, since.turn if since else 0),
    )
    return OwnerRows(
        version=version,
        encoder=encoder,
        since=since,
        sessions=[session_row(row) for row in sessions],
        turns=[turn_row(row) for row in turns],
        memos=_read_memos(connection, owner, since.memo if since else 0),
        layers={key: _read_layer(connection, owner, key, since) for key in layers},
        used=dict(connection.execute("SELECT turn, used_at FROM use WHERE owner = ?", (owner,)).fetchall()),
        written=_read_written(connection, owner),
    )


def session_row(row: Sequence[Any]) -> SessionRow:
    """A row of `SESSION_COLUMNS`."""
    return SessionRow(row[0], row[1], said_from(*row[2:5]), row[5])


def turn_row(row: Sequence[Any]) -> TurnRow:
    """A row of `TURN_COLUMNS`."""
    key, session, ordinal, name, speaker, text, local, offset, raw, stored_at = row
    return TurnRow(key, session, ordinal, name, speaker, text, said_from(local, offset, raw), stored_at)


def said_from(local: str | None, offset: int | None, raw: str | None) -> Said | None:
    """The time in three columns, `None` where there is none."""
    return None if local is None else Said(datetime.fromisoformat(local), offset, raw or local)


def _read_memos(connection: sqlite3.Connection, owner: int, last: int) -> list[MemoRow]:
    sources: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for memo, position, turn in connection.execute(
        "SELECT memo, position, turn FROM memo_source WHERE owner = ? AND memo > ? ORDER BY memo, position",
        (owner, last),
    ):
        sources[memo].append((position, turn))
    rows = connection.execute(
        f"SELECT {MEMO_COLUMNS} FROM memo WHERE owner = ? AND id > ? ORDER BY id",  # noqa: S608
        (owner, last),
    )
    return [memo_row(row, sources[row[0]]) for row in rows]


def _read_written(connection: sqlite3.Connection, owner: int) -> dict[tuple[WrittenKind, int], Written]:
    rows = connection.execute("SELECT kind, session, origin, covers FROM written WHERE owner = ?", (owner,))
    return {(kind, session): Written(origin, covers) for kind, session, origin, covers in rows}


def memo_row(row: Sequence[Any], sources: Sequence[tuple[int, int]]) -> MemoRow:
    """A row of `MEMO_COLUMNS` and its sources by position: from 0 the turns it rests on, below them those shown."""
    key, kind, text, local, offset, raw, session, origin, details = row
    said = said_from(local, offset, raw)
    turns = tuple(turn for position, turn in sources if position >= 0)
    shown = tuple(turn for position, turn in sources if position < 0)
    return MemoRow(key, kind, text, said, session, turns, origin, details_from(details), shown)


def details_column(details: MemoDetails) -> str | None:
    """The details as they are stored: JSON, or NULL for none."""
    return None if details == NO_DETAILS else json.dumps(details_object(details), ensure_ascii=False)


def details_from(column: str | None) -> MemoDetails:
    """The details of a memo's column."""
    return NO_DETAILS if column is None else details_of_object(json.loads(column))


def _read_layer(connection: sqlite3.Connection, owner: int, key: LayerKey, since: Cursor | None) -> LayerRows:
    found = connection.execute(
        "SELECT id, watermark FROM layer WHERE owner = ? AND name = ? AND fingerprint = ?",
        (owner, key.name, key.fingerprint),
    ).fetchone()
    if found is None:
        return LayerRows(0, (), _read_nodes(connection, owner, -1, 0), np.empty(0, np.int64))
    layer, watermark = found
    pending = connection.execute("SELECT session FROM pending WHERE owner = ? AND layer = ?", (owner, layer))
    dropped: list[tuple[int]] = []
    if since is not None:
        dropped = connection.execute(
            "SELECT node FROM dropped WHERE owner = ? AND layer = ? AND revision > ?",
            (owner, layer, since.version.revision),
        ).fetchall()
    last = since.nodes.get(key, 0) if since else 0
    return LayerRows(
        watermark,
        tuple(session for (session,) in pending),
        _read_nodes(connection, owner, layer, last),
        np.array([node for (node,) in dropped], np.int64),
    )


def _read_nodes(connection: sqlite3.Connection, owner: int, layer: int, last: int) -> NodeBatch:
    keys, term_counts, terms = [], [], []
    vectors, read = np.empty((0, 0), np.float16), 0
    payloads: list[str] = []
    (count,) = connection.execute(
        "SELECT count(*) FROM node WHERE owner = ? AND layer = ? AND id > ?", (owner, layer, last)
    ).fetchone()
    nodes = connection.execute(
        "SELECT id, vector, terms, payload FROM node WHERE owner = ? AND layer = ? AND id > ? ORDER BY id",
        (owner, layer, last),
    )
    while block := nodes.fetchmany(_ROWS_AT_ONCE):
        keys.append(np.fromiter((row[0] for row in block), np.int64, len(block)))
        joined = np.frombuffer(b"".join(row[1] or b"" for row in block), np.float16).reshape(len(block), -1)
        if not read:  # room for all at once: the vectors are most of what is read, and must not be there twice
            vectors = np.empty((count, joined.shape[1]), np.float16)
        vectors[read : read + len(block)] = joined
        read += len(block)
        term_counts.append(np.fromiter((len(row[2] or b"") // 8 for row in block), np.int32, len(block)))
        terms.append(np.frombuffer(b"".join(row[2] or b"" for row in block), np.uint64))
        payloads.extend(row[3] for row in block if row[3] is not None)
    sources = connection.execute(
        "SELECT node, turn, span_start, span_end FROM source WHERE owner = ? AND layer = ? AND node > ? "
        "ORDER BY node, position",
        (owner, layer, last),
    )
    source_blocks = []
    while block := sources.fetchmany(_ROWS_AT_ONCE):
        source_blocks.append(np.array(block, np.int64))
    table = np.concatenate(source_blocks) if source_blocks else np.empty((0, 4), np.int64)
    all_keys = _joined(keys, np.int64)
    return NodeBatch(
        keys=all_keys,
        vectors=vectors,
        term_counts=_joined(term_counts, np.int32),
        terms=_joined(terms, np.uint64),
        source_counts=np.bincount(np.searchsorted(all_keys, table[:, 0]), minlength=len(all_keys)).astype(np.int32),
        source_turns=table[:, 1],
        source_starts=table[:, 2].astype(np.int32),
        source_ends=table[:, 3].astype(np.int32),
        payloads=tuple(payloads),
    )


def _joined(parts: list[npt.NDArray[Any]], kind: type[np.generic]) -> npt.NDArray[Any]:
    return np.concatenate(parts) if parts else np.empty(0, kind)
