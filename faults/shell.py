"""Every command of the shell, as the families that interrupt or starve processes try it, and what it may leave."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.writers import served

import convograph
from convograph.formats import read_file
from convograph.llm.scripted import ReceivedRequest, Say, ScriptedServer
from faults.judgement import Finding, of_content
from faults.places import content_of as owner_content
from faults.places import made
from faults.report import FOREIGN, SAME

CONVERSATION = Path(__file__).parents[1] / "examples" / "allotment.json"
STORE = "memory.db"
OWNER = "default"
SESSIONS = 6
MODEL_SECONDS = 0.02  # that the model takes to reply: some requests are under way at any moment
PROMPT = 20.0  # seconds within which an interrupted command ends, on a machine that is at work with other things
WHOLE = 300.0  # … and within which one ends that is not interrupted
SALTBY = "be6611614a"  # the fact that Nora's mother lives there
BIKE = "1cb9f800e5"  # the fact that the foreman owns one, which was struck out
KIN = "6597786ee322"  # the decision that Norah is Nora
QUESTION = "Where is the spare key?"
MODEL = ("--model", "openai:scripted")


GROUPS = frozenset({"entity", "fact"})  # whose commands have a name of two words


@dataclass(frozen=True, slots=True)
class Shell:
    """A command with its arguments; the lines that it is given; whether it says the same whenever it is repeated."""

    arguments: tuple[str, ...]
    given: str = ""
    repeatable: bool = True
    changing: bool = True

    @property
    def name(self) -> str:
        """The command."""
        return " ".join(self.arguments[: 2 if self.arguments[0] in GROUPS else 1])


def _reading(*arguments: str) -> Shell:
    return Shell(arguments, changing=False)


SHELL: Sequence[Shell] = (
    Shell(("add", "chat.json")),
    Shell(("add", "chat.json", "--architecture", "glong", "--processes", "2", "--depth", "all")),
    Shell(("import", "other.jsonl")),
    Shell(("bring", "facts.jsonl")),
    Shell(("enrich", *MODEL, "--yes", "--workers", "3")),
    Shell(("enrich", *MODEL, "--yes", "--kinds", "triplet", "--architecture", "glong")),
    Shell(("forget", "--session", "allotment#2", "--yes", "--prove"), repeatable=False),
    Shell(("forget", "--speaker", "Cal", "--yes"), repeatable=False),
    Shell(("forget", "--owner-and-all", "--yes"), repeatable=False),
    Shell(("reencode", "--encoder", "static")),
    Shell(("fact", "end", SALTBY), repeatable=False),
    Shell(("fact", "strike", SALTBY), repeatable=False),
    Shell(("fact", "undo", BIKE), repeatable=False),
    Shell(("entity", "merge", "boots", "gloves", "--architecture", "associa")),
    Shell(("entity", "split", "move to", "move", "--architecture", "associa")),
    Shell(("entity", "undo", KIN), repeatable=False),
    Shell(("scrub",)),
    Shell(("chat", *MODEL), given="The key is red.\nWhere is the key?\n", repeatable=False),
    Shell(("backup", "copy.db", "--overwrite")),
    Shell(("restore", "copy.db", "--replace", "--yes")),
    Shell(("demo", "--into", "demo", "--store", "demo.db")),
    _reading("recall", QUESTION, "--architecture", "sgmem", "--touch"),
    _reading("context", QUESTION),
    _reading("answer", QUESTION, *MODEL),
    _reading("export", "content.jsonl"),
    _reading("show", "--html", "graph.html", "--architecture", "sgmem"),
    _reading("memos"),
    _reading("sessions"),
    _reading("facts", "--outdated"),
    _reading("timeline", "--html", "facts.html"),
    _reading("entity", "merges", "--all", "--architecture", "associa"),
    _reading("entity", "list", "--architecture", "lightgmem"),
    _reading("entity", "show", "Nora", "--architecture", "lightgmem"),
    _reading("entity", "communities", "--architecture", "lightgmem"),
    _reading("entity", "decisions"),
    _reading("entity", "history", "--architecture", "associa"),
    _reading("profile", "--architecture", "lightgmem"),
    _reading("recall", QUESTION, "--architecture", "lightgmem", "--explain"),
    _reading("stats"),
    _reading("owners"),
    _reading("verify"),
    _reading("parse", "I went to Porto with my sister last week."),
    _reading("schema", "event"),
)
"""Every command, some in several ways."""

_RUN = """
import os, resource, sys
from convograph.cli import main
most = int(sys.argv.pop(2))
resource.setrlimit(resource.RLIMIT_AS, (most or resource.RLIM_INFINITY, resource.RLIM_INFINITY))
os.write(int(sys.argv.pop(1)), b"begun")
main()
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code, negative for a signal, what it wrote, and how many seconds it took."""

    code: int
    out: str
    err: str
    seconds: float


class Workshop:
    """A folder with a store and files for all commands, of which each run has a copy; and a server with a model."""

    def __init__(self, folder: Path) -> None:
        self._ready = folder / "ready"
        self._runs = folder / "runs"
        self._ready.mkdir()
        self._runs.mkdir()
        self._make()
        self._number = 0
        self._server = ScriptedServer(_slowly)
        self._server.__enter__()  # its threads end with the process

    def _make(self) -> None:
        conversation = read_file(CONVERSATION)[0]
        store = self._ready / STORE
        with convograph.open(store, owner=OWNER) as memory:
            memory.add(conversation.sessions[:SESSIONS])
            memory.bring([{"kind": "fact", "text": "Nora has an allotment.", "turns": ["allotment#1:0"]}])
            memory.bring([{"kind": "decision", "names": ["Nora", "Norah"], "same": True, "turns": ["allotment#1:0"]}])
            memory.strike_fact(BIKE)
        convograph.backup(store, self._ready / "copy.db")
        with convograph.open(":memory:", architecture=made("bm25")[0]) as other:
            other.add(conversation.sessions[SESSIONS : 2 * SESSIONS])
            other.export_to(self._ready / "other.jsonl")
        shutil.copy(CONVERSATION, self._ready / "chat.json")
        facts = [{"kind": "fact", "text": f"A fact, {number}.", "turns": ["allotment#1:0"]} for number in range(40)]
        (self._ready / "facts.jsonl").write_text("\n".join(map(json.dumps, facts)))

    def copy(self) -> Path:
        """A folder for a run."""
        self._number += 1
        folder = self._runs / str(self._number)
        shutil.copytree(self._ready, folder)
        return folder

    def begin(self, shell: Shell, folder: Path, most_bytes: int = 0) -> Running:
        """Run a command in a folder, with a limit on its memory if it is not 0; it has begun when this returns."""
        return Running(shell, folder, self._environment(folder), most_bytes)

    def _environment(self, folder: Path) -> Mapping[str, str]:
        own = {
            "CONVOGRAPH_STORE": str(folder / STORE),
            "CONVOGRAPH_OWNER": OWNER,
            "CONVOGRAPH_BASE_URL": self._server.url,
            "TMPDIR": str(folder),
            "NO_COLOR": "1",
        }
        return {**os.environ, **own}


class Running:
    """A command that runs, in a group of processes of its own."""

    def __init__(self, shell: Shell, folder: Path, environment: Mapping[str, str], most_bytes: int) -> None:
        begun, says = os.pipe()
        self._outputs = [(folder.parent / f"{folder.name}.{name}").open("w+") for name in ("out", "err")]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _RUN, str(says), str(most_bytes), *shell.arguments],
            stdin=subprocess.PIPE,
            stdout=self._outputs[0],
            stderr=self._outputs[1],
            cwd=folder,
            env=environment,
            pass_fds=[says],
            start_new_session=True,
            text=True,
        )
        os.close(says)
        os.read(begun, 5)
        os.close(begun)
        self._began = time.monotonic()
        if self._process.stdin:
            self._process.stdin.write(shell.given)
            self._process.stdin.close()

    def interrupt(self, number: signal.Signals, after: float) -> None:
        """Send a signal after some seconds, if the command runs that long."""
        try:
            self._process.wait(after)
        except subprocess.TimeoutExpired:
            self._process.send_signal(number)
            self._began = time.monotonic()

    def end(self, patience: float = WHOLE) -> Ended:
        """Wait for the end some seconds; a command that does not come to it is killed."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        seconds = time.monotonic() - self._began
        return Ended(self._process.returncode, *map(_content, self._outputs), seconds)

    def orphans(self) -> bool:
        """Whether processes of the command outlive it, which are then killed."""
        deadline = time.monotonic() + 2.0  # a worker ends as soon as it notices that its parent has
        while time.monotonic() < deadline:
            try:
                os.killpg(self._process.pid, 0)
            except ProcessLookupError:
                return False
            time.sleep(0.02)
        os.killpg(self._process.pid, signal.SIGKILL)
        return True


def _content(file: object) -> str:
    with file:  # type: ignore[attr-defined]
        file.seek(0)  # type: ignore[attr-defined]
        return file.read()  # type: ignore[attr-defined,no-any-return]


def _slowly(asked: ReceivedRequest) -> Say:
    if len(asked.body["messages"]) < 2 or "response_format" not in asked.body:
        return Say("The key is red [1].", delay=MODEL_SECONDS)
    return Say(served(asked), delay=MODEL_SECONDS)


def files_of(folder: Path) -> set[str]:
    """The files in a folder and below, without SQLite's beside a store."""
    found = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    return {name for name in found if not name.endswith(("-wal", "-shm"))}


def content_of(folder: Path) -> list[str]:
    """The content of the store, without the times of storing."""
    with convograph.open(folder / STORE, owner=OWNER, architecture=made("bm25")[0]) as memory:
        return owner_content(memory)


def left_behind(shell: Shell, folder: Path, before: Path, after: Path) -> Finding:
    """What an interrupted command has left: no strange file, intact stores, whole content of before and after."""
    strange = files_of(folder) - files_of(after) - files_of(before)
    if strange:
        return FOREIGN, f"files are left: {', '.join(sorted(strange))}"
    for store in folder.glob("*.db"):
        if store.stat().st_size and (problems := convograph.verify(store).problems):
            return FOREIGN, f"{store.name}: {problems[0]}"
    for page in folder.glob("*.html"):
        if not page.read_text().rstrip().endswith("</html>"):
            return FOREIGN, f"{page.name} is cut off"
    if shell.name == "chat":  # says the time of day with each line
        return SAME, ""
    return of_content(content_of(folder), content_of(before), content_of(after), atomic=not shell.changing)
