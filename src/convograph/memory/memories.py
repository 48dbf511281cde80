"""`Memories`: the memories of many owners in one store, for a server."""

from __future__ import annotations

from types import TracebackType

from convograph.formats.arguments import check_whole
from convograph.graph.tables import SHARED_OWNER
from convograph.memory.commits.damage import listed_owners
from convograph.memory.commits.use_marks import UseMarks, write_marks
from convograph.memory.fact_options import FactOptions
from convograph.memory.memory import Memory
from convograph.memory.snapshots.snapshot_cache import SnapshotCache
from convograph.memory.statistics import store_stats_of
from convograph.protocols import Architecture, Store, TokenCounter
from convograph.types import StoreStats


class Memories:
    """The memories of many owners in one store. Created by `convograph.open_memories`; thread-safe.

    Snapshots of recently used owners stay in memory, up to `max_bytes` in total, or a single larger one; the others are
    reloaded when needed. A snapshot in use by a call stays unchanged for that call.
    """

    def __init__(
        self,
        store: Store,
        architecture: Architecture,
        counter: TokenCounter,
        max_bytes: int,
        *,
        named: str | None = None,
        facts: FactOptions | None = None,
    ) -> None:
        check_whole(max_bytes, "max_bytes", what="whole number of bytes")
        self._architecture = architecture
        self._store = store
        self._counter = counter
        self._named = named
        self._facts = facts
        self._uses = UseMarks()
        self._snapshots = SnapshotCache(max_bytes)

    def __enter__(self) -> Memories:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def architecture(self) -> Architecture:
        """The architecture of these memories."""
        return self._architecture

    @property
    def location(self) -> str:
        """The location of the store."""
        return self._store.location

    @property
    def held_bytes(self) -> int:
        """The memory that the held snapshots take now, as estimated by `Snapshot.nbytes`."""
        return self._snapshots.held_bytes

    def of(self, owner: str) -> Memory:
        """The memory of an owner, loaded on first use; closing it only writes its use marks.

        Memories of one owner share its cached snapshot: a server may keep them, or request one for every call. Raises
        `StoreError` once the store is closed.
        """
        with self._store.read(SHARED_OWNER):
            pass
        return Memory(
            self._store,
            self.architecture,
            self._counter,
            owner,
            named=self._named,
            uses=self._uses,
            snapshots=self._snapshots,
            facts=self._facts,
            owns_store=False,
        )

    def owners(self) -> list[str]:
        """The names of all owners in the store, sorted."""
        return listed_owners(self._store)

    def stats(self) -> StoreStats:
        """The counts of each owner of the store, and their sums."""
        return store_stats_of(self._store)

    def close(self) -> None:
        """Write the use marks of all owners and close the store; marks that cannot be written are lost."""
        try:
            write_marks(self._store, self._uses, self._uses.owners())
        finally:
            self._store.close()
