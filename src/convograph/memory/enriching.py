"""What a model adds to a memory: summaries and facts of each session, insights over all facts, triplets of each turn.

    what waits ──▶ requests ──▶ model, several at once ──▶ memos, a transaction for each group of answers

Every answer is kept as soon as it is there, so that an interrupted run repeats no call that was answered. A failed call
leaves its session waiting for the next run; turns and what was derived from them without a model are never touched.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from typing import Any

from convograph.chat import ChatReply, ChatRequest
from convograph.errors import CallLimitError, ModelError, ModelOutputError
from convograph.graph.rows import MemoRow, Written
from convograph.graph.snapshot import Snapshot
from convograph.llm.cached import Cached
from convograph.llm.limited import Allowance, Limited
from convograph.llm.metered import Ledger, Metered, Usage
from convograph.memory.bringing import BROUGHT
from convograph.memory.derivation import Progress
from convograph.memory.jobs import Job, covers_of_turns
from convograph.memory.model_calls import book
from convograph.memory.removal import SEVERAL
from convograph.memory.replies import KeptReplies
from convograph.memory.transaction import Transaction, transaction
from convograph.memory.writing import (
    BESIDE,
    has_stale_insights,
    insight_jobs,
    is_in_place_of,
    session_jobs,
    waiting_for_model,
)
from convograph.protocols import ChatModel, Store
from convograph.structured import Parsed, ask_for
from convograph.types import EnrichFailure, EnrichReport, WrittenKind

WORKERS = 4  # requests under way at once
AHEAD = 4  # requests begun or waiting for each worker: one that takes long does not idle the others
FAILURES_IN_A_ROW = 8  # then the server is down, or the key is wrong: the rest would fail too


@dataclass(frozen=True, slots=True)
class Order:
    """Which kinds to write, with at most how many calls (`None`: any number), how many of them at once.

    `lines` is how many turns a request for triplets shows.
    """

    kinds: tuple[WrittenKind, ...]
    limit: int | None
    workers: int
    lines: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a job, and what the calls for it used."""

    job: Job
    outcome: Parsed[Any] | ModelError
    usage: Usage


@dataclass(slots=True)
class Tally:
    """What was done so far."""

    written: Counter[WrittenKind] = field(default_factory=Counter)
    sessions: set[int] = field(default_factory=set)
    failures: list[EnrichFailure] = field(default_factory=list)
    calls: int = 0
    kept: int = 0
    untried: int = 0
    in_a_row: int = 0
    gave_up: bool = False

    def count(self, answer: Answer) -> None:
        """Take down an answer, but for the memos that it becomes."""
        self.calls += answer.usage.calls
        if isinstance(answer.outcome, CallLimitError):
            self.untried += 1
        elif isinstance(answer.outcome, ModelError):
            self.failures.append(EnrichFailure(answer.job.kind, answer.job.about, str(answer.outcome)))
            self.in_a_row += 1
        else:
            self.kept += answer.usage.calls == 0
            self.in_a_row = 0


@dataclass(frozen=True, slots=True)
class Enriching:
    """One run over one owner's memory; `newest` gives its snapshot."""

    store: Store
    owner: str
    newest: Callable[[], Snapshot]
    model: ChatModel
    order: Order
    progress: Progress | None = None
    tally: Tally = field(default_factory=Tally)

    def run(self) -> EnrichReport:
        """Write what waits: sessions first, then insights over the facts, unless a limit left some of these out."""
        allowance = Allowance(self.order.limit)
        snapshot = self.newest()
        jobs = session_jobs(snapshot, self.owner, self.order.kinds, self.order.lines)
        self._write(jobs, allowance, snapshot.version.incarnation)
        if "insight" in self.order.kinds and not self.tally.untried:
            self._write_insights(allowance)
        tally = self.tally
        waiting = waiting_for_model(self.newest(), self.order.kinds, self.order.lines)
        return EnrichReport(
            dict(tally.written),
            len(tally.sessions),
            tally.calls,
            tally.kept,
            tuple(tally.failures),
            waiting,
            tally.gave_up,
        )

    def _write_insights(self, allowance: Allowance) -> None:
        snapshot = self.newest()
        if has_stale_insights(snapshot):
            with transaction(self.store, self.owner) as writing:
                if not writing.memos("fact"):  # else another process has written some meanwhile
                    writing.remove_memos([memo.key for memo in _written_memos(writing, "insight", SEVERAL)])
                    writing.remove_written("insight", SEVERAL)
            return
        self._write(insight_jobs(snapshot, self.owner), allowance, snapshot.version.incarnation)

    def _write(self, jobs: Sequence[Job], allowance: Allowance, incarnation: str) -> None:
        """Keep what comes of each group of jobs once its last answer is there: all of it, or nothing.

        Insights of half of the facts would stand beside former ones of the others, and a session whose triplets were
        read in half would be taken for one that says no more.
        """
        with closing(self._answers(jobs, allowance, incarnation)) as answers:
            for _, group in groupby(jobs, key=lambda job: job.group):
                self._keep(list(islice(answers, len(list(group)))), incarnation)

    def _answers(self, jobs: Sequence[Job], allowance: Allowance, incarnation: str) -> Generator[Answer]:
        """What comes of each job, in their order; an interrupt waits for the calls that are under way."""
        replies = KeptReplies(self.store, incarnation)
        pool = ThreadPoolExecutor(self.order.workers, thread_name_prefix="convograph-enrich")
        futures = (pool.submit(_ask, self.model, job, allowance, replies) for job in jobs)
        under_way = deque(islice(futures, AHEAD * self.order.workers))
        try:
            for done in range(1, len(jobs) + 1):
                answer = under_way[0].result()  # taken out only when it is there: an interrupt comes while waiting
                under_way.popleft()
                under_way.extend(islice(futures, 1))
                self._book(answer)
                self._take_down(answer, allowance)
                if self.progress:
                    self.progress(done, len(jobs))
                yield answer
        finally:
            pool.shutdown(cancel_futures=True)
            for future in under_way:  # after an interrupt: what was asked is to be paid for
                if not future.cancelled() and future.exception() is None:
                    self._book(future.result())

    def _book(self, answer: Answer) -> None:
        book(self.store, self.owner, answer.job.kind, self.model.name, answer.usage)

    def _take_down(self, answer: Answer, allowance: Allowance) -> None:
        self.tally.count(answer)
        if self.tally.in_a_row >= FAILURES_IN_A_ROW:
            self.tally.gave_up = True
            allowance.close()

    def _keep(self, answers: Sequence[Answer], incarnation: str) -> None:
        """Store the memos of a group's answers in one transaction, if all of them came."""
        origin = self.model.fingerprint
        read = [(answer.job, answer.outcome.value) for answer in answers if isinstance(answer.outcome, Parsed)]
        if len(read) < len(answers):
            return
        job = answers[0].job
        memos = dict.fromkeys(memo for one, value in read for memo in one.memos(value, origin))  # batches share some
        with transaction(self.store, self.owner) as writing:
            kept = writing.version.incarnation == incarnation and keep(writing, job, memos.keys(), origin)
        if kept:
            self.tally.written[job.kind] += len(memos)
            self.tally.sessions |= {job.session} - {SEVERAL}


def keep(writing: Transaction, job: Job, memos: Collection[MemoRow], origin: str) -> bool:
    """Put memos in place of what a model wrote before; false when it is out of date, or another process was first.

    What comes out as before stays, so that a session that grew costs no layer what it has derived.
    """
    mark = writing.written(job.kind).get(job.session)
    if (mark is not None and mark.covers == job.covers) or not _is_as_shown(writing, job):
        return False
    stored = {replace(memo, key=0): memo.key for memo in _written_memos(writing, job.kind, job.session)}
    writing.remove_memos([key for memo, key in stored.items() if memo not in memos])
    writing.put_memos([memo for memo in memos if memo not in stored])
    writing.put_written(job.kind, job.session, Written(origin, job.covers))
    return True


class _NotedReplies:
    """Kept replies, with a note of those that one job got."""

    def __init__(self, replies: KeptReplies) -> None:
        self._replies = replies
        self._keys: list[bytes] = []

    def get(self, key: bytes, owner: str) -> ChatReply | None:
        self._keys.append(key)
        return self._replies.get(key, owner)

    def put(self, key: bytes, request: ChatRequest, reply: ChatReply) -> None:
        self._replies.put(key, request, reply)

    def drop(self, owner: str) -> None:
        """Let go of the job's replies: kept, they would make every later run fail too."""
        self._replies.drop(self._keys, owner)


def _ask(model: ChatModel, job: Job, allowance: Allowance, replies: KeptReplies) -> Answer:
    ledger, noted, request = Ledger(), _NotedReplies(replies), job.request()
    asked = Cached(Limited(Metered(model, ledger), allowance), noted, cut=job.reading.cut)
    (outcome,) = ask_for(asked, [request], job.shape, job.reading)
    if isinstance(outcome, ModelOutputError):
        noted.drop(request.owner)
    return Answer(job, outcome, ledger.total())


def _is_as_shown(writing: Transaction, job: Job) -> bool:
    """Whether the turns (or facts) are still those that the model was shown, and nobody has brought such memos."""
    if job.kind == "insight":
        return {memo.key for memo in writing.memos("fact")} == job.facts
    beside = [memo for kind in BESIDE[job.kind] for memo in writing.memos(kind, job.session)]
    if any(is_in_place_of(memo, job.kind) for memo in beside):
        return False
    return covers_of_turns(writing.session_turns(job.session)) == job.covers


def _written_memos(writing: Transaction, kind: WrittenKind, session: int) -> list[MemoRow]:
    return [memo for memo in writing.memos(kind, session) if memo.origin != BROUGHT]
