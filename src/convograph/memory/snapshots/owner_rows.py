"""Reads the rows of an owner that a snapshot needs from a store, at one version."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from convograph.graph.damage import Damage
from convograph.graph.rows import (
    NEVER,
    LayerKey,
    LayerRow,
    LayerRows,
    MemoRow,
    MemoSourceRow,
    OwnerRows,
    Version,
    WrittenMark,
    node_batch,
)
from convograph.graph.tables import DROPPED, ITEM, LAYER, MARK, MEMO, MEMO_SOURCE, REMOVED, SESSION, STALE, TURN, USE
from convograph.memory.commits.damage import without_what_rests_on_it
from convograph.memory.commits.transaction import encoder_of, with_sources
from convograph.protocols import OwnerView, Store


def version_of(store: Store, owner: str) -> Version:
    """The owner's current version; `NEVER` if the owner does not exist."""
    with store.read(owner) as reading:
        return reading.version


def can_follow(store: Store, owner: str, since: Version) -> bool:
    """Whether the store has recorded all removals since a version, so that a snapshot of it need not be reloaded."""
    with store.read(owner) as reading:
        return _removed_since(reading, since, []) is not None


def owner_rows(
    store: Store,
    owner: str,
    layers: Sequence[LayerKey],
    since: Version | None = None,
    held: Collection[LayerKey] = (),
) -> OwnerRows | None:
    """All rows of the owner, or those after `since` and the keys removed since; `None` if the owner does not exist.

    If the store has not recorded all removals since, all rows are returned, and the result's `since` is `None`. Layers
    that are not in `held` are read in full. If anything is damaged, all rows are returned except damaged ones and those
    that rest on them; `damage` says what was left out.
    """
    damage: list[Damage] = []
    with store.read(owner) as reading:
        if reading.version == NEVER:
            return None
        removed = _removed_since(reading, since or NEVER, damage)
        if removed is None:
            since = None
        after = since.last_key if since else None
        stored = {LayerKey(row.name, row.fingerprint): row for row in reading.rows(LAYER, damaged=damage)}
        stale: dict[int, list[int]] = defaultdict(list)
        for one in reading.rows(STALE, damaged=damage):
            stale[one.layer].append(one.session)
        rows = OwnerRows(
            version=reading.version,
            encoder=encoder_of(reading, owner),
            since=since,
            sessions=list(reading.rows(SESSION, after, damage)),
            turns=list(reading.rows(TURN, after, damage)),
            memos=_memos(reading, after, damage),
            layers={
                key: _layer(reading, stored.get(key), stale, after if key in held else None, damage) for key in layers
            },
            used={row.turn: row.used_at for row in reading.rows(USE, after, damage)},
            written={
                (row.kind, row.session): WrittenMark(row.origin, row.covers)
                for row in reading.rows(MARK, damaged=damage)
            },
            removed=np.empty(0, np.int64) if removed is None else removed,
        )
    if not damage:
        return rows
    if since is not None:  # rows that rest on the damaged ones may have been read before
        return owner_rows(store, owner, layers)
    return without_what_rests_on_it(replace(rows, damage=tuple(damage)))


def _removed_since(reading: OwnerView, since: Version, damage: list[Damage]) -> npt.NDArray[np.int64] | None:
    """The keys removed since a version; `None` if they are not recorded for every generation since then."""
    now = reading.version
    if now.continues(since):
        return np.empty(0, np.int64)
    recorded = list(reading.rows(REMOVED, damaged=damage))
    if now.incarnation != since.incarnation:
        return None
    began = range(since.generation + 1, now.generation + 1)
    if not {row.generation for row in recorded}.issuperset(began):
        return None
    return np.array([row.key for row in recorded if row.generation in began], np.int64)


def _memos(reading: OwnerView, after: int | None, damage: list[Damage]) -> list[MemoRow]:
    sources: dict[int, list[MemoSourceRow]] = defaultdict(list)
    for row in reading.rows(MEMO_SOURCE, after, damage):
        sources[row.memo].append(row)
    return [with_sources(row, sources[row.key]) for row in reading.rows(MEMO, after, damage)]


def _layer(
    reading: OwnerView,
    row: LayerRow | None,
    stale: Mapping[int, Sequence[int]],
    after: int | None,
    damage: list[Damage],
) -> LayerRows:
    if row is None:
        return LayerRows(0, 0, (), node_batch(()), np.empty(0, np.int64))
    dropped = [one.item for one in reading.rows(DROPPED, after, damage, layer=row.key)] if after else []
    return LayerRows(
        row.watermark,
        row.changed,
        tuple(sorted(stale.get(row.key, ()))),
        node_batch(reading.rows(ITEM, after, damage, layer=row.key)),
        np.array(dropped, np.int64),
    )
