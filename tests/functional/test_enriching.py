"""A model writes about a memory: servers that fail, processes that are killed, and turns that are forgotten."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph.build import make_chat_model
from convograph.chat import ChatRequest
from convograph.config import Settings
from convograph.endpoint.backoff import Backoff
from convograph.llm.scripted import (
    Drip,
    Fail,
    Garble,
    HangUp,
    ReceivedRequest,
    Refuse,
    Say,
    ScriptedChat,
    ScriptedServer,
)
from convograph.memory import Memory
from convograph.types import Session
from support.conversations import conversation, without
from support.encoders import HashingEncoder
from support.pictures import exported
from support.stores import ON_FILE
from support.writers import answer_to, prompts_of, served, writer

pytest.importorskip("openai")

ENCODER = HashingEncoder(16)
ONCE = Backoff(attempts=1)
SESSIONS = [
    {"id": "cats", "time": "2024-03-01", "turns": [{"speaker": "Ana", "text": "My cat is called Miso."}]},
    {"id": "towns", "time": "2024-04-01", "turns": [{"speaker": "Ben", "text": "I moved to Porto."}]},
]


def written_about(sessions: Sequence[Any], path: Path) -> list[str]:
    """The content of a memory that a model has written about in one go."""
    with convograph.open(path, encoder=ENCODER) as memory:
        if sessions:
            memory.add(list(sessions))
        memory.enrich(writer("served"), workers=2)
        return exported(memory)


def about_memos(lines: list[str]) -> list[str]:
    """The lines of memos and marks alone: turns keep the ordinals that they had."""
    return [line for line in lines if line.startswith(('{"memo"', '{"written"'))]


@pytest.mark.parametrize(
    "fault",
    [
        Fail(429, retry_after="0"),
        Fail(500),
        HangUp(),
        HangUp(midway=True),
        Garble(),
        Say("There is no JSON here."),
        Say({"summary": "My cat"}, finish="length"),
        Refuse(),
        Drip(),
    ],
    ids=["429", "500", "hang-up", "midway", "garbled", "malformed", "cut", "refused", "slow"],
)
def test_a_server_that_fails_loses_nothing(fault: object, location: Path | str, tmp_path: Path) -> None:
    """What it did answer is stored, recall stays as it was, and the next run asks for the rest alone."""
    ill = True

    def answer(asked: ReceivedRequest) -> object:
        summary = asked.body["messages"][0]["content"].startswith("Summarise")
        return fault if ill and summary and "Miso" in asked.last + str(asked.body["messages"][1]) else served(asked)

    architecture = "hybrid"  # whose recall no memo changes
    with (
        ScriptedServer(answer) as server,
        convograph.open(location, architecture=architecture, encoder=ENCODER) as memory,
    ):
        memory.add(SESSIONS)
        before = memory.recall("Who is Miso?").hits
        model = make_chat_model("openai:m", Settings(base_url=server.url, model_seconds=0.5), backoff=ONCE)
        report = memory.enrich(model)
        assert [(failure.kind, failure.about) for failure in report.failures] == [("summary", "cats")]
        assert (report.written, report.waiting) == ({"summary": 1, "fact": 2, "insight": 1}, {"summary": 1})
        assert memory.recall("Who is Miso?").hits == before
        ill, asked_before = False, len(server.requests)
        assert memory.enrich(model).written == {"summary": 1}
        assert len(server.requests) == asked_before + 1
        lines = exported(memory)
    origin = '"openai:m:auto"'
    wanted = written_about(SESSIONS, tmp_path / "other.db")
    assert lines == [line.replace('"scripted:served"', origin) for line in wanted]


# Other processes


def many_sessions() -> list[dict[str, object]]:
    """Twelve sessions of one turn each: 24 calls for summaries and facts, one for insights."""
    return [
        {"id": f"s{n}", "time": f"2024-01-{n + 1:02}", "turns": [{"speaker": "Ana", "text": f"I bought {n} pears."}]}
        for n in range(12)
    ]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store for other processes to write into, made with the bundled encoder."""
    with convograph.open(tmp_path / "memory.db") as memory:
        memory.add(many_sessions())
    return tmp_path / "memory.db"


def enriching(store: Path, server: ScriptedServer) -> subprocess.Popen[str]:
    """The command in another process."""
    command = [sys.executable, "-m", "convograph", "enrich", "--model", "openai:m", "--yes", "--json", "-s", str(store)]
    environment = {**os.environ, "CONVOGRAPH_BASE_URL": server.url}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(process: subprocess.Popen[str]) -> Any:
    """What the command reports at its end."""
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return json.loads(out)["report"]


def wait_for_requests(server: ScriptedServer, count: int) -> None:
    """Return when the server was asked so often."""
    end = time.monotonic() + 60
    while len(server.requests) < count:
        assert time.monotonic() < end
        time.sleep(0.005)


def kept_in(store: Path) -> int:
    """How many answers the file keeps."""
    with closing(sqlite3.connect(store)) as connection:
        return int(connection.execute("SELECT count(*) FROM reply").fetchone()[0])


def slowly(asked: ReceivedRequest) -> Say:
    """An answer after some time, so that a signal finds calls under way."""
    return Say(served(asked), delay=0.1)


def content_of(store: Path) -> list[str]:
    """What the store holds."""
    with convograph.open(store) as memory:
        return exported(memory)


def wanted_content(folder: Path) -> list[str]:
    """What an undisturbed run leaves."""
    return [
        line.replace('"scripted:served"', '"openai:m:auto"')
        for line in written_about(many_sessions(), folder / "undisturbed.db")
    ]


def test_what_was_answered_before_a_kill_is_not_asked_again(store: Path, tmp_path: Path) -> None:
    """The second process asks exactly what the file does not keep; the end is that of an undisturbed run."""
    with ScriptedServer(slowly) as server:
        killed = enriching(store, server)
        wait_for_requests(server, 10)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        kept, asked = kept_in(store), len(server.requests)
        assert 4 <= kept <= asked
        report = finished(enriching(store, server))
        assert len(server.requests) - asked == 25 - kept == report["calls"]
        again = [count for count in Counter(prompts_of(server.requests)).values() if count > 1]
        assert len(again) <= 4  # those that were under way
    assert content_of(store) == wanted_content(tmp_path)


def test_ctrl_c_keeps_what_is_under_way(store: Path, tmp_path: Path) -> None:
    """It ends with 130 and one line; nothing at all is asked twice."""
    with ScriptedServer(slowly) as server:
        stopped = enriching(store, server)
        wait_for_requests(server, 10)
        stopped.send_signal(signal.SIGINT)
        _, err = stopped.communicate(timeout=60)
        assert stopped.returncode == 130
        assert "replies received so far are kept" in json.loads(err)["error"]["message"]
        assert kept_in(store) == len(server.requests) < 25
        finished(enriching(store, server))
        assert max(Counter(prompts_of(server.requests)).values()) == 1
        assert len(server.requests) == 25
    with convograph.open(store) as memory:
        assert sum(entry.calls for entry in memory.ledger()) in (24, 25)  # Ctrl-C may come between answer and ledger
    assert content_of(store) == wanted_content(tmp_path)


def test_two_processes_at_once_write_once(store: Path, tmp_path: Path) -> None:
    """Both end well, and the memory is that of one run."""
    with ScriptedServer(slowly) as server:
        reports = [finished(process) for process in [enriching(store, server), enriching(store, server)]]
    assert sum(sum(report["written"].values()) for report in reports) == 12 + 12 + 1
    assert [report["waiting"] for report in reports] == [{}, {}]
    assert content_of(store) == wanted_content(tmp_path)


# Forgetting


@pytest.mark.parametrize("seed", range(4))
def test_after_forgetting_it_is_as_if_the_turns_had_never_been_said(
    seed: int, location: Path | str, tmp_path: Path
) -> None:
    """Added, written about, grown, forgotten and written about again: memos and marks of the turns that are left."""
    chance = random.Random(seed)
    sessions = conversation(seed)
    with convograph.open(location, encoder=ENCODER) as memory:
        memory.add([Session(one.turns[:3], one.id, one.said) for one in sessions])
        memory.enrich(writer("served"), limit=7)
        memory.add(sessions)
        memory.enrich(writer("served"))
        doomed = {str(turn.id) for turn in chance.choice(sessions).turns}
        doomed |= {str(turn.id) for one in sessions for turn in one.turns if chance.random() < 0.1}
        for name in sorted(doomed):
            memory.forget(turn=name)
        about_doomed = [line for line in about_memos(exported(memory)) if any(f'"{name}"' in line for name in doomed)]
        assert about_doomed == []
        memory.enrich(writer("served"))
        left = exported(memory)
    never = written_about(without(sessions, doomed), tmp_path / "never.db")
    assert about_memos(left) == about_memos(never)


def test_after_forgetting_a_session_the_export_is_that_of_a_store_without_it(
    location: Path | str, tmp_path: Path
) -> None:
    """Byte for byte."""
    sessions = conversation(9)
    with convograph.open(location, encoder=ENCODER) as memory:
        memory.add(sessions)
        memory.enrich(writer("served"))
        memory.forget(session="s2")
        memory.enrich(writer("served"))
        left = exported(memory)
    assert left == written_about([one for one in sessions if one.id != "s2"], tmp_path / "never.db")


@pytest.fixture
def invented(location: Path | str) -> Iterator[Memory]:
    """A memory about which a model has written in words that nobody said; its insights rest on both sessions."""

    def answer(request: ChatRequest) -> object:
        prompt = request.messages[1].content
        told = "psittacine" if "parrot" in prompt else "marsupial"
        if request.purpose == "summary":
            return {"summary": f"A {told} resume."}
        if request.purpose == "fact":
            return {"facts": [f"There is a {told} fact."]}
        return {"insights": [{"timestamp": "", "content": "Zoophily everywhere."}]}

    with convograph.open(location, encoder=ENCODER, architecture="sgmem-smfi", owner="Ottoline") as memory:
        memory.add([{"speaker": "Ana", "text": "My parrot sings.", "id": "t1"}], session="one")
        memory.add([{"speaker": "Ben", "text": "The wombat ate.", "id": "t2"}], session="two")
        memory.enrich(ScriptedChat(answer, "Quibblewort"))
        memory.recall("Which animals are there?")
        yield memory


@pytest.mark.parametrize(
    ("what", "gone", "kept"),
    [
        ({"turn": "t1"}, ["psittacine", "Zoophily"], ["marsupial", "Quibblewort"]),
        ({"session": "two"}, ["marsupial", "Zoophily"], ["psittacine", "Quibblewort"]),
        ({"speaker": "ana"}, ["psittacine", "Zoophily"], ["marsupial"]),
        ({"owner": "Ottoline"}, ["psittacine", "Zoophily", "marsupial", "Quibblewort"], []),
    ],
)
@ON_FILE
def test_no_byte_of_what_a_model_wrote_of_forgotten_turns_stays(
    invented: Memory, what: dict[str, str], gone: list[str], kept: list[str]
) -> None:
    """Memos, their vectors' texts, kept answers and marks go with any turn that they rest on."""
    assert left(invented, gone + kept) == gone + kept
    assert invented.forget(**what).scrubbed
    assert left(invented, gone + kept) == kept


@pytest.mark.parametrize("what", [{"turn": "t1"}, {"session": "one"}, {"owner": "Ottoline"}], ids=str)
@ON_FILE
def test_an_answer_that_came_late_is_not_kept(what: dict[str, str], location: Path | str) -> None:
    """When what it rests on was forgotten while the model thought, no byte of it stays, whatever was said since."""
    with convograph.open(location, encoder=ENCODER, owner="Ottoline") as memory:
        parrot, wombat = ({"speaker": "Ana", "text": f"My {pet} sings.", "id": "t1"} for pet in ("parrot", "wombat"))
        nice = {"speaker": "Ben", "text": "Nice."}
        memory.add([parrot, nice], session="one")

        def answer(request: ChatRequest) -> object:
            memory.forget(**what)
            if "owner" in what:  # all ids and keys come again, with other words
                memory.add([wombat, nice], session="one")
            else:
                memory.add([{**wombat, "id": "t9"}], session="two")
            return {"summary": "A psittacine resume."}

        memory.enrich(ScriptedChat(answer), kinds=["summary"])
        assert memory.memos() == []
        assert left(memory, ["psittacine", "wombat"]) == ["wombat"]


def left(memory: Memory, words: list[str]) -> list[str]:
    """Which of the words stand in the file or its log, read by another process."""
    store = Path(memory.location)
    held = subprocess.run(["cat", *store.parent.glob(f"{store.name}*")], check=True, capture_output=True).stdout
    return [word for word in words if word.encode() in held]


def test_the_same_words_under_new_keys_need_no_second_call(location: Path | str) -> None:
    """The key of a kept answer knows words, not keys: a session that was grown and is asked again in parts is found."""
    with convograph.open(location, encoder=ENCODER) as memory:
        memory.add(SESSIONS)
        memory.enrich(writer(), kinds=["summary"])
        memory.add([{**SESSIONS[0], "id": "again"}])
        report = memory.enrich(ScriptedChat(answer_to, "writer"), kinds=["summary"])
    assert (report.written, report.calls, report.kept) == ({"summary": 1}, 0, 1)
