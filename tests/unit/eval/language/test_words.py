"""Texts compared by their words."""

from __future__ import annotations

from convograph_eval.language.words import holds, plain, share, stems


def test_the_same_but_for_case_marks_and_openers() -> None:
    """Articles and possessors in front fall away, one after the other; the last word stays whatever it is."""
    assert plain("My  Guitar!") == plain("the guitar") == "guitar"
    assert plain("the") == "the"
    assert plain("Ana's guitar") != plain("guitar")


def test_stems_are_of_content_words_if_there_are_any() -> None:
    """Stop words count only where there is nothing else."""
    assert stems("the running dogs") == {"run", "dog"}
    assert stems("it") == {"it"}
    assert stems("!?") == frozenset()


def test_shares_are_of_the_first_set() -> None:
    """Two of three stems stand in the other; of none, none do."""
    assert share(frozenset("abc"), frozenset("bcd")) == 2 / 3
    assert share(frozenset(), frozenset("a")) == 0


def test_a_name_is_held_word_by_word() -> None:
    """Neighbouring whole words count, possessives and parts of words do not."""
    assert holds("Speaker 1 and Ross", "speaker 1")
    assert not holds("Speaker 11", "Speaker 1")
    assert not holds("Ross's sister", "Ross")
    assert not holds("Ross", "Ross Geller")
    assert not holds("Ross", "")
