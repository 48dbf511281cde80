"""Keeps one owner's latest snapshot: loads it, follows commits of other processes, and brings its layers up to date."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from convograph.errors import DamagedError, EncoderMismatchError, ReadOnlyError
from convograph.graph.columns import Listing
from convograph.graph.damage import REMEDY
from convograph.graph.rows import NEVER, LayerKey, OwnerRows, Version
from convograph.graph.snapshot import EMPTY_LAYER, Snapshot, snapshot_of
from convograph.graph.turns import empty_turns
from convograph.memory.commits.damage import mend, warn_of
from convograph.memory.snapshots.derivation import Progress, all_stale, derive
from convograph.memory.snapshots.owner_rows import can_follow, owner_rows, version_of
from convograph.memory.snapshots.snapshot_cache import SnapshotCache
from convograph.protocols import AnyLayer, Architecture, Store
from convograph.types import Unit


class SnapshotKeeper:
    """The latest snapshot for one architecture. Thread-safe; readers keep the snapshot they were given.

    The snapshot is held in a cache and reloaded after eviction.
    """

    def __init__(self, store: Store, owner: str, architecture: Architecture, cache: SnapshotCache) -> None:
        self.architecture = architecture
        self._store = store
        self._owner = owner
        self._standing_layers = with_needs(architecture.layers)
        self._cache = cache
        self._slot = cache.slot(owner, architecture.encoder.fingerprint)

    def newest(self, *, any_encoder: bool = False, unit: Unit | None = None, also: Sequence[AnyLayer] = ()) -> Snapshot:
        """The owner's memory at the latest commit of any process; empty if the owner does not exist.

        With a `unit`, it includes the layers needed to recall that unit, and with `also`, further layers. Raises
        `EncoderMismatchError` if the memory was built with another encoder, unless `any_encoder`.
        """
        with self._slot.lock:
            held = self._cache.get(self._slot)
            keys = self._keys(held, self._layers(unit, also))
            version = version_of(self._store, self._owner)
            if held is None or version != held.version or len(keys) > len(held.layers):
                if held and not (version.continues(held.version) or self._follows(held)):
                    held = None  # nothing can be reused; keeping both would double the memory
                    self._cache.drop(self._slot)
                held = self._load(held, keys)
                self._cache.put(self._slot, held)
            if not any_encoder:
                self._check_encoder(held)
            return held

    def forget(self) -> None:
        """Drop the held snapshot, once this keeper is no longer needed."""
        self._cache.drop(self._slot)

    def caught_up(
        self,
        progress: Progress | None = None,
        *,
        any_encoder: bool = False,
        unit: Unit | None = None,
        also: Sequence[AnyLayer] = (),
    ) -> Snapshot:
        """The newest snapshot with every layer complete or, with a `unit`, the layers needed to recall that unit.

        The layers in `also` are brought up to date on demand, not by writes.

        In a read-only store, layers may be incomplete. Raises `ReadOnlyError` if a read-only store has turns but lacks
        a layer needed to find them, and `DamagedError` if derived items cannot be stored although nobody else has
        committed meanwhile: an index then misses a layer's row.
        """
        tried: Version | None = None
        while True:
            snapshot = self.newest(any_encoder=any_encoder, unit=unit, also=also)
            stale = all_stale(self._layers(unit, also), snapshot)
            if stale and self._store.read_only:
                return self._as_far_as_it_reaches(snapshot, [found.layer for found in stale])
            if not stale:
                return snapshot
            if snapshot.version == tried:
                names = ", ".join(found.layer.key.name for found in stale)
                raise DamagedError(f"{self._store.location} is damaged: {names} cannot be brought up to date; {REMEDY}")
            tried = snapshot.version
            derive(self._store, self._owner, stale, snapshot.version, progress)

    def _as_far_as_it_reaches(self, snapshot: Snapshot, behind: Sequence[AnyLayer]) -> Snapshot:
        """The snapshot; raises `ReadOnlyError` if a layer was never derived, as an empty result would mislead."""
        missing = [layer.key.name for layer in behind if not len(snapshot.layers[layer.key])]
        if missing:
            raise ReadOnlyError(
                f"{self._store.location} has no {', '.join(missing)} layer for {self.architecture.name} yet; "
                "open it without read_only to have it built"
            )
        return snapshot

    def _keys(self, held: Snapshot | None, wanted_now: Sequence[AnyLayer]) -> list[LayerKey]:
        """The keys of the held layers, the architecture's layers, and those wanted now."""
        wanted = (layer.key for layer in (*self._standing_layers, *wanted_now))
        return list(dict.fromkeys((*(held.layers if held else ()), *wanted)))

    def _follows(self, held: Snapshot) -> bool:
        """Whether the held snapshot can be advanced to the newest one, although rows were removed since."""
        return not held.damage and can_follow(self._store, self._owner, held.version)

    def _load(self, held: Snapshot | None, keys: Sequence[LayerKey]) -> Snapshot:
        known = held is not None and held.version != NEVER and not held.damage
        since, tables = (held.version, held.layers) if held is not None and known else (None, {})
        rows = self._read(keys, since, tables)
        if rows is None:
            return Snapshot(NEVER, "", empty_turns(), Listing(), dict.fromkeys(keys, EMPTY_LAYER), {}, {})
        return snapshot_of(rows) if rows.since is None or held is None else held.advanced(rows)

    def _read(self, keys: Sequence[LayerKey], since: Version | None, held: Collection[LayerKey]) -> OwnerRows | None:
        """The owner's rows, with a warning if any are damaged; damaged rows that can be derived again are removed."""
        rows = owner_rows(self._store, self._owner, keys, since, held)
        if rows is not None and rows.damage and mend(self._store, self._owner, rows.damage):
            warn_of(self._store.location, self._owner, rows, mended=True)
            rows = owner_rows(self._store, self._owner, keys)
        if rows is not None and rows.damage:
            warn_of(self._store.location, self._owner, rows)
        return rows

    def _layers(self, unit: Unit | None, also: Sequence[AnyLayer]) -> tuple[AnyLayer, ...]:
        made = self._standing_layers if unit is None else with_needs(self.architecture.layers_for(unit))
        return with_needs((*made, *also)) if also else made

    def _check_encoder(self, snapshot: Snapshot) -> None:
        check_encoder(snapshot.encoder, self.architecture, self._owner, self._store.location)


def with_needs(layers: Sequence[AnyLayer]) -> tuple[AnyLayer, ...]:
    """The layers with their dependencies in topological order, without duplicates."""
    found: dict[LayerKey, AnyLayer] = {}
    for layer in layers:
        for need in with_needs(layer.needs) if layer.scope in ("owner", "items") else ():
            found.setdefault(need.key, need)
        found.setdefault(layer.key, layer)
    return tuple(found.values())


def check_encoder(stored: str, architecture: Architecture, owner: str, location: str) -> None:
    """Raise `EncoderMismatchError` if an owner's memory was built with another encoder than the architecture's."""
    if stored not in ("", architecture.encoder.fingerprint):
        raise EncoderMismatchError(
            f"the memory of {owner!r} in {location} was built with the encoder {stored}, not with "
            f"{architecture.encoder.name} ({architecture.encoder.fingerprint}); open it anew without naming one, or "
            "with that one, or change it with `convograph reencode`"
        )
