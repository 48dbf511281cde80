"""Search terms."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.errors import InputError
from convograph.terms import ENGLISH, LANGUAGES, Analyzer, has_words, rarity


def test_terms_are_stems_without_stop_words() -> None:
    """Case, possessives and endings do not matter; order and repetitions are kept."""
    assert ENGLISH.terms("The dogs were running to Ana's DOG, weren't they?") == ["dog", "run", "ana", "dog", "weren't"]
    assert ENGLISH.terms("Who are you?") == []
    assert ENGLISH.terms("café naïve_name 42 'quoted'") == ["café", "naïv", "name", "42", "quot"]


def test_shared_words_are_shown_as_written() -> None:
    """The words of the first text whose stems the second has too, each once, in order."""
    assert ENGLISH.shared_words("Her dogs ran home, dogs!", "Is the dog at home?") == ("dogs", "home")
    assert ENGLISH.shared_words("Nothing alike", "Is the dog at home?") == ()


def test_hashes_are_the_same_for_the_same_stem_only() -> None:
    """One flat array, cut by the counts; equal stems have equal hashes."""
    counts, hashes = ENGLISH.hashes(["dogs run", "", "a dog"])
    assert counts.tolist() == [2, 0, 1]
    assert hashes[0] == hashes[2] != hashes[1]


def test_other_languages_have_their_own_stems() -> None:
    """German endings are cut by German rules; English stop words stay words there."""
    german = Analyzer("german")
    assert german.terms("Häuser am Hause") == ["haus", "am", "haus"]
    assert german.fingerprint != ENGLISH.fingerprint


def test_scripts_without_spaces_become_pairs_of_characters() -> None:
    """A run of n characters is n - 1 pairs, a single one is itself; what stands beside it keeps its own words."""
    assert ENGLISH.terms("猫が好き") == ["猫が", "が好", "好き"]
    assert ENGLISH.terms("犬 likes 東京タワーで2024年") == [
        "犬",
        "like",
        "東京",
        "京タ",
        "タワ",
        "ワー",
        "ーで",
        "2024",
        "年",
    ]
    assert ENGLISH.shared_words("東京に住む", "東京はどこ") == ("東京",)


def test_a_language_without_stems_is_refused() -> None:
    """The error names what there is."""
    assert "german" in LANGUAGES
    with pytest.raises(InputError, match="no stemmer for 'klingon'; the languages are arabic"):
        Analyzer("klingon")


def test_a_rare_term_weighs_more() -> None:
    """Of three texts, one has "cat", two have "dog", none has "owl"."""
    weights = rarity({"dog", "cat", "owl"}, [{"dog"}, {"dog", "cat"}, set()])
    assert weights == {"cat": log(1 + 3 / 2), "dog": log(1 + 3 / 3), "owl": log(1 + 3)}
    assert list(weights) == ["cat", "dog", "owl"]


@given(st.text("aB9_'-. \n", max_size=30))
def test_words_of_ascii_are_those_of_any_script(text: str) -> None:
    """Plain letters are read by a faster pattern: a letter of another script beside them changes nothing."""
    assert [*ENGLISH.stems(text), ("é", "é")] == ENGLISH.stems(f"{text} é")


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("My team won.", "tea", False),
        ("Steam, and then TEA!", "tea", True),
        ("I have a cat", "Cat", True),
        ("Tom's flat", "tom", True),
        ("a well-known cat-sitter", "cat", True),
        ("It took 120 days.", "12", False),
        ("It took 12 days.", "12", True),
        ("My blood type is AB+.", "B+", False),
        ("My blood type is A+.", "A+", True),
        ("我住在东京很久了", "东京", True),
        ("서울에 살아요", "서울", True),
        ("anything", "", True),
        ("", "tea", False),
    ],
)
def test_a_value_stands_in_a_text_in_whole_words(text: str, value: str, expected: bool) -> None:
    """Letters without case have no word bounds, since many scripts of such put nothing between words."""
    assert has_words(text, value) is expected
