"""Snapshots that follow what others remove: they drop it, are what a new process would read, and are not read again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest

from convograph.build import ARCHITECTURES, Parts
from convograph.errors import NotFoundError
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.tables import DROPPED, ITEM, REMOVED, TURN
from convograph.memory import Memory
from convograph.memory.commits import removal
from convograph.memory.commits.transaction import transaction
from convograph.memory.snapshots import keeper
from convograph.memory.snapshots.owner_rows import can_follow
from convograph.protocols import Store
from convograph.storage.in_memory import InMemoryStore
from convograph.storage.sqlite import SQLiteStore
from convograph.tokens import WordPieceCounter
from support.conversations import FEW_WORDS
from support.encoders import HashingEncoder

FORMS = ["unified", "sgmem", "rag-smfi", "glong-sources"]
SPEAKERS = ["Ana", "Ben", None, "Cleo"]


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = SQLiteStore(tmp_path / "m.db") if request.param == "sqlite" else InMemoryStore()
    with closing(opened):
        yield opened


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of turns of every snapshot that was made of all rows."""
    seen: list[int] = []
    whole = keeper.snapshot_of

    def counted(rows: object) -> Snapshot:
        snapshot = whole(rows)  # type: ignore[arg-type]
        seen.append(len(snapshot.turns))
        return snapshot

    monkeypatch.setattr(keeper, "snapshot_of", counted)
    return seen


def opened(store: Store, form: str = "unified") -> Memory:
    made = ARCHITECTURES[form](Parts(HashingEncoder()))
    return Memory(store, made, WordPieceCounter(), "ana", owns_store=False)


def turns_of(chance: random.Random, count: int) -> list[dict[str, object]]:
    found = []
    for _ in range(count):
        text = f"The {chance.choice(FEW_WORDS)} of {chance.choice(FEW_WORDS)} is {chance.random():.6f}. I like it."
        found.append({"text": text, "speaker": chance.choice(SPEAKERS)})
    return found


def contents(snapshot: Snapshot) -> dict[str, object]:
    """All that a snapshot holds, dead items and spare room left out."""
    turns = snapshot.turns
    columns = (turns.keys, turns.sessions, turns.ordinals, turns.seconds, turns.speakers)
    return {
        "version": snapshot.version,
        "turns": [column.values.tolist() for column in columns],
        "rows": turns.rows[:],
        "sessions": {key: (row.name, row.said) for key, row in turns.session_rows.items()},
        "speakers": list(turns.speaker_keys.items()),
        "bytes": (turns.text_bytes, snapshot.memo_bytes),
        "memos": snapshot.memos[:],
        "used": snapshot.used,
        "written": snapshot.written,
        "layers": {key: items(layer) for key, layer in snapshot.layers.items()},
    }


def items(layer: LayerTable) -> list[object]:
    found: list[object] = [layer.watermark, layer.changed, layer.stale_sessions]
    scores = layer.postings.scores(layer.postings._all()[0], layer.alive)
    for item in layer.living().tolist():
        spans = [
            column.values[layer.sources(item)].tolist()
            for column in (layer.source_turns, layer.span_starts, layer.span_ends)
        ]
        found.append((int(layer.keys.values[item]), spans, layer.vectors.values[item].tobytes(), float(scores[item])))
        found.append((layer.payloads[item] if layer.payloads else "", layer.rests[item] if layer.rests else ()))
    return found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(2))
def test_a_snapshot_that_follows_is_what_a_new_one_reads(store: Store, form: str, seed: int, reads: list[int]) -> None:
    """Whatever is added, forgotten, replaced or brought: in the process that does it, and in one that looks on."""
    chance = random.Random(seed)
    acting, looking = opened(store, form), opened(store, form)
    acting.add(turns_of(chance, 12), session="s0")
    looking._keeper.caught_up()
    before = len(reads)
    for step in range(14):
        _act(acting, chance, step)
        if chance.random() < 0.6:
            looking._keeper.caught_up()
    assert len(reads) == before  # nobody has read anything again
    fresh = contents(opened(store, form)._keeper.caught_up())
    assert contents(acting._keeper.caught_up()) == fresh
    assert contents(looking._keeper.caught_up()) == fresh
    assert [hit.id for hit in looking.recall("Which boat?", k=9).hits] == [
        hit.id for hit in opened(store, form).recall("Which boat?", k=9).hits
    ]


def _act(memory: Memory, chance: random.Random, step: int) -> None:
    stored = [turn.id for one in memory.sessions() for turn in memory.turns(one.id)]
    calls: list[Callable[[], object]] = [
        lambda: memory.forget(turn=chance.choice(stored)),
        lambda: memory.forget(session=chance.choice(memory.sessions()).id),
        lambda: memory.forget(speaker=chance.choice(SPEAKERS[:2] + SPEAKERS[3:])),
        lambda: memory.add(turns_of(chance, 3), session=f"t{step}"),
        lambda: memory.add(turns_of(chance, 4), session=chance.choice(memory.sessions()).id, replace=True),
        lambda: memory.append(turns_of(chance, 1)[0], chance.choice(memory.sessions()).id),
        lambda: memory.bring([{"kind": "fact", "text": f"Fact {step}.", "turns": chance.sample(stored, 2)}]),
        lambda: memory.recall("What is the cat?", touch=True),
    ]
    with suppress(NotFoundError):
        (chance.choice(calls) if len(stored) > 4 else calls[3])()


def test_what_is_forgotten_is_not_in_memory_either(store: Store) -> None:
    """Neither its text, nor its vectors and payloads, which the columns held: they were copied without them."""
    memory = opened(store, "glong-sources")
    memory.add([{"text": "Zirconia drinks tea.", "speaker": "Ana", "id": "a"}, *turns_of(random.Random(0), 5)])
    memory.recall("Who drinks?")
    memory.forget(turn="a")
    held = memory._keeper.newest()
    assert not [row for row in held.turns.rows._items if "Zirconia" in row.text]
    assert not [one for layer in held.layers.values() for one in layer.payloads._items if "Zirconia" in one]
    assert all(layer.alive is None for layer in held.layers.values())


def test_items_that_the_snapshot_does_not_know_go_too(store: Store) -> None:
    """A snapshot that is no longer the newest tells nothing: what others have stored since is read."""
    memory, other = opened(store), opened(store)
    memory.add(turns_of(random.Random(0), 3), session="s")
    known = memory._keeper.caught_up()
    other.add([{"text": "Cats purr. Dogs bark.", "id": "x"}], session="t")
    with transaction(store, "ana", known=known) as writing:
        removed = writing.remove_turns(writing.turns_named(["x"]))
    assert removed.items == 2
    with store.read("ana") as reading:
        assert reading.count(ITEM) == len(contents(known)["rows"]) * 2  # type: ignore[arg-type]


def test_a_generation_without_a_record_is_read_again(store: Store, reads: list[int]) -> None:
    """As when an earlier convograph forgets: it starts a generation, and notes nothing."""
    memory, looking = opened(store), opened(store)
    memory.add(turns_of(random.Random(0), 4), session="s")
    memory.forget(turn="s:0")
    looking._keeper.caught_up()
    with store.write("ana") as writing:
        removal.new_generation(writing)
    memory.forget(turn="s:1")
    before = len(reads)
    assert len(looking._keeper.caught_up().turns) == 2
    assert len(reads) == before + 1


def test_only_so_much_is_recorded(store: Store, reads: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is far behind reads all again, who follows each step does not; what was replaced stays recorded too."""
    monkeypatch.setattr(removal, "LEAST_RECORDED", 8)
    memory, step_by_step, behind = opened(store), opened(store), opened(store)
    memory.add(turns_of(random.Random(0), 20), session="s")
    behind._keeper.caught_up()
    step_by_step._keeper.caught_up()
    before = len(reads)
    for place in range(10):
        memory.forget(turn=f"s:{place}")
        step_by_step._keeper.caught_up()
        with store.read("ana") as reading:
            assert 0 < reading.count(REMOVED) <= 8
    assert len(reads) == before
    assert not can_follow(store, "ana", behind._keeper._cache.get(behind._keeper._slot).version)  # type: ignore[union-attr]
    assert len(behind._keeper.caught_up().turns) == len(step_by_step._keeper.caught_up().turns) == 10
    assert len(reads) == before + 1


def test_several_removals_in_one_write_are_recorded_together(
    store: Store, reads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where there is no room for those of earlier generations."""
    monkeypatch.setattr(removal, "LEAST_RECORDED", 4)
    memory, looking = opened(store), opened(store)
    chance = random.Random(0)
    for name in ("s", "t", "u"):
        memory.add(turns_of(chance, 3), session=name)
    looking._keeper.caught_up()
    memory.forget(turn="s:0")
    looking._keeper.caught_up()
    before = len(reads)
    with transaction(store, "ana") as writing:
        for name in ("s:1", "t:0", "u:2"):
            writing.remove_turns(writing.turns_named([name]))
    assert [row.id for row in looking._keeper.caught_up().turns.rows[:]] == ["s:2", "t:1", "t:2", "u:0", "u:1"]
    assert len(reads) == before


def test_another_owner_who_begins_again_is_not_followed(store: Store) -> None:
    """The record is of one incarnation: keys begin anew with the next."""
    memory, looking = opened(store), opened(store)
    memory.add(turns_of(random.Random(0), 4), session="s")
    former = looking._keeper.caught_up().version
    memory.forget(owner="ana")
    memory.add(turns_of(random.Random(1), 3), session="s")
    memory.forget(turn="s:1")
    assert not can_follow(store, "ana", former)
    assert len(looking._keeper.caught_up().turns) == 2


def test_the_record_holds_keys_only(store: Store) -> None:
    """Of the turn, its session once that is empty, and its items; what was derived again before stays noted."""
    memory = opened(store, "rag-r")
    memory.add(turns_of(random.Random(0), 3), session="s")
    with store.read("ana") as reading:
        keys = {row.key for row in reading.rows(TURN)} | {row.key for row in reading.rows(ITEM)}
        dropped = reading.count(DROPPED)
    memory.forget(session="s")
    with store.read("ana") as reading:
        record = list(reading.rows(REMOVED))
        assert keys < {row.key for row in record}
        assert len(record) == len(keys) + 1
        assert {row.generation for row in record} == {reading.version.generation}
        assert reading.count(DROPPED) == dropped


def test_speakers_are_numbered_as_if_the_others_had_never_spoken() -> None:
    """Ben was the second to speak, and is now the first; whoever is unknown stays so."""
    memory = opened(InMemoryStore())
    said = [("Ana", "a"), (None, "b"), ("Ben", "c"), ("Cleo", "d"), ("Ben", "e")]
    memory.add([{"speaker": name, "text": text} for name, text in said], session="s")
    memory.forget(turn="s:0")
    turns = memory._keeper.newest().turns
    assert turns.speaker_keys == {"ben": 0, "cleo": 1}
    assert np.array_equal(turns.speakers.values, [-1, 0, 1, 0])
