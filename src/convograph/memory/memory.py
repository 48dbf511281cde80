"""`Memory`: one owner's memory. It loads, commits and retries; the stages that it calls are pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, get_args, overload

from convograph import answering, context, extraction, formats
from convograph.chat import ChatReply, ChatRequest, OnText, Otherwise
from convograph.context.budget import DEFAULT_BUDGET, check_budget, hits_for
from convograph.errors import ConflictError, InputError, ModelError, NotFoundError, ReadOnlyError
from convograph.formats.arguments import (
    check_callback,
    check_flag,
    check_is_chat_model,
    check_is_encoder,
    check_kind,
    check_probability,
    check_string,
    check_whole,
    path_of,
)
from convograph.formats.limits import check_owner, check_sessions, shortened
from convograph.formats.private_files import refuse_store, refuse_to_replace
from convograph.graph.damage import Damage
from convograph.graph.snapshot import Snapshot
from convograph.llm.limited import Allowance
from convograph.memory import enriching, exchange
from convograph.memory.batches import in_groups
from convograph.memory.capabilities import as_merging, as_profiling, as_resolving
from convograph.memory.commits.damage import listed_owners, of_content, refuse, warn_of
from convograph.memory.commits.scrubbing import owes_scrub, scrub, scrub_debt
from convograph.memory.commits.transaction import MadeWith, Transaction, transaction
from convograph.memory.commits.use_marks import UseMarks, write_marks
from convograph.memory.fact_options import FactOptions
from convograph.memory.forgetting.forget import counted, forgotten
from convograph.memory.forgetting.forget_selection import ForgetOptions, forget_scope
from convograph.memory.forgetting.proof import Traces, proof_of
from convograph.memory.identifiers import stored_turn
from convograph.memory.moments import Moment
from convograph.memory.names.meant import called, check_fact_names, check_names, resolve_name
from convograph.memory.names.name_decisions import decided_by_id, decided_in, moments_in, pair_of, take_out
from convograph.memory.names.name_history import history_of
from convograph.memory.picture import DEFAULT_NODES, picture
from convograph.memory.recalling.asked_turns import turns_of, without_shown
from convograph.memory.recalling.likelihood import MIN_PROBABILITY, without_unlikely, without_unlikely_hits
from convograph.memory.recalling.neighbours import neighbours_for
from convograph.memory.recalling.query_options import (
    RecallOptions,
    Recent,
    Where,
    check_question,
    dated,
    query_of,
    texts_before,
)
from convograph.memory.recalling.recall import recalled, touches, with_marks
from convograph.memory.settings import secret_of, setting
from convograph.memory.snapshots.derivation import Progress
from convograph.memory.snapshots.keeper import SnapshotKeeper, check_encoder
from convograph.memory.snapshots.owner_rows import owner_rows, version_of
from convograph.memory.snapshots.snapshot_cache import SnapshotCache
from convograph.memory.statistics import sessions_of, stats_of, store_stats_of
from convograph.memory.storing.brought_memos import checked_memos, store_memos, stored_memo
from convograph.memory.storing.editing import store_edited
from convograph.memory.storing.ingestion import named, store_session
from convograph.memory.storing.live_turns import SILENCE_HOURS, AppendOptions, check_hours, store_utterance, utterance
from convograph.memory.storing.session_identity import identified
from convograph.protocols import Architecture, ChatModel, Encoder, Store, TokenCounter
from convograph.types import (
    AddReport,
    Answer,
    AppendedTurn,
    BringReport,
    Context,
    Decision,
    EnrichPlan,
    EnrichReport,
    EntityMention,
    Fact,
    ForgetReport,
    KnownCommunity,
    KnownEntity,
    LedgerEntry,
    Memo,
    MemoKind,
    Merge,
    NameChange,
    Picture,
    Profile,
    Proof,
    Recall,
    Said,
    Session,
    SessionReport,
    SessionSummary,
    SourceTurn,
    Stats,
    StoredMemo,
    StoreStats,
    Turn,
    Unit,
    WrittenKind,
)

if TYPE_CHECKING:
    from convograph.memory.facts_in_recall import FactsInRecall
    from convograph.memory.known_facts import FactAction, KnownFacts

DEFAULT_K = 5  # SGMem's
DEFAULT_WORKERS = 4  # requests of `enrich` in flight at once
ANSWER_K = 10  # turns from which an extractive answer selects sentences

MEMO_KINDS: tuple[MemoKind, ...] = get_args(MemoKind)

Result = TypeVar("Result")


class Memory:
    """The memory of one owner in a store. Created by `convograph.open`; thread-safe.

    `named` is the name by which the architecture was requested; the store records it with its first owner. `uses` and
    `snapshots` are shared by memories over one store; by default each memory has its own. `facts` says how facts are
    read. With `owns_store`, closing this memory closes the store.
    """

    def __init__(
        self,
        store: Store,
        architecture: Architecture,
        counter: TokenCounter,
        owner: str,
        *,
        named: str | None = None,
        uses: UseMarks | None = None,
        snapshots: SnapshotCache | None = None,
        facts: FactOptions | None = None,
        owns_store: bool = True,
    ) -> None:
        check_owner(owner)
        self._owner = owner
        self._store = store
        self._counter = counter
        self._named = named
        self._uses = UseMarks() if uses is None else uses
        self._snapshots = SnapshotCache() if snapshots is None else snapshots
        self._facts = FactOptions() if facts is None else facts
        self._owns_store = owns_store
        self._keeper = SnapshotKeeper(store, owner, architecture, self._snapshots)

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Memory of {self.owner!r} in {self.location!r}, {self.architecture.name}>"

    @property
    def owner(self) -> str:
        """Whose memory this is."""
        return self._owner

    @property
    def location(self) -> str:
        """The location of the store."""
        return self._store.location

    @property
    def architecture(self) -> Architecture:
        """The architecture of this memory."""
        return self._keeper.architecture

    def for_owner(self, owner: str) -> Memory:
        """The memory of another owner in the same store; closing it does not close the store."""
        return Memory(
            self._store,
            self.architecture,
            self._counter,
            owner,
            named=self._named,
            uses=self._uses,
            snapshots=None if self._snapshots.max_bytes is None else self._snapshots,
            facts=self._facts,
            owns_store=False,
        )

    def owners(self) -> list[str]:
        """The names of all owners in the store, sorted."""
        return listed_owners(self._store)

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
        """Store turns and derive the layers from them; turns already stored stay as they are.

        `conversation` is a `Session`, a list of them, a list of `Turn`s, OpenAI-style messages, or mappings like
        `{"speaker": …, "text": …}`. For a list of turns, `session` names the session, `said` is its time, and
        `first_ordinal` is the position of the first given turn if only the latest turns of a stored session are given.

        Adding a session again adds the turns beyond the stored ones. The given turns may also begin inside the stored
        session, or follow its end if each has a time and is later than the whole session. A different text, time,
        speaker or metadata under a stored id raises `ConflictError`, unless `replace` is true: then the stored session
        is forgotten first. A turn given without a time or metadata matches whatever is stored. Forgotten turns stay
        forgotten and are counted, unless `replace` restores the session. A session without an id gets one derived from
        its contents, so repeating the call changes nothing. Turns are committed in groups of whole sessions;
        `progress(done, total)` is called after each group.
        """
        check_flag(replace, "replace")
        check_callback(progress, "progress")
        sessions = identified(formats.from_objects(conversation), session, said, first_ordinal)
        check_sessions(sessions)
        if any(one.id is None for one in sessions):
            sessions = [named(one, secret_of(self._store)) for one in sessions]
        total = sum(len(one.turns) for one in sessions)
        reports: list[SessionReport] = []
        done = 0
        for group in in_groups(sessions, lambda one: len(one.turns)):
            known = self._keeper.newest()
            reports += self._commit(partial(_store_all, sessions=group, replace=replace), known)
            renewed = self._keeper.caught_up().version.generation != known.version.generation
            if renewed and replace:  # a stored session was forgotten
                scrub(self._store)
            done += sum(len(one.turns) for one in group)
            if progress:
                progress(done, total)
        return AddReport(tuple(reports))

    @overload
    def append(self, turn: Turn, session: str | None = None, **options: Unpack[AppendOptions]) -> AppendedTurn: ...

    @overload
    def append(
        self, turn: Mapping[str, Any], session: str | None = None, **options: Unpack[AppendOptions]
    ) -> AppendedTurn | None: ...

    def append(
        self,
        turn: Turn | Mapping[str, Any],
        session: str | None = None,
        *,
        said: Moment | Said | None = None,
        silence_hours: float = SILENCE_HOURS,
    ) -> AppendedTurn | None:
        """Store one message at the end of a session, as it is said; the session is created if it does not exist.

        `turn` is a `Turn`, or a mapping as in `add`: `{"role": "user", "content": …}`. Its time is `said`, else its
        own, else now, with the local offset from UTC. Without a `session`, the message continues the owner's latest
        session that was begun this way, unless nothing was said in it for `silence_hours`: then a new session begins,
        named by its start ("2024-05-01-183005"). Sessions whose names have another form, such as imported ones, are not
        continued.

        Unlike `add`, it takes no position, and the same message given twice is stored twice, unless it has an `id`:
        then the stored turn is returned, so that a call can be repeated after a failure. Characters that cannot be
        stored (controls, lone surrogates) are replaced by U+FFFD and counted.

        Returns the turn as stored. If a message also contains the output of a tool, that output is a turn of its own by
        "tool", and the last turn is returned. Returns `None` for a message that `add` leaves out, or whose content is
        blank or `None`. Raises `InputError` for a message that cannot be stored, for example a `Turn` with a blank
        text.
        """
        check_hours(silence_hours)
        given = utterance(turn, session, said)
        if given is None:
            return None
        snapshot = self._keeper.newest()
        stored = self._commit(lambda writing: store_utterance(writing, snapshot, given, silence_hours))
        self._keeper.caught_up()
        return stored

    def edit(self, turn: str, text: str) -> SourceTurn:
        """Change the text of the stored turn with this id, as people edit what they sent, and return it.

        Its id, speaker, time, metadata and place in the session stay. What was derived from it, and from the turns
        after it in its session, is derived again; memos about any of these are forgotten, and the former text is gone,
        as after `forget`. The same text changes nothing. Raises `NotFoundError` for an unknown id, and `InputError` for
        a text that cannot be stored.
        """
        check_string(turn, "turn")
        check_string(text, "text")
        known, before = self._keeper.newest(), stored_turn(self._store, self.owner, turn)
        stored = self._commit(lambda writing: store_edited(writing, before.id, text), known)
        if self._keeper.caught_up().version.generation != known.version.generation:
            scrub(self._store)
        return stored

    def bring(self, memos: Iterable[Memo | Mapping[str, Any]], *, progress: Progress | None = None) -> BringReport:
        """Store memos, of any `MemoKind`, about stored turns; memos already stored stay as they are.

        A memo is a `Memo`, or a mapping like `{"kind": "fact", "text": …, "turns": [ids]}`. It is forgotten with any of
        its source turns. Either all memos are stored or none. `progress(done, total)` reports the embedding of the
        memos, if the architecture retrieves memos. Raises `InputError` for an invalid memo, and `NotFoundError` for a
        session or turn that is not stored.
        """
        check_callback(progress, "progress")
        checked = checked_memos(memos)
        report = self._commit(lambda writing: store_memos(writing, checked))
        self._keeper.caught_up(progress)
        return report

    def memos(self, kind: MemoKind | None = None) -> list[StoredMemo]:
        """The memos of this owner, of one kind or all, in order of arrival. Raises `InputError` for an unknown kind."""
        if kind not in (None, *MEMO_KINDS):
            raise InputError(f"no kind of memo is called {shortened(kind)}; there are {', '.join(MEMO_KINDS)}")
        snapshot = self._keeper.newest()
        return [stored_memo(snapshot.turns, row) for row in snapshot.memos if kind in (None, row.kind)]

    def enrich(
        self,
        model: ChatModel,
        *,
        kinds: Iterable[WrittenKind] | None = None,
        limit: int | None = None,
        workers: int = DEFAULT_WORKERS,
        lines: int = 1,
        flush: bool = False,
        progress: Progress | None = None,
    ) -> EnrichReport:
        """Have a model write memos of the given `kinds`.

        - "summary" and "fact" are written about each session, "insight" about all facts (SGMem).
        - "triplet" (G-Long) and "event" (Associa) are written about the turns, one or a few turns per request.
        - "resolution" says whom a mention means if names alone do not tell, "profile" what is known of an entity, and
          "community" what a community is called (LightGMEM).

        By default, `kinds` are those that the architecture reads: triplets or events if a layer is made of them;
        summaries, facts and insights if it reads any of these, or neither triplets nor events. Resolutions, profiles
        and communities are written only if `kinds` names them.

        Only new content costs calls. A session that has grown is written about again, and the new memos replace those
        that a model wrote before; insights are written again when any fact was added or removed. Each kind leaves out
        turns that a brought memo of that kind rests on; sessions with a brought summary are not summarized. A profile
        is written once 15 episodes are waiting to be read for it, with `flush` once any is.

        Every reply is cached as soon as it arrives: an interrupted call resumes where it stopped. Failures are listed
        in the report and retried by the next call. A call with another model or other `lines` than before writes only
        what is pending. `limit` is the maximum number of model calls, `workers` how many run at once, `lines` the
        number of turns per triplet request, up to 32; `progress(done, total)` counts requests.
        """
        check_is_chat_model(model)
        check_whole(1 if limit is None else limit, "limit")
        check_callback(progress, "progress")
        check_flag(flush, "flush")
        order = enriching.Order.of(self._kinds(kinds), workers, lines, flush=flush)
        if self._store.read_only:
            raise ReadOnlyError(f"{self.location} was opened read-only; open it without read_only to enrich it")
        names, keeper = enriching.NamesByModel.of(self.architecture, order.kinds), self._keeper
        asking = enriching.Asking(self._store, self.owner, model, Allowance(limit))
        report = enriching.Enriching(asking, keeper.newest, keeper.caught_up, order, names, progress).run()
        self._keeper.caught_up()
        return report

    def enrich_plan(
        self, kinds: Iterable[WrittenKind] | None = None, *, lines: int = 1, flush: bool = False
    ) -> EnrichPlan:
        """What `enrich` would request from a model: the calls by kind, and their tokens."""
        check_flag(flush, "flush")
        wanted, shown = self._kinds(kinds), enriching.checked_lines(lines)
        names = enriching.NamesByModel.of(self.architecture, wanted)
        if not names:
            return enriching.plan(self._keeper.newest(), wanted, self._counter, shown)
        snapshot = self._keeper.caught_up()
        return enriching.plan(snapshot, wanted, self._counter, shown, names.requests(snapshot, self.owner, flush=flush))

    def ledger(self) -> tuple[LedgerEntry, ...]:
        """Model usage for this memory, by purpose and model."""
        return enriching.ledger(self._store, self.owner)

    def forget(self, *, prove: bool = False, **what: Unpack[ForgetOptions]) -> ForgetReport:
        """Remove a `turn`, a `session`, all turns by a `speaker` or said `before` a time, or everything of an `owner`.

        Exactly one of these must be given. `before` is a time as in `recall` ("2024-03", "90 days ago"): turns said
        earlier than its first second are removed, by their own time or else that of their session; turns without a time
        stay. `owner` must be this memory's own name.

        Everything derived from the turns is removed too, then its remains in the file are overwritten. While a reader
        in another process prevents that, `scrubbed` is false: the store remembers it, and they are overwritten by
        `scrub` or by the next writing call that can.

        With `prove`, the file, its log and the snapshots in memory are searched for traces of the turns; the report's
        `proof` says what was searched and found. Damaged turns are removed if what is still readable of them matches.
        Damaged rows that may belong to the session or speaker, but do not show it, are left, and a `DamageWarning`
        names them. Raises `NotFoundError` when nothing matches what is named; if nothing was said `before` the time,
        the report has 0 turns.
        """
        wanted = forget_scope(self.owner, what)
        newest = partial(self._keeper.newest, any_encoder=True)
        try:
            done = forgotten(self._store, self.owner, wanted, newest, prove=prove)
        except NotFoundError:
            if owes_scrub(self._store):  # perhaps from an earlier run of this call
                scrub(self._store)
            raise
        try:
            self._keeper.caught_up()
        finally:  # overwrite even if damage prevents deriving
            scrubbed = scrub(self._store)
        removed = done.removed
        proof = None if done.traces is None else self._proof(done.traces, done.untold, scrubbed=scrubbed)
        return ForgetReport(removed.turns, removed.sessions, removed.items, scrubbed, removed.memos, proof)

    def would_forget(self, **what: Unpack[ForgetOptions]) -> int:
        """How many turns `forget` would remove; 0 for an `owner` without turns, or if nothing was said `before`.

        Otherwise raises `NotFoundError` when nothing matches, as `forget` does.
        """
        return counted(self._store, self.owner, forget_scope(self.owner, what))

    def _proof(self, traces: Traces, untold: Sequence[Damage], *, scrubbed: bool) -> Proof:
        self._snapshots.drop_outdated(partial(version_of, self._store))
        return proof_of(self._store, self._snapshots.snapshots(), traces, untold, scrubbed=scrubbed)

    def scrub(self) -> bool:
        """Overwrite the remains of forgotten turns in the file; false while another process reads the old state.

        `forget` does this itself. If a reader prevented it, the next writing call that can does it.
        """
        return scrub(self._store)

    def reencode(self, encoder: Encoder, *, progress: Progress | None = None) -> None:
        """Rebuild the layers with another encoder alongside the old ones, then switch in one transaction.

        If interrupted, the next call resumes it; until the switch, the memory answers with the old encoder.
        """
        check_callback(progress, "progress")
        check_is_encoder(encoder)
        keeper = SnapshotKeeper(self._store, self.owner, self.architecture.with_encoder(encoder), self._snapshots)
        switched = self.owner not in self._store.owners()
        while not switched:
            snapshot = keeper.caught_up(progress, any_encoder=True)
            with transaction(self._store, self.owner) as writing:
                if writing.version == snapshot.version:  # else another writer committed meanwhile: catch up first
                    writing.switch_encoder(encoder.fingerprint, encoder.name)
                    switched = True
        former, self._keeper = self._keeper, keeper
        former.forget()
        scrub(self._store)

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
        recent: Recent = (),
        touch: bool | None = None,
        where: Where | None = None,
        min_probability: float | None = None,
        itself: bool = False,
        facts: bool = False,
    ) -> Recall:
        """The `k` best units of dialogue for a question, each with its source turns, evidence and reasons.

        `unit` defaults to the architecture's first. `speakers`, `between` and `where` limit which turns may serve as
        evidence: `where={"channel": ["slack", "mail"]}` admits turns whose metadata has one of the values under each
        given name. A name that no turn has yet, or that is misspelt, admits none: `metadata_names` lists the names
        there are. `as_of` hides turns said later (turns without a time pass unless `strict`).

        Times may be expressions like "last week", "March 2024" or "two months ago", counted from the time of the
        question: `asked_at`, else `as_of`, else now. A period, such as a bare date, counts with its first moment as the
        beginning of `between`, and with its last as the end of `between` and as `as_of`. Times are compared by the wall
        clock: offsets from UTC are ignored.

        `recent` is what was said just before, in order, as texts or messages; it is added to the search when the
        question refers back to it ("What was wrong with it?"). Instructions to a model and tool output in it are
        ignored, and so is the question itself if it comes last.

        A memory without turns has no hits, and neither has a message without words ("🎉"), which asks nothing. If the
        architecture estimates how likely anything in memory answers, there are no hits below `min_probability`.

        A question that was appended before it is asked does not find itself, unless `itself` is true. A turn counts as
        the question if it has the same text (ignoring image marks), is among the last 64 turns stored, and is followed
        in its session by no other speaker and by at most three turns of its own speaker.

        `touch` marks the returned turns as used at the time of the question, which the next recall takes into account;
        the default follows the architecture's paper (on for G-Long). With `facts`, hits that state a current fact come
        before hits that state the fact it superseded, unless the question asks about the past; facts are taken as known
        at `as_of`. `Recall.facts` lists the outdated facts, and contexts mention them. The first call with `facts`
        reads the turns' syntax, as the method `facts` does.

        Raises `InputError` for a blank question or k < 1, and `NotFoundError` for a speaker who has said nothing.
        """
        check_probability(min_probability, "min_probability")
        check_flag(False if touch is None else touch, "touch")
        check_flag(facts, "facts")
        query = query_of(
            question,
            k,
            self.architecture.units[0] if unit is None else unit,
            speakers=speakers,
            between=between,
            asked_at=asked_at,
            as_of=as_of,
            strict=strict,
            where=where,
        )
        snapshot = self._keeper.caught_up(unit=query.unit)
        marked = with_marks(snapshot, self._uses.pending(self.owner, snapshot.version.incarnation))
        found = recalled(self.architecture, marked, query, recent, itself=itself)
        recall = without_unlikely(found, min_probability)
        if facts and recall.hits:
            recall = self._facts_in_recall().told_in(recall, query.as_of)
        if touches(self.architecture) if touch is None else touch:
            turns = (turn.key for hit in recall.hits for turn in hit.turns)
            self._uses.touch(self.owner, marked.version.incarnation, turns, query.moment, marked.used)
        return recall

    def context(
        self,
        question: str,
        *,
        budget: int = DEFAULT_BUDGET,
        stop_below: float | None = None,
        **options: Unpack[RecallOptions],
    ) -> Context:
        """The result of `recall(question, **options)`, packed into at most `budget` tokens with dates and citations.

        By default, more hits are recalled than fit: `k` is 111 for 2,000 tokens (see `convograph.context.hits_for`).
        Small talk, which nothing in memory answers, has an empty context, since `min_probability` defaults to
        `MIN_PROBABILITY`. Hits whose probability of answering is below `stop_below` are left out even if there is room.
        As in `recall`, times are compared without their offsets from UTC.

        Turns in `recent` are not shown again, since the prompt already has them: for each text, the newest turn with
        that text among the last 64 stored is left out, unless `itself` is true.
        """
        check_question(question)
        check_probability(stop_below, "stop_below")
        options.setdefault("k", hits_for(budget))
        options.setdefault("min_probability", MIN_PROBABILITY)
        recent = options["recent"] = texts_before(options.get("recent", ()), question)
        shown = turns_of(self._keeper.newest().turns, recent) if recent and not options.get("itself") else ()
        if not shown:
            return self.pack(without_unlikely_hits(self.recall(question, **options), stop_below), budget)
        check_whole(options["k"], "k", what="whole number of hits")
        k, options["k"] = options["k"], options["k"] + len(shown)
        recall = without_shown(self.recall(question, **options), shown, k)
        return self.pack(without_unlikely_hits(recall, stop_below), budget, shown=shown)

    def pack(self, recall: Recall, budget: int = DEFAULT_BUDGET, *, shown: Collection[SourceTurn] = ()) -> Context:
        """The recalled evidence, packed into at most `budget` tokens (see `convograph.context.pack`).

        Turns that say little by themselves bring their neighbours along, except neighbours that the filters of the
        recall exclude or that are `shown` to the reader anyway.
        """
        neighbours = neighbours_for(recall, self._keeper.newest().turns, _keys(recall, shown))
        return context.pack(recall, budget, self._counter, analyzer=self.architecture.analyzer, neighbours=neighbours)

    def answer(
        self,
        question: str,
        *,
        model: ChatModel | None = None,
        short: bool = False,
        budget: int = DEFAULT_BUDGET,
        otherwise: Otherwise = "fail",
        on_text: OnText | None = None,
        **options: Unpack[RecallOptions],
    ) -> Answer:
        """The best supported sentences, quoted with citations (`kind` is "extractive"), or a model's answer.

        `options` are those of `recall`, which compares times without their offsets from UTC. By default, 10 hits are
        recalled for quoting, and with a `model` as many as for `context`. `found` is false when nothing in memory
        supports an answer. Without a `model` but with `facts`, a question for just one relation of one person is
        answered by the sentences that last state it, if it holds.

        A `model` is sent what `context` packs into `budget` tokens (`kind` is "generated"). Its answer cites turns and
        memos; citation numbers that refer to nothing are removed. `short` requests an answer of a few words; `on_text`
        receives the text as it streams in, before it is checked. Without packed evidence, the model is not called.
        Raises the `ModelError` of a failed call or, with `otherwise="quote"`, returns the quoted sentences with the
        reason as `failure`. Without a `model`, `on_text` receives the quotation, and
        `short`, `budget` and `otherwise` have no effect.
        """
        enriching.check_otherwise(otherwise)
        check_flag(short, "short")
        check_budget(budget)
        check_callback(on_text, "on_text")
        if model is not None:
            check_is_chat_model(model)
        quoted = options.get("k", ANSWER_K)
        options.setdefault("k", ANSWER_K if model is None else hits_for(budget))
        options.setdefault("min_probability", MIN_PROBABILITY)
        if model is not None:
            options = dated(options)
        recall = self.recall(question, **options)
        if model is None:
            answer = (self._answer_by_facts(recall) if options.get("facts") else None) or self.quote(recall)
            if on_text is not None:
                on_text(answer.text)
            return answer
        reply_to = partial(self.reply, model, on_text=on_text)
        try:
            return enriching.answer_from(self.pack(recall, budget), reply_to, short=short)
        except ModelError as error:
            if otherwise == "fail":
                raise
            return dataclasses.replace(
                self.quote(dataclasses.replace(recall, hits=recall.hits[:quoted])), failure=str(error)
            )

    def quote(self, recall: Recall, *, shown: Collection[SourceTurn] = ()) -> Answer:
        """The sentences of the recalled turns and memos that answer best, with citations.

        Turns that say little by themselves bring their neighbours along, as in `pack`.
        """
        made, turns = self.architecture, self._keeper.newest().turns
        neighbours = neighbours_for(recall, turns, _keys(recall, shown))
        asked = extraction.asked_for(recall.question, recall.asked_at)
        stated, of_another = (None, None) if asked is None else self._facts_in_recall().statements(asked, recall)
        return answering.extract_answer(
            recall,
            encoder=made.encoder,
            analyzer=made.analyzer,
            speakers=turns.speaker_keys,
            neighbours=neighbours,
            stated=stated,
            of_another=of_another,
        )

    def reply(self, model: ChatModel, request: ChatRequest, *, on_text: OnText | None = None) -> ChatReply:
        """A model's reply to a request about this memory; usage is recorded in the `ledger`. Raises `ModelError`.

        With `on_text`, the reply is streamed, and usage is recorded without tokens, which streams do not report.
        """
        check_is_chat_model(model)
        check_kind(request, ChatRequest, "request", "make one with convograph.chat")
        check_callback(on_text, "on_text")
        return enriching.ask(model, dataclasses.replace(request, owner=self.owner), self._store, on_text)

    # Facts

    def facts(
        self,
        subject: str | None = None,
        relation: str | None = None,
        *,
        valid_at: Moment | None = None,
        known_at: Moment | None = None,
        outdated: bool = False,
    ) -> list[Fact]:
        """The facts that hold now according to what was said, in the order in which they were first stated.

        A fact that is to end holds until then, and what replaces it is listed too, with its `valid_from` ahead. With
        `outdated`, also facts that no longer hold. Facts are read without a model from the statements in the
        turns, and from triplets that were brought or that a model wrote. The first call reads the turns' syntax, which
        takes about 10 ms a turn.

        `subject` and `relation` select facts ("Ana", "lives_in"). If nobody has the subject's name, it means the only
        subject whose name begins with it; "home" means the relation `lives_in`, if the subject has no relation of that
        name. The user of an assistant, whose facts have the subject `user`, may also be given by a name that they say
        is theirs ("I'm Ana"), if nobody else has it. Without a `relation`, the relations of the table in
        `facts/relations.txt` and all brought ones are listed.

        `valid_at` selects facts that held at a moment, or at any moment of a day or month, outdated ones included.
        With `known_at`, only what had been said and decided by then counts. Times may be named as in `recall`, and are
        also compared without their offsets from UTC.

        Raises `TimeError` for an unreadable time, `ConflictError` if several names begin with the subject, and
        `NotFoundError` if a memory with turns has no such speaker and no facts that mention the subject.
        """
        check_flag(outdated, "outdated")
        check_fact_names(subject, relation)
        known, everything = self._known(), relation is not None
        found = known.with_names(valid_at=valid_at, known_at=known_at, everything=everything)
        if subject is not None:
            at_any_time = found if valid_at is None else known.with_names(known_at=known_at, everything=everything)
            subject = known.subject_meant(at_any_time, subject)
        every = outdated or valid_at is not None
        selected = known.selected(found, subject, relation, known_at=known_at, outdated=every)
        if subject is not None and not selected:
            known.check_subject(subject)
        return selected

    def history(self, subject: str, relation: str | None = None) -> list[Fact]:
        """All facts ever stated about a subject, or one relation of it: which fact superseded which, when, and why."""
        return self.facts(subject, relation, outdated=True)

    def keep_fact(self, id_: str) -> Fact:
        """Decide that an outdated fact holds after all, in spite of what ended it; returns the updated fact.

        That may be the turn that states it ("I moved from Porto to Lisbon"). After `end_fact` or `strike_fact`, the
        fact is as it was before. The decision is stored. `id_` may be the beginning of an id. Raises `NotFoundError`
        for an unknown id, and `ConflictError` if the fact is not outdated.
        """
        return self._decide(id_, "undo")

    def end_fact(self, id_: str, *, until: Moment | None = None) -> Fact:
        """Decide that a fact holds no longer, from now on or since `until`: a time, or the end of a date or month.

        `keep_fact` undoes it. Raises `TimeError` for a time in the future or before the fact. Otherwise like
        `keep_fact`.
        """
        return self._decide(id_, "end", until)

    def strike_fact(self, id_: str) -> Fact:
        """Decide that a fact was never true, because its turns were misread.

        It then holds at no time, and the fact that it superseded holds again. Turns that state it later still count.
        `keep_fact` undoes it. Otherwise like `keep_fact`.
        """
        return self._decide(id_, "strike")

    # Profiles

    def profiles(self, *, outdated: bool = False) -> list[Profile]:
        """The profiles of all named people and things, in the order of their first mentions.

        Read without a model from the same statements as `facts`, under whichever name they were made; with `outdated`,
        the entries include values that no longer hold. Raises `UnsupportedError` for an architecture without profiles.
        """
        check_flag(outdated, "outdated")
        architecture = as_profiling(self.architecture)
        known = self._known()
        layers = [layer.key for layer in known.layers]
        return architecture.profiles(known.snapshot, layers, self._facts.relations, outdated=outdated)

    def profile(self, name: str, *, turn: str | None = None, outdated: bool = False) -> Profile:
        """The profile of the person or thing with a name, ignoring case.

        If nobody has the name, it means the only one whose name begins with it ("Leo"). If several do, `turn` is the id
        of the turn that first mentions the right one. Raises `NotFoundError` for a name that nobody has,
        `ConflictError` for an ambiguous one, and like `profiles`.
        """
        check_names(name, turn)
        return resolve_name(self.profiles(outdated=outdated), name, turn)

    # Entities and near duplicates

    def entities(self, name: str | None = None) -> list[KnownEntity]:
        """The people and things that names refer to, most mentioned first; with a `name`, those whose names contain it.

        Raises `UnsupportedError` for an architecture that resolves no names.
        """
        architecture = as_resolving(self.architecture)
        found = architecture.entities(self._keeper.caught_up())
        return found if name is None else called(found, name)

    def entity(self, name: str, *, turn: str | None = None) -> KnownEntity:
        """The entity that a name means; otherwise like `profile`, and raises like `entities`."""
        check_names(name, turn)
        return resolve_name(self.entities(), name, turn, "entity list")

    def mentions(self, name: str, *, turn: str | None = None) -> list[EntityMention]:
        """Where an entity is mentioned, in which words and in which turn, in the order of saying.

        These are what `KnownEntity.mentions` counts. `name`, `turn` and the errors are as in `entity`.
        """
        check_names(name, turn)
        architecture, graph = as_resolving(self.architecture), self._keeper.caught_up()
        return architecture.mentions(graph, resolve_name(architecture.entities(graph), name, turn, "entity list"))

    def communities(self) -> list[KnownCommunity]:
        """Groups of entities that belong together, with name, description and supporting episodes.

        Raises like `entities`.
        """
        architecture = as_resolving(self.architecture)
        return architecture.communities(self._keeper.caught_up())

    def merges(self) -> list[Merge]:
        """The names, relations and events that are taken to be the same, and why.

        Raises `UnsupportedError` for an architecture that joins none.
        """
        architecture = as_merging(self.architecture)
        return architecture.merges(self._keeper.caught_up())

    def merge(self, text: str, other: str) -> Decision:
        """Decide that two names, two relations or two events are the same.

        An event may be given by its name, its description, or both as in `merges`; a name that nothing has means the
        only one that begins with it. The decision is stored as a memo that rests on the turns that first say either; of
        two decisions about the same pair, the later holds. A decision that is already in effect is not stored again.
        Raises `NotFoundError` for a name that nothing has, `ConflictError` for a pair of different kinds or a beginning
        of several names, and like `merges`.
        """
        return self._decide_about_names(text, other, same=True)

    def split(self, text: str, other: str) -> Decision:
        """Decide that two names, two relations or two events are not the same, whether they are joined or not.

        Otherwise like `merge`.
        """
        return self._decide_about_names(text, other, same=False)

    def decisions(self) -> list[Decision]:
        """The decisions about names, relations and events, in the order they were made; also those not in effect."""
        return [one.decision for one in decided_in(self._keeper.newest())]

    def name_history(self) -> list[NameChange]:
        """How names, relations and events came to be the same or not, in order of time; changes without a time first.

        Changes are automatic merges, with their ground and turn, decisions, and decisions taken out. Raises
        `UnsupportedError` for an architecture that joins none.
        """
        graph = self._keeper.caught_up()
        return history_of(graph, as_merging(self.architecture).merges(graph))

    def undo(self, id_: str) -> Decision:
        """Take out a decision, whoever made it, as if nobody had decided; returns the decision.

        `name_history` shows both the decision and its removal. `id_` may be the beginning of an id, at least 4
        characters. Raises `NotFoundError`, also for a decision that was already taken out, and `ConflictError` if
        several ids begin with it.
        """
        check_string(id_, "id")
        undone = decided_by_id(self._keeper.newest(), id_)
        self._commit(lambda writing: take_out(writing, undone))
        self._keeper.caught_up()
        return undone.decision

    def sessions(self) -> list[SessionSummary]:
        """The sessions with their times, speakers and number of turns, ordered by their earliest time."""
        return sessions_of(self._keeper.newest().turns)

    def turns(self, session: str) -> tuple[SourceTurn, ...]:
        """The turns of a session in order; empty if no session has this id."""
        check_string(session, "session")
        turns = self._keeper.newest().turns
        key = turns.session_keys.get(session)
        return () if key is None else tuple(map(turns.source_turn, turns.of_session(key)))

    def turn(self, id_: str) -> SourceTurn:
        """The stored turn with this id. Raises `NotFoundError` if there is none."""
        check_string(id_, "id")
        return stored_turn(self._store, self.owner, id_)

    def turns_before(self, this: SourceTurn, most: int) -> tuple[SourceTurn, ...]:
        """The latest turns before this one in its session, at most `most`, in order."""
        check_kind(this, SourceTurn, "this", "give a turn that memory returned")
        check_whole(most, "most")
        turns = self._keeper.newest().turns
        key = turns.session_keys.get(this.session)
        if key is None:
            return ()
        return tuple(map(turns.source_turn, turns.latest_before(key, this.ordinal, most)))

    def metadata_names(self) -> list[str]:
        """The names in the metadata of all turns, sorted."""
        return self._keeper.newest().turns.noted_names()

    def stats(self) -> Stats:
        """Counts of sessions, turns, sentences, speakers and layers, and the size of the store."""
        snapshot = self._keeper.caught_up()
        return stats_of(
            snapshot,
            self.architecture,
            owner=self.owner,
            location=self.location,
            size=self._store.size(),
            used=self._uses.pending(self.owner, snapshot.version.incarnation),
            ledger=self.ledger(),
            remembered=setting(self._store, "architecture"),
            owed=owes_scrub(self._store),
        )

    def store_stats(self) -> StoreStats:
        """The counts of each owner of the store, and their sums."""
        return store_stats_of(self._store)

    def picture(self, limit: int = DEFAULT_NODES) -> Picture:
        """The latest sessions of the graph with their edges, about `limit` nodes, for drawing."""
        check_whole(limit, "limit")
        return picture(self._keeper.caught_up(), self.architecture, self.stats(), limit)

    # Exchange

    def export_to(
        self, target: str | Path | Callable[[str], object], *, content_only: bool = False, skip_damaged: bool = False
    ) -> int:
        """Write the content as JSON Lines, atomically to a file or to a function; returns the number of lines.

        `content_only` omits the times at which turns were stored. Raises `InputError` if the target is the store itself
        or an existing file that is not an export, and `DamagedError` if content is damaged; with `skip_damaged`, a
        `DamageWarning` names what is left out instead.
        """
        check_flag(content_only, "content_only")
        if not callable(target):
            path = path_of(target, "target")
            refuse_store(path, self.location)
            refuse_to_replace(path, exchange.is_header, "export")
        rows = owner_rows(self._store, self.owner, [])
        if rows is not None and of_content(rows.damage):
            (warn_of if skip_damaged else refuse)(self.location, self.owner, rows)
        return exchange.write_lines(target, exchange.export_lines(rows, content_only=content_only))

    def import_from(self, source: str | Path | Iterable[str] | exchange.Imported) -> AddReport:
        """Store an export in one transaction; sessions and memos already stored are skipped.

        `source` is its file, its lines, or what `read_export` returned for either.

        Raises `InputError` with the line number if the export is damaged, and `ConflictError` for different content
        under a stored id.
        """
        now = datetime.now(UTC).isoformat(timespec="seconds")
        imported = source if isinstance(source, exchange.Imported) else exchange.read_export(source)
        report = self._commit(lambda writing: exchange.store_imported(writing, imported, now))
        self._keeper.caught_up()
        return report

    def close(self) -> None:
        """Write the use marks, and close the store if this memory was created by `convograph.open`.

        In that case, the marks of all owners known to this memory are written. Marks that cannot be written are lost,
        without an error.
        """
        if not self._owns_store:
            write_marks(self._store, self._uses, (self.owner,))
            return
        try:
            write_marks(self._store, self._uses, self._uses.owners())
        finally:
            self._store.close()

    def _facts_in_recall(self) -> FactsInRecall:
        """The reader of facts, imported here so that only calls that need facts load the rules."""
        from convograph.memory.facts_in_recall import FactsInRecall  # noqa: PLC0415 - as above

        return FactsInRecall(self._keeper, self._facts)

    def _known(self) -> KnownFacts:
        """The facts of the newest commit; statements not read yet are read first."""
        return self._facts_in_recall().known()

    def _answer_by_facts(self, recall: Recall) -> Answer | None:
        """The sentences that state the facts a question asks for, if they hold; `None` for any other question."""
        asked = extraction.asked_for(recall.question, recall.asked_at)
        return (
            None if asked is None else answering.answer_by_facts(recall, self._facts_in_recall().holding(asked, recall))
        )

    def _decide(self, id_: str, action: FactAction, until: Moment | None = None) -> Fact:
        known = self._known()
        decided = known.decision(id_, action, datetime.now(), until)
        self.bring([decided])
        return self._known().named(known.named(id_).id)

    def _decide_about_names(self, text: str, other: str, *, same: bool) -> Decision:
        pair = pair_of(self._keeper.caught_up(), as_merging(self.architecture), text, other, same=same)
        decisions = self.decisions()
        if pair.decided(decisions) is None:
            self.bring([pair.memo(moments_in(self._keeper.newest()))])
        decided = pair.decided(self.decisions())
        if decided is None:
            names = f"{shortened(text)} and {shortened(other)}"
            raise ConflictError(f"somebody else decided about {names} meanwhile; look at the decisions, then repeat it")
        return decided

    def _kinds(self, given: Iterable[WrittenKind] | None) -> tuple[WrittenKind, ...]:
        return enriching.kinds_for(self.architecture.layers) if given is None else enriching.checked_kinds(given)

    def _commit(self, work: Callable[[Transaction], Result], known: Snapshot | None = None) -> Result:
        """Run `work` on the owner in one transaction, which also writes the pending use marks.

        Afterwards, does a scrub that was owed before, if no reader prevents it.
        """
        encoder, language = self.architecture.encoder, self.architecture.analyzer.language
        made = MadeWith(encoder.name, encoder.fingerprint, language, self._named)
        with transaction(self._store, self.owner, made, known) as writing:
            check_encoder(writing.encoder, self.architecture, self.owner, self.location)
            marks = self._uses.pending(self.owner, writing.version.incarnation)
            owed = scrub_debt(writing.writing)
            result = work(writing)
            writing.put_uses(marks)
        self._uses.written(self.owner, marks)
        if owed:
            scrub(self._store, patient=False)
        return result


def _store_all(writing: Transaction, *, sessions: Sequence[Session], replace: bool) -> list[SessionReport]:
    return [store_session(writing, session, replace_conflicts=replace) for session in sessions]


def _keys(recall: Recall, shown: Collection[SourceTurn]) -> set[int]:
    """The keys of the turns shown besides a recall. Raises `InputError` for arguments of other types."""
    check_kind(recall, Recall, "recall", "pass on what `recall` returned")
    turns = list(shown) if isinstance(shown, Iterable) else [shown]
    for turn in turns:
        check_kind(turn, SourceTurn, "each of shown", "pass on what `turns` returned")
    return {turn.key for turn in turns}
