"""A model says whom mentions mean: asked in lanes, stored as memos, read as the resolver's choices."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from convograph.build import make_chat_model, open_memory
from convograph.chat import ChatRequest
from convograph.config import Settings
from convograph.errors import InputError, ModelBusyError, UnsupportedError
from convograph.llm.scripted import ScriptedChat, ScriptedServer
from convograph.memory import Memory
from convograph.types import Memo, Session, Triplet
from support.conversations import without
from support.entities import TWO_EPISODES, resolved, resolving
from support.pictures import derived, exported
from support.resolutions import chosen, crowd, lists_in, prompt_of, resolver, slowly

SEEDS = range(3)
RESOLUTION = ["resolution"]


def opened(*, shared: bool = False) -> Memory:
    """Without shared calls, in which a mention's answer may depend on those beside it."""
    return open_memory(":memory:", architecture=resolving(replace(TWO_EPISODES, shared_calls=shared)))


def written(memory: Memory) -> list[tuple[str, tuple[str, ...], tuple[tuple[str, str, str], ...]]]:
    """The text, the turns and the triplets of each resolution."""
    return sorted(
        (one.text, tuple(turn.id for turn in one.turns), tuple(triplet.parts for triplet in one.triplets))
        for one in memory.memos("resolution")
    )


def none_of_them(request: ChatRequest) -> dict[str, object]:
    """A model that takes nobody for another."""
    entities, _ = lists_in(prompt_of(request))
    return {"entity_resolutions": [{"id": place, "duplicate_id": -1} for place in range(len(entities))]}


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_lanes_beside_each_other_find_what_one_after_the_other_finds(seed: int, shared: bool) -> None:
    """Whatever the order of the replies: the same memos in the same order, the same entities, as many calls."""
    pytest.importorskip("openai")
    found = []
    for workers in (1, 3, 10):
        with ScriptedServer(slowly) as server, opened(shared=shared) as memory:
            settings = Settings(base_url=server.url, model_seconds=20)
            memory.add(crowd(seed))
            report = memory.enrich(make_chat_model("openai:m", settings), kinds=RESOLUTION, workers=workers)
            assert (report.failures, dict(report.waiting)) == ((), {})
            assert report.written["resolution"] == len(memory.memos("resolution")) > 10
            assert report.calls < report.written["resolution"] if shared else report.calls > 10
            texts = [memo.text for memo in memory.memos("resolution")]
            found.append((report.calls, texts, written(memory), resolved(memory), memory.entities()))
    assert found[0] == found[1] == found[2]


def test_the_model_is_believed_before_the_rules() -> None:
    """One that joins nobody, and one that joins everybody to the first: each is what the entities are."""
    with opened() as memory:
        memory.add(crowd(1))
        ruled = resolved(memory)
        assert any(one.ground == "resolver" for _, _, one, _ in ruled)
        report = memory.enrich(ScriptedChat(none_of_them), kinds=RESOLUTION)
        assert report.written["resolution"] == len(memory.memos("resolution")) > 3
        grounds = [one for _, _, one, _ in resolved(memory)]
        assert not any(one.ground == "resolver" for one in grounds)
        assert sum(one.ground == "none" for one in grounds) >= report.calls
        (first, *_) = memory.memos("resolution")
        assert {triplet.relation for triplet in first.triplets} == {"is not"}
        assert first.origin == ScriptedChat(none_of_them).fingerprint


def test_nothing_is_asked_twice() -> None:
    """Of a memory that grows, what is new; a store that got everything at once has the same in the end."""
    sessions = crowd(2)
    with opened() as grown, opened() as whole:
        grown.add(sessions[:5])
        first = grown.enrich(resolver(), kinds=RESOLUTION)
        assert first.calls > 2
        again = grown.enrich(resolver(), kinds=RESOLUTION)
        assert (again.calls, dict(again.written), dict(again.waiting)) == (0, {}, {})
        assert grown.enrich_plan(RESOLUTION).calls == {}
        grown.add(sessions[5:])
        grown.enrich(resolver(), kinds=RESOLUTION)
        whole.add(sessions)
        whole.enrich(resolver(), kinds=RESOLUTION)
        assert written(grown) == written(whole)
        assert resolved(grown) == resolved(whole)
        (entry,) = whole.ledger()
        assert (entry.purpose, entry.calls) == ("resolution", len(whole.memos("resolution")))


@pytest.mark.parametrize("seed", SEEDS)
def test_forgetting_leaves_what_was_never_there(seed: int) -> None:
    """All choices go: any turn may have told whom a name means. What is written again is what would be, mostly from
    replies that are kept.
    """
    sessions = crowd(seed)
    with opened() as memory, opened() as never:
        memory.add(sessions)
        memory.enrich(resolver(), kinds=RESOLUTION)
        before = len(memory.memos("resolution"))
        memory.forget(turn="s4.t0")
        assert before > 5
        assert memory.memos("resolution") == []
        again = memory.enrich(resolver(), kinds=RESOLUTION)
        assert again.kept > 0
        never.add(without(sessions, {"s4.t0"}))
        never.enrich(resolver(), kinds=RESOLUTION)
        assert written(memory) == written(never)
        assert resolved(memory) == resolved(never)


def test_an_export_has_the_choices_and_no_model_is_asked_again() -> None:
    """Of version 10; the entities are the same elsewhere, also those of a memory that was exported there again."""
    with opened() as memory, opened() as other:
        memory.add(crowd(0))
        memory.enrich(resolver(), kinds=RESOLUTION)
        lines = exported(memory)
        assert json.loads(lines[0])["version"] == 10
        other.import_from(lines)
        assert resolved(other) == resolved(memory)
        assert derived(other) == derived(memory)
        assert other.enrich(resolver(), kinds=RESOLUTION).calls == 0
        assert exported(other) == lines


@pytest.mark.parametrize("reply", ["no JSON", {"entity_resolutions": []}, ModelBusyError("busy")])
def test_what_has_no_answer_is_left_to_the_rules_and_asked_again(reply: object) -> None:
    """As if no model had been asked: nothing is written, each failure is told, and a model that answers is believed."""

    def sometimes(request: ChatRequest) -> object:
        entities, _ = lists_in(prompt_of(request))
        if entities[0]["name"] != "Tom":
            return chosen(prompt_of(request))
        if isinstance(reply, Exception):
            raise reply
        return reply

    with opened() as memory, opened() as answered:
        for one in (memory, answered):
            one.add(crowd(1))
        report = memory.enrich(ScriptedChat(sometimes), kinds=RESOLUTION, workers=1)
        assert report.failures
        assert all(failure.kind == "resolution" and failure.about.startswith("Tom in s") for failure in report.failures)
        assert report.waiting["resolution"] >= 1
        assert "Tom" not in {memo.triplets[0].subject for memo in memory.memos("resolution")}
        memory.enrich(resolver(), kinds=RESOLUTION)
        answered.enrich(resolver(), kinds=RESOLUTION)
        assert written(memory) == written(answered)
        assert resolved(memory) == resolved(answered)


def test_a_limit_leaves_the_rest_for_later() -> None:
    """So many calls and no more; what is left is told, and what was paid for is kept."""
    with opened() as memory, opened() as whole:
        for one in (memory, whole):
            one.add(crowd(1))
        waiting = memory.enrich_plan(RESOLUTION).calls["resolution"]
        report = memory.enrich(resolver(), kinds=RESOLUTION, limit=2, workers=2)
        assert (report.calls, report.written["resolution"]) == (2, 2)
        assert 0 < report.waiting["resolution"] <= waiting
        memory.enrich(resolver(), kinds=RESOLUTION)
        whole.enrich(resolver(), kinds=RESOLUTION)
        assert written(memory) == written(whole)


def test_a_server_that_is_down_is_given_up() -> None:
    """After eight failures in a row."""

    def busy(request: ChatRequest) -> object:
        raise ModelBusyError("busy")

    with opened() as memory:
        memory.add(crowd(0, sessions=12))
        report = memory.enrich(ScriptedChat(busy), kinds=RESOLUTION, workers=1)
        assert (report.gave_up, len(report.failures)) == (True, 8)
        assert memory.memos("resolution") == []


def test_a_decision_goes_before_what_a_model_chose() -> None:
    """And what it makes needless goes with the next run."""
    with opened() as memory:
        memory.add(crowd(1))
        memory.enrich(resolver(), kinds=RESOLUTION)
        one = next(one for one in memory.entities() if one.aliases)
        alias = one.aliases[0]
        memory.split(alias, one.name)
        assert not any({alias, one.name} <= {each.name, *each.aliases} for each in memory.entities())
        memory.enrich(resolver(), kinds=RESOLUTION)
        with opened() as decided:
            decided.add(crowd(1))
            decided.split(alias, one.name)
            decided.enrich(resolver(), kinds=RESOLUTION)
            assert written(memory) == written(decided)


def test_only_architectures_that_resolve_names_have_them_written() -> None:
    """Others say so; and nobody brings one."""
    with open_memory(":memory:", architecture="bm25") as memory:
        memory.add(Session(crowd(0)[0].turns, "s"))
        for call in (lambda: memory.enrich(resolver(), kinds=RESOLUTION), lambda: memory.enrich_plan(RESOLUTION)):
            with pytest.raises(UnsupportedError, match="bm25 resolves no names; open the memory with lightgmem"):
                call()
        memo = Memo("resolution", "Tom is Ana", None, ("s0.t0",), None, (Triplet("Tom", "is", "Ana"),))
        with pytest.raises(InputError, match="is a resolution, which a model alone writes"):
            memory.bring([memo])
        with pytest.raises(InputError, match="kind is unknown: 'resolution'"):
            memory.bring([{"kind": "resolution", "text": "Tom is Ana", "turns": ["s0.t0"]}])


@pytest.mark.parametrize(
    ("triplets", "message"),
    [
        ([], "has the relations"),
        ([["Tom", "is", "Ana"], ["Tom", "is", "Eva"]], "is' one of the others at most"),
        ([["Tom", "likes", "Ana"]], "has the relations"),
        ([["Tom", "is", "Ana"], ["Ben", "is not", "Eva"]], "is about several names"),
    ],
)
def test_an_import_refuses_what_no_model_could_have_chosen(triplets: list[list[str]], message: str) -> None:
    """With the number of the line."""
    with opened() as memory, opened() as other:
        memory.add(crowd(0))
        memory.enrich(resolver(), kinds=RESOLUTION)
        lines = exported(memory)
        place = next(place for place, line in enumerate(lines) if "resolution" in line and place)
        record = json.loads(lines[place])
        record["details"]["triplets"] = triplets
        lines[place] = json.dumps(record)
        with pytest.raises(InputError, match=rf"line {place + 1}:?.*{message}"):
            other.import_from(lines)
