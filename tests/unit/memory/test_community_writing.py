"""A model names communities: what it is shown, what is stored, what becomes of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime

import pytest

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.architectures.search import Search
from convograph.build import make_reader, open_memory
from convograph.chat import ChatRequest
from convograph.errors import InputError, ModelBusyError, UnsupportedError
from convograph.llm.scripted import ScriptedChat
from convograph.memory import Memory
from convograph.types import Memo, Session, Triplet, Turn
from support.conversations import said_at, without
from support.encoders import HashingEncoder
from support.pictures import exported

READER = make_reader()
COMMUNITY = ["community"]
DAYS = (
    ("Tom and Maria sailed to Lisbon.", "The boat was old."),
    ("Tom met Maria in Lisbon, on the boat.",),
    ("Oscar and Bella played the violin.",),
    ("Bella met Oscar at the concert, with her violin.",),
    ("Kim called.",),
)
SESSIONS = [
    Session(
        tuple(Turn(line, "Ana", id=f"s{day}.t{place}") for place, line in enumerate(lines)),
        f"s{day}",
        said_at(datetime(2024, 1, day + 1)),
    )
    for day, lines in enumerate(DAYS)
]


def opened() -> Memory:
    settings = LightGMEMSettings(profiles=0)
    return open_memory(":memory:", architecture=LightGMEM(HashingEncoder(64), READER, settings))


@pytest.fixture
def memory() -> Iterator[Memory]:
    with opened() as made:
        made.add(SESSIONS)
        yield made


def members_in(request: ChatRequest) -> list[str]:
    """The names of the entities that a model is shown."""
    listed = request.messages[1].content.removeprefix("ENTITIES\n").split("\n\nEPISODES\n")[0]
    return [json.loads(line)["name"] for line in listed.splitlines()]


def named(request: ChatRequest) -> dict[str, str]:
    """A name of the first member, a description of all."""
    members = members_in(request)
    return {"name": f"the travels of {members[0]}", "description": f"About {', '.join(sorted(members))}."}


def told(memory: Memory) -> list[tuple[str, str]]:
    return [(one.name, one.description) for one in memory.communities()]


def test_each_community_is_named_once(memory: Memory) -> None:
    """A request each, with members, kinds, counts, and the turns of episodes; the second run has nothing to ask."""
    asked: list[ChatRequest] = []

    def model(request: ChatRequest) -> object:
        asked.append(request)
        return named(request)

    ruled = told(memory)
    assert len(ruled) == 2
    assert memory.enrich_plan(COMMUNITY).calls == {"community": 2}
    report = memory.enrich(ScriptedChat(model), kinds=COMMUNITY)
    assert (report.calls, dict(report.written), dict(report.waiting)) == (2, {"community": 2}, {})
    sailing = next(one for one in asked if "Tom" in members_in(one))
    prompt = sailing.messages[1].content
    assert '{"name": "Tom", "entity_type": "person", "mention_count": 2}' in prompt
    assert 'Time: 2024-01-01 00:00, entities: "' in prompt
    assert '"Ana": "Tom and Maria sailed to Lisbon."\n"Ana": "The boat was old."' in prompt
    assert "violin" not in prompt
    found = told(memory)
    assert [name for name, _ in found] != [name for name, _ in ruled]
    assert any(text.startswith("About ") and "Tom" in text and "Lisbon" in text for _, text in found)
    again = memory.enrich(ScriptedChat(model), kinds=COMMUNITY)
    assert (again.calls, dict(again.written)) == (0, {})
    assert memory.enrich_plan(COMMUNITY).calls == {}


def test_a_recall_tells_the_name_that_a_model_gave(memory: Memory) -> None:
    """Beside the hits that support the community."""

    def paths() -> set[str]:
        hits = memory.recall("Who sailed to Lisbon?", k=3).hits
        return {one for hit in hits for one in hit.evidence[0].reason.path if one.startswith("community")}

    assert not any("the travels of" in one for one in paths())
    memory.enrich(ScriptedChat(named), kinds=COMMUNITY)
    assert any("the travels of" in one for one in paths())


def test_what_a_model_said_of_a_community_comes_into_contexts(memory: Memory) -> None:
    """With the turns that mention its members; the rules' list of names does not."""
    assert memory.recall("Who sailed to Lisbon?").memos == ()
    memory.enrich(ScriptedChat(named), kinds=COMMUNITY)
    found = memory.recall("Who sailed to Lisbon?").memos[0]
    assert (found.rank, found.kind) == (1, "community")
    assert found.text.startswith("the travels of ")
    assert "Lisbon" in found.text
    assert 1 < found.score <= 2
    assert [turn.id for turn in found.turns] == ["s0.t0", "s0.t1", "s1.t0"]
    packed = memory.context("Who sailed to Lisbon?", budget=500)
    assert f"communities\n[{packed.memo_citations[0].number}] 2024-01-02 00:00: {found.text}" in packed.text


def test_a_memo_names_its_members_and_rests_on_what_was_shown(memory: Memory) -> None:
    """A triplet a member; the turns of the episodes and of first mentions."""
    memory.enrich(ScriptedChat(named), kinds=COMMUNITY)
    sailing = next(one for one in memory.memos("community") if "Lisbon" in one.text)
    assert {one.relation for one in sailing.triplets} == {"is part of"}
    assert {"Tom", "Maria", "Lisbon"} <= {one.subject for one in sailing.triplets}
    assert {"s0.t0", "s0.t1", "s1.t0"} == {turn.id for turn in sailing.turns}


def test_a_community_that_changes_is_another_one(memory: Memory) -> None:
    """Its old name goes with the next run, the other stays."""
    memory.enrich(ScriptedChat(named), kinds=COMMUNITY)
    before = {one.text for one in memory.memos("community")}
    memory.add(
        Session((Turn("Tom and Maria saw Lisbon again.", "Ana", id="more"),), "s9", said_at(datetime(2024, 2, 1)))
    )
    assert memory.enrich_plan(COMMUNITY).calls == {"community": 1}
    report = memory.enrich(ScriptedChat(named), kinds=COMMUNITY)
    assert report.calls == 1
    after = memory.memos("community")
    assert len(after) == 2
    assert any("more" in {turn.id for turn in one.turns} for one in after)
    assert before & {one.text for one in after}


def test_forgetting_leaves_what_was_never_there(memory: Memory) -> None:
    """All names go, and what is written again is by what is left."""
    memory.enrich(ScriptedChat(named), kinds=COMMUNITY)
    memory.forget(turn="s0.t1")
    assert memory.memos("community") == []
    again = memory.enrich(ScriptedChat(named), kinds=COMMUNITY)
    assert (again.calls, again.kept) == (1, 1)
    with opened() as never:
        never.add(without(SESSIONS, {"s0.t1"}))
        never.enrich(ScriptedChat(named), kinds=COMMUNITY)
        assert told(never) == told(memory)


def test_an_export_has_the_names_and_no_model_is_asked_again(memory: Memory) -> None:
    """Of version 11, in whatever order the sessions were added."""
    memory.enrich(ScriptedChat(named), kinds=COMMUNITY)
    lines = exported(memory)
    assert json.loads(lines[0])["version"] == 11
    with opened() as other:
        other.add(SESSIONS[3])
        other.import_from(lines)
        assert told(other) == told(memory)
        assert other.enrich(ScriptedChat(named), kinds=COMMUNITY).calls == 0


def test_a_name_of_fewer_words_than_were_asked_for_is_kept(memory: Memory) -> None:
    """With its description, and without a repair."""
    reply = {"name": "The kitchens", "description": "What they cook."}
    report = memory.enrich(ScriptedChat(lambda request: reply), kinds=COMMUNITY)
    assert (report.calls, report.failures) == (2, ())
    assert told(memory) == [("The kitchens", "What they cook.")] * 2


@pytest.mark.parametrize(
    "reply",
    [
        "no JSON",
        {"name": " ", "description": "No word."},
        {"name": "a name of more words than eight are here", "description": "Too many."},
        {"name": "the travels of Tom", "description": " "},
        ModelBusyError("busy"),
    ],
)
def test_what_has_no_answer_keeps_its_name_by_rules(memory: Memory, reply: object) -> None:
    """Each failure is told, and asked about again by the next run."""
    ruled = told(memory)
    report = memory.enrich(ScriptedChat(lambda request: reply), kinds=COMMUNITY)
    assert {one.kind for one in report.failures} == {"community"}
    assert "Value error" not in report.failures[0].message
    assert dict(report.waiting) == {"community": 2}
    assert told(memory) == ruled
    assert memory.enrich(ScriptedChat(named), kinds=COMMUNITY).written["community"] == 2


def test_wrong_use_is_refused(memory: Memory) -> None:
    """An architecture without communities; a memo that somebody brings; members of two names."""
    with open_memory(":memory:", architecture=Search(HashingEncoder(), "bm25")) as plain:
        for call in (lambda: plain.enrich(ScriptedChat(named), kinds=COMMUNITY), lambda: plain.enrich_plan(COMMUNITY)):
            with pytest.raises(UnsupportedError, match="has no communities; open the memory with lightgmem"):
                call()
    one = Memo("community", "About Tom.", None, ("s0.t0",), None, (Triplet("Tom", "is part of", "the crew of Tom"),))
    with pytest.raises(InputError, match="a community, which a model alone writes"):
        memory.bring([one])
    memory.enrich(ScriptedChat(named), kinds=COMMUNITY)
    lines = exported(memory)
    place = next(place for place, line in enumerate(lines) if '"community"' in line and place)
    record = json.loads(lines[place])
    record["details"]["triplets"][0][2] = "another name here"
    with opened() as other, pytest.raises(InputError, match="of a community has one name for all of its members"):
        other.import_from([*lines[:place], json.dumps(record), *lines[place + 1 :]])
