"""A local HTTP server with OpenAI's protocol that follows a script."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, ClassVar, Self

from convograph.llm.scripted import bodies
from convograph.llm.scripted.behaviours import (
    Behaviour,
    Compressed,
    Drip,
    Fail,
    Garble,
    HangUp,
    ReceivedRequest,
    Refuse,
    Say,
    Script,
    Vectors,
)

_END = Fail(400, "the script has ended")
_ENDLESS = 1 << 30
_PIECES = {"body": b" ", "header": b"x", "continue": b"HTTP/1.1 100 Continue\r\n\r\n"}
_JSON, _EVENTS = "application/json", "text/event-stream"


class ScriptedServer:
    """Serves `/v1/chat/completions` (whole or as a stream), `/v1/embeddings` and `/v1/models` on a free local port.

    `script` is a list with one entry per request (after its end, 400), or a function of the request. `url` is the base
    URL for clients, `requests` are the requests so far in order, except those to `/v1/models`.

    >>> with ScriptedServer(["Hello.", Fail(500)]) as server:
    ...     server.url.startswith("http://127.0.0.1:")
    True
    """

    def __init__(self, script: Script) -> None:
        self._script = script
        self._lock = Lock()
        self._closing = Event()
        self.requests: list[ReceivedRequest] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("_Bound", (_Handler,), {"scripted": self}))
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        """The base URL, as `CONVOGRAPH_BASE_URL` takes it."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def behaviour(self, asked: ReceivedRequest) -> Behaviour:
        """Record the request; returns the script's response to it."""
        with self._lock:
            self.requests.append(asked)
            if callable(self._script):
                chosen: Any = self._script(asked)
            else:
                chosen = self._script[len(self.requests) - 1] if len(self.requests) <= len(self._script) else _END
        return chosen if isinstance(chosen, Behaviour) else Say(chosen)

    def pause(self, seconds: float) -> bool:
        """Wait; returns true if the server is closed in the meantime."""
        return self._closing.wait(seconds)


class _Handler(BaseHTTPRequestHandler):
    scripted: ClassVar[ScriptedServer]
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are two writes; the second would wait 40 ms for the first's ACK

    def handle(self) -> None:
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True  # clients may disconnect at any time

    def do_GET(self) -> None:
        found = self.path == "/v1/models"
        self._send(bodies.models() if found else bodies.failure(Fail(404, "not found")), 200 if found else 404)

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers.get("content-length", 0)))
        asked = ReceivedRequest(
            self.path, json.loads(sent), {name.lower(): value for name, value in self.headers.items()}
        )
        self._act(asked, self.scripted.behaviour(asked))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as in the base class
        """Log nothing: the requests are in `ScriptedServer.requests`."""

    def _act(self, asked: ReceivedRequest, behaviour: Behaviour) -> None:
        match behaviour:
            case Say() | Refuse():
                if isinstance(behaviour, Say):
                    self.scripted.pause(behaviour.delay)
                self._send(*_reply(asked, behaviour))
            case Vectors():
                self._send(bodies.embeddings(behaviour))
            case Garble():
                self._send(behaviour.body.encode(errors="surrogateescape"), behaviour.status)
            case Fail():
                headers = {"retry-after": behaviour.retry_after, "location": behaviour.location}
                self._send(bodies.failure(behaviour), behaviour.status, headers=headers)
            case HangUp():
                if behaviour.midway:
                    body, status, kind = _reply(asked, Say(behaviour.value))
                    self._send(body, status, kind, until=len(body) // 2)
                self.close_connection = True
            case Drip():
                self._drip(behaviour)
            case Compressed():
                self._send(behaviour.body, headers={"content-encoding": behaviour.encoding})

    def _send(
        self,
        body: bytes,
        status: int = 200,
        kind: str = _JSON,
        headers: dict[str, str | None] | None = None,
        until: int | None = None,
    ) -> None:
        """Send a response that announces the length of `body` but sends it only up to `until`."""
        self._head(status, kind, len(body), headers or {})
        self.wfile.write(body[:until])

    def _head(self, status: int, kind: str, length: int, headers: dict[str, str | None]) -> None:
        self.send_response(status)
        for name, value in {"content-type": kind, "content-length": str(length), **headers}.items():
            if value is not None:
                self.send_header(name, value)
        self.end_headers()

    def _drip(self, behaviour: Drip) -> None:
        self.close_connection = True
        if behaviour.part == "body":
            self._head(behaviour.status, _JSON, _ENDLESS, {})
        elif behaviour.part == "header":
            self.wfile.write(f"HTTP/1.1 {behaviour.status} OK\r\nx: ".encode())
        while not self.scripted.pause(behaviour.seconds):
            self.wfile.write(_PIECES[behaviour.part])


def _reply(asked: ReceivedRequest, behaviour: Say | Refuse) -> tuple[bytes, int, str]:
    """Body, status and content type of a reply, streamed if requested."""
    if asked.body.get("stream"):
        return bodies.events(asked, behaviour), 200, _EVENTS
    return bodies.completion(asked, behaviour), 200, _JSON
