"""Triplets that a model extracts: turn by turn or several at once, a session kept whole, found again by G-Long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import convograph
from convograph.architectures.associa import Associa
from convograph.architectures.glong import PAPER, GLong
from convograph.architectures.sgmem import SGMem
from convograph.build import make_reader
from convograph.chat import ChatReply, ChatRequest
from convograph.errors import InputError, ModelBusyError
from convograph.llm.scripted import ScriptedChat
from convograph.memory import Memory
from convograph.memory.enriching.unwritten_memos import kinds_for
from convograph.memory.snapshots.owner_rows import version_of
from convograph.types import Triplet
from support.encoders import HashingEncoder
from support.pictures import exported
from support.stores import ON_FILE
from support.writers import answer_to, said_in, writer

ENCODER = HashingEncoder(16)
FIRST = [("Ana", "I have a cat."), ("Ben", "...!"), ("Ben", "It is called Miso.")]
SECOND = [("Ana", "I moved to Porto."), ("Ben", "I like tea.")]
ONE_BY_ONE = ["I have a cat.", "It is called Miso.", "I moved to Porto.", "I like tea."]


def turns(lines: list[tuple[str, str]]) -> list[dict[str, str]]:
    """Turns as mappings."""
    return [{"speaker": speaker, "text": text} for speaker, text in lines]


@pytest.fixture
def memory(location: Path | str) -> Iterator[Memory]:
    """Two sessions; the second turn of the first has no word."""
    brought = GLong(ENCODER, make_reader("rules"), replace(PAPER, triplets="brought"))
    with convograph.open(location, architecture=brought) as opened:
        opened.add(turns(FIRST), session="s1", said="2024-03-01")
        opened.add(turns(SECOND), session="s2", said="2024-04-01")
        yield opened


def shown(model: ScriptedChat) -> list[list[str]]:
    """The texts that a model was shown, request by request, in order."""
    requests = (request for batch in model.batches for request in batch)
    return sorted([text for _, text in said_in(request.messages[1].content)] for request in requests)


def texts(memory: Memory) -> list[str]:
    """The triplets, in the order of the alphabet."""
    return sorted(memo.text for memo in memory.memos("triplet"))


def test_each_turn_with_words_is_asked_about_by_itself(memory: Memory) -> None:
    """A triplet rests on its turn alone, and is a memo as somebody could have brought it."""
    model, seen = writer(), []
    report = memory.enrich(model, progress=lambda done, total: seen.append((done, total)))
    assert shown(model) == sorted([text] for text in ONE_BY_ONE)
    assert (report.written, report.sessions, report.calls, report.waiting) == ({"triplet": 4}, 2, 4, {})
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert [(memo.text, [turn.id for turn in memo.turns]) for memo in memory.memos()] == [
        ("Ana says I have a cat", ["s1:0"]),
        ("Ben says It is called Miso", ["s1:2"]),
        ("Ana says I moved to Porto", ["s2:0"]),
        ("Ben says I like tea", ["s2:1"]),
    ]
    first = memory.memos()[0]
    assert (first.triplets, first.origin) == ((Triplet("Ana", "says", "I have a cat"),), "scripted:writer")
    brought = {"kind": "triplet", "subject": "Ana", "relation": "says", "object": "I have a cat", "turns": ["s1:0"]}
    assert memory.bring([brought]).known == 1
    assert memory.ledger()[0].purpose == "triplet"


def test_several_turns_share_a_request(memory: Memory) -> None:
    """Turns of one session, those without words passed over; triplets still rest on one turn each."""
    model = writer()
    assert memory.enrich(model, lines=2).calls == 2
    assert shown(model) == [ONE_BY_ONE[:2], ONE_BY_ONE[2:]]
    assert [[turn.id for turn in memo.turns] for memo in memory.memos()] == [["s1:0"], ["s1:2"], ["s2:0"], ["s2:1"]]


@ON_FILE
def test_a_triplet_is_forgotten_with_every_turn_of_its_request(memory: Memory) -> None:
    """A model may have taken a word from another line. What shared no request with the turn stays, items included.

    The same after an export and an import; triplets of turns asked about one by one stay.
    """
    memory.enrich(writer(), lines=2)
    with convograph.open(f"{memory.location}.copy", architecture=memory.architecture) as copy:
        copy.import_from(exported(memory))
        assert exported(copy) == exported(memory)
        for held in (memory, copy):
            report = held.forget(turn="s1:0")
            assert (report.memos, texts(held)) == (2, ["Ana says I moved to Porto", "Ben says I like tea"])
            assert "called Miso" not in {hit.id for hit in held.recall("Miso", k=9, unit="triplet").hits}
            assert {layer.items for layer in held.stats().layers if layer.name == "brought-triplets"} == {2}
    memory.forget(owner=memory.owner)
    memory.add(turns(FIRST), session="s1")
    memory.enrich(writer(), lines=1)
    memory.forget(turn="s1:0")
    assert texts(memory) == ["Ben says It is called Miso"]


def test_other_lines_are_no_reason_to_write_again(memory: Memory) -> None:
    """What is written is written, by whatever requests."""
    memory.enrich(writer(), lines=2)
    model = writer()
    assert memory.enrich(model, lines=1).waiting == {}
    assert model.batches == []
    assert memory.enrich_plan(lines=1).calls == {}


def test_a_session_that_grew_costs_its_new_turns(memory: Memory) -> None:
    """The others' answers are kept, and what comes of them stays where it is."""
    memory.enrich(writer())
    version = version_of(memory._store, "default")
    assert version is not None
    memory.add([{"speaker": "Ana", "text": "Tofu is a dog."}], session="s1", first_ordinal=3)
    assert memory.stats().unwritten == {"triplet": 3}
    model = writer()
    report = memory.enrich(model)
    assert shown(model) == [["Tofu is a dog."]]
    assert (report.written, report.calls, report.kept, report.waiting) == ({"triplet": 3}, 1, 2, {})
    assert texts(memory)[1] == "Ana says I moved to Porto"
    assert len(texts(memory)) == 5
    after = version_of(memory._store, "default")
    assert after is not None
    assert after.generation == version.generation  # no row vanished: no layer is derived anew


def test_a_forgotten_turn_costs_no_other_call(memory: Memory) -> None:
    """Its triplet and its answer go, the mark of its session too; the next call finds the answers of the rest."""
    memory.enrich(writer())
    memory.forget(turn="s1:2")
    assert len(texts(memory)) == 3
    model = writer()
    report = memory.enrich(model)
    assert (model.batches, report.kept, report.waiting) == ([], 1, {})
    assert texts(memory) == ["Ana says I have a cat", "Ana says I moved to Porto", "Ben says I like tea"]
    memory.add(turns([("Ben", "It is called Miso.")]), session="s3")
    assert memory.enrich(writer()).calls == 1


def test_a_session_is_written_whole_or_not(memory: Memory) -> None:
    """One turn failing, no triplet of its session is stored; the answers for its other turns are kept."""

    def answer(request: ChatRequest) -> object:
        return ModelBusyError("busy") if "Miso" in request.messages[1].content else answer_to(request)

    report = memory.enrich(ScriptedChat(answer, "writer"))
    assert (report.written, report.waiting) == ({"triplet": 2}, {"triplet": 2})
    assert [(failure.kind, failure.about) for failure in report.failures] == [("triplet", "s1:2")]
    assert texts(memory) == ["Ana says I moved to Porto", "Ben says I like tea"]
    again = memory.enrich(writer())
    assert (again.written, again.calls, again.kept, again.waiting) == ({"triplet": 2}, 1, 1, {})


def test_a_failure_names_the_turns_of_its_request(memory: Memory) -> None:
    """The first and the last."""
    report = memory.enrich(ScriptedChat(lambda request: "No idea."), lines=5)
    assert [failure.about for failure in report.failures] == ["s1:0 to s1:2", "s2:0 to s2:1"]
    assert "there is no list of triplets in the answer" in report.failures[0].message


def test_a_limit_may_leave_a_session_half_asked(memory: Memory) -> None:
    """Nothing is stored of it, and what was answered is free the next time."""
    model = writer()
    first = memory.enrich(model, limit=1, workers=1)
    assert (first.written, first.calls, first.waiting) == ({}, 1, {"triplet": 4})
    second = memory.enrich(model, limit=1, workers=1)
    assert (second.written, second.calls, second.kept, second.waiting) == ({"triplet": 2}, 1, 1, {"triplet": 2})
    assert memory.enrich(model).calls == 2
    assert shown(model) == sorted([text] for text in ONE_BY_ONE)


def test_a_cut_reply_is_kept_with_what_is_whole_in_it(memory: Memory) -> None:
    """It would be cut again: growth does not ask again either."""
    cut = ChatReply('[{"head": "Ana", "relation": "moved to", "tail": "Porto"}, {"hea', "m", 1, 1, 0.0, complete=False)
    model = ScriptedChat(lambda request: cut if "Porto" in request.messages[1].content else answer_to(request))
    memory.enrich(model)
    assert "Ana moved to Porto" in texts(memory)
    memory.add([{"speaker": "Ana", "text": "And you?"}], session="s2", first_ordinal=2)
    assert memory.enrich(model).calls == 1


def test_a_cut_reply_with_nothing_whole_is_asked_for_again(memory: Memory) -> None:
    """It is a failure, and failures are not kept."""
    cut = ChatReply('[{"head": "Ana', "m", 1, 1, 0.0, complete=False)
    report = memory.enrich(ScriptedChat(lambda request: cut, "writer"))
    assert (len(report.failures), report.waiting) == (4, {"triplet": 4})
    assert memory.enrich(writer()).calls == 4


@pytest.mark.parametrize(
    ("memo", "asked"),
    [
        ({"kind": "triplet", "subject": "Ana", "relation": "has", "object": "a cat", "turns": ["s1:0"]}, 3),
        ({"kind": "event", "text": "Ana gets a cat.", "triplets": [["Ana", "gets", "cat"]], "turns": ["s1:0"]}, 3),
        ({"kind": "event", "text": "Ana gets a cat.", "triplets": [["Ana", "gets", "cat"]], "session": "s1"}, 2),
        ({"kind": "event", "text": "Ana gets a cat.", "turns": ["s1:0"]}, 4),
        ({"kind": "fact", "text": "Ana has a cat.", "turns": ["s1:0"]}, 4),
    ],
)
def test_turns_with_brought_triplets_are_left_alone(memory: Memory, memo: dict[str, object], asked: int) -> None:
    """Alone or within events; other memos are no triplets."""
    memory.bring([memo])
    assert memory.enrich_plan().calls == {"triplet": asked}
    assert memory.enrich(writer()).calls == asked


def test_triplets_brought_meanwhile_stand_alone(memory: Memory) -> None:
    """What a model says of the session comes too late."""
    brought = {"kind": "event", "text": "Tea.", "triplets": [["Ben", "drinks", "tea"]], "session": "s2"}

    def answer(request: ChatRequest) -> object:
        memory.bring([brought])
        return answer_to(request)

    assert memory.enrich(ScriptedChat(answer)).written == {"triplet": 2}
    assert texts(memory) == ["Ana says I have a cat", "Ben says It is called Miso"]


def test_another_model_replaces_what_one_wrote_when_a_session_grew(memory: Memory) -> None:
    """No triplet of the former one stays beside."""
    memory.enrich(writer())
    memory.add([{"speaker": "Ana", "text": "Tofu is a dog."}], session="s2", first_ordinal=2)
    memory.enrich(writer("other"))
    assert [memo.origin for memo in memory.memos()] == ["scripted:writer"] * 2 + ["scripted:other"] * 3


def test_a_session_of_signs_waits_for_nobody(memory: Memory) -> None:
    """There is nothing to ask, hence nothing to write."""
    memory.add([{"speaker": "Ana", "text": "?!"}], session="s3")
    memory.enrich(writer())
    assert memory.stats().unwritten == {}
    assert memory.enrich_plan().calls == {}


def test_an_export_says_that_triplets_were_written(memory: Memory, tmp_path: Path) -> None:
    """It is of version 5, which earlier readers refuse; imported, nothing is written again."""
    memory.enrich(writer())
    lines = exported(memory)
    assert '"version":5' in lines[0]
    with convograph.open(tmp_path / "copy.db", architecture=memory.architecture) as copy:
        copy.import_from(lines)
        assert exported(copy) == lines
        model = writer()
        copy.enrich(model)
        assert model.batches == []
    marks = [line for line in lines if line.startswith('{"written"')]
    former = [line for line in lines if line not in marks]
    former[0] = former[0].replace('"version":5', '"version":4').replace(',"written":2', "")
    with convograph.open(tmp_path / "former.db", architecture=memory.architecture) as copy:
        copy.import_from(former)  # what version 4 could say is read as ever
        assert texts(copy) == texts(memory)


# Which kinds


def test_what_is_written_by_default_is_what_the_architecture_takes() -> None:
    """Triplets, which cost a call a turn, only where they are used; what cost nothing before costs nothing now."""
    statements = ("summary", "fact", "insight")
    for architecture in (SGMem(ENCODER), SGMem(ENCODER, memos=("fact",))):
        assert kinds_for(architecture.layers) == statements
    reader = make_reader("rules")
    assert kinds_for(GLong(ENCODER, reader).layers) == ("triplet",)
    assert kinds_for(GLong(ENCODER, reader, replace(PAPER, triplets="read")).layers) == statements
    assert kinds_for(Associa(ENCODER, reader).layers) == ("event",)
    both = (*SGMem(ENCODER, memos=("fact",)).layers, *GLong(ENCODER, reader).layers)
    assert kinds_for(both) == (*statements, "triplet")


@ON_FILE
def test_kinds_can_be_named(memory: Memory) -> None:
    """In the order of sessions and kinds; what was never begun does not wait."""
    report = memory.enrich(writer(), kinds=["triplet", "summary"])
    assert report.written == {"summary": 2, "triplet": 4}
    plan = memory.enrich_plan(["fact", "triplet"])
    assert plan.calls == {"fact": 2}
    with convograph.open(memory.location, architecture=SGMem(ENCODER)) as other:
        assert other.stats().unwritten == {"fact": 2}
        other.forget(owner="default")
        other.add([{"speaker": "Ana", "text": "I have a cat."}])
        other.enrich(writer(), kinds=["triplet"])
        assert other.stats().unwritten == {}


def test_a_plan_counts_requests(memory: Memory) -> None:
    """By the turn, or by several; tokens as the counter counts what is sent."""
    assert (memory.enrich_plan().calls, memory.enrich_plan().completion_tokens) == ({"triplet": 4}, 4 * 512)
    plan = memory.enrich_plan(lines=2)
    assert (plan.calls, plan.completion_tokens) == ({"triplet": 2}, 2 * 640)
    model = writer()
    memory.enrich(model, lines=2)
    sent = [message.content for batch in model.batches for request in batch for message in request.messages]
    assert plan.prompt_tokens == sum(memory._counter.count(sent))


@pytest.mark.parametrize("lines", [0, -1, 33])
def test_lines_are_bounded(memory: Memory, lines: int) -> None:
    """An answer about too many would be cut."""
    model = writer()
    with pytest.raises(InputError, match=f"is a whole number, from 1 to 32: {lines}"):
        memory.enrich(model, lines=lines)
    with pytest.raises(InputError, match="from 1 to 32"):
        memory.enrich_plan(lines=lines)
    assert model.batches == []


# Found again


def test_recall_finds_what_was_written_with_its_source(location: Path | str) -> None:
    """By `glong` as it is opened by name: the triplet as a hit, the turn that states it as its source."""
    triplets = {"cat": ("Ana", "has_pet", "Miso"), "Porto": ("Ben", "lives_in", "Porto")}

    def answer(request: ChatRequest) -> object:
        said = request.messages[1].content.splitlines()[-1]
        parts = next((parts for word, parts in triplets.items() if word in said), None)
        return [dict(zip(("head", "relation", "tail"), parts, strict=True))] if parts else "[]"

    with convograph.open(location, architecture="glong") as memory:
        memory.add([{"speaker": "Ana", "text": "So the cat is ours now, and Miso he shall be."}], session="s1")
        memory.add([{"speaker": "Ben", "text": "We unpacked the last box. Porto it is!"}], session="s2")
        assert memory.enrich(ScriptedChat(answer)).written == {"triplet": 2}
        (hit, *_) = memory.recall("Who lives in Porto?", unit="triplet").hits
        assert hit.id == "Ben | lives_in | Porto"
        assert [turn.id for turn in hit.turns] == ["s2:0"]
        assert memory.recall("What pet has Ana?").hits[0].id == "s1:0"
