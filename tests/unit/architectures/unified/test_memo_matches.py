"""What was written about turns, as further texts of them: worked by hand on a few turns."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from convograph.architectures.unified import ranking
from convograph.architectures.unified.features import MEMO_FEATURES
from convograph.architectures.unified.memo_matches import MOST_TURNS_OF_A_MEMO
from convograph.encoders.static import bundled_encoder
from convograph.encoders.word_table import bundled_words
from convograph.memory import Memory
from support.encoders import TableEncoder
from support.ranking import FewWords, Looked, look, remembering, said

TALK = (
    said("a", "Ana: We sail to Lisbon.", "Ben: Lovely!", "Ana: It rains.", time="2024-05-01"),
    said("b", "Ben: Lisbon was wet.", "Ana: True.", time="2024-06-01"),
)

NO_LIKENESS = TableEncoder({})  # every text is as far from any other


def bring(memory: Memory, text: str, *turns: str, kind: str = "fact") -> None:
    """A fact about turns."""
    memory.bring([{"kind": kind, "text": text, "turns": list(turns)}])


def features(looked: Looked) -> dict[str, list[float]]:
    """All features."""
    return {name: row.tolist() for name, row in looked.scored.features.values.items()}


def test_without_memos_nothing_is_added() -> None:
    """And what is no key changes nothing: a summary of many turns."""
    with remembering(*TALK, said("c", *["Ana: Hm."] * (MOST_TURNS_OF_A_MEMO + 1))) as memory:
        before = features(look(memory, "Lisbon boat"))
        bring(memory, "They took a boat to Lisbon.", *(f"c{place}" for place in range(MOST_TURNS_OF_A_MEMO + 1)))
        looked = look(memory, "Lisbon boat")
        assert len(looked.memos.index) == 0
        assert features(looked) == before
    assert all(not any(before[name]) for name in MEMO_FEATURES)


def test_words_of_a_memo_count_where_its_turns_have_fewer() -> None:
    """In shares of the highest of both; the weight of a word is that among turns."""
    with remembering(*TALK) as memory:
        bring(memory, "Ana took a boat to Lisbon.", "a0", "a1")
        looked = look(memory, "Lisbon boat")
    lisbon, boat = log(1 + 3.5 / 2.5), log(1 + 5.5 / 0.5)  # in two of five turns, in none
    alike = looked.values("memo_alike")
    assert alike["a0"] == pytest.approx(1 - lisbon / (lisbon + boat))
    assert alike["a1"] == 1.0
    assert alike["b0"] == 0.0
    covered = dict(zip(looked.ids(), looked.scored.features.covered.tolist(), strict=True))
    assert covered["a0"] == covered["a1"] == 1.0
    assert covered["b0"] == pytest.approx(lisbon / (lisbon + boat))


def test_words_that_mean_much_the_same_count() -> None:
    """By the cube of their cosine, as in sentences."""
    words = FewWords(("boat", "ship"), {("boat", "ship"): 0.5})
    with remembering(*TALK, words=words) as memory:
        bring(memory, "A ship!", "a1")
        assert look(memory, "boat").scored.features.alike.max() == pytest.approx(0.125)


def test_a_turn_is_nominated_by_what_a_memo_says_alone() -> None:
    """Its own words have nothing in common with the question, nor have its neighbours'."""
    with remembering(*TALK, encoder=NO_LIKENESS) as memory:
        assert look(memory, "bicycle").ids() == []
        bring(memory, "He sold his bicycle.", "b1")
        assert look(memory, "bicycle").ids() == ["b1"]
        assert look(memory, "bicycle", speakers="Ben").ids() == []
        assert [hit.id for hit in memory.recall("bicycle").hits] == ["b1"]


def test_the_cosine_of_a_memo_counts_in_deviations() -> None:
    """Of those of the turns' best sentences, as far as it is above that of the turn."""
    encoder = TableEncoder({"Where?": (1, 0, 0), "We sail to Lisbon.": (0.5, 0, 0), "In Porto.": (0.75, 0, 0)})
    with remembering(*TALK, encoder=encoder) as memory:
        bring(memory, "In Porto.", "a0")
        looked = look(memory, "Where?")
    own = np.array([0.5] + [0.0] * (len(looked.ids()) - 1))
    assert looked.values("memo_cosine")["a0"] == pytest.approx(0.25 / own.std() if own.std() else 0)


def test_the_future_is_not_told() -> None:
    """A memo one of whose turns does not exist yet is no key."""
    with remembering(*TALK, encoder=NO_LIKENESS) as memory:
        bring(memory, "The boat leaked on both journeys.", "a1", "b1")
        assert "a1" in look(memory, "boat").ids()
        assert look(memory, "boat", as_of="2024-05-15").ids() == []


def test_what_is_forgotten_is_no_key() -> None:
    """A memo goes with any of its turns; the others stand on their own again."""
    with remembering(*TALK, encoder=NO_LIKENESS) as memory:
        bring(memory, "The boat leaked on both journeys.", "a1", "b1")
        memory.forget(session="b")
        assert look(memory, "boat").ids() == []


def test_a_decision_says_nothing_about_turns() -> None:
    """It is about two names."""
    with remembering(*TALK) as memory:
        layer = memory.architecture.layers[1]
        assert "decision" not in layer.kinds  # type: ignore[union-attr]


def test_a_memo_moves_a_hit_up_and_its_bundle_says_so() -> None:
    """With the weights that ship."""
    with remembering(*TALK, encoder=bundled_encoder(), words=bundled_words()) as memory:
        bring(memory, "Ana and Ben spent their honeymoon on a boat.", "a2")
        (first, *_) = memory.recall("Where was the honeymoon?").hits
        assert first.id == "a2"
        parts = dict(first.evidence[0].reason.parts)
        assert set(parts) == set(ranking.PARTS)
        assert parts["memos"] == max(parts.values())


def test_memos_are_shown_where_turns_were_found_by_them() -> None:
    """One a turn, that which bears most on the question; none that says less than the turn itself."""
    with remembering(*TALK, encoder=NO_LIKENESS) as memory:
        bring(memory, "He sold his bicycle.", "b0", "b1")
        bring(memory, "He sold his red bicycle.", "b1", kind="event")
        bring(memory, "Lisbon.", "b0")
        found = memory.recall("red bicycle")
        (first, second) = found.memos
        assert [hit.id for hit in found.hits] == ["b1", "b0"]
        assert (first.kind, first.rank, first.text, [turn.id for turn in first.turns]) == (
            ("event", 1, "He sold his red bicycle.", ["b1"])
        )
        assert (second.kind, second.rank, second.text) == ("fact", 1, "He sold his bicycle.")
        assert first.score == pytest.approx(2.0)  # all of the words, and of the meaning; no cosine
        assert first.said is not None
        assert "He sold his red bicycle." in memory.context("red bicycle", min_probability=0.0).text
        assert memory.recall("Was Lisbon wet?").memos == ()
