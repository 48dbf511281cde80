"""`convograph answer --model` and `convograph chat` in the shell: text, streams, JSON, failures and exit codes."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph.llm.scripted import Fail, HangUp, ReceivedRequest, Refuse, Say, ScriptedServer
from support.contexts import knows
from support.shell import call as run

pytest.importorskip("openai")

QUESTION = "What is Ana's cat called?"
ANSWER = ("answer", QUESTION, "--model", "openai:m")
CHAT = ("chat", "--model", "openai:m", "--session", "today")
Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a memory of two sessions, and no settings of the user's."""
    for name in ("CONVOGRAPH_OWNER", "CONVOGRAPH_BASE_URL", "CONVOGRAPH_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in (("COLUMNS", "100"), ("NO_COLOR", "1"), ("CONVOGRAPH_STORE", str(tmp_path / "memory.db"))):
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    with convograph.open("memory.db") as memory:
        memory.add([{"speaker": "Ana", "text": "My cat is called Miso."}], session="cats", said="2024-03-01 10:00")
        memory.add([{"speaker": "Ben", "text": "I moved to Porto."}], session="towns", said="2024-04-01")
        memory.bring([{"kind": "fact", "text": "Ana's cat is Miso.", "turns": ["cats:0"]}])
    return tmp_path


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any], ScriptedServer]]:
    """Starts a server whose model says the same to everything, or what a function says."""
    running: list[ScriptedServer] = []

    def start(behaviour: Any) -> ScriptedServer:
        server = ScriptedServer(behaviour if callable(behaviour) else lambda asked: behaviour)
        running.append(server.__enter__())
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", server.url)
        return server

    yield start
    for server in running:
        server.__exit__(None, None, None)


def miso(asked: ReceivedRequest) -> str:
    """A model that looks for a name in what it is shown."""
    return knows("Miso", asked)


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "convograph", *arguments]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
        os.close(theirs)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def until(self, words: str, seconds: float = 60.0) -> str:
        """What was shown up to some words."""
        end = time.monotonic() + seconds
        while words not in self.seen:
            left = end - time.monotonic()
            assert left > 0, f"{words!r} never came: {self.seen!r}"
            if select.select([self._ours], [], [], left)[0]:
                try:
                    self.seen += os.read(self._ours, 4096).decode()
                except OSError:  # the command has ended and closed its side
                    assert words in self.seen, self.seen
        return self.seen

    def end(self) -> int:
        """The exit code, and all that was shown in `seen`."""
        code = self.process.wait(60)
        while select.select([self._ours], [], [], 0.2)[0]:
            try:
                self.seen += os.read(self._ours, 4096).decode()
            except OSError:
                break
        os.close(self._ours)
        return code


# Recalls


def test_a_recall_says_on_a_terminal_that_it_is_at_work() -> None:
    """The architecture may first have to load a parser; the hits come after it."""
    terminal = Terminal("recall", "Who is Miso?")
    assert terminal.end() == 0, terminal.seen
    assert "recalling" in terminal.seen
    assert "Miso" in terminal.seen.split("recalling")[-1]


# Answers


def test_an_answer_with_its_sources(serve: Any) -> None:
    """The text, a line for each turn and memo cited, and the numbers that the model made up."""
    server = serve("It is Miso [1, 3]. A dog [44].")
    out = run(*ANSWER, "-a", "sgmem-tf").stdout
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[:2] == ["answer by m, from memory as cited", "  It is Miso [1, 3]. A dog."]
    assert "[1]  2024-03-01 10:00  Ana  cats:0" in out
    assert "[3]  fact, from cats:0" in out
    assert "the model cited sources that do not exist; these citations were removed: [44]" in out
    assert not server.requests[0].body["stream"]
    assert re.search(r"^answer by openai:m +1 call,", run("stats", "-o", "default").stdout, re.MULTILINE)


def test_an_answer_as_json(serve: Any) -> None:
    """All of it, with the model's own words."""
    serve("Miso [1] [9]")
    found = json.loads(run(*ANSWER, "--short", "--json").stdout)
    assert (found["kind"], found["found"], found["text"], found["raw"]) == (
        "generated",
        True,
        "Miso [1]",
        "Miso [1] [9]",
    )
    assert (found["invented"], found["model"], found["failure"]) == ([9], "m", None)
    assert found["citations"][0]["turn"] == found["turns"][0]["id"] == "cats:0"


def test_an_answer_as_json_has_each_turn_once() -> None:
    """However often it is referred to: in citations, evidence and hits by its id, with its text in "turns"."""
    told = "Miso sleeps on the boiler. Quite warm in there."
    turns = [{"text": told, "session": "a", "metadata": {"channel": "slack"}}, {"text": "Rex sleeps.", "session": "b"}]
    run("add", "-", given=json.dumps(turns))
    out = run("answer", "Where does Miso sleep on the boiler?", "--json").stdout
    assert out.count(told) == 1
    found = json.loads(out)
    ids = [turn["id"] for turn in found["turns"]]
    assert sorted(set(ids)) == sorted(ids)
    assert {"id": "a:0", "text": told, "metadata": {"channel": "slack"}}.items() <= found["turns"][
        ids.index("a:0")
    ].items()
    evidence, *_ = [each for each in found["evidence"] if each["span"]["turn"] == "a:0"]
    assert told[evidence["span"]["start"] : evidence["span"]["end"]] == "Miso sleeps on the boiler."
    hits = found["recall"]["hits"]
    mentioned = [turn for hit in hits for turn in hit["turns"]] + [each["turn"] for each in found["citations"]]
    assert {"a:0", "b:0"} <= set(mentioned) <= set(ids)


def test_what_is_not_in_memory(serve: Any) -> None:
    """Exit code 1; words that cite nothing are shown as what they are, and the phrase alone is enough."""
    serve("not in memory")
    assert run(*ANSWER, exits=1).stdout == "not in memory\n"
    serve("Surely a cat called Rex.")
    out = run(*ANSWER, exits=1).stdout
    assert out.splitlines()[:2] == ["not in memory", "the model's reply cites no source that exists"]
    assert "its reply: Surely a cat called Rex." in out
    assert json.loads(run(*ANSWER, "--json", exits=1).stdout)["raw"] == "Surely a cat called Rex."


def test_too_small_a_budget_is_said(serve: Any) -> None:
    """No model is asked."""
    server = serve("x")
    result = run(*ANSWER, "--budget", "5", exits=1)
    assert "nothing of what was found fits into 5 tokens; give a larger budget" in result.stderr
    assert server.requests == []


@pytest.mark.parametrize("fault", [Fail(401, "no such key"), Refuse(), Say("It is [1", finish="length")], ids=str)
def test_a_model_that_fails(serve: Any, fault: Any) -> None:
    """Exit code 5; or sentences quoted, when that was wanted, and the reason beside them."""
    serve(fault)
    assert run(*ANSWER, exits=5).stderr.startswith("error: ")
    result = run(*ANSWER, "--otherwise-quote")
    assert result.stderr.startswith("the model failed; sentences are quoted instead: ")
    assert "extractive answer: sentences from memory, quoted\n  My cat is called Miso. [1]" in result.stdout
    found = json.loads(run(*ANSWER, "--otherwise-quote", "--json").stdout)
    assert found["kind"] == "extractive"
    assert found["failure"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--short",), "need a model; name one with --model"),
        (("--budget", "10"), "need a model; name one with --model"),
        (("--otherwise-quote",), "need a model; name one with --model"),
        (("--model", "gpt"), "no chat model is called 'gpt'"),
        (("--model", "openai:m", "--budget", "0"), "is a whole number, 1 or more: 0"),
    ],
)
def test_wrong_use_is_one_line(serve: Any, arguments: tuple[str, ...], says: str) -> None:
    """Exit code 2, and nothing is sent."""
    server = serve("x")
    assert says in run("answer", QUESTION, *arguments, exits=2).stderr
    assert server.requests == []


def test_an_answer_is_streamed_on_a_terminal(serve: Any) -> None:
    """The words once, as they come and without control characters, then the sources."""
    serve("It is \x1b]0;owned\x07Miso [1] [9].")
    terminal = Terminal(*ANSWER)
    assert terminal.end() == 0
    assert terminal.seen.count("Miso [1]") == 1
    assert "\x1b]0" not in terminal.seen
    assert "removed: [9]" in terminal.seen
    assert "cats:0" in terminal.seen


def test_a_stream_that_breaks_ends_its_line(serve: Any) -> None:
    """What came is on the screen, the failure below it."""
    serve(HangUp(midway=True, value="It is Miso [1], I say. " * 30))
    terminal = Terminal(*ANSWER)
    assert terminal.end() == 5
    assert terminal.seen.startswith("It is Miso [1], I say.")
    assert re.search(r"\n(\x1b\[\dm)?error: ", terminal.seen)


# Chat


def stored() -> list[tuple[str | None, str]]:
    """The lines of the session of today."""
    with convograph.open("memory.db") as memory:
        return [(turn.speaker, turn.text) for turn in memory.turns("today")]


def test_a_chat_through_a_pipe(serve: Any) -> None:
    """A reply to each line with its sources, all of it stored; blank lines say nothing, and /quit ends it."""
    server = serve(miso)
    result = run(*CHAT, "--speaker", "Ana", given="What is my cat called?\n\n  \nAnd Porto?\n/quit\nNot this.\n")
    assert result.stdout.splitlines()[:2] == ["It is Miso [1].", "[1]  2024-03-01 10:00  Ana  cats:0"]
    assert "session today in" in result.stderr
    assert stored() == [
        ("Ana", "What is my cat called?"),
        ("assistant", "It is Miso."),
        ("Ana", "And Porto?"),
        ("assistant", "It is Miso."),
    ]
    assert len(server.requests) == 2
    assert '"assistant": "It is Miso."' in server.requests[1].last


def test_a_chat_goes_on_in_its_session(serve: Any) -> None:
    """The next process shows the model what was said."""
    serve("Noted.")
    run(*CHAT, given="My dog is Rex.")
    server = serve("Well.")
    run(*CHAT, given="Who is my dog?\n")
    assert '"user": "My dog is Rex."\n"assistant": "Noted."' in server.requests[0].last


def test_a_failure_is_said_and_the_chat_goes_on(serve: Any) -> None:
    """No line is lost, and the exit code tells of it at the end."""
    replies = iter([Fail(401, "no"), "Good."])
    serve(lambda asked: next(replies))
    result = run(*CHAT, given="I bought pears.\nAnd plums.\n", exits=5)
    assert result.stdout == "Good.\n"
    assert "error: " in result.stderr
    assert stored() == [("user", "I bought pears."), ("user", "And plums."), ("assistant", "Good.")]


def test_a_line_that_is_no_text_is_refused(serve: Any) -> None:
    """Bytes that are not UTF-8; the lines around them are heard, control characters replaced."""
    serve("Hm.")
    result = run(*CHAT, given=b"One.\n\xff\xfe\na \x00 b\nTwo.\n", exits=2)
    assert "byte 0xff" in result.stderr
    assert [text for speaker, text in stored() if speaker == "user"] == ["One.", "a \ufffd b", "Two."]


def test_a_chat_as_json(serve: Any) -> None:
    """A document for each reply."""
    serve(miso)
    out = run(*CHAT, "--json", given="What is my cat called?\n").stdout
    assert json.loads(out)["text"] == "It is Miso [1]."


def test_a_chat_without_a_model_quotes() -> None:
    """And makes a memory where there was none."""
    result = run("chat", "--session", "today", given="What is Ana's cat called?\nMy dog is Rex.\n")
    assert "My cat is called Miso. [1]" in result.stdout
    assert stored() == [("user", "What is Ana's cat called?"), ("user", "My dog is Rex.")]
    run("chat", "-s", "new.db", "--session", "x", given="Hello there.\n")
    assert Path("new.db").exists()


def test_a_chat_on_a_terminal(serve: Any) -> None:
    """It asks for a line, the reply comes as it is said, and Ctrl-D ends it."""
    serve(miso)
    terminal = Terminal(*CHAT, "--speaker", "Ana")
    terminal.until("Ana> ")
    terminal.type("What is my cat called?\n")
    terminal.until("cats:0")
    terminal.type("\x04")
    assert terminal.end() == 0
    assert terminal.seen.count("It is Miso [1].") == 1
    assert stored()[1] == ("assistant", "It is Miso.")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("waiting", [False, True], ids=["at the prompt", "for a reply"])
def test_a_signal_ends_a_chat(serve: Any, waiting: bool, number: int, code: int) -> None:
    """Cleanly, and every line that was said is stored; Ctrl-C is how a person ends it."""
    server = serve(Say("Too late.", delay=30))
    terminal = Terminal(*CHAT)
    terminal.until("user> ")
    if waiting:
        terminal.type("Good morning.\n")
        end = time.monotonic() + 60
        while not server.requests and time.monotonic() < end:
            time.sleep(0.05)
    os.kill(terminal.process.pid, number)
    assert terminal.end() == code
    assert "Traceback" not in terminal.seen
    assert stored() == ([("user", "Good morning.")] if waiting else [])
