"""Names and descriptions of communities by a model: one request for each unnamed community (LightGMEM, prompt 3).

A community is identified by its members and the turns that were shown to the model. When these change, it is a
different community, and what was written about the old one is removed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from convograph.errors import ModelError
from convograph.generation.community_names import (
    COMMUNITY,
    CommunityKey,
    StatedCommunity,
    UnnamedCommunity,
    community_request,
    key_of_community,
    memo_of_community,
)
from convograph.graph.rows import MemoRow
from convograph.graph.snapshot import Snapshot
from convograph.memory.commits.transaction import transaction
from convograph.memory.enriching.enrichment_requests import Asking
from convograph.memory.snapshots.derivation import Progress
from convograph.memory.storing.brought_memos import BROUGHT


@runtime_checkable
class CommunitiesByModel(Protocol):
    """An architecture whose communities a model may name."""

    def nameable_communities(self, graph: Snapshot) -> Mapping[CommunityKey, UnnamedCommunity]:
        """All communities in their order, including those already named."""


def unnamed(graph: Snapshot, communities: Mapping[CommunityKey, UnnamedCommunity]) -> list[UnnamedCommunity]:
    """The communities that no memo names."""
    named = {key_of_community(memo) for memo in graph.memos if memo.kind == COMMUNITY}
    return [one for key, one in communities.items() if key not in named]


@dataclass(frozen=True, slots=True)
class CommunityWriting:
    """A run over one owner's memory, with at most `workers` requests at once."""

    asking: Asking
    workers: int
    progress: Progress | None = None

    def run(self, graph: Snapshot, communities: Mapping[CommunityKey, UnnamedCommunity]) -> None:
        """Ask about the unnamed communities, store the answers, and remove memos whose community no longer exists."""
        asking, incarnation, waiting = self.asking, graph.version.incarnation, unnamed(graph, communities)
        memos: list[MemoRow] = []
        pool = ThreadPoolExecutor(self.workers, thread_name_prefix="convograph-communities")
        requests = [community_request(asking.owner, one) for one in waiting]
        try:
            answers = pool.map(lambda request: asking.ask(request, StatedCommunity, incarnation), requests)
            for done, (one, asked) in enumerate(zip(waiting, answers, strict=True), start=1):
                about = ", ".join(member.name for member in one.members[:3])
                asking.take_down(COMMUNITY, about, asked.usage, asked.failure)
                if not isinstance(asked.outcome, ModelError):
                    memos.append(memo_of_community(one, asked.outcome, asking.model.fingerprint))
                if self.progress:
                    self.progress(done, len(waiting))
        finally:
            pool.shutdown(cancel_futures=True)
        self._keep(memos, communities.keys(), incarnation)

    def _keep(self, memos: Sequence[MemoRow], there: Set[CommunityKey], incarnation: str) -> None:
        """Put the memos that no other process has put meanwhile; remove model-written ones of vanished communities."""
        with transaction(self.asking.store, self.asking.owner) as writing:
            if writing.version.incarnation != incarnation:
                return
            stored = {key_of_community(memo): memo for memo in writing.memos(COMMUNITY)}
            written = [memo.key for key, memo in stored.items() if memo.origin != BROUGHT and key not in there]
            writing.remove_memos(written)
            new = [memo for memo in memos if key_of_community(memo) not in stored]
            writing.put_memos(new)
            self.asking.tally.written += Counter({COMMUNITY: len(new)} if new else {})
