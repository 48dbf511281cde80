"""A small model behind a server extracts triplets: answers of every sort, kills, growth, forgetting, the command."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph.build import make_chat_model
from convograph.config import Settings
from convograph.endpoint.backoff import Backoff
from convograph.llm.scripted import ReceivedRequest, Say, ScriptedServer
from convograph.memory import Memory
from support.encoders import HashingEncoder
from support.shell import Run, call
from support.writers import prompts_of, served

pytest.importorskip("openai")

ENCODER = HashingEncoder(16)
TEA = '{"head": "Ana", "relation": "likes", "tail": "tea"}'


def model_of(server: ScriptedServer) -> Any:
    """The model behind a server, asked once."""
    return make_chat_model("openai:m", Settings(base_url=server.url, model_seconds=5), backoff=Backoff(attempts=1))


def texts(memory: Memory) -> list[str]:
    """The triplets in the order of the alphabet."""
    return sorted(memo.text for memo in memory.memos("triplet"))


@pytest.mark.parametrize(
    "says",
    [
        f"[{TEA}]",
        f"```json\n[\n  {TEA}\n]\n```",
        f"<think>\nShe says tea.\n</think>\n\n[{TEA}]",
        f"Here you are:\n[{TEA[:-1]}",
        Say(f'[{TEA}, {{"head": "Ana", "rel', finish="length"),
        {"triplets": [{"subject": "I", "relation": "likes", "object": "tea"}]},
    ],
    ids=["bare", "fenced", "thought", "unclosed", "cut", "schema"],
)
def test_answers_of_small_models_are_read(says: object, location: Path | str) -> None:
    """As they come, in one call."""
    with (
        ScriptedServer(lambda asked: says) as server,
        convograph.open(location, encoder=ENCODER) as memory,
    ):
        memory.add([{"speaker": "Ana", "text": "I like tea."}], session="s")
        report = memory.enrich(model_of(server), kinds=["triplet"])
        assert (report.written, report.calls, report.failures) == ({"triplet": 1}, 1, ())
        (memo,) = memory.memos()
        assert (memo.text, [turn.id for turn in memo.turns]) == ("Ana likes tea", ["s:0"])
        (asked,) = server.requests
        assert asked.body["temperature"] == 0
        assert asked.body["max_tokens"] == 512
        assert asked.format == "json_schema"


def test_rubbish_is_repaired_once_then_waits(location: Path | str) -> None:
    """A second answer that can be read counts; where both cannot, the turn is named and asked about again later."""

    def answer(asked: ReceivedRequest) -> object:
        repaired = len(asked.body["messages"]) > 2
        if "tea" in asked.body["messages"][1]["content"]:
            return f"[{TEA}]" if repaired else "It is about tea."
        return "I really cannot tell."

    with ScriptedServer(answer) as server, convograph.open(location, encoder=ENCODER) as memory:
        memory.add([{"speaker": "Ana", "text": "I like tea."}], session="s")
        memory.add([{"speaker": "Ben", "text": "I like milk."}], session="t")
        report = memory.enrich(model_of(server), kinds=["triplet"])
        assert (report.written, report.calls, report.waiting) == ({"triplet": 1}, 4, {"triplet": 1})
        (failure,) = report.failures
        assert (failure.kind, failure.about) == ("triplet", "t:0")
        assert "gave no usable reply, even when shown its error" in failure.message
        assert "I really cannot tell." in failure.message
        memory.enrich(model_of(server), kinds=["triplet"])
        assert len(server.requests) == 6


# The command, and other processes


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Two sessions of twelve turns each, made with the bundled encoder."""
    with convograph.open(tmp_path / "memory.db") as memory:
        for name in ("a", "b"):
            memory.add([{"speaker": "Ana", "text": f"I bought {n} {name}pples."} for n in range(12)], session=name)
    return tmp_path / "memory.db"


def enriching(store: Path, server: ScriptedServer) -> subprocess.Popen[str]:
    """The command in another process."""
    command = [sys.executable, "-m", "convograph", "enrich", "--kinds", "triplet", "--model", "openai:m", "--yes"]
    environment = {**os.environ, "CONVOGRAPH_BASE_URL": server.url}
    return subprocess.Popen(
        [*command, "--json", "-s", str(store)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def kept_in(store: Path) -> int:
    """How many answers the file keeps."""
    with closing(sqlite3.connect(store)) as connection:
        return int(connection.execute("SELECT count(*) FROM reply").fetchone()[0])


def test_a_kill_loses_no_answer(store: Path) -> None:
    """In the middle of a session: its triplets come whole by the next run, which asks for the rest alone."""

    def slowly(asked: ReceivedRequest) -> Say:
        return Say(served(asked), delay=0.1)

    with ScriptedServer(slowly) as server:
        killed = enriching(store, server)
        end = time.monotonic() + 60
        while len(server.requests) < 18 and time.monotonic() < end:
            time.sleep(0.005)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        kept, asked = kept_in(store), len(server.requests)
        assert 12 <= kept <= asked < 24
        with convograph.open(store) as memory:
            assert len(texts(memory)) in (0, 12)  # sessions are kept whole
        out, err = (process := enriching(store, server)).communicate(timeout=120)
        assert process.returncode == 0, err
        report = json.loads(out)["report"]
        assert len(server.requests) - asked == 24 - kept == report["calls"]
        again = [count for count in Counter(prompts_of(server.requests)).values() if count > 1]
        assert len(again) <= 4  # those that were under way
    with convograph.open(store) as memory:
        assert texts(memory) == sorted(f"Ana says I bought {n} {name}pples" for n in range(12) for name in "ab")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Calls a command with a memory of two turns, and checks its exit code."""
    for name in ("CONVOGRAPH_STORE", "CONVOGRAPH_OWNER", "CONVOGRAPH_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    with convograph.open(tmp_path / "memory.db") as memory:
        turns = [{"speaker": "Ana", "text": "My cat is called Miso."}, {"speaker": "Ben", "text": "I moved to Porto."}]
        memory.add(turns, session="s")

    return lambda *arguments, **options: call(*arguments, "-s", tmp_path / "memory.db", **options)


ENRICH = ("enrich", "--model", "openai:m", "--yes")


def test_the_command_writes_triplets(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """By default where the architecture takes them along; several turns a call by --lines."""
    planned = " ".join(run("enrich", "--plan", "--architecture", "glong").stdout.split())
    assert planned.startswith("2 calls (2 for triplets): about")
    assert "1 call (1 for triplets)" in run("enrich", "--plan", "--kinds", "triplet", "--lines", "2").stdout
    assert "3 calls (1 for summaries, 1 for facts, 1 for insights)" in run("enrich", "--plan").stdout
    with ScriptedServer(served) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        out = run(*ENRICH, "-a", "glong", "--lines", "2").stdout
        assert "│ triplets │       2 │             0 │" in out
        assert len(server.requests) == 1
        assert "0 calls" in run(*ENRICH, "-a", "glong").stdout
    assert "Ana —says→ My cat is called Miso" in run("memos", "--kind", "triplet").stdout
    assert "nothing to write" in run("enrich", "--plan", "--architecture", "glong").stdout


@pytest.mark.parametrize(
    ("price", "shown"),
    [("0,0.60", "0.00061"), ("0,9.76", "0.0100"), ("0,9.77", "0.01"), ("0,0", "0.00"), ("0,10000", "10.24")],
)
def test_a_small_sum_is_shown_by_its_first_digits(run: Run, price: str, shown: str) -> None:
    """Below 0.01 two of them; 1,024 tokens may be written."""
    line = " ".join(run("enrich", "--plan", "--kinds", "triplet", "--price", price).stdout.split())
    assert f"at most 1,024 output tokens, at most {shown} at --price" in line


def test_what_failed_is_a_line_and_an_exit_code(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the turn and the reason; so is a wrong number of lines."""
    with ScriptedServer(lambda asked: "Porto is nice.") as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        out = " ".join(run(*ENRICH, "--kinds", "triplet", exits=1).stdout.split())
        assert "s:1" in out
        assert "the same command retries what failed" in out
        report = json.loads(run(*ENRICH, "--kinds", "triplet", "--json", exits=1).stdout)["report"]
        assert "there is no list of triplets in the answer" in report["failures"][0]["message"]
        assert report["waiting"] == {"triplet": 2}
        asked = len(server.requests)
        wrong = run(*ENRICH, "--kinds", "triplet", "--lines", "0", exits=2)
        assert "is a whole number, from 1 to 32: 0" in " ".join(wrong.stderr.split())
        assert len(server.requests) == asked


# Growing and forgetting


def test_growth_asks_about_new_turns_alone(location: Path | str) -> None:
    """A talk that is written about after each turn costs a call a turn."""
    with ScriptedServer(served) as server, convograph.open(location, encoder=ENCODER) as memory:
        for n in range(5):
            turn = {"speaker": "Ana", "text": f"I bought {n} apples."}
            memory.add([turn], session="s", first_ordinal=n)
            assert memory.enrich(model_of(server), kinds=["triplet"]).calls == 1
        assert len(server.requests) == 5
        assert len(texts(memory)) == 5


def test_no_byte_of_a_forgotten_turn_stays(tmp_path: Path) -> None:
    """Not in triplets, names, vectors' payloads or kept answers, whether it was asked about alone or with others."""
    words = {"parrot": "psittacine", "wombat": "marsupial"}

    def answer(asked: ReceivedRequest) -> object:
        said = asked.body["messages"][1]["content"].splitlines()
        found = [(line[:1], words[pet]) for line in said for pet in words if pet in line]
        return [{"line": line, "subject": name, "relation": "sings", "object": "songs"} for line, name in found]

    for lines in (1, 2):
        path = tmp_path / f"{lines}.db"
        with (
            ScriptedServer(answer) as server,
            convograph.open(path, architecture="glong", encoder=ENCODER) as memory,
        ):
            memory.add([{"speaker": "Ana", "text": f"My {pet} sings."} for pet in words], session="s")
            memory.enrich(model_of(server), lines=lines)
            memory.recall("Who sings?")
            assert held_in(path, words) == {"parrot", "psittacine", "wombat", "marsupial"}
            assert memory.forget(turn="s:0").scrubbed
            assert held_in(path, words) == {"wombat", "marsupial"} - ({"marsupial"} if lines > 1 else set())


def held_in(store: Path, words: dict[str, str]) -> set[str]:
    """Which of the words stand in the file or its log, read by another process."""
    held = subprocess.run(["cat", *store.parent.glob(f"{store.name}*")], check=True, capture_output=True).stdout
    return {word for word in (*words, *words.values()) if word.encode() in held}
