"""A misbehaving model server: does each call end in time, with a right result or convograph's own error?

Each round has its own store, and a model on a server most of whose responses are hostile. The call must leave the store
intact; once the server works again, the same call must complete.
"""

from __future__ import annotations

import json
import random
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Lock, Thread
from typing import Any, ClassVar, Self

import numpy as np

import convograph
from convograph.build import ARCHITECTURES
from convograph.chat import ChatRequest, Message
from convograph.encoders.http import HttpEncoder
from convograph.endpoint.backoff import Backoff
from convograph.errors import ConvographError, DamageWarning
from convograph.llm.openai import OpenAIChat
from convograph.llm.scripted import ReceivedRequest, Say, Vectors, bodies
from convograph.memory import Memory
from faults.hostility import ALTERING, HOSTILITIES, Exchange, Misbehave
from faults.places import made
from faults.report import FOREIGN, LOST, SAME, SILENT, TOLD, Outcome, worst
from tests.support.pictures import exported
from tests.support.writers import served

SECONDS = 0.4  # timeout of a request
WELL_SECONDS = 60.0  # timeout of a request to a working server, even on a busy machine
SLACK = 15.0  # seconds for everything besides requests on a busy machine; a real hang takes longer
HOSTILE = 0.7  # share of the responses
REPLY = "The key is under the pot [1]."
DIMENSIONS = 8
SESSIONS = [
    {"id": "keys", "turns": [{"speaker": "Ana", "text": "The key is under the pot."}]},
    {"id": "cats", "turns": [{"speaker": "Ben", "text": "My cat sleeps."}, {"speaker": "Ana", "text": "Mine, too."}]},
]

Call = Callable[["_Round"], object]


class HostileServer:
    """A server with OpenAI's protocol, most of whose responses misbehave in one way, or none if it is `None`."""

    def __init__(self, misbehave: Misbehave | None, chance: random.Random) -> None:
        self.misbehave = misbehave
        self.chance = chance
        self.lock = Lock()
        self.closing = Event()
        self._server = _Server(("127.0.0.1", 0), type("_Bound", (_Handler,), {"hostile": self}))
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        """The base URL for clients."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True


class _Handler(StreamRequestHandler):
    hostile: ClassVar[HostileServer]

    def handle(self) -> None:
        """Answer one request, unless the client has disconnected."""
        try:
            asked = self._asked()
            with self.hostile.lock:
                chance = random.Random(self.hostile.chance.random())
            body, kind = _right(asked)
            exchange = Exchange(self.connection, body, kind, chance, self.hostile.closing)
            if self.hostile.misbehave is not None and chance.random() < HOSTILE:
                self.hostile.misbehave(exchange)
            else:
                exchange.send(exchange.head() + body)
        except (OSError, ValueError):  # disconnected, perhaps before the request was complete
            return

    def _asked(self) -> ReceivedRequest:
        _, path, _ = self.rfile.readline().decode().split()
        length = 0
        while (line := self.rfile.readline().strip()) != b"":
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return ReceivedRequest(path, json.loads(self.rfile.read(length)), {})


def _right(asked: ReceivedRequest) -> tuple[bytes, str]:
    """The body that a working server sends, and its content type."""
    if asked.path.endswith("/embeddings"):
        return bodies.embeddings(Vectors([[1.0] * DIMENSIONS for _ in asked.body["input"]])), "application/json"
    if asked.body.get("stream"):
        return bodies.events(asked, Say(REPLY)), "text/event-stream"
    said: Any = served(asked) if "response_format" in asked.body else REPLY
    return bodies.completion(asked, Say(said)), "application/json"


@dataclass(slots=True)
class _Round:
    memory: Memory
    url: str
    seconds: float = WELL_SECONDS

    @property
    def model(self) -> OpenAIChat:
        return OpenAIChat("scripted", self.url, timeout=self.seconds)

    def enrich(self) -> object:
        """Write memos of all kinds; return the failures of the report."""
        report = self.memory.enrich(self.model)
        return [failure.message for failure in report.failures]

    def answer(self) -> str:
        """Answer a question in the model's words."""
        return self.memory.answer("Where is the key?", model=self.model, min_probability=None).text

    def stream(self) -> str:
        """Stream a reply and join its pieces."""
        pieces: list[str] = []
        self.memory.reply(self.model, ChatRequest("answer", (Message("user", "Where?"),)), on_text=pieces.append)
        return "".join(pieces)

    def encode(self) -> list[float]:
        """Encode two texts and return the vectors' norms."""
        rows = HttpEncoder("scripted", self.url, timeout=self.seconds, backoff=Backoff(attempts=1)).encode(
            ["a key", "a pot"], "passage"
        )
        return [round(float(length), 3) for length in np.linalg.norm(rows, axis=1)]


@dataclass(frozen=True, slots=True)
class _Tried:
    """A call to a model, its right result, and the maximum number of requests it takes."""

    call: Call
    right: object
    requests: int


CALLS: Mapping[str, _Tried] = {
    "enrich": _Tried(_Round.enrich, [], 10),
    "answer": _Tried(_Round.answer, REPLY, 3),
    "stream": _Tried(_Round.stream, REPLY, 3),
    "encode": _Tried(_Round.encode, [1.0, 1.0], 3),
}


class ServerTrial:
    """Rounds with a hostile server, each with a new store."""

    def __init__(self, folder: Path) -> None:
        self._store = folder / "memory.db"
        OpenAIChat("scripted", "http://127.0.0.1:1")  # loads the client library before any request is timed

    def run(self, fault: str, seed: int) -> Outcome:
        """Run a call with a hostile server, then check its result and the store it leaves."""
        chance = random.Random(f"{fault}/{seed}")
        name = chance.choice(list(CALLS))
        architecture = made(chance.choice(list(ARCHITECTURES)))[0]
        for file in self._store.parent.glob("memory.db*"):
            file.unlink()
        with warnings.catch_warnings():
            warnings.simplefilter("error", DamageWarning)
            with convograph.open(self._store, architecture=architecture) as memory:
                memory.add(SESSIONS)
                findings = [self._tried(fault, chance, memory, name), self._mended(fault, memory, name)]
        findings.append(self._intact())
        verdict, detail = worst(findings)
        return Outcome(fault, seed, verdict, name, detail, acknowledged=1)

    def _tried(self, fault: str, chance: random.Random, memory: Memory, name: str) -> tuple[str, str]:
        tried, began = CALLS[name], time.monotonic()
        with HostileServer(HOSTILITIES[fault], chance) as server:
            try:
                result = tried.call(_Round(memory, server.url, SECONDS))
                verdict, detail = (SAME, "") if result == tried.right else (SILENT, f"{result!r:.300}")
            except ConvographError as error:
                verdict, detail = TOLD, str(error)
            except Exception as error:  # noqa: BLE001 - any foreign exception is a finding
                return FOREIGN, f"{type(error).__name__}: {error}"
        seconds = time.monotonic() - began
        if seconds > tried.requests * SECONDS + SLACK:
            return FOREIGN, f"it took {seconds:.1f} s"
        if verdict == SILENT and (fault in ALTERING or name == "enrich"):  # whose report lists the failures
            return TOLD, detail
        return verdict, detail

    def _mended(self, fault: str, memory: Memory, name: str) -> tuple[str, str]:
        """Check that turns are unchanged, and that the same call succeeds with a working server."""
        kept = [line for line in exported(memory) if line.startswith(('{"session"', '{"turn"'))]
        with HostileServer(None, random.Random(0)) as server:
            result = CALLS[name].call(_Round(memory, server.url))
        if result != CALLS[name].right:
            return SILENT, f"with the server well again: {result!r:.300}"
        with convograph.open(":memory:", architecture=made("bm25")[0]) as other:
            other.add(SESSIONS)
            if kept != [line for line in exported(other) if line.startswith(('{"session"', '{"turn"'))]:
                return LOST, "turns are not as they were"
            if name != "enrich" or fault in ALTERING:
                return SAME, ""
            with HostileServer(None, random.Random(0)) as server:
                other.enrich(_Round(other, server.url).model, kinds=_kinds(memory))
            return (SAME, "") if exported(memory) == exported(other) else (SILENT, "other memos than of a well server")

    def _intact(self) -> tuple[str, str]:
        problems = convograph.verify(self._store).problems
        return (FOREIGN, problems[0]) if problems else (SAME, "")


def _kinds(memory: Memory) -> Any:
    """The memo kinds that the architecture has a model write by default."""
    return memory._kinds(None)
