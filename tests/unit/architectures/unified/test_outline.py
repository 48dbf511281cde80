"""What of a memory is the same for every question, and when it is worked out anew."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import convograph
from convograph.architectures.unified import Unified
from convograph.architectures.unified.levels import level
from convograph.architectures.unified.outline import Outline, outline_of
from convograph.architectures.unified.places import Places
from convograph.architectures.unified.turn_vectors import sums_by_turn
from convograph.graph.bm25 import empty_postings
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.memory import Memory
from convograph.types import Session, Turn

SESSIONS = (
    Session((Turn("The cat sleeps. It snores.", "Ana"), Turn("...", "Ben"), Turn("One. Two. Three.", "Ana")), "first"),
    Session((Turn("Bread is baked on Monday.", "Ben"), Turn("Where? In Porto.", "Ana")), "second"),
)


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Five turns of two sessions."""
    with convograph.open(":memory:", architecture="unified") as opened:
        opened.add(SESSIONS)
        yield opened


def held(memory: Memory) -> tuple[Snapshot, LayerTable]:
    """The snapshot with its sentences."""
    snapshot = memory._keeper.newest()
    layer, _ = memory.architecture.layers
    return snapshot, snapshot.layers[layer.key]


def outlined(memory: Memory, visible: list[bool] | None = None) -> Outline:
    """The outline of all turns, or of some."""
    layer, _ = memory.architecture.layers
    mask = None if visible is None else np.array(visible)
    assert isinstance(memory.architecture, Unified)
    return outline_of(held(memory)[0], layer.key, mask, memory.architecture.analyzer)


def test_sentences_lie_with_their_turns(memory: Memory) -> None:
    """Those of some turns are the same as by looking at all of them."""
    sentences = outlined(memory).sentences
    assert sentences.places.tolist() == [0, 0, 1, 2, 2, 2, 3, 4, 4]
    some = np.array([0, 2, 4])
    assert sentences.kept(some).tolist() == [0, 1, 3, 4, 5, 7, 8]
    of_some = sentences.of_turns(some)
    assert (of_some.places.tolist(), of_some.turns.tolist()) == ([0, 0, 1, 1, 1, 2, 2], [0, 1, 2])
    has, last = sentences.last(some)
    assert (has.tolist(), last.tolist()) == ([True, True, True], [1, 5, 8])


def test_hidden_turns_have_no_place(memory: Memory) -> None:
    """Their sentences have no number, and a turn without a visible one has none of its own."""
    outline = outlined(memory, [True, False, True, False, True])
    assert outline.places.rows.tolist() == [0, 2, 4]
    assert outline.number.tolist() == [0, 1, -1, 2, 3, 4, -1, 5, 6]
    assert outline.places.sessions.tolist() == [0, 0, 1]


def test_lengths_count_words_and_the_speakers_name(memory: Memory) -> None:
    """Cat, sleep, snore and Ana are four; windows are sums of their turns'."""
    outline = outlined(memory)
    assert outline.turn_lengths.tolist() == [4, 1, 4, 4, 2]
    assert [lengths.tolist() for lengths in outline.window_lengths] == [[5, 9, 5, 6, 6], [9, 9, 9, 6, 6]]


def test_an_outline_is_kept_until_the_memory_changes(memory: Memory) -> None:
    """One object for all questions; another after an addition; that of hidden turns is never kept."""
    first = outlined(memory)
    assert len(outlined(memory, [True, False, True, False, True]).places) == 3
    assert outlined(memory) is first
    memory.append({"role": "user", "content": "The boiler is cold."})
    assert len(outlined(memory).places) == 6
    assert len(first.places) == 5


def test_owners_have_outlines_of_their_own(memory: Memory) -> None:
    """Two owners of one file at the same version hold different turns."""
    other = memory.for_owner("ben")
    other.add([Session((Turn("Fish.", "Ben"),), "other")])
    assert len(outlined(memory).places) == 5
    assert len(outlined(other).places) == 1
    assert len(outlined(memory).places) == 5


def test_a_turn_that_was_just_appended_is_found(memory: Memory) -> None:
    """Also right after a question that kept what it worked out."""
    question = "Why is the boiler cold?"
    assert all("boiler" not in hit.turns[0].text for hit in memory.recall(question).hits)
    memory.append({"role": "user", "content": "The boiler is cold because the pilot went out."})
    assert "boiler" in memory.recall(question).hits[0].turns[0].text


def test_neighbours_are_of_the_same_session() -> None:
    """By hand: sessions of three and two turns, of one and of two neighbours."""
    sessions = np.array([0, 0, 0, 1, 1])
    places = Places(np.arange(5), np.arange(5), np.array([0, 3]), sessions)
    values = np.array([[1.0, 2.0, 4.0, 8.0, 16.0]])
    one = places.with_neighbours(values, values, 1)
    assert one.tolist() == [[3, 7, 6, 24, 24]]
    assert places.with_neighbours(one, values, 2).tolist() == [[7, 7, 7, 24, 24]]
    assert places.beside(values, np.array([0, 2, 3]), -1).tolist() == [[0, 2, 0]]
    assert places.beside(values, np.array([0, 2, 4]), 1).tolist() == [[2, 0, 0]]
    assert places.with_neighbours(values, values, 7).tolist() == values.tolist()


def test_scores_of_units_are_those_of_the_index() -> None:
    """A level over single items scores as `graph.bm25` does, for each way of weighting the words."""
    counts = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0]])
    postings = empty_postings().extended(np.array([1, 3, 3], np.int32), np.array([1, 2, 2, 2, 1, 1, 2], np.uint64))
    units = level(counts, counts.sum(axis=0))
    whole, first = (units.scores(np.array(weights)) for weights in ([1.0, 2.0], [1.0, 0.0]))
    assert whole == pytest.approx(postings.scores(np.array([1, 2, 2], np.uint64)))
    assert first == pytest.approx(postings.scores(np.array([1], np.uint64)))


def test_the_vectors_of_a_turn_are_summed_in_order(memory: Memory) -> None:
    """Sentence after sentence, bit for bit whatever other turns are summed."""
    _, layer = held(memory)
    sentences, vectors = outlined(memory).sentences, layer.vectors.values
    everything = sums_by_turn(vectors, sentences, 5)
    for place in range(5):
        expected = np.zeros(vectors.shape[1], np.float32)
        for item in np.flatnonzero(sentences.places == place).tolist():
            expected += vectors[item]
        assert everything[place].tolist() == expected.tolist()
        one = sentences.of_turns(np.array([place]))
        assert sums_by_turn(vectors[one.items], one, 1)[0].tolist() == expected.tolist()
