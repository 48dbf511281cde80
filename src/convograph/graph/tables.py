"""The schema: the tables of a store, which are all that a storage engine knows about the data.

They hold content (sessions, turns, memos with their source turns, marks of what models have written), derived items by
layer, and bookkeeping. The rules over them (what forgetting cascades to, which layer is stale) are in
`convograph.memory`. Rows belong to an owner and take their keys from one sequence, so later rows have higher keys.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar

from convograph.graph.details import NO_DETAILS, MemoDetails, details_object, details_of_object
from convograph.graph.rows import (
    DroppedRow,
    ItemRow,
    LayerRow,
    MadeRow,
    MarkRow,
    MemoRow,
    MemoSourceRow,
    RemovedRow,
    ReplyRow,
    ReplySourceRow,
    SessionRow,
    SettingRow,
    StaleRow,
    TurnRow,
    UseRow,
)
from convograph.types import LedgerEntry, Metadata, Said

Row = TypeVar("Row")

Value = int | float | str | bytes | None
"""The type of a column value."""

Values = tuple[Any, ...]
"""The columns of a row, each a `Value`."""

Kind = Literal["integer", "real", "text", "blob"]


@dataclass(frozen=True, slots=True, eq=False)
class Table(Generic[Row]):
    """A table: how its rows map to columns and back, and the columns it is indexed by.

    `key` names the columns that identify a row within an owner. Rows are read in key order, or in the order of `order`,
    a column whose values increase with every change. `indexes` are further columns to look rows up by. `nullable`
    columns may be null. Rows of a `shared` table belong to no owner; changes to a `quiet` table create no new version.
    `part` is a key column: engines keep a row count and a checksum per value of it, to detect missing or changed rows.
    """

    name: str
    columns: Mapping[str, Kind]
    key: tuple[str, ...]
    values: Callable[[Row], Values]
    row: Callable[[Values], Row]
    order: str | None = None
    indexes: tuple[tuple[str, ...], ...] = ()
    nullable: tuple[str, ...] = ()
    shared: bool = False
    quiet: bool = False
    part: str | None = None

    @property
    def grows_by(self) -> str:
        """The column that `after` is compared with: `order`, else the last column of the key."""
        return self.order or self.key[-1]


def alternatives(where: Mapping[str, Any]) -> Iterator[dict[str, Value]]:
    """The conditions that `where` expands to: one for each value of the column that lists several.

    >>> list(alternatives({"session": 1, "ordinal": [4, 5]}))
    [{'session': 1, 'ordinal': 4}, {'session': 1, 'ordinal': 5}]
    """
    several = [column for column, value in where.items() if isinstance(value, list | tuple | set | frozenset)]
    if not several:
        yield dict(where)
        return
    (column,) = several
    for value in where[column]:
        yield {**where, column: value}


SHARED_OWNER = ""  # the owner under which shared rows are read and written

_NO_METADATA: Metadata = {}  # shared by all turns without metadata, which are most

_SAID: Mapping[str, Kind] = {"said_local": "text", "said_offset": "integer", "said_raw": "text"}


def _said_values(said: Said | None) -> Values:
    return (None, None, None) if said is None else (said.local.isoformat(sep=" "), said.offset_minutes, said.raw)


def _said(local: str | None, offset: int | None, raw: str | None) -> Said | None:
    return None if local is None else Said(datetime.fromisoformat(local), offset, raw or local)


def _session(values: Values) -> SessionRow:
    key, name, local, offset, raw, next_ordinal = values
    return SessionRow(key, name, _said(local, offset, raw), next_ordinal)


def _turn(values: Values) -> TurnRow:
    key, session, ordinal, name, speaker, text, local, offset, raw, stored_at, metadata = values
    noted = _NO_METADATA if metadata is None else json.loads(metadata)
    return TurnRow(key, session, ordinal, name, speaker, text, _said(local, offset, raw), stored_at, noted)


def _turn_values(row: TurnRow) -> Values:
    said = _said_values(row.said)
    head = (row.key, row.session, row.ordinal, row.id, row.speaker, row.text)
    return (*head, *said, row.stored_at, metadata_text(row.metadata))


def metadata_text(metadata: Metadata) -> str | None:
    """Metadata as canonical JSON with sorted names; `None` if there is none."""
    if not metadata:
        return None
    return json.dumps(dict(metadata), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _memo(values: Values) -> MemoRow:
    key, kind, text, local, offset, raw, session, origin, details = values
    return MemoRow(key, kind, text, _said(local, offset, raw), session, (), origin, _details(details))


def _memo_values(row: MemoRow) -> Values:
    details = None if row.details == NO_DETAILS else json.dumps(details_object(row.details), ensure_ascii=False)
    return (row.key, row.kind, row.text, *_said_values(row.said), row.session, row.origin, details)


def _details(column: str | None) -> MemoDetails:
    return NO_DETAILS if column is None else details_of_object(json.loads(column))


SESSION: Table[SessionRow] = Table(
    "session",
    {"key": "integer", "name": "text", **_SAID, "next_ordinal": "integer"},
    key=("key",),
    values=lambda row: (row.key, row.name, *_said_values(row.said), row.next_ordinal),
    row=_session,
    indexes=(("name",),),
    nullable=tuple(_SAID),
)
TURN: Table[TurnRow] = Table(
    "turn",
    {
        **{"key": "integer", "session": "integer", "ordinal": "integer", "id": "text", "speaker": "text"},
        **{"text": "text", **_SAID, "stored_at": "text", "metadata": "text"},
    },
    key=("key",),
    values=_turn_values,
    row=_turn,
    indexes=(("session", "ordinal"), ("session",), ("id",)),
    nullable=("speaker", *_SAID, "metadata"),
)
MEMO: Table[MemoRow] = Table(
    "memo",
    {
        **{"key": "integer", "kind": "text", "text": "text", **_SAID},
        **{"session": "integer", "origin": "text", "details": "text"},
    },
    key=("key",),
    values=_memo_values,
    row=_memo,  # without its turns, which are in MEMO_SOURCE
    indexes=(("kind", "session"), ("kind",)),
    nullable=(*_SAID, "details"),
)
MEMO_SOURCE: Table[MemoSourceRow] = Table(
    "memo_source",
    {"memo": "integer", "position": "integer", "turn": "integer"},
    key=("memo", "position"),
    values=tuple,
    row=MemoSourceRow._make,
    order="memo",
    indexes=(("turn",), ("memo",)),
)
MARK: Table[MarkRow] = Table(
    "mark",
    {"kind": "text", "session": "integer", "origin": "text", "covers": "text"},
    key=("kind", "session"),
    values=tuple,
    row=MarkRow._make,
    indexes=(("kind",), ("session",)),
)
LAYER: Table[LayerRow] = Table(
    "layer",
    {
        **{"key": "integer", "name": "text", "fingerprint": "text", "encoder": "text", "scope": "text"},
        **{"watermark": "integer", "changed": "integer", "dropped": "integer"},
    },
    key=("key",),
    values=tuple,
    row=LayerRow._make,
    indexes=(("name", "fingerprint"),),
)
STALE: Table[StaleRow] = Table(
    "stale",
    {"layer": "integer", "session": "integer"},
    key=("layer", "session"),
    values=tuple,
    row=StaleRow._make,
    indexes=(("layer",), ("session",)),
)
ITEM: Table[ItemRow] = Table(
    "item",
    {
        **{"layer": "integer", "key": "integer", "turns": "blob", "rests": "blob"},
        **{"vector": "blob", "terms": "blob", "payload": "text"},
    },
    key=("layer", "key"),
    values=tuple,
    row=ItemRow._make,
    indexes=(("layer",),),
    nullable=("payload",),
    part="layer",
)
DROPPED: Table[DroppedRow] = Table(
    "dropped",
    {"key": "integer", "layer": "integer", "item": "integer"},
    key=("key",),
    values=tuple,
    row=DroppedRow._make,
    indexes=(("layer",),),
)
REMOVED: Table[RemovedRow] = Table(
    "removed",
    {"generation": "integer", "key": "integer"},
    key=("generation", "key"),
    values=tuple,
    row=RemovedRow._make,
    indexes=(("generation",),),
)
USE: Table[UseRow] = Table(
    "use",
    {"turn": "integer", "key": "integer", "used_at": "text"},
    key=("turn",),
    values=tuple,
    row=UseRow._make,
    order="key",
)
REPLY: Table[ReplyRow] = Table(
    "reply",
    {"key": "blob", "value": "text"},
    key=("key",),
    values=tuple,
    row=ReplyRow._make,
    quiet=True,
)
REPLY_SOURCE: Table[ReplySourceRow] = Table(
    "reply_source",
    {"turn": "integer", "key": "blob"},
    key=("turn", "key"),
    values=tuple,
    row=ReplySourceRow._make,
    indexes=(("turn",), ("key",)),
    quiet=True,
)
LEDGER: Table[LedgerEntry] = Table(
    "ledger",
    {
        **{"purpose": "text", "model": "text", "calls": "integer", "prompt_tokens": "integer"},
        **{"completion_tokens": "integer", "seconds": "real"},
    },
    key=("purpose", "model"),
    values=astuple,
    row=lambda values: LedgerEntry(*values),
    quiet=True,
)
SETTING: Table[SettingRow] = Table(
    "setting", {"name": "text", "value": "text"}, key=("name",), values=tuple, row=SettingRow._make, shared=True
)
MADE: Table[MadeRow] = Table(
    "made", {"owner": "text", "encoder": "text"}, key=("owner",), values=tuple, row=MadeRow._make, shared=True
)

TABLES: tuple[Table[Any], ...] = (
    *(SESSION, TURN, MEMO, MEMO_SOURCE, MARK),
    *(LAYER, STALE, ITEM, DROPPED, REMOVED),
    *(USE, REPLY, REPLY_SOURCE, LEDGER, SETTING, MADE),
)
"""Every table of a store."""
