"""Model-written memos of the kinds in `generation.memos`, about sessions and about other memos.

    pending work ──▶ requests ──▶ model, several at once ──▶ memos, a transaction for each group of replies

Stages run one after the other: memos derived from other memos are written once those are complete.

Every reply is cached as soon as it arrives, so an interrupted run repeats no answered call. A failed call leaves its
session pending for the next run. Turns and what was derived from them without a model are never touched.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, get_args

from convograph.generation.community_names import COMMUNITY
from convograph.generation.memos import Job, Kind
from convograph.generation.profile_memos import PROFILE
from convograph.graph.rows import SEVERAL, MemoRow, WrittenMark
from convograph.graph.snapshot import Snapshot
from convograph.memory.commits.transaction import Transaction, transaction
from convograph.memory.enriching.community_writing import CommunityWriting, unnamed
from convograph.memory.enriching.enrichment_requests import Asked, Asking
from convograph.memory.enriching.names_by_model import NamesByModel
from convograph.memory.enriching.order import Order
from convograph.memory.enriching.profile_writing import ProfileWriting
from convograph.memory.enriching.resolution_writing import RESOLUTION, ResolutionWriting, open_requests
from convograph.memory.enriching.unwritten_memos import (
    Group,
    covers_of_turns,
    is_without_source,
    stages,
    turns_to_show,
    waiting,
    waiting_for_model,
)
from convograph.memory.snapshots.derivation import Progress
from convograph.memory.storing.brought_memos import BROUGHT
from convograph.types import EnrichReport, MemoKind, WrittenKind

AHEAD = 4  # requests submitted per worker: a slow request does not idle the other workers


@dataclass(frozen=True, slots=True)
class JobResult:
    """The outcome of one job of a group."""

    group: Group
    job: Job
    asked: Asked[Any]


@dataclass(frozen=True, slots=True)
class Enriching:
    """A run over one owner's memory; `newest` gives its snapshot, `caught_up` one with complete layers.

    `asking` has the model and the number of calls it may make; `names` says what to write about names.
    """

    asking: Asking
    newest: Callable[[], Snapshot]
    caught_up: Callable[[], Snapshot]
    order: Order
    names: NamesByModel
    progress: Progress | None = None

    def run(self) -> EnrichReport:
        """Write what is pending, stage by stage; stop if a limit left an earlier stage incomplete."""
        tally = self.asking.tally
        for stage in stages(self.order.kinds):
            if not tally.untried:
                self._write_stage(stage)
        left = {**self._resolutions(), **self._profiles(), **self._communities()}
        left = {**waiting_for_model(self.newest(), self.order.kinds, self.order.lines), **left}
        return EnrichReport(
            dict(tally.written),
            len(tally.sessions),
            tally.calls,
            tally.kept,
            tuple(tally.failures),
            left,
            tally.gave_up,
        )

    def _resolutions(self) -> dict[WrittenKind, int]:
        """Resolve mentions, if wanted and no earlier stage was cut short; returns the number of waiting calls."""
        layer = self.names.resolved
        if layer is None:
            return {}
        if not self.asking.tally.untried:
            ResolutionWriting(self.asking, self.order.workers, self.progress).run(self.caught_up(), layer)
        left = len(open_requests(self.caught_up(), layer))
        return {RESOLUTION: left} if left else {}

    def _profiles(self) -> dict[WrittenKind, int]:
        """Write the profiles of entities, likewise."""
        profiled = self.names.profiled
        if profiled is None:
            return {}
        if not self.asking.tally.untried:
            snapshot = self.caught_up()
            pending = profiled.pending_profiles(snapshot, flush=self.order.flush)
            ProfileWriting(self.asking, self.order.workers, self.progress).run(snapshot.version.incarnation, pending)
        left = profiled.pending_profiles(self.caught_up(), flush=self.order.flush)
        rounds = sum(len(one.rounds) for one in left)
        return {PROFILE: rounds} if rounds else {}

    def _communities(self) -> dict[WrittenKind, int]:
        """Name the communities of entities, likewise."""
        grouped = self.names.grouped
        if grouped is None:
            return {}
        if not self.asking.tally.untried:
            snapshot = self.caught_up()
            communities = grouped.nameable_communities(snapshot)
            CommunityWriting(self.asking, self.order.workers, self.progress).run(snapshot, communities)
        snapshot = self.caught_up()
        left = len(unnamed(snapshot, grouped.nameable_communities(snapshot)))
        return {COMMUNITY: left} if left else {}

    def _write_stage(self, stage: Sequence[Kind]) -> None:
        snapshot = self.newest()
        for kind in stage:
            if is_without_source(snapshot, kind):
                self._remove_written(kind)
        groups = waiting(snapshot, stage, self.asking.owner, self.order.lines)
        self._write(groups, snapshot.version.incarnation)

    def _remove_written(self, kind: Kind) -> None:
        """Remove model-written memos whose sources are all gone, unless another process has written new ones."""
        with transaction(self.asking.store, self.asking.owner) as writing:
            if kind.of is not None and not writing.memos(kind.of):
                writing.remove_memos([memo.key for memo in _written_memos(writing, kind, SEVERAL)])
                writing.remove_written(kind.name, SEVERAL)

    def _write(self, groups: Sequence[Group], incarnation: str) -> None:
        """Commit each group once its last answer has arrived: all of it, or nothing.

        Otherwise insights from half of the facts would mix with older ones from the rest, and a session with only half
        of its triplets extracted would count as complete.
        """
        with closing(self._answers(groups, incarnation)) as answers:
            for group in groups:
                self._keep(group, list(islice(answers, len(group.jobs))), incarnation)

    def _answers(self, groups: Sequence[Group], incarnation: str) -> Generator[JobResult]:
        """Yield the result of each job, in order; an interrupt waits for the calls in flight."""
        jobs = [(group, job) for group in groups for job in group.jobs]
        pool = ThreadPoolExecutor(self.order.workers, thread_name_prefix="convograph-enrich")
        futures = (pool.submit(self._asked, group, job, incarnation) for group, job in jobs)
        under_way = deque(islice(futures, AHEAD * self.order.workers))
        try:
            for done in range(1, len(jobs) + 1):
                answer = under_way[0].result()  # dequeued only when complete: an interrupt may arrive while waiting
                under_way.popleft()
                under_way.extend(islice(futures, 1))
                asked = answer.asked
                self.asking.take_down(answer.group.kind.name, answer.job.about, asked.usage, asked.failure)
                if self.progress:
                    self.progress(done, len(jobs))
                yield answer
        finally:
            pool.shutdown(cancel_futures=True)
            for future in under_way:  # after an interrupt: calls in flight are paid for anyway
                if not future.cancelled() and future.exception() is None:
                    late = future.result()
                    self.asking.book(late.group.kind.name, late.asked.usage)

    def _asked(self, group: Group, job: Job, incarnation: str) -> JobResult:
        return JobResult(group, job, self.asking.ask(job.request(), job.shape, incarnation, job.reading))

    def _keep(self, group: Group, answers: Sequence[JobResult], incarnation: str) -> None:
        """Store the memos of a group's answers in one transaction, if all of them arrived."""
        origin = self.asking.model.fingerprint
        read = [(answer.job, answer.asked.outcome) for answer in answers if answer.asked.failure is None]
        if len(read) < len(group.jobs):
            return
        memos = dict.fromkeys(memo for job, value in read for memo in group.rows(job, value, origin))  # deduped
        with transaction(self.asking.store, self.asking.owner) as writing:
            kept = writing.version.incarnation == incarnation and keep(writing, group, memos.keys(), origin)
        if kept:
            self.asking.tally.written[group.kind.name] += len(memos)
            self.asking.tally.sessions |= {group.session} - {SEVERAL}


def keep(writing: Transaction, group: Group, memos: Collection[MemoRow], origin: str) -> bool:
    """Replace earlier model-written memos with new ones; false if the group is stale or another process was faster.

    Unchanged memos stay, so that extending a session does not make layers re-derive what they have from it.
    """
    name = group.kind.name
    mark = writing.written(name).get(group.session)
    if (mark is not None and mark.covers == group.covers) or not _is_as_shown(writing, group):
        return False
    stored = {replace(memo, key=0): memo.key for memo in _written_memos(writing, group.kind, group.session)}
    writing.remove_memos([key for memo, key in stored.items() if memo not in memos])
    writing.put_memos([memo for memo in memos if memo not in stored])
    writing.put_written(name, group.session, WrittenMark(origin, group.covers))
    return True


def _is_as_shown(writing: Transaction, group: Group) -> bool:
    """Whether the sources of the group are still those that were shown to the model."""
    if group.kind.of is not None:
        return {memo.key for memo in writing.memos(group.kind.of)} == {memo.key for memo in group.material.memos}
    about = [memo for kind in get_args(MemoKind) for memo in writing.memos(kind, group.session)]
    left = turns_to_show(group.kind, writing.session_turns(group.session), about)
    return covers_of_turns(left) == group.covers


def _written_memos(writing: Transaction, kind: Kind, session: int) -> list[MemoRow]:
    return [memo for memo in writing.memos(kind.name, session) if memo.origin != BROUGHT]
