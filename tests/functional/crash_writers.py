"""Starts writers that add to a store until they are killed: run by `test_crash.py`, one request a line on stdin.

Everything slow is loaded once, before the first fork, so that a writer writes within milliseconds. A request is
`{"store": …, "writer": …, "seed": …, "receipts": …}`; the answer is the writer's process id. What `add` has
returned for stands in the file `receipts`, a line a call: the owner and each turn's id and text.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import convograph
from convograph.build import make_encoder

ENCODER = make_encoder("static")
OWNERS = ("ana", "ana", "ana", "ben")
WORDS = "market bicycle train yellow kitchen garden because window Tuesday music violin coffee walked bought".split()


def text_of(session: str, ordinal: int) -> str:
    """What is said there: the same whoever adds it, so that sessions may be shared."""
    rng = random.Random(f"{session}/{ordinal}")
    words = " ".join(rng.choices(WORDS, k=rng.randrange(2, 12)))
    return f"At {session} place {ordinal}: {words}. Then we said {rng.choice(WORDS)}."


@dataclass
class Writer:
    """One process's work: an endless row of calls, chosen by a seeded generator."""

    memories: dict[str, convograph.Memory]
    name: str
    rng: random.Random
    grown: dict[tuple[str, str], int]

    def calls(self) -> Iterator[tuple[str, list[list[str]]]]:
        """Each call's owner and the turns that it has stored, after it returned."""
        number = 0
        while True:
            number += 1
            owner = self.rng.choice(OWNERS)
            kind = self.rng.choices(("own", "shared", "large", "unnamed", "forget"), (30, 30, 1, 10, 1))[0]
            yield owner, getattr(self, kind)(owner, number)

    def own(self, owner: str, number: int) -> list[list[str]]:
        """A session of this writer, new or grown by some turns at the last place known."""
        session = f"{self.name}-{number // 4}"
        return self._grow(owner, session, self.rng.randrange(1, 5))

    def shared(self, owner: str, number: int) -> list[list[str]]:
        """A session that the other writer grows too."""
        return self._grow(owner, f"shared-{number // 6}", self.rng.randrange(1, 4))

    def large(self, owner: str, number: int) -> list[list[str]]:
        """Enough turns for a kill to land within the transaction, or while the layers are derived."""
        return self._grow(owner, f"{self.name}-large-{number}", 150)

    def unnamed(self, owner: str, number: int) -> list[list[str]]:
        """A session without an id."""
        texts = [text_of(f"{self.name} unnamed {number}", place) for place in range(2)]
        (report,) = self.memories[owner].add([{"speaker": "Cleo", "text": text} for text in texts]).sessions
        return [[f"{report.id}:{place}", text] for place, text in enumerate(texts)]

    def forget(self, owner: str, number: int) -> list[list[str]]:
        """A session that is gone again when the call returns; its log is overwritten, which is a checkpoint."""
        session = f"{self.name}-gone-{number}"
        self._grow(owner, session, 2)
        self.memories[owner].forget(session=session)
        return []

    def _grow(self, owner: str, session: str, count: int) -> list[list[str]]:
        first = self.grown.get((owner, session), 0)
        texts = [text_of(session, first + place) for place in range(count)]
        turns = [{"speaker": f"S{place % 2}", "text": text} for place, text in enumerate(texts, start=first)]
        self.memories[owner].add(turns, session=session, first_ordinal=first)
        self.grown[owner, session] = first + count
        return [[f"{session}:{first + place}", text] for place, text in enumerate(texts)]


def write(request: dict[str, str]) -> None:
    """Add until killed, with a line on the standard output, flushed, after each call."""
    os.dup2(os.open(request["receipts"], os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), sys.stdout.fileno())
    memory = convograph.open(Path(request["store"]), owner="ana", encoder=ENCODER)
    writer = Writer(
        {"ana": memory, "ben": memory.for_owner("ben")}, request["writer"], random.Random(request["seed"]), {}
    )
    for receipt in writer.calls():
        print(json.dumps(receipt), flush=True)  # noqa: T201


def main() -> None:
    """Fork a writer a request."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the writers: let the system take them away
    ENCODER.encode(["warm"], "passage")
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            try:
                write(json.loads(line))
            finally:
                os._exit(1)  # a writer that was not killed has failed; its error stands on stderr
        print(process, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
