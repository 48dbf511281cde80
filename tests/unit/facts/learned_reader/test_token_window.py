"""Turns as the learned reader sees them: words, people, marks, and pieces of whole sentences."""

from __future__ import annotations

import pytest

from convograph.facts.learned_reader.chunks import chunks_of
from convograph.facts.learned_reader.token_window import (
    LONGEST,
    MARKS,
    marks_of,
    people_in,
    tokens_of,
    without_whence,
)


def marked(text: str, mark: str, person: int = 0) -> list[str]:
    """The words that have a mark when a text of Ana's is read for one of its people."""
    tokens, people = tokens_of(text), people_in(text, "Ana")
    marks = marks_of(tokens, people[person], people)
    return [token.text for token, row in zip(tokens, marks[:, MARKS.index(mark)], strict=True) if row]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I don't know.", ["I", "do", "n't", "know", "."]),
        ("I’m at St-Malo", ["I", "’m", "at", "St-Malo"]),
        ("can't!", ["ca", "n't", "!"]),
        ("AT&T 2.5", ["AT&T", "2.5"]),
        ("", []),
        ("🎉", ["🎉"]),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    """Short forms stand by themselves, names with marks inside stay whole."""
    assert [token.text for token in tokens_of(text)] == words
    assert all(text[token.start : token.end] == token.text for token in tokens_of(text))


def test_short_forms_are_looked_up_in_full() -> None:
    """As people write them in haste; what stands in the text stays."""
    assert [(token.text, token.word) for token in tokens_of("n w Tom")] == [("n", "and"), ("w", "with"), ("Tom", "tom")]


def test_where_somebody_is_known_from_is_not_read() -> None:
    """Of somebody who is named: "Tom from work" is read as "Tom" is; a place that somebody comes from is."""
    for text, words in (
        ("Tom from work moved", ["Tom", "moved"]),
        ("Tom Becker from the office, Ben from work", ["Tom", "Becker", ",", "Ben"]),
        ("I moved from work", ["I", "moved", "from", "work"]),
    ):
        found = without_whence(text, tokens_of(text), people_in(text, "Ana"))
        assert [token.text for token in found] == words


def test_no_more_words_are_read_than_fit() -> None:
    """What is longer is read in pieces."""
    assert len(tokens_of("so " * 200)) == LONGEST


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("I moved.", ["Ana"]),
        ("My sister moved.", ["Ana", "Ana's sister"]),
        ("my sister Ines moved", ["Ana", "Ana's sister"]),
        ("my sister Ines Silva moved", ["Ana", "Ines Silva"]),
        ("Yesterday Tom Becker moved", ["Ana", "Tom Becker"]),
        ("In Lisbon Maria da Silva hired me on Monday", ["Ana", "Maria da Silva"]),
        ("Tom Becker from work moved", ["Ana", "Tom Becker from work"]),
        ("Tom from work moved, Tom did.", ["Ana", "Tom from work", "Tom"]),
        ("Zoltar from the office moved", ["Ana", "Zoltar from the office"]),
        ("I heard Tom from there", ["Ana", "Tom"]),
        ("Ana said so in Lisbon.", ["Ana"]),
    ],
)
def test_people(text: str, people: list[str]) -> None:
    """The speaker comes first; a place is nobody."""
    assert [person.name for person in people_in(text, "Ana")] == people


def test_the_subject_is_marked_in_each_reading() -> None:
    """For the speaker "I" and "my", for somebody else their name and the pronouns after it."""
    text = "I saw Tom, he moved"
    assert marked(text, "subject") == ["I"]
    assert marked(text, "other") == ["Tom", "he"]
    assert marked(text, "subject", person=1) == ["Tom", "he"]
    assert marked(text, "other", person=1) == ["I"]


def test_marks_of_words() -> None:
    """What a word looks like, and what the word lists say of it."""
    assert marked('She said "go home" to Lisbon', "quoted") == ['"', "go", "home"]
    assert marked("My sister is a nurse in Lisbon", "job") == ["nurse"]
    assert marked("My sister is a nurse in Lisbon", "place") == ["Lisbon"]
    assert marked("My sister is a nurse", "kin") == ["sister"]
    assert marked("Moved. You?", "question") == ["Moved", ".", "You", "?"]
    assert marked("Moved. You?", "second") == ["You"]
    assert marked("in May, on MIT campus", "month") == ["May"]
    assert marked("in May, on MIT campus", "upper") == ["MIT"]


def test_pieces_are_whole_sentences() -> None:
    """As many as fit; together they are the text, but for what is beyond the last that is read."""
    text = "One two three. " * 40
    pieces = list(chunks_of(text))
    assert len(pieces) > 1
    assert "".join(piece for _, piece in pieces) == text
    assert all(text[begin:].startswith(piece) for begin, piece in pieces)
    assert all(len(tokens_of(piece)) <= LONGEST for _, piece in pieces)
    assert list(chunks_of("")) == []


def test_full_names_of_months_and_weekdays_are_marked() -> None:
    """By these the weights that ship were fitted: no other spelling is marked."""
    assert marked("May September Monday Sept Mon Mondays spring", "month") == ["May", "September", "Monday"]
