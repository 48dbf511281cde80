"""Turns that state just what is asked of one person come first."""

from __future__ import annotations

from itertools import pairwise

import pytest

import convograph
from convograph.architectures.unified.rules.direct_statements import ABOVE, STATED
from convograph.architectures.unified.statements import MOST
from convograph.memory import Memory

CHATTER = [f"Number {number} of the things that I like about where people live and work." for number in range(12)]


def remembered(*lines: tuple[str, str]) -> Memory:
    """A chat with an assistant, a day each line, among chatter that shares the questions' words."""
    memory = convograph.open(":memory:")
    for day, (role, text) in enumerate(lines, 1):
        memory.append({"role": role, "content": text}, session=f"s{day}", said=f"2024-05-{day:02}")
    for text in CHATTER:
        memory.append({"role": "user", "content": text}, session="chatter", said="2024-06-01")
    return memory


def first(memory: Memory, question: str, **options: str) -> str:
    """The text of the best hit."""
    return memory.recall(question, **options).hits[0].turns[0].text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where do I live?", "We're back in Porto for good."),
        ("Where did I live before?", "I've moved to Leeds."),
        ("What's my name?", "Hi! I'm Marta Quill."),
        ("Where does my sister live?", "My sister moved to Faro."),
    ],
)
def test_what_states_it_comes_first_without_a_word_of_the_question(question: str, expected: str) -> None:
    """The newest of them, or the oldest, where the question asks for what was before."""
    said = ["Hi! I'm Marta Quill.", "I've moved to Leeds.", "We're back in Porto for good.", "My sister moved to Faro."]
    with remembered(*(("user", text) for text in said)) as memory:
        assert first(memory, question) == expected
        assert (memory.recall(question).probability or 0) >= STATED
        assert memory.answer(question).text.startswith(f"{expected.rsplit('! ', maxsplit=1)[-1]} [1]")
        assert expected in memory.context(question).text


def test_each_lies_above_the_one_after_it() -> None:
    """By a fixed distance, at most five of them, whatever else was found; the reason says so."""
    towns = ["Leeds", "Porto", "Faro", "Braga", "Lyon", "Lille", "Ghent"]
    with remembered(*(("user", f"I moved to {town}.") for town in towns)) as memory:
        hits = memory.recall("Where do I live?", k=10).hits
    assert [hit.turns[0].text for hit in hits[:MOST]] == [f"I moved to {town}." for town in towns[: -MOST - 1 : -1]]
    gaps = [one.score - other.score for one, other in pairwise(hits)]
    assert gaps[: MOST - 1] == pytest.approx([ABOVE] * (MOST - 1))
    parts = dict(hits[0].evidence[0].reason.parts)
    assert parts["statement"] == max(parts.values())


def test_what_is_limited_or_hidden_states_nothing() -> None:
    """Turns said later, by others, or of other sessions."""
    with remembered(("user", "I live in Leeds."), ("user", "I live in Porto.")) as memory:
        assert first(memory, "Where do I live?") == "I live in Porto."
        assert first(memory, "Where do I live?", as_of="2024-05-01") == "I live in Leeds."
        between = memory.recall("Where do I live?", between=("2024-05-01", "2024-05-01"), strict=True)
        assert between.hits[0].turns[0].text == "I live in Leeds."


def test_a_long_turn_shows_the_sentence_that_states_it() -> None:
    """In a context that has no room for the rest."""
    filler = " ".join(f"The shop sold {number} red kettles to people who live nearby." for number in range(80))
    with remembered(("user", f"{filler} We're back in Porto for good. {filler}")) as memory:
        packed = memory.context("Where do I live?", budget=120)
    assert "We're back in Porto for good." in packed.text


def test_what_is_taken_back_is_no_answer() -> None:
    """A joke, or a statement that is corrected; the correction comes along."""
    with convograph.open(":memory:") as memory:
        for text in ("I live in Porto.", "Sorry, I meant Lisbon."):
            memory.append({"role": "user", "content": text})
            memory.append({"role": "assistant", "content": "Okay."})
        assert memory.answer("Where do I live?").text == "I live in Porto. [1]\nSorry, I meant Lisbon. [2]"


@pytest.mark.parametrize("facts", [False, True])
@pytest.mark.parametrize(
    ("said", "question", "expected"),
    [
        (["My boyfriend is Tom.", "Tom and I broke up."], "Who is my boyfriend?", "Tom and I broke up. [1]"),
        (["My boyfriend is Tom.", "We broke up."], "Who is my boyfriend?", "We broke up. [1]"),
        (["I work at Boots.", "I quit my job at Boots."], "Where do I work?", "I quit my job at Boots. [1]"),
        (["I work at Boots.", "It rains. I quit my job. So there."], "Where do I work?", "I quit my job. [1]"),
        (["I work at Boots.", "I quit my job.", "I work at Lidl now."], "Where do I work?", "I work at Lidl now. [1]"),
        (["I quit my job at Boots.", "I work at Lidl."], "Where do I work?", "I work at Lidl. [1]"),
    ],
)
def test_what_ended_it_is_quoted_first(said: list[str], question: str, expected: str, *, facts: bool) -> None:
    """Unless something newer holds; and not that something else is over."""
    with remembered(*(("user", text) for text in said)) as memory:
        assert memory.answer(question, facts=facts).text.splitlines()[0] == expected


def test_an_end_of_something_else_says_nothing() -> None:
    """Of another value, and of another person's."""
    said = ["I work at Boots.", "I left Lidl for good, thankfully.", "My sister quit her job."]
    with remembered(*(("user", text) for text in said)) as memory:
        assert memory.answer("Where do I work?").text == "I work at Boots. [1]"
