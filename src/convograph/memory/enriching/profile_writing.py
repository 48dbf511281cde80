"""Profiles written by a model from evidence not read yet, in rounds (LightGMEM, section 4.3, stage 4).

    entities with at least 15 unread episodes ─▶ one request per round, entities in parallel ─▶ memos, one transaction
    per entity

A profile depends only on the rounds of its own entity, so neither the number of parallel entities nor the order of
replies changes the result. If a round fails, the rounds before it are stored, and the rest is left to the next run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from convograph.chat import ChatRequest
from convograph.errors import ModelError
from convograph.generation.entity_profiles import StatedProfile, merged, profile_request, reply_shape
from convograph.generation.profile_memos import PROFILE, PendingProfile, WrittenProfile, memos_of
from convograph.graph.rows import MemoRow
from convograph.graph.snapshot import Snapshot
from convograph.memory.commits.transaction import Transaction, are_stored, transaction
from convograph.memory.enriching.enrichment_requests import Asked, Asking
from convograph.memory.snapshots.derivation import Progress


@runtime_checkable
class ProfilesByModel(Protocol):
    """An architecture whose profiles a model may write."""

    def pending_profiles(self, graph: Snapshot, *, flush: bool) -> list[PendingProfile]:
        """The profiles with enough unread evidence, or with any if `flush`, in order of first mention."""


def profile_requests(pending: Sequence[PendingProfile], owner: str = "") -> list[ChatRequest]:
    """A request for each round, as if the rounds before it had found nothing."""
    return [profile_request(owner, one, one.known, shown) for one in pending for shown in one.rounds]


@dataclass(frozen=True, slots=True)
class _Read:
    """The outcome for an entity: its profile after the answered rounds, and all rounds that were asked."""

    profile: WrittenProfile
    asked: tuple[Asked[StatedProfile], ...]


@dataclass(frozen=True, slots=True)
class ProfileWriting:
    """A run over one owner's memory, with at most `workers` requests at once."""

    asking: Asking
    workers: int
    progress: Progress | None = None

    def run(self, incarnation: str, pending: Sequence[PendingProfile]) -> None:
        """Ask about each entity and store its new profile, in the given order."""
        total, done = sum(len(one.rounds) for one in pending), 0
        pool = ThreadPoolExecutor(self.workers, thread_name_prefix="convograph-profiles")
        try:
            answers = pool.map(lambda one: self._read(one, incarnation), pending)
            for one, read in zip(pending, answers, strict=True):
                for asked in read.asked:
                    self.asking.take_down(PROFILE, one.name, asked.usage, asked.failure)
                if read.profile is not one.known:
                    self._keep(one, memos_of(one, read.profile), incarnation)
                done += len(one.rounds)
                if self.progress:
                    self.progress(done, total)
        finally:
            pool.shutdown(cancel_futures=True)

    def _read(self, pending: PendingProfile, incarnation: str) -> _Read:
        asking, profile, asked = self.asking, pending.known, list[Asked[StatedProfile]]()
        shape = reply_shape(pending.properties)
        for shown in pending.rounds:
            request = profile_request(asking.owner, pending, profile, shown)
            asked.append(asking.ask(request, shape, incarnation))
            outcome = asked[-1].outcome
            if isinstance(outcome, ModelError):
                break
            profile = merged(profile, outcome, pending, shown, asking.model.fingerprint)
        return _Read(profile, tuple(asked))

    def _keep(self, pending: PendingProfile, memos: Sequence[MemoRow], incarnation: str) -> None:
        """Replace the memos of an entity, unless the stored ones changed since they were shown to the model."""
        with transaction(self.asking.store, self.asking.owner) as writing:
            if writing.version.incarnation != incarnation or not _is_as_shown(writing, pending, memos):
                return
            before = {_content(memo): memo.key for memo in writing.memos(PROFILE) if memo.key in pending.stored}
            writing.remove_memos([key for content, key in before.items() if content not in set(map(_content, memos))])
            new = [memo for memo in memos if _content(memo) not in before]
            writing.put_memos(new)
            self.asking.tally.written += Counter({PROFILE: len(new)} if new else {})


def _is_as_shown(writing: Transaction, pending: PendingProfile, memos: Sequence[MemoRow]) -> bool:
    """Whether all turns are still stored, and no other process has written about this entity meanwhile."""
    stored = writing.memos(PROFILE)
    about = {memo.key for memo in stored if _entity(memo) == (pending.first, pending.name)}
    is_there = about <= set(pending.stored) <= {memo.key for memo in stored}
    return is_there and are_stored(writing.writing, {turn for memo in memos for turn in memo.turns})


def _entity(memo: MemoRow) -> tuple[int, str]:
    """The first turn and the name that identify the entity of a memo."""
    return memo.turns[0], memo.details.triplets[0].subject


def _content(memo: MemoRow) -> tuple[object, ...]:
    return memo.text, memo.turns, memo.details, memo.origin
