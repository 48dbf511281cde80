"""Which turns are scored."""

from __future__ import annotations

import numpy as np
import pytest

from convograph.architectures.unified import nomination
from convograph.architectures.unified.nomination import nominated
from convograph.graph import vectors
from convograph.retrieval import evidence_turns
from support.conversations import conversation
from support.encoders import TableEncoder
from support.ranking import Looked, look, remembering, said

TALK = (
    said("a", "Ana: The cat sleeps.", "Ben: Hm.", "Ben: So.", "Ben: Well.", "Ben: Rain."),
    said("b", "Ben: We sail.", "Ana: Sun."),
)
NEAR = TableEncoder({"cat": (1, 0, 0), "We sail.": (0.5, 0, 0), "Sun.": (-0.5, 0, 0)})


def names(looked: Looked) -> list[str]:
    """The ids of those nominated."""
    found = nominated(
        looked.snapshot.turns,
        looked.matches,
        looked.memos,
        looked.layer,
        evidence_turns(looked.snapshot.turns, looked.query),
    )
    return [looked.snapshot.turns.rows[row].id for row in looked.places.rows[found].tolist()]


def test_what_shares_a_word_stands_near_it_or_has_a_cosine_is_nominated() -> None:
    """Up to two turns away; what has nothing in common with the question is not."""
    with remembering(*TALK, encoder=NEAR) as memory:
        assert names(look(memory, "cat")) == ["a0", "a1", "a2", "b0"]
        assert names(look(memory, "tiger")) == []


def test_filters_leave_their_neighbours_in_sight() -> None:
    """Only allowed turns are nominated, but what stands beside them counts."""
    with remembering(*TALK, encoder=NEAR) as memory:
        assert names(look(memory, "cat", speakers="Ben")) == ["a1", "a2", "b0"]
        assert names(look(memory, "cat", between=("2024-01-01", "2024-12-31"))) == []


def test_of_many_the_best_by_each_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best by words of the window, by cosine, and by both: one each, ties to the earlier."""
    monkeypatch.setattr(nomination, "NOMINATED", 1)
    with remembering(*TALK, encoder=NEAR) as memory:
        assert names(look(memory, "cat")) == ["a0", "b0"]


def test_rounding_nominates_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cosines that a matrix product has wrong by less than its tolerance change nothing."""
    with remembering(*conversation(4)) as memory:
        expected = names(look(memory, "where is the blue boat"))
        for error in (-vectors.TOLERANCE / 3, vectors.TOLERANCE / 3):

            def roughly(matrix: np.ndarray, items: np.ndarray, query: np.ndarray, off: float = error) -> np.ndarray:
                return (vectors.similarities(matrix, items, query) + off).astype(np.float32)

            monkeypatch.setattr(nomination, "roughly", roughly)
            assert names(look(memory, "where is the blue boat")) == expected
    assert 0 < len(expected) < 48


def test_a_memory_without_turns_nominates_none() -> None:
    """Its layer has vectors of no width."""
    with remembering(encoder=NEAR) as memory:
        assert names(look(memory, "cat")) == []
