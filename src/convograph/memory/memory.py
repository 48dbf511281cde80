"""`Memory`: one owner's memory. It alone loads, commits and retries; the stages stay pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace as changed
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypedDict, TypeVar, Unpack, get_args

from convograph.answering import extract_answer
from convograph.context import DEFAULT_BUDGET, pack
from convograph.errors import InputError, NotFoundError, ReadOnlyError
from convograph.formats import check_sessions, from_objects
from convograph.formats.limits import MAX_ID_CHARACTERS, check_name, shortened
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.memory.adding import groups, named, store_session
from convograph.memory.bringing import checked_memos, store_memos, stored_memo
from convograph.memory.catching_up import Progress
from convograph.memory.enriching import WORKERS, Enriching, Order, plan
from convograph.memory.exchange import export_lines, parsed, read_lines, store_imported, write_lines
from convograph.memory.forgetting import exactly_one, turns_meant
from convograph.memory.keeping import SnapshotKeeper, check_encoder
from convograph.memory.picture import DEFAULT_NODES, picture
from convograph.memory.statistics import stats_of
from convograph.memory.uses import UseMarks
from convograph.protocols import (
    Architecture,
    ChatModel,
    Encoder,
    EncoderIdentity,
    OwnerWrite,
    Query,
    Store,
    TokenCounter,
)
from convograph.times import parse_moment, parse_said
from convograph.types import (
    AddReport,
    Answer,
    BringReport,
    Context,
    EnrichPlan,
    EnrichReport,
    ForgetReport,
    LedgerEntry,
    Memo,
    MemoKind,
    Picture,
    Recall,
    Said,
    Session,
    SessionReport,
    Stats,
    StoredMemo,
    Unit,
)

DEFAULT_K = 5  # SPEC §2.5
ANSWER_K = 10  # turns that an extractive answer chooses its sentences from

ALL_KINDS: tuple[MemoKind, ...] = get_args(MemoKind)

Moment = datetime | str
_BARE_DATE = re.compile(r"\d{4}-?\d{2}-?\d{2}")
_WORD_CHARACTER = re.compile(r"\w")
Result = TypeVar("Result")


class RecallOptions(TypedDict, total=False):
    """What `Memory.recall` takes beside the question."""

    k: int
    unit: Unit | None
    speakers: str | Iterable[str] | None
    between: tuple[Moment | None, Moment | None] | None
    asked_at: Moment | None
    as_of: Moment | None
    strict: bool
    touch: bool


class Memory:
    """The memory of one owner in a store. Made by `convograph.open`; safe to share between threads."""

    def __init__(self, store: Store, architecture: Architecture, counter: TokenCounter, owner: str) -> None:
        if not isinstance(owner, str) or not owner.strip():
            raise InputError(f"an owner needs a name: {shortened(owner)}; give a string")
        check_name(owner, "owner", MAX_ID_CHARACTERS)
        self.owner = owner
        self._store = store
        self._counter = counter
        self._keeper = SnapshotKeeper(store, owner, architecture)
        self._uses = UseMarks()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def location(self) -> str:
        """Where the store lies."""
        return self._store.location

    @property
    def architecture(self) -> Architecture:
        """How this memory remembers."""
        return self._keeper.architecture

    def for_owner(self, owner: str) -> Memory:
        """The memory of another owner in the same store; closing either closes the store for both."""
        return Memory(self._store, self.architecture, self._counter, owner)

    def owners(self) -> list[str]:
        """The names of all owners in the store, sorted."""
        return self._store.owners()

    # Writing

    def add(
        self,
        conversation: Any,
        *,
        session: str | None = None,
        said: Moment | Said | None = None,
        first_ordinal: int = 0,
        replace: bool = False,
        progress: Progress | None = None,
    ) -> AddReport:
        """Store turns and derive the layers from them; what is stored already stays as it is.

        `conversation` is a `Session`, a list of them, a list of `Turn`s, OpenAI-style messages, or
        mappings like `{"speaker": …, "text": …}`. For a list of turns, `session` names the session,
        `said` is its time and `first_ordinal` the position of its first turn, when only the newest turns
        of a stored session are given.

        Adding a session again adds the turns beyond the stored ones. Another text, time or speaker under
        a stored id raises `ConflictError`, unless `replace` is true: then the stored session is forgotten
        first. Turns that were forgotten stay so, and are counted, unless `replace` brings the session back.
        A session without an id gets one from its contents, so that replaying the call changes nothing.
        Turns are kept in groups of whole sessions; `progress(done, total)` is called after each.
        """
        sessions = _identified(from_objects(conversation), session, said, first_ordinal)
        check_sessions(sessions)
        sessions = [named(one, self._store.secret) for one in sessions]
        total = sum(len(one.turns) for one in sessions)
        reports: list[SessionReport] = []
        done = 0
        for group in groups(sessions):
            generation = self._keeper.newest().version.generation
            reports += self._commit(partial(_store_all, sessions=group, replace=replace))
            if self._keeper.caught_up().version.generation != generation:  # a session was replaced: rows vanished
                self._store.scrub()
            done += sum(len(one.turns) for one in group)
            if progress:
                progress(done, total)
        return AddReport(tuple(reports))

    def bring(self, memos: Iterable[Memo | Mapping[str, Any]], *, progress: Progress | None = None) -> BringReport:
        """Store memos about turns that are stored: summaries, facts, insights. Those that are there already stay.

        A memo is a `Memo`, or a mapping such as `{"kind": "fact", "text": …, "turns": [ids]}`. It is forgotten with
        any turn that it rests on. All are stored, or none. `progress(done, total)` is told of the vectors that are
        made of them, if the architecture takes memos along. Raises `InputError` for what is no memo, and
        `NotFoundError` for a session or turn that is not stored.
        """
        checked = checked_memos(memos)
        report = self._commit(lambda writing: store_memos(writing, checked))
        self._keeper.caught_up(progress)
        return report

    def memos(self, kind: MemoKind | None = None) -> list[StoredMemo]:
        """The memos of this owner, those of one kind or all, in order of arrival. `InputError` for no such kind."""
        if kind not in (None, *ALL_KINDS):
            raise InputError(f"no kind of memo is called {shortened(kind)}; there are {', '.join(ALL_KINDS)}")
        snapshot = self._keeper.newest()
        return [stored_memo(snapshot.turns, row) for row in snapshot.memos if kind in (None, row.kind)]

    def enrich(
        self,
        model: ChatModel,
        *,
        kinds: Iterable[MemoKind] = ALL_KINDS,
        limit: int | None = None,
        workers: int = WORKERS,
        progress: Progress | None = None,
    ) -> EnrichReport:
        """Have a model write memos: a summary and the facts of each session, insights over all facts (SPEC §2.3).

        Only what is new costs calls. A session that grew is written again, in place of what a model wrote of it
        before; insights are, when any fact came or went. Sessions whose summary or facts were brought are left alone.
        Every answer is kept as soon as it comes: an interrupted call goes on where it stopped. What fails waits for
        the next call, and is in the report. `limit` is the most calls of the model, `workers` how many at once;
        `progress(done, total)` is told of requests. Of two calls with different models, the second writes what waits.
        """
        order = Order(_kinds(kinds), limit, workers)
        if (limit is not None and limit < 1) or workers < 1:
            raise InputError(f"limit={limit} and workers={workers} must be 1 or more")
        if self._store.read_only:
            raise ReadOnlyError(f"{self.location} was opened read-only; open it without read_only to enrich it")
        report = Enriching(self._store, self.owner, self._keeper.newest, model, order, progress).run()
        self._keeper.caught_up()
        return report

    def enrich_plan(self, kinds: Iterable[MemoKind] = ALL_KINDS) -> EnrichPlan:
        """What `enrich` would ask a model: calls by kind, and tokens."""
        return plan(self._keeper.newest(), _kinds(kinds), self._counter)

    def ledger(self) -> tuple[LedgerEntry, ...]:
        """What models have used for this memory, by purpose and model."""
        return self._store.ledger(self.owner)

    def forget(
        self,
        *,
        turn: str | None = None,
        session: str | None = None,
        speaker: str | None = None,
        owner: str | None = None,
    ) -> ForgetReport:
        """Remove a turn, a session, everything a speaker said, or all of this owner; exactly one is named.

        Everything that rests on the turns goes with them, then the file's log is overwritten; `scrubbed`
        is false while a reader in another process prevents that. `owner` must be this memory's own name.
        Raises `NotFoundError` when there is no such thing.
        """
        exactly_one(turn=turn, session=session, speaker=speaker, owner=owner)
        if owner is not None and owner != self.owner:
            raise InputError(f"this is the memory of {self.owner!r}, not of {owner!r}; open that one to forget it")
        with self._store.write(self.owner) as writing:
            if owner is not None:
                removed = writing.remove_owner()
            else:
                removed = writing.remove_turns(turns_meant(writing, turn, session, speaker))
        self._keeper.caught_up()
        return ForgetReport(removed.turns, removed.sessions, removed.items, self._store.scrub())

    def reencode(self, encoder: Encoder, *, progress: Progress | None = None) -> None:
        """Build the layers anew with another encoder beside the old ones, then switch in one transaction.

        Interrupted, it goes on where it stopped when it is called again; until the switch, the memory
        answers with the old encoder.
        """
        keeper = SnapshotKeeper(self._store, self.owner, self.architecture.with_encoder(encoder))
        switched = self.owner not in self._store.owners()
        while not switched:
            snapshot = keeper.caught_up(progress, any_encoder=True)
            with self._store.write(self.owner) as writing:
                if writing.version == snapshot.version:  # else someone wrote meanwhile: catch up first
                    writing.switch_encoder(encoder.fingerprint, encoder.name)
                    switched = True
        self._store.scrub()
        self._keeper = keeper

    # Reading

    def recall(
        self,
        question: str,
        *,
        k: int = DEFAULT_K,
        unit: Unit | None = None,
        speakers: str | Iterable[str] | None = None,
        between: tuple[Moment | None, Moment | None] | None = None,
        asked_at: Moment | None = None,
        as_of: Moment | None = None,
        strict: bool = False,
        touch: bool = False,
    ) -> Recall:
        """The `k` best units of dialogue for a question, each with its source turns, evidence and reasons.

        `unit` is the architecture's first when not given. `speakers` and `between` limit what may serve
        as evidence; `as_of` hides turns said later (those without a time pass unless `strict`). A bare
        date as `as_of` or as the end of `between` means the whole of that day.
        `asked_at` is when the question is asked (default: now). `touch` notes the turns as used now.
        A memory without turns has no hits. Raises `InputError` for a question without a word or k < 1, and
        `NotFoundError` for a speaker who has said nothing.
        """
        if not isinstance(question, str) or not _WORD_CHARACTER.search(question):
            raise InputError(f"a question needs words: {shortened(question)}; give a string with some")
        if not isinstance(k, int) or k < 1:
            raise InputError(f"k is the number of hits wanted, 1 or more: {shortened(k)}")
        query = Query(
            question,
            k,
            unit or self.architecture.units[0],
            _speakers(speakers),
            None if between is None else _range(between),
            _moment(asked_at),
            _moment(as_of, end=True),
            strict,
        )
        snapshot = self._keeper.caught_up()
        _check_speakers(query.speakers, snapshot)
        recall = self.architecture.recall(snapshot, query)
        if touch:
            self._uses.touch(snapshot.version.incarnation, (turn.key for hit in recall.hits for turn in hit.turns))
        return recall

    def context(self, question: str, *, budget: int = DEFAULT_BUDGET, **options: Unpack[RecallOptions]) -> Context:
        """What `recall(question, **options)` finds, packed into at most `budget` tokens with dates and citations."""
        return pack(self.recall(question, **options), budget, self._counter)

    def answer(self, question: str, **options: Unpack[RecallOptions]) -> Answer:
        """The best supported sentences, quoted with citations (`kind` is "extractive"): no model is asked.

        `options` are those of `recall`; `found` is false when nothing in memory supports an answer.
        """
        options.setdefault("k", ANSWER_K)
        recall = self.recall(question, **options)
        return extract_answer(recall, self.architecture.encoder, self._keeper.newest().turns.speaker_keys)

    def stats(self) -> Stats:
        """Counts of sessions, turns, sentences, speakers and layers, and the size of the store."""
        snapshot = self._keeper.caught_up()
        return stats_of(
            snapshot,
            self.architecture,
            owner=self.owner,
            location=self.location,
            size=self._store.size(),
            used=self._uses.pending(snapshot.version.incarnation),
            ledger=self.ledger(),
        )

    def picture(self, limit: int = DEFAULT_NODES) -> Picture:
        """The newest sessions of the graph with their edges, about `limit` nodes, for drawing."""
        if limit < 1:
            raise InputError(f"a picture needs at least one node: {limit}")
        return picture(self._keeper.caught_up(), self.architecture, self.stats(), limit)

    # Exchange

    def export_to(self, target: str | Path | Callable[[str], object], *, content_only: bool = False) -> int:
        """Write the content as JSON Lines to a file (whole or not at all) or to a function; the number of lines.

        `content_only` leaves out when turns were stored. Raises `InputError` when the target is the store itself.
        """
        if not callable(target) and Path(target).absolute() == Path(self.location).absolute():
            raise InputError(f"{target} is the store itself; export to another file")
        return write_lines(target, export_lines(self._store.read(self.owner, []), content_only=content_only))

    def import_from(self, source: str | Path | Iterable[str]) -> AddReport:
        """Store an export in one transaction; sessions and memos that are here already are passed over.

        Raises `InputError` that names the line where the export is damaged, and `ConflictError` for other contents
        under a stored id.
        """
        now = datetime.now(UTC).isoformat(timespec="seconds")
        imported = parsed(read_lines(source))
        report = self._commit(lambda writing: store_imported(writing, imported, now))
        self._keeper.caught_up()
        return report

    def close(self) -> None:
        """Write the use marks and close the store."""
        try:
            if self._uses and not self._store.read_only:
                self._commit(lambda writing: None)
        finally:
            self._store.close()

    def _commit(self, work: Callable[[OwnerWrite], Result]) -> Result:
        """Do some work on the owner in one transaction, which takes the use marks along."""
        encoder = self.architecture.encoder
        with self._store.write(self.owner, EncoderIdentity(encoder.name, encoder.fingerprint)) as writing:
            check_encoder(writing.encoder, self.architecture, self.owner, self.location)
            result = work(writing)
            marks = self._uses.pending(writing.version.incarnation)
            writing.put_uses(marks)
        self._uses.written(marks)
        return result


def _store_all(writing: OwnerWrite, *, sessions: Sequence[Session], replace: bool) -> list[SessionReport]:
    return [store_session(writing, session, replace_conflicts=replace) for session in sessions]


def _identified(
    sessions: Sequence[Session], name: str | None, said: Moment | Said | None, first_ordinal: int
) -> list[Session]:
    """The sessions with the id, time and place that the call gives for the only one of them."""
    if name is None and said is None and first_ordinal == 0:
        return list(sessions)
    if len(sessions) != 1:
        raise InputError(f"session, said and first_ordinal are for one session, and {len(sessions)} were given")
    (only,) = sessions
    return [
        changed(
            only,
            id=only.id if name is None else name,
            said=only.said if said is None else parse_said(said),
            first_ordinal=first_ordinal or only.first_ordinal,
        )
    ]


def _kinds(given: Iterable[MemoKind]) -> tuple[MemoKind, ...]:
    """The kinds given, in the order in which they are written. Raises `InputError` for another, or none."""
    names = [given] if isinstance(given, str) else list(given)
    if not names or any(name not in ALL_KINDS for name in names):
        raise InputError(f"no such kinds of memos: {shortened(names)}; name some of {', '.join(ALL_KINDS)}")
    return tuple(kind for kind in ALL_KINDS if kind in names)


def _speakers(names: str | Iterable[str] | None) -> tuple[str, ...] | None:
    if names is None:
        return None
    return (names,) if isinstance(names, str) else tuple(names)


def _check_speakers(names: tuple[str, ...] | None, snapshot: Snapshot) -> None:
    """Raise `NotFoundError` for a speaker who has said nothing in a memory where others have."""
    known = snapshot.turns.speaker_keys
    for name in names or ():
        if len(snapshot.turns) and speaker_key(name) not in known:
            raise NotFoundError(f"nobody called {shortened(name)} speaks in this memory; its stats list who does")


def _range(ends: tuple[Moment | None, Moment | None]) -> tuple[datetime | None, datetime | None]:
    if isinstance(ends, str) or len(ends) != 2:
        raise InputError(f"between takes two times, either of which may be None: {shortened(ends)}")
    first, last = _moment(ends[0]), _moment(ends[1], end=True)
    if first is not None and last is not None and first > last:
        raise InputError(f"the range ends before it begins: {first} to {last}; swap its ends")
    return first, last


def _moment(value: Moment | None, *, end: bool = False) -> datetime | None:
    """A point in time; with `end`, a bare date means the last second of that day."""
    if value is None:
        return None
    moment = parse_moment(value)
    if end and isinstance(value, str) and _BARE_DATE.fullmatch(value.strip()):
        return moment.replace(hour=23, minute=59, second=59)
    return moment
