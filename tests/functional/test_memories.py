"""Many owners over one store, of whom a bounded number is held in memory."""

from __future__ import annotations

import gc
import random
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import convograph
from convograph.build import ARCHITECTURES, ENGINES, Parts
from convograph.errors import InputError, StoreError
from convograph.graph.rows import Version
from convograph.memory import Memories, Memory
from convograph.memory.snapshots import keeper
from convograph.types import Session, Turn
from support.conversations import conversation
from support.encoders import HashingEncoder
from support.pictures import answers, content
from support.stores import new_location

HYBRID = ARCHITECTURES["hybrid"](Parts(HashingEncoder()))
HUGE = 1 << 40
QUESTIONS = ("Who has a boat in the garden?", "Where is the cat?")

Open = Callable[[int], Memories]
Loads = list[str]


@pytest.fixture(params=ENGINES)
def open_all(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens memories under a bound; a store on disk is the same for all of them, one in memory is a new one."""
    opened: list[Memories] = []

    def with_bound(max_bytes: int) -> Memories:
        location = new_location(request.param, tmp_path)
        opened.append(convograph.open_memories(location, architecture=HYBRID, max_bytes=max_bytes))
        return opened[-1]

    yield with_bound
    for memories in opened:
        memories.close()


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> Loads:
    """The owners who are read whole from a store, as they are."""
    found: Loads = []
    read = keeper.owner_rows

    def counted(store: object, owner: str, layers: object, since: Version | None, held: object) -> object:
        if since is None:
            found.append(owner)
        return read(store, owner, layers, since, held)

    monkeypatch.setattr(keeper, "owner_rows", counted)
    return found


def name(number: int) -> str:
    """An owner."""
    return f"owner {number}"


def sessions_of(number: int) -> list[Session]:
    """What an owner has stored: sessions under ids that all share, and a word of their own."""
    return [*conversation(number, sessions=2, turns=4), Session((Turn(f"The word is zq{number}.", "Ana"),), "own")]


def recalled(memory: Memory, question: str) -> list[object]:
    """What a question finds, asked at one time."""
    return answers(memory.recall(question, asked_at="2024-03-01"))


def room_for(count: int) -> int:
    """The bytes of the snapshots of so many owners, about."""
    with convograph.open(":memory:", architecture=HYBRID) as memory:
        memory.add(sessions_of(0))
        return count * memory._keeper.newest().nbytes


def questions_to(number: int) -> tuple[str, ...]:
    """What an owner is asked: by the word of another owner, too."""
    return *QUESTIONS, f"What is zq{number}, or zq{number + 1}?"


@pytest.fixture(scope="module")
def alone() -> list[list[list[object]]]:
    """What each of a thousand owners recalls who has a store to itself, question by question."""
    found = []
    for number in range(1_000):
        with convograph.open(":memory:", architecture=HYBRID) as memory:
            memory.add(sessions_of(number))
            found.append([recalled(memory, question) for question in questions_to(number)])
    return found


@pytest.mark.slow
def test_a_thousand_owners_answer_as_if_alone_in_memory_for_fifty(
    open_all: Open, loads: Loads, alone: list[list[list[object]]]
) -> None:
    """Every answer is that of a memory of its own, and what is held never exceeds the bound, which is made use of."""
    bound = room_for(50)
    memories = open_all(bound)
    owners = random.Random(1).sample(range(1_000), 1_000)
    for number in owners:
        memories.of(name(number)).add(sessions_of(number))
        assert memories.held_bytes <= bound
    assert memories.owners() == sorted(map(name, owners))
    assert memories.held_bytes > 0.9 * bound
    loads.clear()
    for number in reversed(owners):
        for question, expected in zip(questions_to(number), alone[number], strict=True):
            assert recalled(memories.of(name(number)), question) == expected != []
        assert memories.held_bytes <= bound
    assert len(loads) == len(set(loads))  # of three questions in a row, the first loads
    assert 930 <= len(loads) <= 960


def test_an_owner_who_was_let_go_is_loaded_again(open_all: Open, loads: Loads) -> None:
    """Who was asked lately is there; who was not is read once more, and answers as before."""
    memories = open_all(room_for(3))
    for number in range(6):
        memories.of(name(number)).add(sessions_of(number))
    before = recalled(memories.of(name(5)), QUESTIONS[0])
    loads.clear()
    assert recalled(memories.of(name(5)), QUESTIONS[0]) == before
    assert loads == []
    for number in (0, 1, 2, 3):
        memories.of(name(number)).recall(QUESTIONS[0])
    loads.clear()
    assert recalled(memories.of(name(5)), QUESTIONS[0]) == before
    assert loads == [name(5)]


def test_who_was_asked_lately_stays_and_who_was_asked_least_lately_goes(open_all: Open, loads: Loads) -> None:
    """What counts is the last question, not the last load."""
    memories = open_all(int(room_for(1) * 3.5))
    for number in (0, 1, 2):
        memories.of(name(number)).add(sessions_of(number))
    memories.of(name(0)).recall(QUESTIONS[0])
    memories.of(name(3)).add(sessions_of(3))  # in place of owner 1
    loads.clear()
    for number in (0, 2, 3):
        memories.of(name(number)).recall(QUESTIONS[0])
    assert loads == []
    memories.of(name(1)).recall(QUESTIONS[0])
    assert loads == [name(1)]


def test_one_owner_above_the_bound_is_held_alone(open_all: Open, loads: Loads) -> None:
    """The bound is for what can be let go: the one who was asked last stays, whatever its size."""
    memories = open_all(1)
    for number in (0, 1):
        memories.of(name(number)).add(sessions_of(number))
    alone = memories.of(name(1))._keeper.newest().nbytes
    assert memories.held_bytes == alone > 1
    loads.clear()
    memories.of(name(1)).recall(QUESTIONS[0])
    assert loads == []
    memories.of(name(0)).recall(QUESTIONS[0])
    assert loads == [name(0)]


def test_what_is_let_go_is_freed_once_no_call_uses_it(open_all: Open) -> None:
    """A snapshot in use stays whole while others come and go; then its columns are gone from memory."""
    memories = open_all(1)
    memories.of(name(0)).add(sessions_of(0))
    snapshot = memories.of(name(0))._keeper.newest()
    columns = weakref.ref(snapshot.turns.keys.values.base)
    vectors = [weakref.ref(layer.vectors.values.base) for layer in snapshot.layers.values()]
    for number in (1, 2):
        memories.of(name(number)).add(sessions_of(number))
    gc.collect()
    assert [turn.text for turn in snapshot.turns.rows] == [t.text for s in sessions_of(0) for t in s.turns]
    assert columns() is not None
    del snapshot
    gc.collect()
    assert [columns(), *(vector() for vector in vectors)] == [None] * (1 + len(vectors))


def test_a_memory_that_somebody_keeps_holds_no_snapshot(open_all: Open) -> None:
    """Servers may keep the memories of all their users: the bound is not about these objects."""
    memories = open_all(1)
    kept = [memories.of(name(number)) for number in range(3)]
    held = []
    for number, memory in enumerate(kept):
        memory.add(sessions_of(number))
        held.append(weakref.ref(memory._keeper.newest().turns.keys.values.base))
    gc.collect()
    assert [one() is None for one in held] == [True, True, False]


def test_eight_threads_over_a_hundred_owners(open_all: Open) -> None:
    """Everybody finds what was said a moment ago, nothing is lost or mixed up, and the bound holds all the while."""
    bound = room_for(10)
    memories = open_all(bound)
    kept = [memories.of(name(number)) for number in range(100)]
    most = 0
    guard = threading.Lock()

    def work(thread: int) -> None:
        nonlocal most
        chance = random.Random(thread)
        for step in range(60):
            number, word = chance.randrange(100), f"thread{thread}step{step}"
            memory = kept[number] if step % 2 else memories.of(name(number))
            memory.append(Turn(f"Owner {number} said {word}."), "s")
            (hit,) = memory.recall(word, k=1).hits
            assert hit.turns[0].text == f"Owner {number} said {word}."
            other = chance.randrange(100)
            found = memories.of(name(other)).recall("What was said?", k=50).hits
            assert all(turn.text.startswith(f"Owner {other} said") for hit in found for turn in hit.turns)
            with guard:
                most = max(most, memories.held_bytes)

    with ThreadPoolExecutor(8) as threads:
        for done in [threads.submit(work, thread) for thread in range(8)]:
            done.result()
    assert 0 < most <= bound
    stored = {number: [turn.text for turn in kept[number].turns("s")] for number in range(100)}
    assert sum(map(len, stored.values())) == 8 * 60
    for number, texts in stored.items():
        with convograph.open(":memory:", architecture=HYBRID) as alone:
            alone.add([{"text": text} for text in texts], session="s") if texts else None
            assert recalled(kept[number], "Who said something?") == recalled(alone, "Who said something?")


def test_closing_one_leaves_the_others(open_all: Open) -> None:
    """The memories of a server close nothing but themselves; their marks are written all the same."""
    memories = open_all(HUGE)
    ana, again, ben = memories.of("ana"), memories.of("ana"), memories.of("ben")
    for memory in (ana, ben):
        memory.add(sessions_of(0))
        memory.recall(QUESTIONS[0], k=1, touch=True)
    used = ben.stats().last_used
    assert len(used) == len(ana.stats().last_used) == 1
    revision = ana._keeper.newest().version.revision
    ana.close()
    assert ana._keeper.newest().version.revision == revision + 1
    assert again._keeper.newest().used
    assert not ben._keeper.newest().used
    ana.close()
    assert ana._keeper.newest().version.revision == revision + 1
    assert ben.stats().last_used == used
    assert again.recall(QUESTIONS[0]).hits == ana.recall(QUESTIONS[0]).hits != ()
    other = ben.for_owner("cleo")
    other.add(sessions_of(1))
    other.close()
    assert ben.recall(QUESTIONS[0]).hits != ()
    assert memories.owners() == ["ana", "ben", "cleo"]
    memories.close()
    with pytest.raises(StoreError, match="closed"):
        ben.recall(QUESTIONS[0])
    with pytest.raises(StoreError, match="closed"):
        memories.of("ben")


def test_closing_all_writes_the_marks_of_all(tmp_path: Path) -> None:
    """What was used is known when the store is opened again; an owner who was forgotten since has no marks."""
    path = tmp_path / "memory.db"
    with convograph.open_memories(path, architecture=HYBRID, max_bytes=1) as memories:
        for number in range(5):
            memories.of(name(number)).add(sessions_of(number))
            memories.of(name(number)).recall(QUESTIONS[0], k=2, touch=True)
        memories.of(name(3)).forget(owner=name(3))
    with convograph.open_memories(path, architecture=HYBRID) as memories:
        assert [len(memories.of(name(number)).stats().last_used) for number in range(5)] == [2, 2, 2, 0, 2]


def test_a_memory_made_by_open_closes_the_store_and_those_made_by_it_do_not(tmp_path: Path) -> None:
    """The marks that wait in a memory of another owner are written with those of the one that is closed."""
    path = tmp_path / "memory.db"
    with convograph.open(path, owner="ana", architecture=HYBRID) as ana:
        ben = ana.for_owner("ben")
        for memory in (ana, ben):
            memory.add(sessions_of(0))
        with ana.for_owner("cleo") as cleo:
            cleo.add(sessions_of(0))
        for memory in (ana, ben):
            memory.recall(QUESTIONS[0], k=1, touch=True)
    with pytest.raises(StoreError, match="closed"):
        ben.recall(QUESTIONS[0])
    ben.close()
    with convograph.open(path, owner="ana", architecture=HYBRID) as ana:
        assert [len(ana.for_owner(owner).stats().last_used) for owner in ana.owners()] == [1, 1, 0]


def test_forgetting_and_reencoding_are_seen_by_every_memory_of_an_owner(tmp_path: Path) -> None:
    """Two memories of one owner share what is held, not what they know of each other."""
    path = tmp_path / "memory.db"
    with convograph.open_memories(path, architecture=HYBRID, max_bytes=HUGE) as memories:
        ana, again = memories.of("ana"), memories.of("ana")
        ana.add(sessions_of(0))
        assert again.recall("zq0", k=1).hits[0].id == "own:0"
        again.forget(session="own")
        assert all(hit.id != "own:0" for hit in ana.recall("zq0").hits)
        held, before = memories.held_bytes, content(ana)
        ana.reencode(HashingEncoder(16))
        assert memories.held_bytes < held  # narrower vectors, and nothing of the others
        assert content(ana) == before
        with pytest.raises(convograph.ConvographError, match="was built with the encoder"):
            again.recall("zq0")


@pytest.mark.parametrize("bound", [0, -1, 1.5, "1 GB", True])
def test_a_bound_that_is_none_is_refused(bound: object) -> None:
    """Before anything is held."""
    with pytest.raises(InputError, match="max_bytes is a whole number of bytes, 1 or more: "):
        convograph.open_memories(":memory:", max_bytes=bound)


def test_an_owner_needs_a_name() -> None:
    """As with `convograph.open`; the store stays open."""
    with convograph.open_memories(":memory:") as memories:
        with pytest.raises(InputError, match="an owner needs a name"):
            memories.of(" ")
        assert memories.of("ana").add([{"text": "Hello."}]).added == 1
