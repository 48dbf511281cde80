"""The bounded cache of snapshots by itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import convograph
from convograph.memory.snapshots.snapshot_cache import Slot, SnapshotCache


@dataclass(eq=False)
class Sized:
    """Stands for a snapshot: the cache looks at nothing but its bytes."""

    nbytes: int


def held(cache: SnapshotCache, slots: list[Slot]) -> list[bool]:
    """Which of some slots hold something; looking is use, the last slot last."""
    return [cache.get(slot) is not None for slot in slots]


def test_the_least_recently_used_go_until_there_is_room() -> None:
    """One large snapshot may displace several; bytes are always the sum of what is held."""
    cache = SnapshotCache(100)
    slots = [cache.slot(owner, "e") for owner in "abcd"]
    for slot, size in zip(slots[:3], (30, 40, 30), strict=True):
        cache.put(slot, Sized(size))
    assert (cache.held_bytes, held(cache, slots)) == (100, [True, True, True, False])
    cache.get(slots[0])
    cache.put(slots[3], Sized(50))
    assert (cache.held_bytes, held(cache, slots)) == (80, [True, False, False, True])


def test_a_newer_snapshot_takes_the_place_of_the_one_before() -> None:
    """What is replaced makes room first, and does not count twice."""
    cache = SnapshotCache(100)
    first, second = cache.slot("a", "e"), cache.slot("b", "e")
    cache.put(first, Sized(50))
    cache.put(second, Sized(50))
    cache.put(first, newer := Sized(50))
    assert (cache.held_bytes, held(cache, [first, second])) == (100, [True, True])
    assert cache.get(first) is newer
    cache.drop(first)
    cache.drop(first)
    assert (cache.held_bytes, held(cache, [first, second])) == (50, [False, True])


def test_what_is_above_the_bound_is_held_alone() -> None:
    """And goes with the next."""
    cache = SnapshotCache(100)
    large, small = cache.slot("large", "e"), cache.slot("small", "e")
    cache.put(small, Sized(10))
    cache.put(large, Sized(1_000))
    assert (cache.held_bytes, held(cache, [small, large])) == (1_000, [False, True])
    cache.put(small, Sized(10))
    assert (cache.held_bytes, held(cache, [small, large])) == (10, [True, False])


@pytest.mark.parametrize("bound", [None, 10])
def test_a_place_is_one_as_long_as_somebody_has_it_or_it_holds_something(bound: int | None) -> None:
    """Two keepers of the same have one slot; another encoder's is another."""
    cache = SnapshotCache(bound)
    slot = cache.slot("a", "e")
    assert cache.slot("a", "e") is slot
    assert cache.slot("a", "f") is not slot
    cache.put(slot, Sized(5))
    del slot
    assert cache.get(cache.slot("a", "e")) is not None


def test_what_others_have_changed_is_dropped(tmp_path: Path) -> None:
    """A snapshot of an owner who forgot something elsewhere is not held for a proof to find."""
    path = tmp_path / "m.db"
    with convograph.open_memories(path, architecture="bm25") as memories, convograph.open(path, owner="eve") as other:
        ana, eve = memories.of("ana"), memories.of("eve")
        for memory in (ana, eve):
            memory.add([{"speaker": "Ben", "text": "The boiler hums."}], session="one")
        assert eve.recall("boiler").hits
        other.forget(turn="one:0")
        proof = ana.forget(turn="one:0", prove=True).proof
    assert proof is not None
    assert proof.left == ()
