"""Search terms."""

from __future__ import annotations

from convograph.terms import shared_words, term_hashes, terms


def test_terms_are_stems_without_stop_words() -> None:
    """Case, possessives and endings do not matter; order and repetitions are kept."""
    assert terms("The dogs were running to Ana's DOG, weren't they?") == ["dog", "run", "ana", "dog", "weren't"]
    assert terms("Who are you?") == []
    assert terms("café naïve_name 42 'quoted'") == ["café", "naïv", "name", "42", "quot"]


def test_shared_words_are_shown_as_written() -> None:
    """The words of the first text whose stems the second has too, each once, in order."""
    assert shared_words("Her dogs ran home, dogs!", "Is the dog at home?") == ("dogs", "home")
    assert shared_words("Nothing alike", "Is the dog at home?") == ()


def test_hashes_are_the_same_for_the_same_stem_only() -> None:
    """One flat array, cut by the counts; equal stems have equal hashes."""
    counts, hashes = term_hashes(["dogs run", "", "a dog"])
    assert counts.tolist() == [2, 0, 1]
    assert hashes[0] == hashes[2] != hashes[1]
