"""Two writers are killed again and again in the midst of their work: what was acknowledged stays, nothing breaks."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import convograph
from convograph.build import make_encoder
from convograph.graph.rows import OwnerRows, offsets
from convograph.memory.snapshots.owner_rows import owner_rows
from convograph.storage.sqlite import SQLiteStore

ROUNDS = 50
PATIENCE = 10.0  # seconds for what takes a fraction of one
OWNERS = ("ana", "ben")
ENCODER = make_encoder("static")
QUESTIONS = (
    "Who walked to the market on Tuesday?",
    "yellow bicycle in the garden",
    "What was the music from the kitchen window?",
    "At shared-3 place 5: violin coffee",
)


class Nursery:
    """The process that forks the writers; see `crash_writers.py`."""

    def __init__(self, store: Path, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("crash_writers.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"},
        )

    def writer(self, name: str, seed: int) -> int:
        """The process id of a new writer."""
        request = {"store": self._store, "writer": name, "seed": seed, "receipts": self.receipts(name)}
        assert self._process.stdin and self._process.stdout
        print(json.dumps(request, default=str), file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def receipts(self, name: str) -> Path:
        """Where a writer says what was acknowledged to it."""
        return self._folder / f"{name}.receipts"

    def close(self) -> None:
        """End the nursery; its writers have been killed."""
        self._process.communicate()


@contextmanager
def nursery(store: Path, folder: Path) -> Iterator[Nursery]:
    """A nursery for the length of the block."""
    with closing(Nursery(store, folder)) as opened:
        yield opened


def kill(process: int) -> None:
    """Kill a process that is still at work, and wait until it is gone."""
    os.kill(process, signal.SIGKILL)
    while True:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        time.sleep(0.001)


def acknowledged(receipts: Path) -> Iterator[tuple[str, str, str]]:
    """Owner, turn id and text of every turn whose `add` had returned; the kill may have cut the last line."""
    lines = receipts.read_text().split("\n")[:-1] if receipts.exists() else []
    for line in lines:
        owner, turns = json.loads(line)
        yield from ((owner, turn_id, text) for turn_id, text in turns)


def stored(store: Path) -> set[tuple[str, str, str]]:
    """Owner, turn id and text of every turn in the file, which SQLite finds intact."""
    with closing(sqlite3.connect(store)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return set(connection.execute("SELECT o.name, t.id, t.text FROM turn t JOIN owner o ON o.id = t.owner"))


def waiting(store: Path, *, read_only: bool) -> int:
    """How many turns wait for their layer, over both owners."""
    with convograph.open(store, encoder=ENCODER, read_only=read_only) as memory:
        return sum(layer.waiting for owner in OWNERS for layer in memory.for_owner(owner).stats().layers)


def sentences(rows: OwnerRows) -> list[tuple[object, ...]]:
    """Everything that a snapshot holds of the sentences, in reading order, without the store's keys."""
    (layer,) = (layer for key, layer in rows.layers.items() if key.name == "wording")
    nodes, starts = layer.nodes, offsets(layer.nodes.term_counts)
    turns = {row.key: row for row in rows.turns}
    sessions = {row.key: row.name for row in rows.sessions}
    found = []
    for item, key in enumerate(nodes.source_turns.tolist()):  # a sentence has one source
        turn = turns[key]
        place = (sessions[turn.session], turn.ordinal, int(nodes.source_starts[item]), int(nodes.source_ends[item]))
        terms = nodes.terms[starts[item] : starts[item + 1]].tobytes()
        found.append((*place, turn.id, turn.text, nodes.vectors[item].tobytes(), terms))
    return sorted(found)


def read(store: Path, owner: str) -> OwnerRows:
    """What a fresh snapshot of the owner is made of."""
    with convograph.open(store, owner=owner, encoder=ENCODER) as memory, closing(SQLiteStore(store)) as opened:
        memory.stats()
        rows = owner_rows(opened, owner, [layer.key for layer in memory.architecture.layers])
    assert rows is not None
    return rows


def answers(store: Path, owner: str) -> list[tuple[object, ...]]:
    """What the owner recalls: units, scores, evidence and reasons, without the store's keys."""
    with convograph.open(store, owner=owner, encoder=ENCODER) as memory:
        recalls = [memory.recall(question, k=10, unit=unit) for question in QUESTIONS for unit in ("turn", "session")]
    return [
        (hit.id, hit.score, *((piece.span.turn.id, piece.span.start, piece.score) for piece in hit.evidence))
        for recall in recalls
        for hit in recall.hits
    ]


def wait_for_receipts(writers: Nursery, names: Sequence[str], count: int) -> None:
    """Until the writers have acknowledged so many turns, however fast the machine is; at most a while."""
    end = time.monotonic() + PATIENCE
    while sum(1 for name in names for _ in acknowledged(writers.receipts(name))) < count and time.monotonic() < end:
        time.sleep(0.005)


@pytest.mark.slow
def test_what_was_acknowledged_survives_fifty_rounds_of_kills(tmp_path: Path) -> None:
    """Two writers killed at any moment, 50 times: every acknowledged turn stays, layers equal a rebuild's."""
    store, rng, expected, left_behind = tmp_path / "memory.db", random.Random(20), set(), 0
    with nursery(store, tmp_path) as writers:
        for number in range(ROUNDS):
            names = [f"{name}{number}" for name in ("left", "right")]
            processes = [writers.writer(name, rng.randrange(1 << 30)) for name in names]
            wait_for_receipts(writers, names, rng.randint(0, 40))
            time.sleep(rng.uniform(0, 0.02))
            for process in processes:
                kill(process)
                time.sleep(rng.choice((0.0, 0.002, 0.02)))
            expected.update(turn for name in names for turn in acknowledged(writers.receipts(name)))
            assert expected <= stored(store)
            left_behind += waiting(store, read_only=True) > 0
            assert waiting(store, read_only=False) == 0
    assert len(expected) > 10 * ROUNDS  # else too little was at stake
    assert left_behind > ROUNDS // 10  # kills between the commit of turns and that of their layer
    for owner in OWNERS:
        rebuilt, lines = tmp_path / f"{owner}.db", []
        with convograph.open(store, owner=owner, encoder=ENCODER) as memory:
            memory.export_to(lines.append)
        with convograph.open(rebuilt, owner=owner, encoder=ENCODER) as memory:
            memory.import_from(lines)
        kept = sentences(read(store, owner))
        assert kept == sentences(read(rebuilt, owner))
        assert len({sentence[:4] for sentence in kept}) == len(kept) > 0
        assert answers(store, owner) == answers(rebuilt, owner)
        assert len(answers(store, owner)) > 0
