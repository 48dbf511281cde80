"""Misbehaving servers: each function sends a wrong response, or sends a right one wrongly."""

from __future__ import annotations

import gzip
import json
import random
import socket
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Event
from typing import Any

PAUSE = 0.02  # seconds between pieces
PIECES = 100_000  # after which an endless response stops, even if the client still listens

STRANGE: tuple[object, ...] = (
    None, True, 0, -1, 1e308, 10**400, 0.1, "", " ", "\ud800", "\x00", "\u202e", "a" * 300_000, [], {}, [[]], [None],
    {"text": []}, [0] * 5_000, "[1]", '{"summary": 1}', "2024-13-45", "999999-01-01",
)  # fmt: skip
"""Replacements for a value in a reply."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A connection on which a request has arrived, its right response, and the random generator for the fault.

    `closing` is set when the server shuts down.
    """

    connection: socket.socket
    body: bytes
    kind: str
    chance: random.Random
    closing: Event

    def head(self, status: str = "200 OK", **headers: object) -> bytes:
        """The head of a response, by default the right one; headers that are `None` are omitted."""
        fields = {"content_type": self.kind, "content_length": len(self.body), "connection": "close", **headers}
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in fields.items() if value is not None]
        return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode()

    def send(self, content: bytes) -> None:
        """Send bytes."""
        self.connection.sendall(content)

    def drip(self, content: bytes, pause: float = PAUSE) -> None:
        """Send bytes one by one, until `closing` is set."""
        for place in range(len(content)):
            if self.closing.wait(pause):
                return
            self.send(content[place : place + 1])

    def flood(self, piece: bytes) -> None:
        """Send a piece repeatedly, until `closing` is set."""
        for _ in range(PIECES):
            if self.closing.is_set():
                return
            self.send(piece)


Misbehave = Callable[[Exchange], None]


def slow_head(exchange: Exchange) -> None:
    """Send a head slowly, possibly a practically endless one."""
    exchange.drip(exchange.head(x="y" * exchange.chance.choice([0, 1_000_000])), exchange.chance.choice([0.001, PAUSE]))


def slow_body(exchange: Exchange) -> None:
    """Send a body slowly, possibly a practically endless one."""
    more = b" " * exchange.chance.choice([0, 1_000_000])
    exchange.send(exchange.head(content_length=len(exchange.body) + len(more)))
    exchange.drip(more + exchange.body)


def continues(exchange: Exchange) -> None:
    """Send interim responses, possibly very many, before the right one."""
    for _ in range(exchange.chance.choice([1, 100, 10_000, PIECES])):
        if exchange.closing.is_set():
            return
        exchange.send(b"HTTP/1.1 100 Continue\r\n\r\n")
    exchange.send(exchange.head() + exchange.body)


def reset(exchange: Exchange) -> None:
    """Send part of the right response, then close or reset the connection."""
    whole = exchange.head() + exchange.body
    exchange.send(whole[: exchange.chance.randrange(len(whole))])
    if exchange.chance.random() < 0.5:
        exchange.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def length(exchange: Exchange) -> None:
    """Announce a wrong body length."""
    right = len(exchange.body)
    wrong = exchange.chance.choice(
        [0, 1, right - 1, right + 1, right * 2, -1, "x", "", 1 << 62, f"{right}, {right + 1}"]
    )
    exchange.send(exchange.head(content_length=wrong) + exchange.body)


def chunks(exchange: Exchange) -> None:
    """Send chunks with a wrong size or without an end."""
    size = exchange.chance.choice([b"0", b"-1", b"x", b"ffffffffffffffff", b"%x" % (len(exchange.body) + 1), b""])
    exchange.send(exchange.head(content_length=None, transfer_encoding="chunked"))
    exchange.send(size + b"\r\n" + exchange.body + b"\r\n")
    exchange.send(exchange.chance.choice([b"", b"0\r\n\r\n", b"5\r\nab"]))


def compressed(exchange: Exchange) -> None:
    """Announce compression that was not requested: real, a decompression bomb, or false."""
    bomb = gzip.compress(bytes(1 << 24))
    body = exchange.chance.choice([gzip.compress(exchange.body), exchange.body, bomb * 16])
    encoding = exchange.chance.choice(["gzip", "br", "deflate", "zstd", "identity, gzip", "none"])
    exchange.send(exchange.head(content_length=len(body), content_encoding=encoding) + body)


def endless(exchange: Exchange) -> None:
    """Send an endless body at full speed: blanks, one line of a stream, many lines, or a text."""
    exchange.send(exchange.head(content_length=None))
    exchange.send(exchange.chance.choice([b"", b'{"choices": "', b"data: "]))
    exchange.flood(exchange.chance.choice([b" ", b"a", b"\n", b": alive\n\n", b"data: {}\n\n", b"[", b'{"a":']) * 4096)


def status(exchange: Exchange) -> None:
    """Send an error or an unknown status, with a strange Retry-After header."""
    number = exchange.chance.choice([101, 199, 204, 206, 301, 304, 400, 401, 404, 408, 418, 429, 500, 503, 599, 999])
    wait = exchange.chance.choice(["nan", "-1", "1e400", "Wed, 31 Dec 9999 23:59:59 GMT", "x" * 5_000, "0"])
    page = exchange.chance.choice(
        [exchange.body, b"", b"<html>" * 50_000, b"[" * 100_000, b'{"error": {"message": [1]}}']
    )
    exchange.send(exchange.head(f"{number} What", content_length=len(page), retry_after=wait, location="//x") + page)


def flipped(exchange: Exchange) -> None:
    """Send the right response with a few changed bytes."""
    whole = bytearray(exchange.head() + exchange.body)
    for _ in range(exchange.chance.randint(1, 4)):
        whole[exchange.chance.randrange(len(whole))] = exchange.chance.randrange(256)
    exchange.send(bytes(whole))


def mutated(exchange: Exchange) -> None:
    """Send JSON of another shape, around or inside the model's text; in a stream, in one of the events."""
    if exchange.kind == "application/json":
        body = _mutation(exchange.body, exchange.chance)
    else:
        events = exchange.body.split(b"\n\n")
        place = exchange.chance.randrange(len(events) - 2)  # the last two are [DONE] and an empty string
        events[place] = b"data: " + _mutation(events[place].removeprefix(b"data: "), exchange.chance)
        body = b"\n\n".join(events)
    exchange.send(exchange.head(content_length=len(body)) + body)


def _mutation(body: bytes, chance: random.Random) -> bytes:
    found = json.loads(body)
    found = _with_other_text(found, chance) if chance.random() < 0.6 else _other(found, chance)
    if chance.random() < 0.1:
        return b"[" * 200_000 + json.dumps(found).encode()
    return json.dumps(found).encode()


def _with_other_text(found: Any, chance: random.Random) -> Any:
    """The reply with changed JSON inside the model's text."""
    try:
        said = found["choices"][0]["message"]
        said["content"] = json.dumps(_other(json.loads(said["content"]), chance))
    except (KeyError, ValueError, TypeError):
        return _other(found, chance)
    return found


def _other(value: Any, chance: random.Random) -> Any:
    """The value with one of its parts replaced, removed or repeated."""
    if not isinstance(value, dict | list) or not value or chance.random() < 0.15:
        return chance.choice(STRANGE)
    if isinstance(value, list):
        place = chance.randrange(len(value))
        new = chance.choice([[], [_other(value[place], chance)], [value[place]] * 2_000])
        return [*value[:place], *new, *value[place + 1 :]]
    name = chance.choice(list(value))
    if chance.random() < 0.2:
        return {other: value[other] for other in value if other != name}
    return {**value, name: _other(value[name], chance)}


HOSTILITIES: Mapping[str, Misbehave] = {
    "slow-head": slow_head,
    "slow-body": slow_body,
    "continues": continues,
    "reset": reset,
    "length": length,
    "chunks": chunks,
    "compressed": compressed,
    "endless": endless,
    "status": status,
    "flipped": flipped,
    "mutated": mutated,
}
"""All kinds of misbehaviour, by name."""

ALTERING = frozenset({"flipped", "mutated"})
"""Those that may change a reply's content undetectably."""
