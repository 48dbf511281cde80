"""How turns match a question: words counted at every size of unit, and words that mean about the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from convograph.architectures.unified.matches import LEAST_SIMILAR, is_known
from convograph.graph.bm25 import empty_postings
from convograph.segmentation import line
from convograph.terms import ENGLISH, Analyzer
from support.conversations import conversation
from support.ranking import FewWords, look, remembering, said

TALK = (
    said("a", "Ana: The cat sleeps. A cat!", "Ben: A dog barks.", "Ana: Kitten and puppy.", ": Rain."),
    said("b", "Ben: The cat is Ben."),
)


@pytest.mark.parametrize("question", ["where is the blue boat", "Ana's cat, a cat by the river", "nothing at all"])
def test_bm25_of_turns_is_that_of_the_index(question: str) -> None:
    """As `graph.bm25` scores the lines of all turns, with the names of those who speak."""
    sessions = conversation(2)
    lines = [line(turn) for one in sessions for turn in one.turns]
    expected = empty_postings().extended(*ENGLISH.hashes(lines)).scores(ENGLISH.hashes([question])[1])
    with remembering(*sessions) as memory:
        looked = look(memory, question)
        scores = looked.matches.turns.scores(looked.asked.weights("all"))
    assert scores == pytest.approx(expected, rel=1e-12)


def test_counts_and_lengths_of_turns_have_the_speakers_name() -> None:
    """Of cat, ben: in the order of the question."""
    with remembering(*TALK) as memory:
        turns = look(memory, "Is the cat of Ben?").matches.turns
    assert turns.counts.tolist() == [[2, 0, 0, 0, 1], [0, 1, 0, 0, 2]]
    assert turns.lengths.tolist() == [4, 3, 3, 1, 3]


def test_windows_add_up_turns() -> None:
    """A window has the turns on either side in the same session, as far as it reaches."""
    with remembering(*TALK) as memory:
        matches = look(memory, "cat").matches
    near, wide = matches.windows
    assert near.counts.tolist() == [[2, 2, 0, 0, 1]]
    assert near.lengths.tolist() == [7, 10, 7, 4, 3]
    assert wide.counts.tolist() == [[2, 2, 2, 0, 1]]
    assert matches.windows is matches.windows


@pytest.mark.parametrize(
    ("question", "is_known"),
    [
        ("zxqv blorp", False),
        ("idk the zxqv", False),
        ("Where is the zxqv?", True),
        ("zxqv kitten", True),
        ("The kitten's name?", True),
    ],
)
def test_the_table_knows_what_a_question_asks_about(question: str, is_known: bool) -> None:
    """By a word or its stem; "where" and "name" tell nothing, but two words that join others make a sentence."""
    with remembering(*TALK, words=FewWords(("kitten", "where", "name"))) as memory:
        assert look(memory, question).matches.is_known == is_known


def test_an_english_table_is_not_expected_to_know_other_languages() -> None:
    """So that what it does not know may well mean something."""
    with remembering(*TALK, words=FewWords()) as memory:
        asked = look(memory, "In welcher Stadt lebt sie?").matches.asked
        assert not is_known(asked, FewWords())
        assert is_known(replace(asked, analyzer=Analyzer("german")), FewWords())


def test_some_sentences_are_counted_alone() -> None:
    """With the statistics of all, and without their speakers' names."""
    with remembering(*TALK) as memory:
        matches = look(memory, "cat dog").matches
    assert matches.sentence_level(np.array([0, 1, 2])).counts.tolist() == [[1, 1, 0], [0, 0, 1]]
    assert matches.sentence_level(np.array([5])).counts.tolist() == [[1], [0]]
    everything = matches.sentence_level(np.arange(6))
    assert everything.inverse.tolist() == np.log(1 + (6 - np.array([3, 1]) + 0.5) / np.array([3.5, 1.5])).tolist()
    assert everything.average == pytest.approx(10 / 6)


def test_similar_words_count_by_their_cosine() -> None:
    """1 where the stem itself occurs, else the nearest word, and nothing below the least that counts."""
    words = FewWords(
        ("cat", "cats", "kitten", "dog", "puppy"),
        {("cat", "kitten"): 0.7, ("cat", "puppy"): 0.4, ("cat", "dog"): LEAST_SIMILAR - 0.01},
    )
    with remembering(*TALK, words=words) as memory:
        looked = look(memory, "cat")
        similar = looked.matches.turn_similar
        none = look(memory, "tiger").matches.turn_similar
    assert similar == pytest.approx(np.array([[1, 0, 0.7, 0, 1]]))
    assert not none.any()
    assert looked.matches.likeness(similar) == pytest.approx(np.array([1, 0, 0.7**3, 0, 1]))


def test_a_word_of_the_same_stem_is_the_word() -> None:
    """Whatever its number; a similar word is found under its own stem."""
    words = FewWords(("cat", "kittens"), {("cat", "kittens"): 0.6})
    with remembering(said("a", "Ana: Cats.", "Ana: Kittens.", "Ana: Kitten."), words=words) as memory:
        similar = look(memory, "A cat").matches.turn_similar
    assert similar == pytest.approx(np.array([[1, 0.6, 0]]))  # the table has no "kitten", only "kittens"


def test_rare_words_are_the_greater_part_of_what_is_asked() -> None:
    """Shares of 1 in all; speakers and the frame have none."""
    with remembering(*TALK) as memory:
        importance = look(memory, "What cat and dog did Ana mention?").matches.importance
    cat, dog = np.log(1 + np.array([5 - 2 + 0.5, 5 - 1 + 0.5]) / np.array([2.5, 1.5]))
    assert importance == pytest.approx(np.array([cat, dog, 0, 0]) / (cat + dog))


def test_sentences_know_their_turns_whatever_order_they_arrived_in() -> None:
    """Also when sessions grew in turns."""
    whole = (said("a", "Ana: One. Two.", "Ana: Three."), said("b", "Ben: Four. Five."))
    with remembering(*whole) as memory:
        expected = look(memory, "two five").matches
    with remembering(said("a", "Ana: One. Two."), said("b", "Ben: Four. Five.")) as memory:
        memory.add(said("a", "Ana: One. Two.", "Ana: Three."))
        grown = look(memory, "two five").matches
    assert grown.sentences.places.tolist() == expected.sentences.places.tolist() == [0, 0, 1, 2, 2]
    assert grown.turns.counts.tolist() == expected.turns.counts.tolist() == [[1, 0, 0], [0, 0, 1]]
    assert grown.sentences.turns.tolist() == [0, 1, 2]
    some = grown.sentences.of_turns(np.array([0, 2]))
    assert (some.places.tolist(), some.starts.tolist(), some.turns.tolist()) == ([0, 0, 1, 1], [0, 2], [0, 1])


def test_the_best_of_a_turn_without_sentences_is_nothing() -> None:
    """Where its sentences are not there, 0 stands; the best may lie below."""
    with remembering(said("a", "Ana: One. Two.", "Ana: Three.")) as memory:
        sentences = look(memory, "two").matches.sentences
    assert sentences.best(np.array([-1.0, -2, -3]), 3).tolist() == [-1, -3, 0]
    assert sentences.of_turns(np.array([1])).best(np.array([5], np.float32), 2).tolist() == [5, 0]
    assert sentences.of_turns(np.empty(0, np.int64)).best(np.empty(0), 1).tolist() == [0]


def test_hidden_and_forgotten_turns_match_nothing() -> None:
    """They count in no statistic either."""
    early, late = said("a", "Ana: A cat.", time="2024-01-01"), said("b", "Ana: A cat. Cats!", time="2024-02-01")
    with remembering(early) as memory:
        alone = look(memory, "cat", as_of="2024-01-15").matches
    with remembering(early, late) as memory:
        hidden = look(memory, "cat", as_of="2024-01-15").matches
        memory.forget(session="b")
        forgotten = look(memory, "cat").matches
    for found in (hidden, forgotten):
        assert found.turns.counts.tolist() == alone.turns.counts.tolist() == [[1]]
        assert found.turns.inverse.tolist() == alone.turns.inverse.tolist()
        sentences = np.arange(len(found.sentences.items))
        assert found.similar(sentences).tolist() == alone.similar(sentences).tolist() == [[1]]
        assert found.sentence_level(sentences).inverse.tolist() == alone.sentence_level(sentences).inverse.tolist()
