"""A kind of memo is a value: new ones, made here, go the way of the others without any change to the library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

import convograph
from convograph.chat import ChatRequest, Message
from convograph.errors import InputError, ModelBusyError
from convograph.generation.community_names import COMMUNITY
from convograph.generation.memos import KINDS, Draft, Job, Kind, Material
from convograph.generation.memos.events import EVENTS
from convograph.generation.profile_memos import (
    PROFILE,
)
from convograph.graph.rows import MemoRow
from convograph.llm.scripted import ScriptedChat
from convograph.memory import Memory
from convograph.memory.enriching.resolution_writing import RESOLUTION
from convograph.memory.enriching.unwritten_memos import kinds_for
from convograph.memory.memory import DEFAULT_WORKERS
from convograph.types import PLURALS, Memo, MemoKind, WrittenKind
from support.encoders import HashingEncoder
from support.pictures import exported
from support.writers import answer_to

ENCODER = HashingEncoder(16)
FIRST = [{"speaker": "Ana", "text": text} for text in ("I have a cat.", "It is called Miso.", "She is grey.")]
SECOND = [{"speaker": "Ben", "text": text} for text in ("I moved to Porto.", "Twice.")]


class Shouted(BaseModel):
    """The reply about both kinds."""

    shouted: list[str]


def shouts(material: Material) -> list[Job]:
    """A request for each two turns of a session; what comes of it rests on the first of them."""

    def job(start: int) -> Job:
        turns = material.turns[start : start + 2]
        sources = tuple(turn.key for turn in turns)
        request = ChatRequest(
            "event", tuple(Message("user", turn.text) for turn in turns), owner=material.owner, sources=sources
        )
        return Job(
            f"from {turns[0].id}", lambda: request, Shouted, lambda answer: drafts(answer, sources[:1], sources[1:])
        )

    return [job(start) for start in range(0, len(material.turns), 2)]


def echoes(material: Material) -> list[Job]:
    """One request about all facts; what comes of it rests on all of their turns."""
    sources = tuple(turn.key for turn in material.turns)
    request = ChatRequest(
        "insight", tuple(Message("user", fact.text) for fact in material.memos), owner=material.owner, sources=sources
    )
    return (
        [Job("all facts", lambda: request, Shouted, lambda answer: drafts(answer, sources))] if material.memos else []
    )


def drafts(answer: Shouted, turns: tuple[int, ...], shown: tuple[int, ...] = ()) -> list[Draft]:
    """A memo for each text."""
    return [Draft(text, turns, shown=shown) for text in answer.shouted]


def is_event(memo: MemoRow) -> bool:
    """Whether it is one of the kind."""
    return memo.kind == "event"


SHOUTS = Kind("event", shouts, replaced_by=is_event)  # type: ignore[arg-type]
ECHOES = Kind("insight", echoes, of="fact")


@pytest.fixture(autouse=True)
def new_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of sessions that is new, and one of facts in the place of the insights."""
    monkeypatch.setitem(KINDS, SHOUTS.name, SHOUTS)
    monkeypatch.setitem(KINDS, ECHOES.name, ECHOES)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Two sessions: three requests for events."""
    with convograph.open(tmp_path / "memory.db", encoder=ENCODER) as opened:
        opened.add([{"id": "s1", "turns": FIRST}, {"id": "s2", "turns": SECOND}])
        yield opened


def answered(request: ChatRequest) -> object:
    """Each text in capitals, facts as ever."""
    if request.purpose == "fact":
        return answer_to(request)
    return {"shouted": [message.content.upper() for message in request.messages]}


def shouter() -> ScriptedChat:
    """The model."""
    return ScriptedChat(answered, "shouter")


def enrich(memory: Memory, model: ScriptedChat, *kinds: str, limit: int | None = None) -> object:
    """What is written of these kinds. A limited call asks one after the other: of several at once any may be first."""
    workers = DEFAULT_WORKERS if limit is None else 1
    return memory.enrich(model, kinds=kinds, limit=limit, workers=workers).written  # type: ignore[arg-type]


def calls(memory: Memory, *kinds: str) -> object:
    """What a plan of these kinds says."""
    return dict(memory.enrich_plan(kinds).calls)  # type: ignore[arg-type]


def texts(memory: Memory, kind: MemoKind) -> list[str]:
    """The texts of a kind, in the order of the alphabet."""
    return sorted(memo.text for memo in memory.memos(kind))


def test_the_names_of_all_kinds_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are written, and what several of any kind are called."""
    monkeypatch.setitem(KINDS, SHOUTS.name, EVENTS)  # which the kind of these tests stands in for
    assert (*KINDS, RESOLUTION, PROFILE, COMMUNITY) == get_args(WrittenKind)
    assert all(kind.name == name for name, kind in KINDS.items())
    assert tuple(PLURALS) == get_args(MemoKind)


def test_new_kinds_are_planned_and_written(memory: Memory) -> None:
    """By their own requests, after what they are written of; once written they do not wait."""
    assert calls(memory, "event", "insight", "fact") == {"fact": 2, "insight": 1, "event": 3}
    assert enrich(memory, shouter(), "insight", "event", "fact") == {"fact": 5, "event": 5, "insight": 5}
    assert texts(memory, "event") == sorted(turn["text"].upper() for turn in FIRST + SECOND)
    assert texts(memory, "insight") == [text.upper() for text in texts(memory, "fact")]
    assert {memo.origin for memo in memory.memos()} == {"scripted:shouter"}
    assert [[turn.id for turn in memo.turns] for memo in memory.memos("event")][:3] == [["s1:0"], ["s1:0"], ["s1:2"]]
    assert calls(memory, "event", "insight", "fact") == {}
    assert [entry.purpose for entry in memory.ledger()] == ["event", "fact", "insight"]
    assert "event" in kinds_for(memory.architecture.layers)


def test_what_was_interrupted_goes_on(memory: Memory) -> None:
    """Answers are kept, a session is stored whole or not at all, and what failed waits."""
    model = shouter()
    assert enrich(memory, model, "event", limit=1) == {}
    assert enrich(memory, model, "event", limit=1) == {"event": 3}
    busy = ScriptedChat(lambda request: ModelBusyError("busy"), "shouter")
    report = memory.enrich(busy, kinds=["event"])  # type: ignore[list-item]
    assert [(failure.kind, failure.about) for failure in report.failures] == [("event", "from s2:0")]
    assert report.waiting == {"event": 1}
    assert enrich(memory, model, "event") == {"event": 2}
    assert sum(map(len, model.batches)) == 3


def test_a_session_that_grew_is_written_again(memory: Memory) -> None:
    """What comes out as before stays; what is written of facts is written anew with them."""
    enrich(memory, shouter(), "event", "fact", "insight")
    stored = [row.key for row in memory._keeper.newest().memos if row.kind == "event"]
    memory.add([{"speaker": "Ben", "text": "Never again."}], session="s2", first_ordinal=2)
    assert calls(memory, "event", "fact", "insight") == {"fact": 1, "insight": 1, "event": 2}
    model = shouter()
    enrich(memory, model, "event", "fact", "insight")
    assert sorted(request.purpose for batch in model.batches for request in batch) == ["event", "fact", "insight"]
    assert "NEVER AGAIN." in texts(memory, "event")
    assert {row.key for row in memory._keeper.newest().memos}.issuperset(stored)
    assert texts(memory, "insight") == [text.upper() for text in texts(memory, "fact")]


def test_what_was_brought_stands_in_the_place_of_a_new_kind(memory: Memory) -> None:
    """As the kind says: an event for its turns, all of its session or one."""
    memory.bring([Memo("event", "Ana got a cat.", session="s1"), Memo("event", "Ben moved.", turns=("s2:0",))])
    assert calls(memory, "event") == {"event": 1}
    assert enrich(memory, shouter(), "event") == {"event": 1}
    assert [memo.text for memo in memory.memos("event")] == ["Ana got a cat.", "Ben moved.", "TWICE."]


def test_an_export_brings_new_kinds_along(memory: Memory, tmp_path: Path) -> None:
    """With their marks, byte for byte, in the newest version; nothing is written again."""
    enrich(memory, shouter(), "event", "fact", "insight")
    lines = exported(memory)
    assert '"version":9' in lines[0]
    assert sum(line.startswith('{"written":"event"') for line in lines) == 2
    with convograph.open(tmp_path / "copy.db", encoder=ENCODER) as copy:
        copy.import_from(lines)
        assert exported(copy) == lines
        assert calls(copy, "event", "fact", "insight") == {}


def test_a_mark_of_no_known_kind_is_refused(memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not have the kind says so."""
    enrich(memory, shouter(), "event")
    lines = exported(memory)
    monkeypatch.delitem(KINDS, SHOUTS.name)
    with (
        convograph.open(tmp_path / "copy.db", encoder=ENCODER) as copy,
        pytest.raises(InputError, match=r"written: .*it is none of summary, fact, insight, triplet"),
    ):
        copy.import_from(lines)


def test_new_kinds_are_forgotten_with_their_turns(memory: Memory) -> None:
    """Also with those that were only shown; what was written of facts goes when the last fact is gone."""
    enrich(memory, shouter(), "event", "fact", "insight")
    memory.forget(turn="s1:1")
    assert texts(memory, "event") == ["I MOVED TO PORTO.", "SHE IS GREY.", "TWICE."]
    assert texts(memory, "insight") == []
    model = shouter()
    enrich(memory, model, "event", "fact", "insight")
    assert texts(memory, "event") == ["I HAVE A CAT.", "I MOVED TO PORTO.", "SHE IS GREY.", "TWICE."]
    assert texts(memory, "insight") == [text.upper() for text in texts(memory, "fact")]


def test_what_is_written_of_facts_that_are_gone_goes_too(memory: Memory) -> None:
    """When a session is written again that says nothing personal any more."""
    memory.forget(session="s2")
    enrich(memory, shouter(), "fact", "insight")
    assert len(texts(memory, "insight")) == 3
    memory.add([{"speaker": "Ana", "text": "Bye."}], session="s1", first_ordinal=3)
    nothing = ScriptedChat(lambda request: {"facts": []}, "nothing")
    enrich(memory, nothing, "fact", "insight")
    assert [memory.memos("fact"), memory.memos("insight")] == [[], []]
