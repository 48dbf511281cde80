"""The words of the bundled table, against the whole of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from convograph.encoders.static import WORDS, bundled_encoder
from convograph.encoders.word_table import KIN, BundledWords, _everyday_words, bundled_words
from convograph.layers.wording import stem_range
from convograph.tokens import BUNDLED_FOLDER, load_tokenizer

LEAST = 0.35
NUMBERS = {"cat": 3940, "dog": 2902, "kitten": 17404, "the": 999}  # a store keeps them: they must never change
VOCABULARY = load_tokenizer(BUNDLED_FOLDER).get_vocab()
ALL = np.array(sorted(number for word, number in VOCABULARY.items() if word[0].isalpha()))


@pytest.fixture
def table() -> BundledWords:
    """The table of this process."""
    return bundled_words()


def test_a_word_has_its_tokens_number(table: BundledWords) -> None:
    """Pieces of words, marks, digits and words of several tokens have none."""
    vocabulary = load_tokenizer(BUNDLED_FOLDER).get_vocab()
    assert table.numbers(["dog", "##ing", "[PAD]", "7", "zzzzxq"]) == [vocabulary["dog"], 0, 0, 0, 0]


def test_words_as_people_type_them_have_the_number_of_what_they_mean(table: BundledWords) -> None:
    """Each of the list stands for a word of the table."""
    assert table.numbers(["bday", "brolly", "gp"]) == table.numbers(["birthday", "umbrella", "doctor"])
    assert all(table.numbers(list(_everyday_words())))


def test_similar_words_are_all_that_are_near_enough(table: BundledWords) -> None:
    """The same words and cosines as by comparing with the whole vocabulary in float64; of the others none."""
    values = bundled_encoder(WORDS).token_values(ALL).astype(np.float64)
    vectors = values / np.linalg.norm(values, axis=1, keepdims=True)
    cosines_of_cat = vectors @ vectors[np.searchsorted(ALL, NUMBERS["cat"])]
    (found, cosines), (none, _) = table.similar(["cat", "zzzzxq"], LEAST, ALL)
    assert found.tolist() == ALL[cosines_of_cat >= LEAST].tolist()
    assert cosines.tolist() == pytest.approx(cosines_of_cat[cosines_of_cat >= LEAST].tolist())
    assert NUMBERS["kitten"] in found and none.tolist() == []


def test_only_the_words_that_there_are_count(table: BundledWords) -> None:
    """With the cosines that they have among all."""
    among = np.array([NUMBERS["the"], NUMBERS["dog"], NUMBERS["kitten"]])
    ((all_found, all_cosines),) = table.similar(["cat"], LEAST, ALL)
    ((found, cosines),) = table.similar(["cat"], LEAST, np.sort(among))
    assert found.tolist() == [NUMBERS["dog"], NUMBERS["kitten"]]
    assert cosines.tolist() == all_cosines[np.isin(all_found, among)].tolist()
    assert [len(one) for one, _ in table.similar(["cat", "allergies"], LEAST, among[:0])] == [0, 0]


def test_words_compared_together_are_compared_as_alone(table: BundledWords) -> None:
    """Which other words are asked about changes nothing, to the last bit."""
    words = ["kitchen", "sister", "boiler", "kitchen"]
    for together, word in zip(table.similar(words, LEAST, ALL), words, strict=True):
        ((alone, cosines),) = table.similar([word], LEAST, ALL)
        assert together[0].tolist() == alone.tolist()
        assert together[1].tolist() == cosines.tolist()


def test_a_process_has_one_table() -> None:
    """Its vectors take 6 MB, and a server opens many memories."""
    assert bundled_words() is bundled_words()


def test_numbers_belong_to_the_table(table: BundledWords) -> None:
    """Whole words that begin with a letter have one; names, marks, pieces and figures have none."""
    assert table.numbers(["cat", "zqbafu", "", "##ing", "[CLS]", "2024", "!", "Cat"]) == [NUMBERS["cat"], *[0] * 7]
    assert table.numbers([*NUMBERS]) == list(NUMBERS.values())
    assert BundledWords(bundled_encoder(WORDS)).numbers([*NUMBERS]) == list(NUMBERS.values())
    assert table.numbers([]) == []


def test_every_number_has_room_in_a_term() -> None:
    """The lower 16 bits: another table must not have more words."""
    first, last = stem_range("cat")
    assert 0 < load_tokenizer(BUNDLED_FOLDER).get_vocab_size() <= int(last - first)


@pytest.mark.parametrize("word", ["zqbafu", "", "2024", "Cat", "\x00", "##ing"])
def test_an_unknown_word_has_no_like(table: BundledWords, word: str) -> None:
    """Not even itself."""
    ((words, cosines),) = table.similar([word], -1.0, ALL)
    assert (words.tolist(), cosines.tolist()) == ([], [])


def test_an_unknown_word_is_like_those_that_begin_as_it_does(table: BundledWords) -> None:
    """As far as two thirds of it; where so little likeness is asked for."""
    (allergies, physio, short), none = (
        table.similar(["allergies", "physiol", "allerg"], LEAST, ALL),
        table.similar(["allergies"], 0.8, ALL),
    )
    assert VOCABULARY["allergic"] in allergies[0]
    assert set(allergies[1].tolist()) == {KIN}
    assert VOCABULARY["physiology"] in physio[0] and VOCABULARY["physical"] not in physio[0]
    assert VOCABULARY["allergic"] in short[0]
    assert none[0][0].tolist() == []


def test_threads_share_a_table(table: BundledWords) -> None:
    """All see the same, though they begin at once."""
    fresh, words = BundledWords(bundled_encoder(WORDS)), [*NUMBERS] * 5
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda word: (fresh.numbers([word]), _similar(fresh, word)), words))
    assert found == [(table.numbers([word]), _similar(table, word)) for word in words]


def _similar(table: BundledWords, word: str) -> list[int]:
    ((found, _),) = table.similar([word], 0.5, ALL)
    return found.tolist()


def test_its_fingerprint_changes_with_its_vectors_and_with_everyday_words(
    table: BundledWords, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of either, the numbers of words would be others."""
    fingerprint = table.fingerprint
    assert fingerprint.startswith(bundled_encoder(WORDS).fingerprint)
    monkeypatch.setattr("convograph.encoders.word_table._everyday_file", lambda: "bday\tparty\n")
    assert table.fingerprint != fingerprint


def test_a_text_is_as_like_as_the_nearest_of_others(table: BundledWords) -> None:
    """1 for the same words, nothing without others or words; whatever was compared before."""
    others = ("where is the key", "that worked")
    assert table.likeness("That worked!", others) > 0.9
    assert table.likeness("it worked", others) > table.likeness("the boiler is broken", others)
    assert table.likeness("that worked", ()) == table.likeness("", others) == 0.0
    assert table.likeness("that worked", others[:1]) < table.likeness("that worked", others) <= 1.0
