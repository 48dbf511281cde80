"""The calls of a memory as rules of a state machine, which hypothesis runs in random order."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from itertools import count
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import convograph
from convograph.build import ARCHITECTURES, ENGINES, Parts, make_encoder
from convograph.chat import ChatRequest, Message
from convograph.errors import ConflictError, DamageWarning, InputError, NotFoundError, UnsupportedError
from convograph.generation.memos import KINDS
from convograph.llm.scripted import ScriptedChat
from convograph.memory import Memories, Memory
from convograph.protocols import Architecture, Merging, Profiling, Resolving
from convograph.types import Recall, SourceTurn
from faults.machine.model import ModelMemo, ModelOwner, ModelTurn
from faults.operations import joins_brought_names
from tests.support.pictures import exported
from tests.support.stores import new_location

OWNERS = ("ana", "ben", "eve")
SESSIONS = ("one", "two", "three")
SPEAKERS = ("Ana", "Ben", "user", "assistant")
THINGS = ("cat", "boiler", "garden", "sister Maria", "train to Porto", "spare key")
DAYS = {name: f"2024-05-0{number}" for number, name in enumerate(SESSIONS, start=1)}
ASKED_AT = "2024-06-01"

EXEMPT: Mapping[str, str] = {
    "reencode": "handles with the former encoder are refused from then on, which tests of its own follow",
    "location": "a constant",
}
"""The public names of `Memory` that no rule uses, with the reason for each."""

owners = st.sampled_from(OWNERS)
sessions = st.sampled_from(SESSIONS)
speakers = st.sampled_from(SPEAKERS)
things = st.sampled_from(THINGS)
handles = st.integers(0, 1)
sizes = st.integers(1, 3)


@cache
def made(name: str) -> Architecture:
    """An architecture, loaded once; it holds no state of a memory."""
    return ARCHITECTURES[name](Parts(make_encoder("static")))


def reply(request: ChatRequest) -> Any:
    """A model's reply: a function of the prompt, in the requested form."""
    mark = hashlib.sha256(repr(request.messages).encode()).hexdigest()[:10]
    fields = (request.schema or {}).get("properties", {})
    forms: Mapping[str, Any] = {
        "summary": f"Told {mark}.",
        "facts": [f"A fact is {mark}."],
        "insights": [{"timestamp": "2024-05-01", "content": f"Insight {mark}."}],
        "triplets": [{"subject": "Ana", "relation": "says", "object": f"word {mark}"}],
        "events": [{"event": f"Event {mark}", "event_time": "May 2024", "triplets": [["Ana", "meets", mark]]}],
    }
    return {name: forms[name] for name in fields} or "It is there [1]."


class MemoryMachine(RuleBasedStateMachine):
    """Two handles of one store with three owners, and the expected content of each owner."""

    engine = "file"
    architecture = "unified"
    on_call: Callable[[], None] = staticmethod(lambda: None)
    """Called after each acknowledged call."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = Path(mkdtemp(prefix="convograph-machine-"))
        self._path = self._folder / "memory.db"
        self._numbers = count()
        self._models = {owner: ModelOwner() for owner in OWNERS}
        self._saved: dict[str, ModelOwner] | None = None
        self._first: Memory | None = None
        self._second: Memory | Memories | None = None
        self._memories: dict[tuple[str, int], Memory] = {}
        self._warnings = warnings.catch_warnings()

    @initialize()
    def open(self) -> None:
        """Open both handles: a memory, and one for many owners that keeps little in memory."""
        self._warnings.__enter__()
        warnings.simplefilter("error", DamageWarning)
        location = new_location(self.engine, self._folder)
        architecture = made(self.architecture)
        self._first = convograph.open(location, owner=OWNERS[0], architecture=architecture)
        if ENGINES[self.engine].lasts:
            self._second = convograph.open_memories(location, architecture=architecture, max_bytes=100_000)

    def _memory(self, owner: str, handle: int) -> Memory:
        if (owner, handle) not in self._memories:
            assert self._first is not None
            made_by = self._second.of if handle and isinstance(self._second, Memories) else self._first.for_owner
            self._memories[owner, handle] = made_by(owner)
        return self._memories[owner, handle]

    def _done(self) -> None:
        type(self).on_call()

    def _turn(self, session: str, ordinal: int, speaker: str, thing: str, time: str | None = None) -> ModelTurn:
        text = f"I told you about the {thing}, mark{next(self._numbers)}x. It was {speaker} who asked."
        return ModelTurn(f"{session}:{ordinal}", speaker, text, time)

    # Writing

    @rule(owner=owners, handle=handles, name=sessions, speaker=speakers, thing=things, size=sizes, repeat=st.booleans())
    def add(self, *, owner: str, handle: int, name: str, speaker: str, thing: str, size: int, repeat: bool) -> None:
        """Add a whole session including its earlier turns; forgotten turns stay forgotten."""
        model = self._models[owner]
        before = model.sessions.get(name)
        given = list(before.given) if before else []
        fresh = [] if repeat and before else [self._turn(name, len(given) + n, speaker, thing) for n in range(size)]
        said = None if before else DAYS[name]
        report = self._memory(owner, handle).add([turn.message() for turn in given + fresh], session=name, said=said)
        self._done()
        known = len(before.live) if before else 0
        assert (report.added, report.known, report.forgotten) == (len(fresh), known, len(given) - known)
        for turn in fresh:
            model.session(name).append(turn)

    @rule(owner=owners, handle=handles, name=sessions, speaker=speakers, thing=things, size=sizes)
    def replace(self, *, owner: str, handle: int, name: str, speaker: str, thing: str, size: int) -> None:
        """Add different turns under a stored name: a conflict, unless they replace and so forget the stored ones."""
        model = self._models[owner]
        memory = self._memory(owner, handle)
        fresh = [self._turn(name, ordinal, speaker, thing) for ordinal in range(size)]
        messages = [turn.message() for turn in fresh]
        before = model.sessions.get(name)
        if before and 0 in before.live:
            self._refused(ConflictError, lambda: memory.add(messages, session=name))
        report = memory.add(messages, session=name, replace=True)
        self._done()
        assert report.added == size
        if before:
            model.forget({turn.id for _, turn in before.turns()})
        for turn in fresh:
            model.session(name).append(turn)

    @rule(owner=owners, handle=handles, thing=things, data=st.data())
    def edit(self, owner: str, handle: int, thing: str, data: st.DataObject) -> None:
        """Change the text of a turn; memos about it or later turns of its session are forgotten."""
        memory, model = self._memory(owner, handle), self._models[owner]
        self._refused(NotFoundError, lambda: memory.edit("nothing", "Hello."))
        if not (turns := list(model.turns())):
            return
        chosen = data.draw(st.sampled_from(turns))
        self._refused(InputError, lambda: memory.edit(chosen.id, " "))
        text = self._turn("", 0, chosen.speaker, thing).text
        stored = memory.edit(chosen.id, text)
        self._done()
        assert (stored.id, stored.speaker, stored.text) == (chosen.id, chosen.speaker, text)
        model.edit(chosen.id, text)

    @rule(owner=owners, handle=handles, name=st.none() | sessions, speaker=speakers, thing=things)
    def append(self, owner: str, handle: int, name: str | None, speaker: str, thing: str) -> None:
        """Append one message to the named session, or to the current one."""
        memory, model = self._memory(owner, handle), self._models[owner]
        time = f"{DAYS[name or 'three']} 10:00"
        turn = self._turn("", 0, speaker, thing, time)
        stored = memory.append(turn.message(), name)
        self._done()
        assert stored is not None
        assert name in (None, stored.session)
        before = model.sessions.get(stored.session)
        assert (stored.ordinal, stored.began) == (len(before.given) if before else 0, before is None)
        assert (stored.text, stored.speaker) == (turn.text, speaker)
        model.session(stored.session).append(ModelTurn(stored.id, speaker, turn.text, time))
        assert memory.append({"role": "user", "content": " "}, name) is None

    @rule(owner=owners, handle=handles, data=st.data())
    def bring(self, owner: str, handle: int, data: st.DataObject) -> None:
        """Bring a memo of any kind about one or two turns, twice; a memo about a missing turn is refused."""
        memory, model = self._memory(owner, handle), self._models[owner]
        ids = sorted(turn.id for turn in model.turns())
        if not ids:
            self._refused(NotFoundError, lambda: memory.bring([{"kind": "fact", "text": "No.", "turns": ["none:0"]}]))
            return
        turns = tuple(data.draw(st.lists(st.sampled_from(ids), min_size=1, max_size=2, unique=True), "turns"))
        kind = data.draw(st.sampled_from(("fact", "summary", "insight", "triplet", "event", "decision")), "kind")
        text = f"Noted memo{next(self._numbers)}x"
        given: dict[str, Any] = {"kind": kind, "turns": list(turns), "text": text}
        if kind == "triplet":
            given |= {"subject": "Ana", "relation": "has", "object": "a cat"}
        if kind == "decision":
            given |= {"names": ["Ana", f"Anna {next(self._numbers)}"], "same": True}
        report = memory.bring([given])
        assert (report.added, report.known) == (1, 0)
        report = memory.bring([given])
        assert (report.added, report.known) == (0, 1)
        self._done()
        assert model.bring(ModelMemo(kind, text, turns))

    @rule(owner=owners, handle=handles, data=st.data())
    def decide(self, owner: str, handle: int, data: st.DataObject) -> None:
        """End, keep and strike out a brought fact; each decision is a memo, and both handles see the latest."""
        memory, other, model = self._memory(owner, handle), self._memory(owner, 1 - handle), self._models[owner]
        ids = sorted(turn.id for turn in model.turns())
        if not ids:
            self._refused(NotFoundError, lambda: memory.end_fact("0000"))
            return
        turn, value = data.draw(st.sampled_from(ids), "turn"), f"Town{next(self._numbers)}x"
        triplet = {"kind": "triplet", "subject": "Eve", "relation": "likes", "object": value, "turns": [turn]}
        assert memory.bring([triplet]).added == 1
        (fact,) = [one for one in memory.history("Eve", "likes") if one.value == value]
        for call, status, relation in (
            (memory.end_fact, "outdated", "no longer likes"),
            (other.keep_fact, "current", "still likes"),
            (memory.strike_fact, "outdated", "never likes"),
        ):
            assert call(fact.id).status == status
            assert model.bring(ModelMemo("decision", f"Eve {relation} {value}", (turn,)))
            assert (fact in memory.facts("Eve")) == (status == "current")
        self._done()
        assert model.bring(ModelMemo("triplet", f"Eve likes {value}", (turn,)))

    @rule(owner=owners, handle=handles, data=st.data())
    def merge(self, owner: str, handle: int, data: st.DataObject) -> None:
        """Merge and split two names of a brought event, and undo the merge; both handles see each decision."""
        memory, other, model = self._memory(owner, handle), self._memory(owner, 1 - handle), self._models[owner]
        if not isinstance(memory.architecture, Merging):
            self._refused(UnsupportedError, memory.merges)
            return
        ids = sorted(turn.id for turn in model.turns())
        if not ids:
            self._refused(NotFoundError, lambda: memory.merge("Zoe", "Yan"))
            return
        turn, number = data.draw(st.sampled_from(ids), "turn"), next(self._numbers)
        names = f"Zoe{number}x", f"Yan{number}x"
        text = f"Met in memo{number}x"
        memory.bring([{"kind": "event", "text": text, "turns": [turn], "triplets": [[names[0], "met", names[1]]]}])
        assert model.bring(ModelMemo("event", text, (turn,)))
        if not joins_brought_names(memory.architecture):
            self._refused(NotFoundError, lambda: memory.merge(*names))
            return
        memory.merge(*names)
        assert model.bring(ModelMemo("decision", f"{names[0]} is {names[1]}", (turn,)))
        assert [one for one in other.merges() if {one.text, one.into} == set(names)]
        other.split(*names)
        assert model.bring(ModelMemo("decision", f"{names[0]} is not {names[1]}", (turn,)))
        self._done()
        assert not [one for one in memory.merges() if {one.text, one.into} == set(names)]
        (merged,) = [one for one in memory.decisions() if one.same and {one.text, one.other} == set(names)]
        assert not merged.holds
        other.undo(merged.id)
        assert model.bring(ModelMemo("decision", f"undone: {names[0]} is {names[1]}", (turn,)))
        self._done()
        assert merged.id not in [one.id for one in memory.decisions()]
        told = [one.step for one in memory.name_history() if {one.text, one.other} == set(names)]
        assert told == ["merge", "split", "undo"]

    @rule(owner=owners, handle=handles, kind=st.sampled_from(sorted(KINDS)))
    def enrich(self, owner: str, handle: int, kind: Any) -> None:
        """Have a model write memos about live turns; other memos stay, and a second run makes no calls."""
        memory, model = self._memory(owner, handle), self._models[owner]
        memory.enrich_plan([kind])
        report = memory.enrich(ScriptedChat(reply), kinds=[kind], workers=1)
        assert not report.failures
        self._done()
        stored = [_memo(memo) for memo in memory.memos()]
        kept = [memo for memo in model.memos if not memo.origin or memo.kind != kind]
        for memo in kept:
            assert memo in stored, f"{memo} is gone"
        for memo in stored:
            assert memo in kept or (memo.kind == kind and memo.origin), f"{memo} is of nobody"
            assert set(memo.turns) <= model.texts().keys()
        model.memos = stored
        assert not memory.enrich(ScriptedChat(reply), kinds=[kind], workers=1).calls

    @rule(
        owner=owners,
        handle=handles,
        what=st.sampled_from(("turn", "turn", "session", "speaker", "owner")),
        data=st.data(),
    )
    def forget(self, owner: str, handle: int, what: str, data: st.DataObject) -> None:
        """Forget turns in any of the ways to name them, with a proof; a missing turn is refused."""
        memory, model = self._memory(owner, handle), self._models[owner]
        turns = list(model.turns())
        if not turns:
            self._refused(NotFoundError, lambda: memory.forget(turn="one:0"))
            return
        chosen = data.draw(st.sampled_from(turns), "turn")
        session = next(name for name, one in model.sessions.items() if chosen in (turn for _, turn in one.turns()))
        name = {"turn": chosen.id, "session": session, "speaker": chosen.speaker, "owner": owner}[what]
        gone = [
            turn
            for each, one in model.sessions.items()
            for _, turn in one.turns()
            if what == "owner" or name in (turn.id, turn.speaker if what == "speaker" else each)
        ]
        memos = len(model.memos)
        assert memory.would_forget(**{what: name}) == len(gone)
        model.forget({turn.id for turn in gone})
        report = memory.forget(**{what: name}, prove=True)
        self._done()
        assert (report.turns, report.memos) == (len(gone), memos - len(model.memos))
        assert report.proof is not None
        assert report.proof.left == ()
        assert report.scrubbed
        if what == "owner":
            assert owner not in memory.owners()
        self._check_traces(turn.text for turn in gone)

    @rule(owner=owners, handle=handles)
    def scrub(self, owner: str, handle: int) -> None:
        """Scrub the store, which succeeds because no reader blocks it."""
        assert self._memory(owner, handle).scrub()

    # Exchange

    @rule(owner=owners, other=owners, handle=handles)
    def move(self, owner: str, other: str, handle: int) -> None:
        """Import one owner's export for another or the same; different turns under one session name are a conflict."""
        source, target = self._models[owner], self._models[other]
        lines: list[str] = []
        self._memory(owner, handle).export_to(lines.append)
        importing = self._memory(other, 1 - handle)
        if target.conflicts_with(source):
            self._refused(ConflictError, lambda: importing.import_from(lines))
            return
        importing.import_from(lines)
        self._done()
        target.take(source)

    @precondition(lambda self: self.engine == "file")
    @rule()
    def backup(self) -> None:
        """Back up the store while both handles are open."""
        if self._path.exists():
            assert convograph.backup(self._path, self._folder / "copy.db", overwrite=True).intact
            self._saved = deepcopy(self._models)

    @precondition(lambda self: self._saved is not None)
    @rule()
    def restore(self) -> None:
        """Close the store, and replace it by the backup."""
        self._close()
        assert convograph.restore(self._folder / "copy.db", self._path, replace=True).intact
        assert self._saved is not None
        self._models = deepcopy(self._saved)
        self.open()

    @precondition(lambda self: ENGINES[self.engine].lasts)
    @rule()
    def reopen(self) -> None:
        """Close and open the store; its content must persist."""
        self._close()
        self.open()

    # Reading

    @rule(owner=owners, handle=handles, thing=things, touch=st.booleans(), data=st.data())
    def recall(self, owner: str, handle: int, thing: str, touch: bool, data: st.DataObject) -> None:
        """Recall live turns of this owner and the chosen speaker; with `touch` they are marked as used."""
        memory, model = self._memory(owner, handle), self._models[owner]
        unit = data.draw(st.sampled_from(memory.architecture.units), "unit")
        known = sorted({turn.speaker for turn in model.turns()})
        by = data.draw(st.none() | st.sampled_from(known), "speaker") if known else None
        found = memory.recall(
            f"What about the {thing}?", k=4, unit=unit, speakers=by, touch=touch, asked_at=ASKED_AT, itself=True
        )
        self._check_recall(found, model)
        if by is not None:
            spoken = {turn.id for turn in model.turns() if turn.speaker == by}
            assert all({turn.id for turn in hit.turns} & spoken for hit in found.hits)

    @rule(owner=owners, handle=handles, thing=things, budget=st.sampled_from((60, 400)))
    def context(self, owner: str, handle: int, thing: str, budget: int) -> None:
        """Pack and quote hits; all citations must be live turns of this owner."""
        memory, model = self._memory(owner, handle), self._models[owner]
        found = memory.context(f"What about the {thing}?", budget=budget, asked_at=ASKED_AT, min_probability=0.0)
        self._check_recall(found.recall, model)
        assert found.tokens <= budget
        again = memory.pack(found.recall, budget)
        answer = memory.quote(found.recall)
        for citation in (*found.citations, *again.citations, *answer.citations):
            self._check_turn(citation.turn, model)

    @rule(owner=owners, handle=handles, thing=things)
    def answer(self, owner: str, handle: int, thing: str) -> None:
        """Answer by quotation and in a model's words; the model's calls must be in the ledger."""
        memory, model = self._memory(owner, handle), self._models[owner]
        for writer in (None, ScriptedChat(reply)):
            answer = memory.answer(f"What about the {thing}?", model=writer, asked_at=ASKED_AT, min_probability=0.0)
            for citation in answer.citations:
                self._check_turn(citation.turn, model)
        if list(model.turns()):
            memory.reply(ScriptedChat(reply), ChatRequest("chat", (Message("user", "Hi."),)))
            assert memory.ledger()

    @rule(owner=owners, handle=handles)
    def look(self, owner: str, handle: int) -> None:
        """Compare lists, counts, pictures, profiles and entities with the model."""
        memory, model = self._memory(owner, handle), self._models[owner]
        texts = model.texts()
        for name, session in model.sessions.items():
            stored = memory.turns(name)
            assert [(turn.ordinal, turn.text) for turn in stored] == [
                (ordinal, turn.text) for ordinal, turn in session.turns()
            ]
            assert memory.turns_before(stored[-1], 2) == stored[-3:-1]
            assert memory.turn(stored[-1].id) == stored[-1]
        assert memory.metadata_names() == []
        stats = memory.stats()
        assert (stats.sessions, stats.turns) == (len(model.sessions), len(texts))
        assert sum(stats.memos.values()) == len(model.memos)
        assert stats.last_used.keys() <= texts.keys()
        assert not stats.owes_scrub
        assert all(not layer.waiting for layer in stats.layers)
        for turn in memory.picture(20).turns:
            self._check_turn(turn, model)
        if isinstance(memory.architecture, Profiling):
            for profile in memory.profiles(outdated=True):
                for turn in (profile.first, profile.last, *(turn for one in profile.entries for turn in one.turns)):
                    self._check_turn(turn, model)
                assert memory.profile(profile.name, turn=profile.first.id).first == profile.first
        else:
            self._refused(UnsupportedError, memory.profiles)
        if isinstance(memory.architecture, Resolving):
            names = {entity.name for entity in memory.entities()}
            for entity in memory.entities():
                mentions = memory.mentions(entity.name, turn=entity.first.id)
                for turn in (entity.first, entity.last, *(one.turn for one in mentions)):
                    self._check_turn(turn, model)
                assert len(mentions) == entity.mentions
                assert memory.entity(entity.name, turn=entity.first.id) == entity
            assert all(names.issuperset(community.members) for community in memory.communities())
        else:
            self._refused(UnsupportedError, memory.entities)
        assert sorted(map(_memo, memory.memos()), key=repr) == sorted(model.memos, key=repr)

    # Invariants

    @invariant()
    def exports_equal_the_model(self) -> None:
        """The export of every owner equals the model, read through alternating handles."""
        if self._first is None:
            return
        for place, (owner, model) in enumerate(self._models.items()):
            memory = self._memory(owner, (place + next(self._numbers)) % 2)
            assert content_of(exported(memory, content_only=False)) == model.content(), owner
            listed = {summary.id: summary.turns for summary in memory.sessions()}
            assert listed == {name: len(session.live) for name, session in model.sessions.items()}

    @invariant()
    def counts_are_right(self) -> None:
        """The counts of the whole store equal the model's."""
        if self._first is None:
            return
        counted = {one.owner: (one.sessions, one.turns, one.memos) for one in self._first.store_stats().owners}
        for owner, model in self._models.items():
            expected = (len(model.sessions), len(model.texts()), len(model.memos))
            assert counted.get(owner, (0, 0, 0)) == expected, owner
        assert set(self._first.owners()) == counted.keys()

    @invariant()
    def the_store_is_intact(self) -> None:
        """Verification finds every row, tally and source intact."""
        if self.engine == "file" and self._first is not None:
            assert convograph.verify(self._path).problems == ()

    def teardown(self) -> None:
        """Close the handles and remove the files."""
        if self._first is not None:
            self._close()
        rmtree(self._folder)

    def _close(self) -> None:
        assert self._first is not None
        for memory in self._memories.values():
            memory.close()
        self._memories.clear()
        if self._second is not None:
            self._second.close()
        self._first.close()
        self._first = self._second = None
        self._warnings.__exit__(None, None, None)
        self._warnings = warnings.catch_warnings()

    def _refused(self, error: type[InputError | NotFoundError | UnsupportedError], call: Callable[[], object]) -> None:
        try:
            call()
        except error:
            return
        raise AssertionError(f"no {error.__name__}")

    def _check_recall(self, found: Recall, model: ModelOwner) -> None:
        memos = {memo.text for memo in model.memos}
        for hit in found.hits:
            for turn in hit.turns:
                self._check_turn(turn, model)
        for memo in found.memos:
            assert memo.text in memos or memo.kind == "triplet"  # rules extract triplets too
            for turn in memo.turns:
                self._check_turn(turn, model)

    def _check_turn(self, turn: SourceTurn, model: ModelOwner) -> None:
        assert model.texts().get(turn.id) == turn.text, f"{turn.id} is no live turn"

    def _check_traces(self, texts: Any) -> None:
        """Check that no mark of a forgotten turn is left in the files, unless a live turn has the same mark."""
        if self.engine != "file":
            return
        left = " ".join(turn.text for model in self._models.values() for turn in model.turns())
        files = b"".join(file.read_bytes() for file in self._folder.glob("memory.db*"))
        for text in texts:
            mark = next(word for word in text.split() if word.startswith("mark"))
            assert mark in left or mark.rstrip(".").encode() not in files, mark


def content_of(lines: list[str]) -> object:
    """The content of an export, in the form of the model."""
    found: list[tuple[str, int, list[tuple[int, str, str, str]]]] = []
    memos = []
    for record in map(json.loads, lines):
        if "turn" in record:
            found[-1][2].append((record["ordinal"], record["turn"], record["speaker"], record["text"]))
        elif "session" in record:
            found.append((record["session"], record["next_ordinal"], []))
        elif "memo" in record:
            memos.append((record["memo"], record["text"], tuple(record["turns"]), bool(record["origin"])))
    return found, sorted(memos)


def _memo(memo: Any) -> ModelMemo:
    return ModelMemo(memo.kind, memo.text, tuple(turn.id for turn in memo.turns), memo.origin)
