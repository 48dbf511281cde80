"""Words are cut as the treebank cuts them, lie where they say, and are read in standard spelling."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.parsers.spelling import FOLLOWED, JOINED, READINGS
from convograph.parsers.tokenization import reading, words


def cut(sentence: str) -> list[str]:
    """The words of a sentence as written."""
    return [sentence[token.start : token.end] for token in words(sentence)]


def read(sentence: str) -> list[str]:
    """The words of a sentence as a model reads them."""
    return [token.reading for token in words(sentence)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("I don't know.", "I do n't know ."),
        ("Ana's dog can’t swim", "Ana 's dog ca n’t swim"),
        ("We'd've gone, they'll stay", "We'd 've gone , they 'll stay"),
        ("the kids' toys", "the kids ' toys"),
        ("a well-known sister-in-law", "a well - known sister - in - law"),
        ("e-mail your co-worker", "e-mail your co-worker"),
        ("at 5pm or 10:30, for 3-4 days", "at 5 pm or 10:30 , for 3 - 4 days"),
        ("$20, 10%, 1,000.5 and the 1990s", "$ 20 , 10 % , 1,000.5 and the 1990s"),
        ("on 9/11/2001, the 2nd try", "on 9/11/2001 , the 2nd try"),
        ("Call 713-853-3989 now", "Call 713-853-3989 now"),
        ("Dr. Lee lives in the U.S. now.", "Dr. Lee lives in the U.S. now ."),
        ("See https://x.org/a?b=1, or a.b@c.com.", "See https://x.org/a?b=1 , or a.b@c.com ."),
        ("Really?! Yes!!! Well...", "Really ?! Yes !!! Well ..."),
        ("so and/or he/she", "so and / or he / she"),
        ("lol :) <3 😂😂🎉", "lol :) <3 😂😂🎉"),
    ],
)
def test_words_part_as_in_the_treebank(sentence: str, expected: str) -> None:
    """English-EWT's conventions for clitics, hyphens, numbers, abbreviations, addresses and runs of marks."""
    assert cut(sentence) == expected.split()


@pytest.mark.parametrize(
    ("sentence", "forms", "readings"),
    [
        ("im gonna go", "i m gon na go", "I 'm going to go"),
        ("i dont wanna", "i do nt wan na", "I do n't want to"),
        ("Thats ur cat", "That s ur cat", "That 's your cat"),
        ("u r gr8 thx", "u r gr8 thx", "you are great thanks"),
        ("dunno, shoulda asked", "du n no , should a asked", "do n't know , should have asked"),
        ("soooo happyyyy", "soooo happyyyy", "so happy"),
        ("nice 🎉", "nice 🎉", "nice :)"),
        ("I WANT A DOG", "I WANT A DOG", "I want A dog"),
    ],
)
def test_chat_is_read_in_standard_spelling(sentence: str, forms: str, readings: str) -> None:
    """What chat leaves out or shortens is made good for the model; the words stay as they were written."""
    assert cut(sentence) == forms.split()
    assert read(sentence) == readings.split()


@pytest.mark.parametrize(
    ("sentence", "readings"),
    [
        ("I no longer like olives", "I now never love olives"),
        ("No longer than a day", "No longer than a day"),
        ("It is no longer like that", "It is now never like that"),
        ("i dont really like tea", "I do n't really love tea"),
        ("He is not like that", "He is not like that"),
        ("neither big nor cheap", "both big and cheap"),
        ("neither of them", "neither of them"),
    ],
)
def test_other_words_stand_in_for_what_misleads_the_model(sentence: str, readings: str) -> None:
    """Where they mean what was written; it keeps its lemma."""
    assert read(sentence) == readings.split()
    stands_in = [one for one in words(sentence) if one.lemma is not None]
    assert all(sentence[one.start : one.end].lower() == one.lemma for one in stands_in)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("its a cat", "it s a cat"),
        ("the cat licked its paw", "the cat licked its paw"),
        ("lets go", "let s go"),
        ("she lets him", "she lets him"),
        ("ill be there", "i ll be there"),
        ("he fell ill", "he fell ill"),
        ("id like that", "i d like that"),
        ("my id card", "my id card"),
    ],
)
def test_a_word_that_has_two_meanings_parts_only_before_certain_words(sentence: str, expected: str) -> None:
    """Words of their own are "its", "lets", "ill" and "id", too."""
    assert cut(sentence) == expected.split()


def test_a_lone_word_keeps_its_capital() -> None:
    """A reading begins as the word does."""
    assert (reading("Thx"), reading("Pls"), reading("U"), reading("n’t")) == ("Thanks", "Please", "you", "n't")


@pytest.mark.parametrize("word", sorted(JOINED))
def test_the_parts_of_a_joined_word_spell_it_out(word: str) -> None:
    """The places of the parts are sums of their lengths."""
    assert sum(width for width, _ in JOINED[word]) == len(word)


def test_the_tables_hold_what_they_promise() -> None:
    """Lower case, no blanks; followers only for words that part."""
    assert set(FOLLOWED) <= set(JOINED)
    for word, read_as in READINGS.items():
        assert word == word.lower()
        assert read_as
        assert " " not in read_as


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_words_cover_what_is_visible_once(sentence: str) -> None:
    """Words lie in order, do not overlap, hold no blanks, and leave out nothing but blanks."""
    end = 0
    for token in words(sentence):
        assert token.start >= end
        assert token.end > token.start
        assert not sentence[end : token.start].strip()
        assert not any(map(str.isspace, sentence[token.start : token.end]))
        assert token.reading
        end = token.end
    assert not sentence[end:].strip()


@given(st.lists(st.sampled_from(["im", "don't", "u", "Ana’s", "5pm", "a-b", "U.S.", ":)", "🎉", "...", "x@y.de", "'"])))
def test_words_cover_chat(pieces: list[str]) -> None:
    """The same, on pieces of which chat is made."""
    sentence = " ".join(pieces)
    assert "".join(cut(sentence)) == "".join(pieces)


@pytest.mark.parametrize(
    "piece", ["a", "1", ".", "a.", "-", "1-", "a-", "'", "a'", "@", "a@", "www.", "😀", "&", "1.1", ":-"]
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """A hundred thousand characters of anything are cut within seconds; quadratic rules would take minutes."""
    started = time.perf_counter()
    words(piece * (100_000 // len(piece)))
    assert time.perf_counter() - started < 10
