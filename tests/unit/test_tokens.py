"""Token counts and the tokenizer behind them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph.tokens import BATCH_TEXTS, BUNDLED_FOLDER, Fitting, WordPieceCounter, load_tokenizer, token_ids


def test_count_by_hand() -> None:
    """Lower-cased words, word pieces and punctuation each count; no special token does."""
    texts = ["Hello, world!", "", "   ", "unaffable"]
    # hello , world ! | nothing | nothing | una ##ffa ##ble
    assert WordPieceCounter().count(texts) == [4, 0, 0, 3]


def test_name() -> None:
    """The counter says what its figures are counted by."""
    assert WordPieceCounter().name == "wordpiece"


def test_long_text_is_counted_whole() -> None:
    """Nothing is cut: 100,000 words are 100,000 tokens."""
    assert WordPieceCounter().count(["hello " * 100_000]) == [100_000]


def test_counts_come_in_the_order_given_across_batches() -> None:
    """More texts than one batch holds, each with its own length, keep their places."""
    texts = ["hello " * (number % 7) for number in range(2 * BATCH_TEXTS + 1)]
    assert WordPieceCounter().count(texts) == [number % 7 for number in range(2 * BATCH_TEXTS + 1)]


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("f" * 20_000, 2_000, 20_000),
        ("🎉" * 20_000, 20_000, 20_000),
        ("https://example.org/" + "ab12/" * 600, 1_000, 3_100),
        ("สวัสดี" * 1_000, 2_000, 6_000),
    ],
    ids=["letters", "characters that it does not know", "a link", "a script without spaces"],
)
def test_a_long_word_counts_by_its_length(text: str, least: int, most: int) -> None:
    """The tokenizer takes a word of over 100 characters for one unknown token; a model would not."""
    (count,) = WordPieceCounter().count([f"hello {text} world"])
    assert least + 2 <= count <= most + 2


def test_no_texts_no_counts() -> None:
    """An empty list is answered by an empty list."""
    assert WordPieceCounter().count([]) == []


def test_lone_surrogate_counts_as_a_question_mark() -> None:
    """Half of a surrogate pair, which JSON can carry, does not stop a batch."""
    assert WordPieceCounter().count(["hello \ud83d", "hello ?"]) == [2, 2]


def test_batches_are_bounded_by_characters() -> None:
    """Texts that would make a batch too large for memory are given to the tokenizer one after the other."""
    text = "hello " * 40_000  # 240,000 characters: two exceed a batch's 262,144
    sizes = [len(batch) for batch in token_ids(load_tokenizer(BUNDLED_FOLDER), [text, text, "hello"])]
    assert sizes == [1, 2]


def test_tokenizer_is_read_once_for_all_threads() -> None:
    """Threads that ask at the same time get the same tokenizer."""
    with ThreadPoolExecutor(8) as pool:
        tokenizers = list(pool.map(load_tokenizer, [BUNDLED_FOLDER] * 32))
    assert len({id(tokenizer) for tokenizer in tokenizers}) == 1


def test_folder_without_tokenizer_is_named(tmp_path: Path) -> None:
    """The error names the folder and the file that is missing."""
    with pytest.raises(InputError, match=r"no tokenizer\.json in .*empty"):
        load_tokenizer(tmp_path / "empty")


class Words:
    """Counts words, and remembers how many texts it was given."""

    def __init__(self) -> None:
        self.texts = 0

    def count(self, texts: list[str]) -> list[int]:
        self.texts += len(texts)
        return [len(text.split()) for text in texts]


def test_texts_fit_up_to_the_budget_exactly() -> None:
    """Ten words fit into 10 and not into 9, by one count of each text and one of all near the budget."""
    words = Words()
    fitting = Fitting(words, " ")
    texts = ["one two three", "four five", "six seven eight nine ten"]
    assert fitting.fit(texts, 10)
    assert words.texts == 4
    assert not fitting.fit(texts, 9)
    assert fitting.fit(texts, 11)
    assert words.texts == 5
    assert fitting.fit(texts, 100)
    assert not fitting.fit(texts, 5)
    assert words.texts == 5, "far from the budget nothing is counted again"
