"""All shell commands, as run by the families that interrupt or starve processes, and checks of what they leave."""

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
from typing import TextIO

import convograph
from convograph.formats import read_file
from convograph.llm.scripted import ReceivedRequest, Say, ScriptedServer
from faults.judgement import Finding, of_content
from faults.places import content_of as owner_content
from faults.places import made
from faults.report import FOREIGN, SAME
from tests.support.writers import served

CONVERSATION = Path(__file__).parents[1] / "examples" / "allotment.json"
STORE = "memory.db"
OWNER = "default"
SESSIONS = 6
MODEL_SECONDS = 0.02  # reply time of the model, so that some requests are always pending
PROMPT = 20.0  # seconds within which an interrupted command must end, even on a busy machine
WHOLE = 300.0  # seconds within which an uninterrupted command must end
SALTBY = "be6611614a"  # id of the fact that Nora's mother lives there
BIKE = "1cb9f800e5"  # id of the fact that the foreman owns one, which was struck out
KIN = "6597786ee322"  # id of the decision that Norah is Nora
QUESTION = "Where is the spare key?"
MODEL = ("--model", "openai:scripted")


GROUPS = frozenset({"entity", "fact"})  # their commands have two-word names


@dataclass(frozen=True, slots=True)
class Shell:
    """A command's arguments and input, whether repeating it gives the same result, and whether it changes content."""

    arguments: tuple[str, ...]
    given: str = ""
    repeatable: bool = True
    changing: bool = True

    @property
    def name(self) -> str:
        """The command's name, without its arguments."""
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
"""All commands, some with several sets of arguments."""

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
    """How a command ended: its exit code, negative for a signal, its output, and the seconds it took."""

    code: int
    out: str
    err: str
    seconds: float


class Workshop:
    """A folder with a store and files for all commands, copied for each run, and a model server."""

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
        """A copy of the folder for a run."""
        self._number += 1
        folder = self._runs / str(self._number)
        shutil.copytree(self._ready, folder)
        return folder

    def begin(self, shell: Shell, folder: Path, most_bytes: int = 0) -> Running:
        """Start a command in a folder, with a memory limit unless it is 0; return once it has begun."""
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
    """A running command in its own process group."""

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
        """Send a signal after `after` seconds, if the command is still running."""
        try:
            self._process.wait(after)
        except subprocess.TimeoutExpired:
            self._process.send_signal(number)
            self._began = time.monotonic()

    def end(self, patience: float = WHOLE) -> Ended:
        """Wait up to `patience` seconds for the command to end, then kill it."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        seconds = time.monotonic() - self._began
        out, err = map(_content, self._outputs)
        return Ended(self._process.returncode, out, err, seconds)

    def orphans(self) -> bool:
        """Whether processes of the command outlive it; they are then killed."""
        deadline = time.monotonic() + 2.0  # workers end as soon as they notice that their parent has
        while time.monotonic() < deadline:
            try:
                os.killpg(self._process.pid, 0)
            except ProcessLookupError:
                return False
            time.sleep(0.02)
        os.killpg(self._process.pid, signal.SIGKILL)
        return True


def _content(file: TextIO) -> str:
    with file:
        file.seek(0)
        return file.read()


def _slowly(asked: ReceivedRequest) -> Say:
    if len(asked.body["messages"]) < 2 or "response_format" not in asked.body:
        return Say("The key is red [1].", delay=MODEL_SECONDS)
    return Say(served(asked), delay=MODEL_SECONDS)


def files_of(folder: Path) -> set[str]:
    """The files in a folder and its subfolders, without SQLite's WAL files."""
    found = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    return {name for name in found if not name.endswith(("-wal", "-shm"))}


def content_of(folder: Path) -> list[str]:
    """The content of the store, without storage times."""
    with convograph.open(folder / STORE, owner=OWNER, architecture=made("bm25")[0]) as memory:
        return owner_content(memory)


def left_behind(shell: Shell, folder: Path, before: Path, after: Path) -> Finding:
    """Check that an interrupted command left no unexpected file, intact stores, and content of before or after."""
    strange = files_of(folder) - files_of(after) - files_of(before)
    if strange:
        return FOREIGN, f"files are left: {', '.join(sorted(strange))}"
    for store in folder.glob("*.db"):
        if store.stat().st_size and (problems := convograph.verify(store).problems):
            return FOREIGN, f"{store.name}: {problems[0]}"
    for page in folder.glob("*.html"):
        if not page.read_text().rstrip().endswith("</html>"):
            return FOREIGN, f"{page.name} is cut off"
    if shell.name == "chat":  # stores the time of day with each line
        return SAME, ""
    return of_content(content_of(folder), content_of(before), content_of(after), atomic=not shell.changing)
