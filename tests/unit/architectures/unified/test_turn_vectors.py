"""The vectors of turns: worked out once, whichever turns are asked for with them, and as the memory grows."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import convograph
from convograph.architectures.unified import Unified, turn_vectors
from convograph.architectures.unified.outline import outline_of
from convograph.architectures.unified.turn_vectors import TurnVectors, summed
from convograph.graph.arrays import Vectors
from convograph.memory import Memory
from convograph.types import Turn
from support.conversations import conversation


@pytest.fixture
def sums(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many turns are summed, call by call."""
    found: list[int] = []

    def counted(layer: object, sentences: object, count: int) -> Vectors:
        found.append(count)
        return summed(layer, sentences, count)  # type: ignore[arg-type]

    monkeypatch.setattr(turn_vectors, "summed", counted)
    return found


def asked(memory: Memory, held: TurnVectors, places: Sequence[int]) -> Vectors:
    """The vectors of some turns by what is remembered."""
    snapshot = memory._keeper.newest()
    layer = snapshot.layers[memory.architecture.layers[0].key]
    assert isinstance(memory.architecture, Unified)
    outline = outline_of(snapshot, memory.architecture.layers[0].key, None, memory.architecture.analyzer)
    at = np.array(places)
    return held.of(layer, outline.places.rows[at], outline.sentences.of_turns(at), 256)


def test_a_turn_is_summed_once_and_is_what_it_is_alone(sums: list[int]) -> None:
    """Bit for bit, also when turns were added meanwhile."""
    with convograph.open(":memory:") as memory:
        memory.add([Turn("The cat sleeps. It snores."), Turn("..."), Turn("Bread is baked.")], session="s")
        held = TurnVectors()
        first = asked(memory, held, [0, 1])
        memory.append(Turn("Miso is a cat."), "s")
        assert asked(memory, held, [0, 1, 2, 3])[:2].tolist() == first.tolist()
        assert sums == [2, 2]
        for place in range(4):
            alone = asked(memory, TurnVectors(), [place])
            assert asked(memory, held, [place]).tolist() == alone.tolist()


def test_no_more_turns_than_there_is_room_for(sums: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for three of four turns, those asked for before are summed again, and are the same."""
    monkeypatch.setattr(turn_vectors, "MOST_SUMS", 3)
    with convograph.open(":memory:") as memory:
        memory.add([Turn(f"This is number {number}.") for number in range(4)], session="s")
        held = TurnVectors()
        first, _, again = (asked(memory, held, places) for places in ([0, 1], [2, 3], [0, 1]))
    assert first.tolist() == again.tolist()
    assert sums == [2, 2, 2]


def test_threads_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight that ask at once, of a memory with room for a part: what one finds alone."""
    questions = ["Where is the cat?", "Who has a boat in the garden?", "river music", "Berlin in winter"] * 8
    with convograph.open(":memory:") as memory:
        memory.add(conversation(5, sessions=8, turns=8))
        expected = [memory.recall(question, asked_at="2024-03-01").hits for question in questions]
        monkeypatch.setattr(turn_vectors, "MOST_SUMS", 20)
        memory._keeper._cache.drop(memory._keeper._slot)  # what was remembered goes with the snapshot
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(lambda one: memory.recall(one, asked_at="2024-03-01").hits, questions))
    assert found == expected
    assert all(found)


def test_a_memory_that_grew_answers_like_one_that_was_read() -> None:
    """Signs and vectors that are remembered from before are those of the whole memory."""
    sessions = conversation(9, sessions=6, turns=8)
    with convograph.open(":memory:") as grown, convograph.open(":memory:") as whole:
        for one in sessions:
            grown.add(one)
            grown.recall("Where is the cat?", asked_at="2024-03-01")
        whole.add(sessions)
        for question in ("Where is the cat?", "What did Ana say about Lisbon?", "When was the cake baked?"):
            ours, theirs = (each.recall(question, k=20, asked_at="2024-03-01") for each in (grown, whole))
            assert [(hit.id, hit.score, hit.probability) for hit in ours.hits] == [
                (hit.id, hit.score, hit.probability) for hit in theirs.hits
            ]
