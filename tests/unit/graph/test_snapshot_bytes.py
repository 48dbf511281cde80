"""How much memory a snapshot takes, as it says itself."""

from __future__ import annotations

import gc
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest

import convograph
from convograph.graph.rows import ItemRow, node_batch
from convograph.memory.snapshots.keeper import SnapshotKeeper
from convograph.memory.snapshots.snapshot_cache import SnapshotCache
from support.conversations import conversation, memos_about

NEAR = {"unified": 0.15, **dict.fromkeys(["bm25", "hybrid", "sgmem", "sgmem-smfi", "glong", "glong-sources"], 1 / 3)}
"""How near the estimate comes, by architecture: the vectors of turns are a sixth of what `unified` takes."""


@pytest.mark.parametrize("architecture", NEAR)
@pytest.mark.parametrize("sessions", [1, 8, 60])
def test_the_estimate_is_near_to_what_is_allocated(architecture: str, sessions: int, tmp_path: Path) -> None:
    """Within a third, or less, of what Python's allocator tells, what recall works out included."""
    with convograph.open(tmp_path / "m.db", architecture=architecture) as memory:
        given = conversation(sessions, sessions=sessions)
        memory.add(given)
        memory.bring(memos_about(given, sessions))
        memory.recall("Where is the cat?", touch=False)  # loads what is loaded once for all
        gc.collect()
        tracemalloc.start()
        keeper = SnapshotKeeper(memory._store, memory.owner, memory.architecture, SnapshotCache())
        memory._keeper = keeper
        memory.recall("Where is the cat?", touch=False)
        gc.collect()
        allocated, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert keeper.newest().nbytes == pytest.approx(allocated, rel=NEAR[architecture])


def test_slack_counts_and_what_grows_counts_more() -> None:
    """A column that has room for more takes that room; every turn adds something."""
    with convograph.open(":memory:", architecture="sgmem") as memory:
        sizes = []
        for number in range(50):
            memory.append(convograph.Turn(f"This is number {number}. It has two sentences."), "s")
            sizes.append(memory._keeper.newest().nbytes)
        snapshot = memory._keeper.newest()
    assert all(before < after for before, after in pairwise(sizes))
    (layer,) = snapshot.layers.values()
    assert layer.vectors.nbytes > layer.vectors.values.nbytes
    assert snapshot.nbytes > layer.nbytes > layer.vectors.nbytes + layer.postings.nbytes


def test_metadata_counts() -> None:
    """As the text does: what a turn notes is held with it."""
    sizes = []
    for noted in ({}, {"note": "x" * 2_000}):
        with convograph.open(":memory:") as memory:
            memory.add([convograph.Turn(f"Turn {number}.", metadata=noted) for number in range(10)], session="s")
            sizes.append(memory._keeper.newest().nbytes)
    assert 10 * 2_000 < sizes[1] - sizes[0] < 10 * 3_000


def test_equal_payloads_are_one_object() -> None:
    """Signs of sentences are a few letters: a million of them must not be a million strings."""
    rows = [
        ItemRow(1, key, b"", b"", b"", b"", "".join(letters)) for key, letters in enumerate((["n", "t"], ("n", "t")))
    ]
    first, second = node_batch(rows).payloads
    assert first is second


@pytest.mark.parametrize("architecture", ["unified", "sgmem-smfi", "glong"])
def test_a_memory_that_grew_takes_what_it_takes_when_it_is_read(architecture: str, tmp_path: Path) -> None:
    """What payloads, memos and texts take is added up as they come: a server asks for it after every append."""
    given = conversation(3)
    with convograph.open(tmp_path / "m.db", architecture=architecture) as memory:
        for one in given:
            memory.add(one)
        memory.bring(memos_about(given, 3))
        grown = memory._keeper.caught_up()
        read = SnapshotKeeper(memory._store, memory.owner, memory.architecture, SnapshotCache()).newest()
    assert (grown.memo_bytes, grown.turns.text_bytes) == (read.memo_bytes, read.turns.text_bytes)
    assert read.memo_bytes > 0
    of_layers = {key.name: layer.object_bytes for key, layer in grown.layers.items()}
    assert of_layers == {key.name: layer.object_bytes for key, layer in read.layers.items()}
    assert any(of_layers.values())
