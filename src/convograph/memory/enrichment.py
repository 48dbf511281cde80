"""Model-written memos of the kinds in `generation.memos`, about sessions and about other memos.

    pending work ──▶ requests ──▶ model, several at once ──▶ memos, a transaction for each group of replies

Stages run one after the other: memos derived from other memos are written once those are complete.

Every reply is cached as soon as it arrives, so that an interrupted run repeats no answered call. A failed call leaves
its session pending for the next run; turns and what was derived from them without a model are never touched.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, get_args

from convograph.errors import ModelError, ModelOutputError
from convograph.generation.community_names import COMMUNITY
from convograph.generation.memos import Job, Kind
from convograph.generation.profile_memos import PROFILE
from convograph.graph.rows import SEVERAL, MemoRow, Written
from convograph.graph.snapshot import Snapshot
from convograph.llm.cached import Cached
from convograph.llm.limited import Allowance, Limited
from convograph.llm.metered import Ledger, Metered, ModelUsage
from convograph.memory.brought_memos import BROUGHT
from convograph.memory.capabilities import NamesByModel
from convograph.memory.community_writing import CommunityWriting, unnamed
from convograph.memory.derivation import Progress
from convograph.memory.enrichment_tally import Tally
from convograph.memory.model_calls import book
from convograph.memory.profile_writing import ProfileWriting
from convograph.memory.replies import NotedReplies, StoredReplies
from convograph.memory.resolution_writing import RESOLUTION, ResolutionWriting, open_requests
from convograph.memory.single_requests import Asking
from convograph.memory.transaction import Transaction, transaction
from convograph.memory.unwritten_memos import (
    Group,
    covers_of_turns,
    is_without_source,
    stages,
    turns_to_show,
    waiting,
    waiting_for_model,
)
from convograph.protocols import ChatModel, Store
from convograph.structured import Parsed, ask_for
from convograph.types import EnrichReport, MemoKind, WrittenKind

WORKERS = 4  # requests in flight at once
MOST_WORKERS = 256  # a thread each
AHEAD = 4  # requests queued per worker: a slow one does not idle the others


@dataclass(frozen=True, slots=True)
class Order:
    """Which kinds to write, in at most how many calls (`None`: unlimited), and how many calls to run at once.

    `lines` is the number of turns per request, for the kinds whose requests show a window of turns. With `flush`,
    profiles are written by whatever evidence there is, else only by enough of it.
    """

    kinds: tuple[WrittenKind, ...]
    limit: int | None
    workers: int
    lines: int
    flush: bool = False


@dataclass(frozen=True, slots=True)
class JobResult:
    """The outcome of one job of a group, and the usage of its calls."""

    group: Group
    job: Job
    outcome: Parsed[Any] | ModelError
    usage: ModelUsage


@dataclass(frozen=True, slots=True)
class Enriching:
    """One run over one owner's memory; `newest` gives its snapshot, `caught_up` one with all that is derived.

    `names` says what is to be written of names.
    """

    store: Store
    owner: str
    newest: Callable[[], Snapshot]
    caught_up: Callable[[], Snapshot]
    model: ChatModel
    order: Order
    names: NamesByModel
    progress: Progress | None = None
    tally: Tally = field(default_factory=Tally)

    def run(self) -> EnrichReport:
        """Write what is pending, stage by stage, stopping when a limit left an earlier stage incomplete."""
        allowance = Allowance(self.order.limit)
        for stage in stages(self.order.kinds):
            if not self.tally.untried:
                self._write_stage(stage, allowance)
        tally, left = self.tally, self._of_names(allowance)
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

    def _of_names(self, allowance: Allowance) -> dict[WrittenKind, int]:
        """Write whom mentions mean, then what is known of them, and which belong together; the calls waiting."""
        asking = Asking(self.store, self.owner, self.model, allowance, self.tally)
        return {**self._resolutions(allowance), **self._profiles(asking), **self._communities(asking)}

    def _resolutions(self, allowance: Allowance) -> dict[WrittenKind, int]:
        """Write whom mentions mean, if that is wanted and nothing before it is left; how many calls are waiting."""
        if self.names.resolved is None:
            return {}
        if not self.tally.untried:
            settings = self.store, self.owner, self.model, self.order.workers, allowance, self.tally, self.progress
            ResolutionWriting(*settings).run(self.caught_up(), self.names.resolved)
        left = len(open_requests(self.caught_up(), self.names.resolved))
        return {RESOLUTION: left} if left else {}

    def _profiles(self, asking: Asking) -> dict[WrittenKind, int]:
        """Write what is known of entities, likewise."""
        if self.names.profiled is None:
            return {}
        if not self.tally.untried:
            snapshot = self.caught_up()
            pending = self.names.profiled.pending_profiles(snapshot, flush=self.order.flush)
            ProfileWriting(asking, self.order.workers, self.progress).run(snapshot.version.incarnation, pending)
        left = self.names.profiled.pending_profiles(self.caught_up(), flush=self.order.flush)
        rounds = sum(len(one.rounds) for one in left)
        return {PROFILE: rounds} if rounds else {}

    def _communities(self, asking: Asking) -> dict[WrittenKind, int]:
        """Name the communities of entities, likewise."""
        if self.names.grouped is None:
            return {}
        if not self.tally.untried:
            snapshot = self.caught_up()
            communities = self.names.grouped.nameable_communities(snapshot)
            CommunityWriting(asking, self.order.workers, self.progress).run(snapshot, communities)
        snapshot = self.caught_up()
        left = len(unnamed(snapshot, self.names.grouped.nameable_communities(snapshot)))
        return {COMMUNITY: left} if left else {}

    def _write_stage(self, stage: Sequence[Kind], allowance: Allowance) -> None:
        snapshot = self.newest()
        for kind in stage:
            if is_without_source(snapshot, kind):
                self._remove_written(kind)
        groups = waiting(snapshot, stage, self.owner, self.order.lines)
        self._write(groups, allowance, snapshot.version.incarnation)

    def _remove_written(self, kind: Kind) -> None:
        """Remove model-written memos whose sources are all gone, unless another process has written new ones."""
        with transaction(self.store, self.owner) as writing:
            if kind.of is not None and not writing.memos(kind.of):
                writing.remove_memos([memo.key for memo in _written_memos(writing, kind, SEVERAL)])
                writing.remove_written(kind.name, SEVERAL)

    def _write(self, groups: Sequence[Group], allowance: Allowance, incarnation: str) -> None:
        """Commit each group once its last answer has arrived: all of it, or nothing.

        Otherwise insights from half of the facts would be mixed with older ones from the rest, and a session whose
        triplets were only half extracted would count as complete.
        """
        with closing(self._answers(groups, allowance, incarnation)) as answers:
            for group in groups:
                self._keep(group, list(islice(answers, len(group.jobs))), incarnation)

    def _answers(self, groups: Sequence[Group], allowance: Allowance, incarnation: str) -> Generator[JobResult]:
        """The result of each job, in order; an interrupt waits for the calls in flight."""
        jobs = [(group, job) for group in groups for job in group.jobs]
        replies = StoredReplies(self.store, incarnation)
        pool = ThreadPoolExecutor(self.order.workers, thread_name_prefix="convograph-enrich")
        futures = (pool.submit(_ask, self.model, group, job, allowance, replies) for group, job in jobs)
        under_way = deque(islice(futures, AHEAD * self.order.workers))
        try:
            for done in range(1, len(jobs) + 1):
                answer = under_way[0].result()  # dequeued only once complete: an interrupt may arrive while waiting
                under_way.popleft()
                under_way.extend(islice(futures, 1))
                self._book(answer)
                self._take_down(answer, allowance)
                if self.progress:
                    self.progress(done, len(jobs))
                yield answer
        finally:
            pool.shutdown(cancel_futures=True)
            for future in under_way:  # after an interrupt: calls in flight are paid for anyway
                if not future.cancelled() and future.exception() is None:
                    self._book(future.result())

    def _book(self, answer: JobResult) -> None:
        book(self.store, self.owner, answer.group.kind.name, self.model.name, answer.usage)

    def _take_down(self, answer: JobResult, allowance: Allowance) -> None:
        failure = answer.outcome if isinstance(answer.outcome, ModelError) else None
        self.tally.count(answer.group.kind.name, answer.job.about, answer.usage.calls, failure)
        if self.tally.gave_up:
            allowance.close()

    def _keep(self, group: Group, answers: Sequence[JobResult], incarnation: str) -> None:
        """Store the memos of a group's answers in one transaction, if all of them arrived."""
        origin = self.model.fingerprint
        read = [(answer.job, answer.outcome.value) for answer in answers if isinstance(answer.outcome, Parsed)]
        if len(read) < len(group.jobs):
            return
        memos = dict.fromkeys(memo for job, value in read for memo in group.rows(job, value, origin))  # some twice
        with transaction(self.store, self.owner) as writing:
            kept = writing.version.incarnation == incarnation and keep(writing, group, memos.keys(), origin)
        if kept:
            self.tally.written[group.kind.name] += len(memos)
            self.tally.sessions |= {group.session} - {SEVERAL}


def keep(writing: Transaction, group: Group, memos: Collection[MemoRow], origin: str) -> bool:
    """Replace what a model wrote before by new memos; false when the group is stale or another process was faster.

    Unchanged memos stay, so that extending a session does not make layers re-derive what they have of it.
    """
    name = group.kind.name
    mark = writing.written(name).get(group.session)
    if (mark is not None and mark.covers == group.covers) or not _is_as_shown(writing, group):
        return False
    stored = {replace(memo, key=0): memo.key for memo in _written_memos(writing, group.kind, group.session)}
    writing.remove_memos([key for memo, key in stored.items() if memo not in memos])
    writing.put_memos([memo for memo in memos if memo not in stored])
    writing.put_written(name, group.session, Written(origin, group.covers))
    return True


def _ask(model: ChatModel, group: Group, job: Job, allowance: Allowance, replies: StoredReplies) -> JobResult:
    ledger, noted, request = Ledger(), NotedReplies(replies), job.request()
    asked = Cached(Limited(Metered(model, ledger), allowance), noted, cut=job.reading.cut)
    (outcome,) = ask_for(asked, [request], job.shape, job.reading)
    if isinstance(outcome, ModelOutputError):
        noted.drop(request.owner)
    return JobResult(group, job, outcome, ledger.total())


def _is_as_shown(writing: Transaction, group: Group) -> bool:
    """Whether what is to be written about is still what was shown to the model."""
    if group.kind.of is not None:
        return {memo.key for memo in writing.memos(group.kind.of)} == {memo.key for memo in group.material.memos}
    about = [memo for kind in get_args(MemoKind) for memo in writing.memos(kind, group.session)]
    left = turns_to_show(group.kind, writing.session_turns(group.session), about)
    return covers_of_turns(left) == group.covers


def _written_memos(writing: Transaction, kind: Kind, session: int) -> list[MemoRow]:
    return [memo for memo in writing.memos(kind.name, session) if memo.origin != BROUGHT]
