"""A chat model behind a server extracts events: both prompts, answers of every sort, growth, forgetting, recall."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from typer.testing import CliRunner

import convograph
from convograph.architectures.associa import Associa
from convograph.build import make_chat_model, make_reader
from convograph.cli.commands import app
from convograph.config import Settings
from convograph.endpoint.backoff import Backoff
from convograph.generation.memos.events import MOST_EVENTS
from convograph.llm.scripted import ReceivedRequest, ScriptedServer
from convograph.types import When
from support.encoders import HashingEncoder

pytest.importorskip("openai")

DOG = {
    "event": "adopt a dog",
    "event_time": "7 May 2023",
    "description": "Ana adopted a dog called Miso.",
    "triplets": [["Ana", "adopted", "Miso"], ["Miso", "is a", "dog"]],
}
USER = [
    {"role": "user", "text": "I adopted a dog yesterday.", "time": "2023-05-08"},
    {"role": "assistant", "text": "How lovely!"},
    {"role": "user", "text": "He is called Miso.", "time": "2023-05-08"},
]
PEOPLE = [
    {"speaker": name, "text": f"Line {n}, I say.", "time": "2023-05-08", "id": f"t{n}"}
    for n, name in enumerate(("Ana", "Ben", "Ana", "Ben", "Ana"))
]


def model_of(server: ScriptedServer) -> Any:
    """The model behind a server, asked once."""
    return make_chat_model("openai:m", Settings(base_url=server.url, model_seconds=5), backoff=Backoff(attempts=1))


def opened() -> convograph.Memory:
    return convograph.open(":memory:", architecture=Associa(HashingEncoder(32), make_reader()))


@pytest.mark.parametrize(
    "says",
    [
        {"events": [DOG]},
        json.dumps([DOG]),
        f"```json\n{json.dumps([DOG])}\n```",
        f"<think>A dog [perhaps].</think>\nHere: {json.dumps([DOG])} That is all.",
        {
            "events": [
                DOG | {"triplets": [*DOG["triplets"], ["Ana", "adopted"], ["", "is", "x"], ["a", "b", "c" * 2000]]}
            ]
        },
    ],
    ids=["schema", "bare list", "fenced", "thought", "broken triplets"],
)
def test_answers_become_events_with_time_and_triplets(says: object) -> None:
    """However they are wrapped; triplets without three parts are left out."""
    with ScriptedServer(lambda asked: says) as server, opened() as memory:
        memory.add(USER[:1], session="s")
        report = memory.enrich(model_of(server))
        assert (report.written, report.calls, report.failures) == ({"event": 1}, 1, ())
        (memo,) = memory.memos("event")
        assert (memo.text, memo.name, memo.when_text) == ("Ana adopted a dog called Miso.", "adopt a dog", "7 May 2023")
        assert memo.when == When(datetime(2023, 5, 7), datetime(2023, 5, 8), "day")
        assert [triplet.parts for triplet in memo.triplets] == [("Ana", "adopted", "Miso"), ("Miso", "is a", "dog")]


def test_with_an_assistant_each_turn_of_the_users_is_asked_about() -> None:
    """As JSON with a timestamp; the assistant's words are never sent."""
    with ScriptedServer(lambda asked: {"events": []}) as server, opened() as memory:
        memory.add(USER, session="s")
        assert memory.enrich(model_of(server)).calls == 2
        sent = [json.loads(one.last) for one in server.requests]
        assert sorted(one["user"] for one in sent) == ["He is called Miso.", "I adopted a dog yesterday."]
        assert {one["timestamp"][:10] for one in sent} == {"2023-05-08"}
        assert memory.enrich(model_of(server)).calls == 0  # an empty list is an answer


def test_between_people_a_block_of_four_turns_is_asked_about() -> None:
    """An event rests on the lines that it names, or on all of its block; numbers that are none count for nothing."""

    def answer(asked: ReceivedRequest) -> object:
        if "Line 0" not in asked.last:
            return {"events": []}
        return {"events": [DOG | {"lines": [2, 3, 9]}, DOG | {"event": "another", "lines": []}]}

    with ScriptedServer(answer) as server, opened() as memory:
        memory.add(PEOPLE, session="s")
        assert memory.enrich(model_of(server)).calls == 2
        by_name = {memo.name: [turn.id for turn in memo.turns] for memo in memory.memos("event")}
        assert by_name == {"adopt a dog": ["t1", "t2"], "another": ["t0", "t1", "t2", "t3"]}
        memory.forget(turn="t0")  # it was shown for the first, and is a source of the second
        assert not memory.memos("event")


def test_a_session_that_grew_costs_its_new_turns_alone() -> None:
    """What was answered is kept."""
    with ScriptedServer(lambda asked: {"events": [DOG]}) as server, opened() as memory:
        memory.add(USER, session="s")
        assert memory.enrich(model_of(server)).calls == 2
        memory.add([{"role": "user", "text": "He sleeps on the boiler."}], session="s", first_ordinal=3)
        report = memory.enrich(model_of(server))
        assert report.calls == 1
        assert len(memory.memos("event")) == 3


def test_rubbish_is_repaired_once_then_waits() -> None:
    """A failure is not "nothing found": the turn is asked about again by the next run."""
    replies = iter(["There was a dog.", {"events": [DOG]}, "No.", "Never.", {"events": []}])
    with ScriptedServer(lambda asked: next(replies)) as server, opened() as memory:
        memory.add(USER[:1], session="s")
        assert memory.enrich(model_of(server)).written == {"event": 1}
        memory.add(USER[2:], session="other")
        report = memory.enrich(model_of(server))
        assert (report.written, len(report.failures), report.waiting) == ({}, 1, {"event": 1})
        assert memory.enrich(model_of(server)).waiting == {}


def test_brought_events_leave_nothing_to_write() -> None:
    """As for triplets: somebody has said what happened."""
    with ScriptedServer([]) as server, opened() as memory:
        memory.add(USER, session="s")
        memory.bring([{"kind": "event", "text": "Ana adopted Miso.", "session": "s"}])
        assert memory.enrich(model_of(server)).calls == 0


def test_a_model_that_goes_on_and_on_is_cut_to_a_bound() -> None:
    """The first of them count."""
    many = {"events": [DOG | {"event": f"e{n}"} for n in range(500)]}
    with ScriptedServer(lambda asked: many) as server, opened() as memory:
        memory.add(USER[:1], session="s")
        assert memory.enrich(model_of(server)).written == {"event": MOST_EVENTS}


def test_written_events_are_the_graph_of_their_session() -> None:
    """They take the place of those read without a model, find their turn by their words, and come as memos."""
    said = ScriptedServer(lambda asked: {"events": [DOG] if "called" in asked.last else []})
    with said as server, opened() as memory:
        memory.add(USER, session="s")
        memory.enrich(model_of(server))
        found = memory.recall("Which dog was adopted?", unit="user-turn")
        assert [memo.text for memo in found.memos] == ["Ana adopted a dog called Miso."]
        assert found.memos[0].turns[0].text == "He is called Miso."


def test_written_events_survive_export_and_import(tmp_path: Any) -> None:
    """With the mark that they were written, so that no model is asked again."""
    with ScriptedServer(lambda asked: {"events": [DOG]}) as server, opened() as memory, opened() as other:
        memory.add(USER[:1], session="s")
        memory.enrich(model_of(server))
        memory.export_to(tmp_path / "all.jsonl")
        assert json.loads((tmp_path / "all.jsonl").read_text().splitlines()[0])["version"] == 9
        other.import_from(tmp_path / "all.jsonl")
        assert other.memos("event")[0].text == DOG["description"]
        assert other.enrich(model_of(server)).calls == 0


def test_the_command_writes_events(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """`enrich --kinds event`, with a plan before."""
    store = str(tmp_path / "m.db")
    with convograph.open(store) as memory:
        memory.add(USER, session="s")
    runner = CliRunner()
    planned = runner.invoke(app, ["enrich", "-s", store, "--kinds", "event", "--plan"])
    assert "2 for events" in planned.output
    with ScriptedServer(lambda asked: {"events": [DOG]}) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        done = runner.invoke(app, ["enrich", "-s", store, "--kinds", "event", "--model", "openai:m", "--yes", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["report"]["written"] == {"event": 2}
