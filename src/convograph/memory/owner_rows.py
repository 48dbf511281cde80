"""Reads what a snapshot needs of an owner from a store, at one version."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

import numpy as np

from convograph.graph.rows import (
    NEVER,
    LayerKey,
    LayerRows,
    MemoRow,
    MemoSourceRow,
    OwnerRows,
    Version,
    Written,
    node_batch,
)
from convograph.graph.tables import DROPPED, ITEM, MADE, MARK, MEMO, MEMO_SOURCE, SESSION, TURN, USE
from convograph.memory.transaction import stale_sessions, stored_layer, with_sources
from convograph.protocols import OwnerView, Store


def version_of(store: Store, owner: str) -> Version:
    """The owner's current version; `NEVER` if the owner does not exist."""
    with store.read(owner) as reading:
        return reading.version


def owner_rows(
    store: Store,
    owner: str,
    layers: Sequence[LayerKey],
    since: Version | None = None,
    held: Collection[LayerKey] = (),
) -> OwnerRows | None:
    """All rows of the owner, or those after `since` if it is of this generation; `None` if the owner does not exist.

    Layers that are not in `held` are read in full.
    """
    with store.read(owner) as reading:
        if reading.version == NEVER:
            return None
        if since is not None and not reading.version.continues(since):
            since = None
        after = since.last_key if since else 0
        return OwnerRows(
            version=reading.version,
            encoder=next((row.encoder for row in reading.rows(MADE, owner=owner)), ""),
            since=since,
            sessions=list(reading.rows(SESSION, after)),
            turns=list(reading.rows(TURN, after)),
            memos=_memos(reading, after),
            layers={key: _layer(reading, key, after if key in held else 0) for key in layers},
            used={row.turn: row.used_at for row in reading.rows(USE, after)},
            written={(row.kind, row.session): Written(row.origin, row.covers) for row in reading.rows(MARK)},
        )


def _memos(reading: OwnerView, after: int) -> list[MemoRow]:
    sources: dict[int, list[MemoSourceRow]] = defaultdict(list)
    for row in reading.rows(MEMO_SOURCE, after):
        sources[row.memo].append(row)
    return [with_sources(row, sources[row.key]) for row in reading.rows(MEMO, after)]


def _layer(reading: OwnerView, key: LayerKey, after: int) -> LayerRows:
    row = stored_layer(reading, key.name, key.fingerprint)
    if row is None:
        return LayerRows(0, 0, (), node_batch(()), np.empty(0, np.int64))
    dropped = [one.item for one in reading.rows(DROPPED, after, layer=row.key)] if after else []
    return LayerRows(
        row.watermark,
        row.changed,
        tuple(sorted(stale_sessions(reading, row.key))),
        node_batch(reading.rows(ITEM, after, layer=row.key)),
        np.array(dropped, np.int64),
    )
