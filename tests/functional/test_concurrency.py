"""Several threads and processes at one store: nothing is lost, nothing is derived twice, everyone sees every commit."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import convograph
from convograph.build import ARCHITECTURES, Parts
from convograph.errors import EncoderMismatchError
from convograph.facts.gathering import statements
from convograph.facts.reading.turn_statements import TurnRead
from convograph.graph.rows import OwnerRows
from convograph.memory import Memory
from convograph.memory.commits.transaction import transaction
from convograph.memory.snapshots.owner_rows import owner_rows
from convograph.memory.storing.ingestion import store_session
from convograph.storage.sqlite import SQLiteStore
from convograph.types import Session, SourceTurn, Turn
from support.encoders import HashingEncoder
from support.processes import Child, all_at_once

OLD, NEW = HashingEncoder(32), HashingEncoder(16)
PATIENCE = 60.0  # seconds for what takes none
RACING = ("unified", "hybrid", "sgmem", "rag-r", "rag-s")


@dataclass(frozen=True)
class Interrupted:
    """An encoder during whose work something happens, once."""

    happens: Callable[[], object]
    _done: list[bool] = field(default_factory=list)
    name: str = OLD.name
    fingerprint: str = OLD.fingerprint
    dimensions: int = OLD.dimensions

    def encode(self, texts: Sequence[str], kind: str) -> npt.NDArray[np.float32]:
        if kind == "passage" and not self._done:
            self._done.append(True)
            self.happens()
        return OLD.encode(texts, kind)


def open_store(path: Path, architecture: str = "sgmem", **options: object) -> Memory:
    """A memory over the small encoder."""
    return convograph.open(path, architecture=architecture, **{"encoder": OLD, **options})


def turns(first: int, count: int) -> list[dict[str, str]]:
    """Turns that can be told apart by their numbers."""
    return [
        {"speaker": f"S{number % 2}", "text": f"This is turn number{number}. It has two sentences."}
        for number in range(first, first + count)
    ]


def add_raw(path: Path, session: str, first: int, count: int) -> None:
    """Commit turns as a process does that dies before their layers are derived."""
    given = tuple(Turn(turn["text"], turn["speaker"]) for turn in turns(first, count))
    with closing(SQLiteStore(path)) as store, transaction(store, "default") as writing:
        store_session(writing, Session(given, session, first_ordinal=first), replace_conflicts=False)


def derived(path: Path, architecture: str = "sgmem", encoder: HashingEncoder = OLD) -> list[tuple[object, ...]]:
    """Every item of the architecture's last layer, sorted: its sources as (turn id, start, end), and its vector.

    Not that of memos in `unified`, since there are none here.
    """
    with closing(SQLiteStore(path)) as store:
        layers = ARCHITECTURES[architecture](Parts(encoder)).layers
        layer = layers[0] if architecture == "unified" else layers[-1]
        rows = owner_rows(store, "default", [layer.key])
    assert rows is not None
    return sorted(_items(rows))


def _items(rows: OwnerRows) -> Iterator[tuple[object, ...]]:
    (layer,) = rows.layers.values()
    names = {row.key: row.id for row in rows.turns}
    sources = zip(
        (names[key] for key in layer.nodes.source_turns.tolist()),
        layer.nodes.source_starts.tolist(),
        layer.nodes.source_ends.tolist(),
        strict=True,
    )
    for item, count in enumerate(layer.nodes.source_counts.tolist()):
        yield tuple(next(sources) for _ in range(count)), layer.nodes.vectors[item].tobytes()


def alone(path: Path, sessions: dict[str, int], architecture: str = "sgmem", encoder: HashingEncoder = OLD) -> list:
    """The items of a store to which one process added sessions of these sizes, one after the other."""
    with open_store(path, architecture, encoder=encoder) as memory:
        for session, count in sessions.items():
            memory.add(turns(0, count), session=session)
    return derived(path, architecture, encoder)


def test_threads_share_one_memory(tmp_path: Path) -> None:
    """Threads that add and recall at once: each finds its turn right after adding it, and none is lost or doubled."""
    path = tmp_path / "memory.db"

    def work(memory: Memory, thread: int) -> None:
        for number in range(12):
            word = f"thread{thread}number{number}"
            memory.add([{"text": f"Somebody said {word}."}], session=f"{thread}-{number}")
            (hit,) = memory.recall(word, k=1).hits
            assert hit.id == f"{thread}-{number}:0"
            assert hit.evidence[0].reason.words == (word,)

    with open_store(path) as memory, ThreadPoolExecutor(6) as threads:
        for done in [threads.submit(work, memory, thread) for thread in range(6)]:
            done.result()
        assert memory.stats().turns == 72
        assert memory.stats().sentences == 72
    assert len(derived(path)) == len(set(derived(path))) == 72


def test_processes_write_and_read_one_store(tmp_path: Path) -> None:
    """Four processes that make the store, add and recall at once: all turns are there, each derived once."""
    path = tmp_path / "memory.db"

    def work(name: str) -> Callable[[], object]:
        def writes() -> None:
            seen = 0
            with open_store(path) as memory:
                for number in range(10):
                    memory.add(turns(2 * number, 2), session=name, first_ordinal=2 * number)
                    memory.add(turns(2 * number, 2), session="shared", first_ordinal=2 * number)
                    count = memory.stats().turns
                    assert count >= max(seen, 4 * (number + 1))
                    assert len(memory.recall("number3", k=9).hits) > 0
                    seen = count

        return writes

    names = ["north", "east", "south", "west"]
    assert all_at_once([work(name) for name in names]) == [""] * 4
    assert derived(path) == alone(tmp_path / "alone.db", dict.fromkeys([*names, "shared"], 20))


def test_many_processes_make_a_store_at_once(tmp_path: Path) -> None:
    """Whoever comes first makes the store; the others, who come in the middle of it, find it whole."""
    for number in range(10):
        path = tmp_path / f"{number}.db"
        assert all_at_once([lambda path=path: open_store(path).add(turns(0, 1), session="s")] * 6) == [""] * 6
        with open_store(path) as memory:
            assert memory.stats().turns == 1


def test_a_commit_of_another_process_is_seen_at_the_next_call(tmp_path: Path) -> None:
    """Adding, growing, replacing and forgetting elsewhere show at once in a memory that is open all the while."""
    path = tmp_path / "memory.db"
    with open_store(path) as memory:
        for change, expected in (
            (lambda other: other.add(turns(0, 2), session="a"), ["a:0", "a:1"]),
            (lambda other: other.add(turns(2, 1), session="a", first_ordinal=2), ["a:0", "a:1", "a:2"]),
            (lambda other: other.forget(turn="a:1"), ["a:0", "a:2"]),
            (lambda other: other.add(turns(7, 1), session="a", replace=True), ["a:0"]),
            (lambda other: other.forget(owner="default"), []),
            (lambda other: other.add(turns(0, 2), session="b"), ["b:0", "b:1"]),
        ):
            assert Child(lambda change=change: change(open_store(path))).failure() == ""
            assert sorted(hit.id for hit in memory.recall("Which number has turn?", k=9, unit="turn").hits) == expected
            assert memory.stats().turns == len(expected)


@pytest.mark.parametrize("architecture", RACING)
def test_processes_racing_to_catch_up_derive_nothing_twice(tmp_path: Path, architecture: str) -> None:
    """Turns whose writers died wait for the next caller: of several at once, one derives them, grown sessions too."""
    path = tmp_path / "memory.db"
    open_store(path, architecture).add(turns(0, 3), session="s0")
    sizes = Counter({"s0": 3})
    for number in range(1, 6):
        for session, count in ((f"s{number}", 5), ("s0", 3), (f"s{number - 1}", 1)):
            add_raw(path, session, sizes[session], count)
            sizes[session] += count
        works = [
            lambda: open_store(path, architecture).stats(),
            lambda: open_store(path, architecture).recall("number1"),
        ]
        assert all_at_once(works * 2) == [""] * 4
    items = derived(path, architecture)
    assert items == alone(tmp_path / "alone.db", dict(sizes), architecture)
    assert len({sources for sources, _ in items}) == len(items) > 0


def facts(first: int, count: int) -> list[dict[str, object]]:
    """Facts about the turns of the session `s0`, each about one."""
    return [
        {"kind": "fact", "text": f"Somebody said number{number}.", "turns": [f"s0:{number}"]}
        for number in range(first, first + count)
    ]


def bring_raw(path: Path, first: int, count: int) -> None:
    """Commit memos as a process does that takes none along: their layer is left to others."""
    with open_store(path) as memory:
        memory.bring(facts(first, count))


def test_processes_racing_to_catch_up_derive_no_memo_twice(tmp_path: Path) -> None:
    """Memos that wait are derived by one of several callers, and those that each brings meanwhile too."""
    path = tmp_path / "memory.db"
    with open_store(path) as memory:
        memory.add(turns(0, 60), session="s0")
    for number in range(4):
        bring_raw(path, 10 * number, 10)
        works = [
            lambda: open_store(path, "sgmem-sf").stats(),
            lambda: open_store(path, "sgmem-sf").recall("number1"),
            lambda number=number: open_store(path, "rag-tf").bring(facts(10 * number, 13)),
            lambda number=number: open_store(path, "sgmem-sf").bring(facts(10 * number + 5, 7)),
        ]
        assert all_at_once(works) == [""] * 4
    items = derived(path, "sgmem-sf")
    with open_store(path, "sgmem-sf") as memory:
        assert memory.stats().memos == {"fact": 43}
        assert [layer.waiting for layer in memory.stats().layers] == [0, 0]
    assert [sources for sources, _ in items] == sorted(((f"s0:{number}", -1, -1),) for number in range(43))


def test_threads_bring_and_recall_memos_at_once(tmp_path: Path) -> None:
    """Each finds its memo right after bringing it; none is lost or doubled."""
    path = tmp_path / "memory.db"

    def work(memory: Memory, thread: int) -> None:
        for number in range(8):
            turn = 8 * thread + number
            assert memory.bring(facts(turn, 1)).added == 1
            found = memory.recall(f"Somebody said number{turn}.", k=1).memos
            assert [one.turns[0].id for one in found] == [f"s0:{turn}"]

    with open_store(path, "sgmem-tf") as memory, ThreadPoolExecutor(4) as threads:
        memory.add(turns(0, 32), session="s0")
        for done in [threads.submit(work, memory, thread) for thread in range(4)]:
            done.result()
        assert memory.stats().memos == {"fact": 32}
    assert len(derived(path, "sgmem-tf")) == len(set(derived(path, "sgmem-tf"))) == 32


@pytest.mark.parametrize("what", [{"session": "s0"}, {"turn": "s0:1"}])
def test_a_memo_forgotten_while_it_is_derived_stays_forgotten(tmp_path: Path, what: dict[str, str]) -> None:
    """A forgetting between extraction and commit wins, and those that are left are derived."""
    path = tmp_path / "memory.db"
    with open_store(path) as memory:
        memory.add([*turns(0, 3)], session="s0")
        memory.bring(facts(0, 3))

    def forget() -> None:
        with open_store(path) as other:
            other.forget(**what)

    with open_store(path, "sgmem-tf", encoder=Interrupted(forget)) as memory:
        left = ["s0:0", "s0:2"] if "turn" in what else []
        assert sorted(one.turns[0].id for one in memory.recall("number0", k=9).memos) == left
    assert [sources for sources, _ in derived(path, "sgmem-tf")] == [((name, -1, -1),) for name in left]


@pytest.mark.parametrize("architecture", RACING)
def test_a_session_that_grows_while_it_is_derived_is_derived_whole(tmp_path: Path, architecture: str) -> None:
    """Turns that come between extraction and commit are in the end neither missing nor doubled."""
    path = tmp_path / "memory.db"

    def grow() -> None:
        with open_store(path, architecture) as other:
            other.add(turns(3, 2), session="s", first_ordinal=3)

    with open_store(path, architecture, encoder=Interrupted(grow)) as memory:
        memory.add(turns(0, 3), session="s")
        assert memory.stats().turns == 5
        assert memory.stats().layers[0].waiting == 0
    assert derived(path, architecture) == alone(tmp_path / "alone.db", {"s": 5}, architecture)


@pytest.mark.parametrize("architecture", RACING)
@pytest.mark.parametrize("what", [{"owner": "default"}, {"session": "s"}, {"turn": "s:1"}])
def test_what_is_forgotten_while_it_is_derived_stays_forgotten(
    tmp_path: Path, architecture: str, what: dict[str, str]
) -> None:
    """A forgetting between extraction and commit wins, and the call that derived goes on with what is left."""
    path = tmp_path / "memory.db"

    def forget() -> None:
        with open_store(path, architecture) as other:
            other.forget(**what)

    with open_store(path, architecture, encoder=Interrupted(forget)) as memory:
        memory.add(turns(0, 2), session="s")
        left = ["s:0"] if "turn" in what else []
        assert sorted(turn.id for hit in memory.recall("number0", k=9).hits for turn in hit.turns) == left
        assert memory.stats().turns == len(left)
    with open_store(path, architecture) as memory:
        assert memory.stats().turns == len(left)
    if left:
        assert derived(path, architecture) == alone(tmp_path / "alone.db", {"s": 1}, architecture)


def test_a_memory_can_be_used_on_both_sides_of_a_fork(tmp_path: Path) -> None:
    """Child and parent go on with the same memory; what the child commits stays, though the parent closes first."""
    path = tmp_path / "memory.db"
    closed, closing_end = os.pipe()
    memory = open_store(path)
    memory.add(turns(0, 1), session="parent")

    def works() -> None:
        os.close(closing_end)
        memory.add(turns(0, 1), session="before")
        os.read(closed, 1)  # ends when the parent has closed its side
        memory.add(turns(0, 1), session="after")
        assert memory.stats().turns == 3

    child = Child(works)
    deadline = time.monotonic() + 10
    while memory.stats().sessions < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    memory.close()
    with open_store(path) as other:  # its closing is that of the last process, but for the child
        assert other.stats().sessions == 2
    os.close(closing_end)
    assert child.failure() == ""
    with open_store(path) as other:
        assert sorted(session.session for session in other.picture().turns) == ["after", "before", "parent"]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_opening_a_store_twice_in_a_process_keeps_its_log_safe(tmp_path: Path) -> None:
    """A second opening does not let another process's last closing remove the log that the first goes on using."""
    path = tmp_path / "memory.db"

    def seen_elsewhere() -> int:
        counting = (
            "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM turn').fetchone())"
        )
        return int(subprocess.run([sys.executable, "-c", counting, path], check=True, capture_output=True).stdout)

    with open_store(path) as first:
        for count in range(1, 4):
            first.add(turns(0, 1), session=f"s{count}")
            assert seen_elsewhere() == count
            with open_store(path) as second:
                assert seen_elsewhere() == second.stats().turns == count
            assert seen_elsewhere() == count


def test_reencoding_killed_in_the_middle_resumes_and_ends_right(tmp_path: Path) -> None:
    """Killed after each batch, it goes on where it stopped; the old encoder answers until the switch, then no more."""
    path = tmp_path / "memory.db"
    sizes = {f"s{number}": 50 for number in range(62)}  # 3,100 turns: batches of 1,024 turns, and a rest
    with open_store(path, "sgmem") as memory:
        memory.add([{"id": session, "turns": turns(0, count)} for session, count in sizes.items()])
        before = memory.recall("number7", k=3).hits
        totals = [_reencode_until_killed(path) for _ in range(3)]
        assert totals == [3100, 3100 - 1024, 3100 - 2048]
        assert memory.recall("number7", k=3).hits == before
        memory.add(turns(0, 2), session="late")
        assert Child(lambda: open_store(path).reencode(NEW)).failure() == ""
        with pytest.raises(EncoderMismatchError, match="convograph reencode"):
            memory.recall("number7")
        with pytest.raises(EncoderMismatchError, match="convograph reencode"):
            memory.add(turns(2, 2), session="late", first_ordinal=2)
    with open_store(path, encoder=NEW) as memory:
        assert memory.stats().turns == 3102
        assert len(memory.recall("number7").hits) > 0
    assert derived(path, encoder=NEW) == alone(tmp_path / "alone.db", {**sizes, "late": 2}, encoder=NEW)
    assert derived(path, encoder=OLD) == []


def _reencode_until_killed(path: Path) -> int:
    """Begin to reencode, and be killed when the first batch is committed; the number of turns there were to do."""
    told, telling = os.pipe()

    def progress(done: int, total: int) -> None:
        os.write(telling, total.to_bytes(4, "big"))
        signal.pause()

    child = Child(lambda: open_store(path).reencode(NEW, progress=progress))
    total = int.from_bytes(os.read(told, 4), "big")
    child.kill()
    return total


def test_reencoding_takes_along_what_is_added_meanwhile(tmp_path: Path) -> None:
    """Turns that another thread adds with the old encoder before the switch are encoded anew too."""
    path = tmp_path / "memory.db"
    with open_store(path) as memory, open_store(path) as writer:
        memory.add([{"id": f"s{number}", "turns": turns(0, 50)} for number in range(41)])
        added: list[int] = []

        def progress(done: int, total: int) -> None:
            if len(added) < 3:
                writer.add(turns(len(added), 1), session="late", first_ordinal=len(added))
                added.append(total)

        memory.reencode(NEW, progress=progress)
        assert len(added) == 3
        assert memory.stats().turns == 2053
        assert memory.stats().layers[0].waiting == 0
    assert derived(path, encoder=NEW) == alone(
        tmp_path / "alone.db", {**{f"s{number}": 50 for number in range(41)}, "late": 3}, encoder=NEW
    )


def test_readers_go_on_while_another_thread_writes(tmp_path: Path) -> None:
    """A recall during a long series of adds never fails, never goes back, and shows each session whole."""
    with open_store(tmp_path / "memory.db", "rag-s") as memory:
        memory.add(turns(0, 4), session="first")
        done = threading.Event()

        def read() -> list[int]:
            counts = []
            while not done.is_set() or not counts:
                hits = memory.recall("number2", k=99).hits
                assert {len(hit.turns) for hit in hits} == {4}
                counts.append(len(hits))
            return counts

        with ThreadPoolExecutor(2) as threads:
            readers = [threads.submit(read) for _ in range(2)]
            for number in range(40):
                memory.add(turns(0, 4), session=f"s{number}")
            done.set()
            for reader in readers:
                assert sorted(reader.result()) == reader.result()
        assert len(memory.recall("number2", k=99).hits) == 41


def test_questions_are_answered_while_facts_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading all turns takes long, and a recall waits for nothing of it."""
    reading, goes_on = threading.Event(), threading.Event()

    def slowly(turn: SourceTurn) -> TurnRead:
        reading.set()
        assert goes_on.wait(PATIENCE)
        return read_turn(turn)

    read_turn = statements.read_turn
    monkeypatch.setattr(statements, "read_turn", slowly)
    with convograph.open(":memory:") as memory, ThreadPoolExecutor(2) as pool:
        memory.add([{"speaker": "Ana", "text": "I live in Porto."}], session="a")
        facts = pool.submit(memory.facts, "Ana")
        assert reading.wait(PATIENCE)
        found = pool.submit(memory.recall, "Who was in Porto?").result(PATIENCE)
        assert [turn.text for hit in found.hits for turn in hit.turns] == ["I live in Porto."]
        goes_on.set()
        assert [fact.value for fact in facts.result(PATIENCE)] == ["Porto"]
