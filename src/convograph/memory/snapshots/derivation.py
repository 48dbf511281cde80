"""Keeps layers consistent with the raw turns: stale parts are extracted outside any transaction, then committed in one.

    snapshot ─▶ what is stale in each layer ─▶ extract, link ─▶ one write for all layers

The first caller to notice does the work; if its process dies, the next call of any process takes over. Extracted items
are committed only if their layer is still as in the snapshot (optimistic concurrency). Otherwise another process was
faster, and the caller finds the remaining work in a new snapshot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from convograph.graph.rows import DroppedRow, LayerRow, NodeBatch, Version, item_rows
from convograph.graph.snapshot import Snapshot
from convograph.graph.tables import DROPPED, ITEM, LAYER, STALE
from convograph.memory.batches import TURNS_AT_ONCE
from convograph.memory.commits.removal import new_generation, put_stale
from convograph.memory.commits.transaction import stale_sessions, stored_layer
from convograph.memory.snapshots.staleness import Batch, SessionParts, Stale, stale_of
from convograph.protocols import AnyLayer, OwnerWrite, Store

LEAST_DROPPED = 1_024  # items: below this, the list of dropped items costs nothing
DROPPED_SHARE = 4  # a new generation once a quarter of a layer was dropped: amortised constant cost

Progress = Callable[[int, int], None]
"""Called with the amount of work done and the total, for example in turns, memos or requests."""


@dataclass(frozen=True, slots=True)
class LayerStep:
    """One layer's part of a write: items to put, keys of the items to drop, and its new watermark.

    It is applied only if the layer's watermark is still `seen` and every session of `owed` is still stale.
    """

    layer: AnyLayer
    seen: int
    owed: frozenset[int]
    items: NodeBatch
    drops: Sequence[int]
    watermark: int
    living: int


def waiting(layer: AnyLayer, snapshot: Snapshot) -> int:
    """The number of turns (or memos) that the layer has yet to derive, including those of stale sessions."""
    return stale_of(layer, snapshot).size


def all_stale(layers: Sequence[AnyLayer], snapshot: Snapshot) -> list[Stale]:
    """What each of the layers has yet to derive; layers that are up to date are left out."""
    parts = SessionParts(snapshot)
    return [found for layer in layers if (found := stale_of(layer, snapshot, parts)).size]


def derive(
    store: Store, owner: str, stale: Sequence[Stale], version: Version, progress: Progress | None = None
) -> None:
    """Derive what was stale at a version, except what another process commits in the meantime."""
    if all(found.size <= TURNS_AT_ONCE for found in stale):
        steps = [_step(found, batch, found.table.watermark) for found in stale for batch in found.batches(found.size)]
        _commit(store, owner, version, steps)
        _tell(progress, stale)
        return
    for found in stale:
        _derive_in_batches(store, owner, found, version, progress)


def _tell(progress: Progress | None, stale: Sequence[Stale]) -> None:
    for found in stale if progress else ():
        progress(found.size, found.size)  # type: ignore[misc]


def _derive_in_batches(store: Store, owner: str, stale: Stale, version: Version, progress: Progress | None) -> None:
    """Derive one layer, one write per batch; sessions processed out of key order are marked stale beforehand."""
    watermark = stale.table.watermark
    if stale.by_session:
        if not _mark_stale(store, owner, stale, version):
            return
        watermark = stale.last
    done = 0
    for batch in stale.batches(TURNS_AT_ONCE):
        step = _step(stale, batch, watermark)
        if not _commit(store, owner, version, [step]):
            return
        watermark = step.watermark
        done += batch.size
        if progress:
            progress(done, stale.size)


def _mark_stale(store: Store, owner: str, stale: Stale, version: Version) -> bool:
    """Mark a layer's sessions as stale; false if the layer has changed since the snapshot."""
    with store.write(owner) as writing:
        row = _layer_row(writing, stale.layer) if writing.version.continues(version) else None
        if row is None or row.watermark != stale.table.watermark:
            return False
        put_stale(writing, row.key, stale.sessions)
        writing.put(LAYER, [row._replace(watermark=stale.last)])
        return True


def _step(stale: Stale, batch: Batch, seen: int) -> LayerStep:
    items = batch.extract()
    owed = batch.sessions if seen == stale.last else batch.sessions & frozenset(stale.table.stale_sessions)
    return LayerStep(stale.layer, seen, owed, items, batch.drops(), max(batch.last, seen), stale.living)


def _commit(store: Store, owner: str, version: Version, steps: Sequence[LayerStep]) -> bool:
    """Commit the derived items in one write; false if rows were removed or a layer has advanced meanwhile."""
    if not steps:
        return True
    with store.write(owner) as writing:
        if not writing.version.continues(version):
            return False
        applied = [_apply(writing, step) for step in steps]
        return all(applied)


def _apply(writing: OwnerWrite, step: LayerStep) -> bool:
    row = _layer_row(writing, step.layer)
    if row.watermark != step.seen or not step.owed <= stale_sessions(writing, row.key):
        return False
    _drop(writing, row.key, step.drops)
    if len(step.items):
        writing.put(ITEM, item_rows(row.key, writing.new_keys(len(step.items)), step.items))
    changed = writing.new_keys(1) if len(step.items) or step.drops else row.changed
    row = row._replace(watermark=step.watermark, changed=changed, dropped=row.dropped + len(step.drops))
    writing.put(LAYER, [row])
    writing.remove(STALE, layer=row.key, session=list(step.owed))
    if row.dropped > max(LEAST_DROPPED, step.living // DROPPED_SHARE):
        new_generation(writing)
    return True


def _drop(writing: OwnerWrite, layer: int, items: Sequence[int]) -> None:
    """Remove items and record their keys, so that snapshots drop them too."""
    if items:
        writing.remove(ITEM, layer=layer, key=list(items))
        first = writing.new_keys(len(items))
        writing.put(DROPPED, [DroppedRow(first + place, layer, item) for place, item in enumerate(items)])


def _layer_row(writing: OwnerWrite, layer: AnyLayer) -> LayerRow:
    """The row of a layer, created if it does not exist."""
    stored = stored_layer(writing, layer.key.name, layer.key.fingerprint)
    if stored is not None:
        return stored
    made = LayerRow(writing.new_keys(1), layer.key.name, layer.key.fingerprint, layer.encoder, layer.scope, 0, 0, 0)
    writing.put(LAYER, [made])
    return made
