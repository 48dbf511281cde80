"""The words of the bundled table, against the whole of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from convograph.encoders.static import WORDS, bundled_encoder
from convograph.encoders.word_table import KIN, WordTable, bundled_words
from convograph.layers.wording import stem_range
from convograph.tokens import BUNDLED_FOLDER, load_tokenizer

LEAST = 0.35


@pytest.fixture
def table() -> WordTable:
    """The table of this process."""
    return bundled_words()


def test_a_word_has_its_tokens_number(table: WordTable) -> None:
    """Pieces of words, marks, digits and words of several tokens have none."""
    vocabulary = load_tokenizer(BUNDLED_FOLDER).get_vocab()
    assert table.numbers(["dog", "##ing", "[PAD]", "7", "zzzzxq"]) == [vocabulary["dog"], 0, 0, 0, 0]


def test_similar_words_are_all_that_are_near_enough(table: WordTable) -> None:
    """The same words and cosines as by comparing with the whole vocabulary in float64, ascending."""
    words = {one: number for one, number in load_tokenizer(BUNDLED_FOLDER).get_vocab().items() if one[0].isalpha()}
    vectors = bundled_encoder(WORDS).token_vectors(np.arange(max(words.values()) + 1)).astype(np.float64)
    (found, cosines), (none, _) = table.similar(["cat", "zzzzxq"], LEAST)
    expected = {
        one: cosine for one, number in words.items() if (cosine := vectors[number] @ vectors[words["cat"]]) >= LEAST
    }
    assert dict(zip(found, cosines.tolist(), strict=True)) == pytest.approx(expected)
    assert cosines.tolist() == sorted(cosines.tolist())
    assert none == ()


def test_words_compared_together_are_compared_as_alone(table: WordTable) -> None:
    """Which other words are asked about changes nothing, to the last bit."""
    words = ["kitchen", "sister", "boiler", "kitchen"]
    for together, word in zip(table.similar(words, LEAST), words, strict=True):
        ((alone, cosines),) = table.similar([word], LEAST)
        assert together[0] == alone
        assert together[1].tolist() == cosines.tolist()


def test_a_process_has_one_table() -> None:
    """Its vectors take 23 MB, and a server opens many memories."""
    assert bundled_words() is bundled_words()


NUMBERS = {"cat": 3940, "dog": 2902, "kitten": 17404, "the": 999}  # a store keeps them: they must never change


def test_numbers_belong_to_the_table(table: WordTable) -> None:
    """Whole words that begin with a letter have one; names, marks, pieces and figures have none."""
    assert table.numbers(["cat", "zqbafu", "", "##ing", "[CLS]", "2024", "!", "Cat"]) == [NUMBERS["cat"], *[0] * 7]
    assert table.numbers([*NUMBERS]) == list(NUMBERS.values())
    assert WordTable(bundled_encoder(WORDS)).numbers([*NUMBERS]) == list(NUMBERS.values())
    assert table.numbers([]) == []


def test_every_number_has_room_in_a_term() -> None:
    """The lower 16 bits: another table must not have more words."""
    first, last = stem_range("cat")
    assert 0 < load_tokenizer(BUNDLED_FOLDER).get_vocab_size() <= int(last - first)


@pytest.mark.parametrize("word", ["zqbafu", "", "2024", "Cat", "\x00", "##ing"])
def test_an_unknown_word_has_no_like(table: WordTable, word: str) -> None:
    """Not even itself."""
    ((words, cosines),) = table.similar([word], -1.0)
    assert (words, cosines.tolist()) == ((), [])


def test_an_unknown_word_is_like_those_that_begin_as_it_does(table: WordTable) -> None:
    """As far as two thirds of it; where so little likeness is asked for."""
    (allergies, physio, short), none = (
        table.similar(["allergies", "physiol", "allerg"], LEAST),
        table.similar(["allergies"], 0.8),
    )
    assert "allergic" in allergies[0]
    assert set(allergies[1].tolist()) == {KIN}
    assert "physiology" in physio[0] and "physical" not in physio[0]
    assert "allergic" in short[0]
    assert none[0][0] == ()


def test_threads_share_a_table(table: WordTable) -> None:
    """All see the same, though they begin at once."""
    fresh, words = WordTable(bundled_encoder(WORDS)), [*NUMBERS] * 5
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda word: (fresh.numbers([word]), fresh.similar([word], 0.5)[0][0]), words))
    assert found == [(table.numbers([word]), table.similar([word], 0.5)[0][0]) for word in words]


def test_its_fingerprint_is_that_of_its_vectors(table: WordTable) -> None:
    """Which a layer that keeps numbers depends on."""
    assert table.fingerprint == bundled_encoder(WORDS).fingerprint


def test_a_text_is_as_like_as_the_nearest_of_others(table: WordTable) -> None:
    """1 for the same words, nothing without others or words; whatever was compared before."""
    others = ("where is the key", "that worked")
    assert table.likeness("That worked!", others) > 0.9
    assert table.likeness("it worked", others) > table.likeness("the boiler is broken", others)
    assert table.likeness("that worked", ()) == table.likeness("", others) == 0.0
    assert table.likeness("that worked", others[:1]) < table.likeness("that worked", others) <= 1.0
