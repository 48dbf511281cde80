"""`convograph enrich` in the shell: plans, questions, tables, failures and exit codes."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import convograph
from convograph.cli.commands import app
from convograph.cli.exit_codes import exit_code
from convograph.errors import ModelBusyError, ModelOutputError, ModelRefusedError, ModelUnreachableError
from convograph.llm.scripted import Fail, ReceivedRequest, Say, ScriptedServer
from support.resolutions import slowly
from support.shell import KEY, Run, call, serving
from support.writers import served

pytest.importorskip("openai")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Calls a command with a memory of two sessions, and checks its exit code."""
    for name in ("CONVOGRAPH_STORE", "CONVOGRAPH_OWNER", "CONVOGRAPH_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("CONVOGRAPH_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)
    with convograph.open("memory.db") as memory:
        memory.add([{"speaker": "Ana", "text": "My cat is called Miso."}], session="cats", said="2024-03-01")
        memory.add([{"speaker": "Ben", "text": "I moved to Porto."}], session="towns", said="2024-04-01")

    return lambda *arguments, **options: call(*arguments, "-s", tmp_path / "memory.db", **options)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """A server with a model that writes memos."""
    with serving(monkeypatch, served) as running:
        yield running


ENRICH = ("enrich", "--model", "openai:m", "--yes")


def test_resolutions_are_planned_written_and_counted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a memory that resolves names; the second run has nothing to ask."""
    told = ["I met Maria Lopez in Porto.", "Maria lives there.", "Lopez called."]
    with convograph.open("memory.db", owner="ana", architecture="lightgmem") as memory:
        memory.add([{"speaker": "Ana", "text": text} for text in told], session="s")
    wanted = ("--kinds", "resolution", "--architecture", "lightgmem", "--owner", "ana")
    assert re.search(r"\d calls? \(\d for resolutions\): about", run("enrich", "--plan", *wanted).stdout)
    with ScriptedServer(slowly) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        assert re.search(r"resolutions │ +\d │ +0 │", run(*ENRICH, *wanted, "--workers", 10).stdout)
        asked = len(server.requests)
        report = json.loads(run(*ENRICH, *wanted, "--json").stdout)["report"]
        assert (report["calls"], len(server.requests)) == (0, asked)
    assert "resolution" in run("memos", "--kind", "resolution", "--owner", "ana").stdout
    refused = run("enrich", "--plan", "--kinds", "resolution", exits=2).stderr
    assert "resolves no names; open the memory with lightgmem" in refused


def test_profiles_are_planned_written_and_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer than 15 episodes wait for a flush; the description stands above the values, which have their words."""
    with convograph.open("memory.db", owner="ana", architecture="lightgmem") as memory:
        for day in range(1, 4):
            memory.add([{"speaker": "Ana", "text": f"Day {day} was fine."}], session=f"s{day}", said=f"2024-01-0{day}")
    wanted = ("--kinds", "profile", "--architecture", "lightgmem", "--owner", "ana")
    assert "nothing to write" in run("enrich", "--plan", *wanted).stdout
    assert "1 call (1 for profiles): about" in run("enrich", "--plan", "--flush", *wanted).stdout
    reply = {"description": "Ana counts days.", "interests": [{"value": "days", "messages": [2]}]}
    with ScriptedServer(lambda asked: Say(json.dumps(reply))) as server:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        written = run(*ENRICH, *wanted, "--flush").stdout
        assert re.search(r"profiles │ +2 │ +0 │", written)
        assert written.endswith("1 call\n")  # profiles cover no sessions
        assert len(server.requests) == 1
        assert json.loads(run(*ENRICH, *wanted, "--flush", "--json").stdout)["report"]["calls"] == 0
    shown = run("profile", "Ana", *wanted[2:]).stdout
    assert "Ana counts days." in shown
    assert re.search(r"interests +│ days +│", shown)
    (entry,) = json.loads(run("profile", "Ana", "--json", *wanted[2:]).stdout)["profile"]["entries"]
    assert (entry["value"], [turn["id"] for turn in entry["turns"]]) == ("days", ["s2:0"])
    assert "Ana —interests→ days" in run("memos", "--kind", "profile", "--owner", "ana").stdout


def test_a_plan_asks_no_model(run: Run, server: ScriptedServer) -> None:
    """Calls by kind, tokens, and money by the user's price; it needs no model."""
    line = " ".join(run("enrich", "--plan", "--price", "1,2").stdout.split())
    assert "5 calls (2 for summaries, 2 for facts, 1 for insights): about" in line
    assert "(counted by wordpiece), at most 10,240 output tokens, at most 0.02 at --price" in line
    planned = json.loads(run("enrich", "--plan", "--json", "--price", "1000000,0", "--kinds", "summary").stdout)
    assert planned["plan"]["calls"] == {"summary": 2}
    assert planned["money"] == planned["plan"]["prompt_tokens"]
    assert server.requests == []


def test_it_writes_says_what_and_has_nothing_to_do_then(run: Run, server: ScriptedServer) -> None:
    """A table by kind; again, no call; `stats` and `memos` show it."""
    first = run(*ENRICH).stdout
    rows = [line.replace("│", " ").split() for line in first.splitlines() if line.startswith("│")]
    assert rows == [["summaries", "2", "0"], ["facts", "2", "0"], ["insights", "1", "0"]]
    assert "5 calls, 2 sessions covered" in first
    assert "0 calls" in run(*ENRICH).stdout
    assert len(server.requests) == 5
    shown = run("stats", "-o", "default").stdout
    assert "summaries 2" in shown.lower()
    assert re.search(r"^fact by openai:m +2 calls,", shown, re.MULTILINE)
    assert "to write" not in shown
    assert run("enrich", "--plan").stdout.startswith("nothing to write")
    assert "Ana said: My cat is called Miso." in run("memos").stdout


def test_stats_say_what_waits(run: Run, server: ScriptedServer) -> None:
    """Once a model has written anything, and not before."""
    assert "to write" not in run("stats", "-o", "default").stdout
    run(*ENRICH, "--limit", "2", "--workers", "1", "--kinds", "summary, fact")
    assert json.loads(run("stats", "-o", "default", "--json").stdout)["unwritten"] == {
        "summary": 1,
        "fact": 1,
        "insight": 1,
    }
    assert "to write summaries 1, facts 1, insights 1" in " ".join(run("stats", "-o", "default").stdout.split())
    assert len(server.requests) == 2


def test_failures_are_lines_and_an_exit_code(run: Run, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed is named with the reason, without the key even when the server repeats it; a retry mends it."""

    def answer(asked: ReceivedRequest) -> object:
        return Fail(401, f"wrong key {KEY}") if "Miso" in asked.last else served(asked)

    with ScriptedServer(answer) as failing:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", failing.url)
        out = run(*ENRICH, "--kinds", "summary", exits=1).stdout
        assert "cats" in out
        assert "the same command retries what failed" in out
        report = json.loads(run(*ENRICH, "--kinds", "summary", "--json", exits=1).stdout)["report"]
        assert report["failures"][0]["about"] == "cats"
        assert report["waiting"] == {"summary": 1}
    monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
    assert json.loads(run(*ENRICH, "--kinds", "summary", "--json").stdout)["report"]["written"] == {"summary": 1}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--model", "openai:m"], "model calls may cost money, and there is no terminal to confirm on; pass --yes"),
        (["--yes"], "name a model: --model openai:MODEL"),
        (["--model", "gpt", "--yes"], "no chat model is called 'gpt'"),
        (["--model", "openai:m", "--yes", "--kinds", "gossip"], "name some of summary, fact, insight"),
        (["--model", "openai:m", "--yes", "--limit", "0"], "1 or more"),
        (["--plan", "--price", "free"], "not a price: 'free'"),
        (["--plan", "--price", "1,2,3"], "not a price: '1,2,3'"),
        (["--plan", "--price", "nan,1"], "not a price: 'nan,1'"),
    ],
)
def test_wrong_use_is_one_line(run: Run, server: ScriptedServer, arguments: list[str], says: str) -> None:
    """Exit code 2, and nothing is sent."""
    assert says in " ".join(run("enrich", *arguments, exits=2).stderr.split())
    assert server.requests == []


def test_what_was_used_has_a_price(run: Run, server: ScriptedServer) -> None:
    """After the run and in the ledger, of all models or of one by its name; a run without a call is free."""
    wrote = run("enrich", "--model", "openai:m", "--yes", "--kinds", "summary", "--price", "1000000,0", "--json")
    run("enrich", "--model", "openai:m", "--yes", "--kinds", "fact")
    entries = json.loads(run("stats", "-o", "default", "--json").stdout)["ledger"]
    fact, summary = (next(one for one in entries if one["purpose"] == kind) for kind in ("fact", "summary"))
    assert summary["prompt_tokens"] > 0
    assert json.loads(wrote.stdout)["money"] == summary["prompt_tokens"]
    again = run("enrich", "--model", "openai:m", "--yes", "--kinds", "summary", "--price", "1,1").stdout
    assert "0 calls, 0.00 at --price" in again
    prices = ("--price", "m=0,2000000", "--price", "other=9,9")
    paid = json.loads(run("stats", "-o", "default", *prices, "--json").stdout)["money"]
    assert paid == [2 * one["completion_tokens"] for one in entries]
    total = 2 * (fact["completion_tokens"] + summary["completion_tokens"])
    assert re.search(rf"^cost +{total:,}.00 for tokens", run("stats", "-o", "default", *prices).stdout, re.MULTILINE)
    unpriced = run("stats", "-o", "default", "--price", "other=9,9").stdout
    assert "--price" not in unpriced
    assert not re.search("^cost ", unpriced, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-o", "default", "--price", "m=free"], "not a price: 'free'"),
        (["-o", "default", "--price", "1,1", "--price", "2,2"], "two prices for 'all models'"),
        (["-o", "default", "--price", "m=1,1", "--price", "m=2,2"], "two prices for 'm'"),
        (["--price", "1,1"], "--price is for what models used for one owner"),
    ],
)
def test_wrong_prices_are_one_line(run: Run, arguments: list[str], says: str) -> None:
    """Exit code 2."""
    assert says in " ".join(run("stats", *arguments, exits=2).stderr.split())


def test_a_terminal_is_asked(run: Run, server: ScriptedServer, tmp_path: Path) -> None:
    """With the plan above the question; no means that nothing is sent, and yes that everything is."""
    run("owners")
    asked = {answer: on_a_terminal(tmp_path, answer) for answer in ("n", "y")}
    assert "5 calls" in asked["n"]
    assert "Call openai:m?" in asked["n"]
    assert "no model was called" in asked["n"]
    assert "no model was called" not in asked["y"]
    assert len(server.requests) == 5


def on_a_terminal(folder: Path, answer: str) -> str:
    """What the command says when the user answers its question on a terminal."""
    ours, theirs = pty.openpty()
    os.write(ours, f"{answer}\n".encode())
    command = [sys.executable, "-m", "convograph", "enrich", "--model", "openai:m", "-s", str(folder / "memory.db")]
    with open(theirs, "rb") as terminal:  # noqa: PTH123  # a descriptor, no path
        done = subprocess.run(command, stdin=terminal, capture_output=True, text=True, check=True, timeout=60)
    os.close(ours)
    return " ".join((done.stdout + done.stderr).split())


@pytest.mark.parametrize("kind", [ModelBusyError, ModelOutputError, ModelRefusedError, ModelUnreachableError])
def test_trouble_with_a_model_has_its_own_exit_code(kind: type[Exception]) -> None:
    """5, wherever a model's failure ends a command."""
    assert exit_code(kind("no")) == 5  # type: ignore[arg-type]


def test_an_encoder_on_a_dead_server_ends_with_5(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As any command does whose model fails."""
    with ScriptedServer(lambda asked: Fail(401, "no")) as dead:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", dead.url)
        (tmp_path / "chat.txt").write_text("Ana: Hello there.\nBen: Good morning.\n", encoding="utf-8")
        result = CliRunner().invoke(
            app, ["add", str(tmp_path / "chat.txt"), "-s", str(tmp_path / "new.db"), "-e", "openai:embedder"]
        )
    assert result.exit_code == 5, result.output
