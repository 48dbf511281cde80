"""Extractive answers: quoted, cited, or honestly none."""

from __future__ import annotations

from pathlib import Path

import pytest

import convograph
from convograph.memory import Memory

TALK = [
    {"speaker": "Ana", "text": "What is your cat called, Ben?"},
    {"speaker": "Ben", "text": "My cat is called Miso. She is two years old."},
    {"speaker": "Ana", "text": "Oh Ben."},
    {"speaker": "Ben", "text": "I repaired the bicycle on Sunday."},
]


@pytest.fixture
def memory(tmp_path: Path):
    with convograph.open(tmp_path / "m.db") as opened:
        opened.add(TALK, session="s")
        yield opened


def test_the_sentence_that_says_it_comes_first_and_is_cited(memory: Memory) -> None:
    """The statement precedes the question that resembles ours more; its turn is citation 1."""
    answer = memory.answer("What is Ben's cat called?")
    assert answer.found
    assert answer.kind == "extractive"
    assert answer.text.splitlines()[0] == "My cat is called Miso. [1]"
    assert (answer.citations[0].number, answer.citations[0].turn.id) == (1, "s:1")


def test_what_nothing_supports_is_not_in_memory(memory: Memory) -> None:
    """A question about other things is declined, also when it names a speaker."""
    for question in ("Which university did Ben study chemistry at?", "What is Ben allergic to?"):
        answer = memory.answer(question)
        assert (answer.found, answer.text, answer.citations) == (False, "not in memory", ())
