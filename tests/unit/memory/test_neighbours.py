"""What comes into a context beside the hits, and what the filters of the recall keep out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import convograph
from convograph.memory import Memory
from convograph.memory.recalling.neighbours import neighbours_for
from convograph.types import Recall, SourceTurn, Usage

SESSION = [
    {"speaker": "Ana", "text": "We have a new puppy at home.", "time": "2024-03-01 10:00"},
    {"speaker": "Ben", "text": "What is the puppy called?", "time": "2024-03-01 10:01"},
    {"speaker": "Ana", "text": "Pepper.", "time": "2024-03-02 10:00"},
]


@pytest.fixture
def memory() -> Iterator[Memory]:
    """One session, whose last turn was said a day later."""
    with convograph.open(":memory:", architecture="bm25") as opened:
        opened.add(SESSION, session="dogs")
        opened.add([{"speaker": "Ana", "text": "It rains."}], session="weather", said="2024-03-03")
        yield opened


def packed(memory: Memory, question: str = "What is the puppy called?", **options: object) -> list[str]:
    return [one.turn.text for one in memory.context(question, k=1, **options).citations]  # type: ignore[arg-type]


def test_a_question_in_memory_brings_the_reply_that_shares_no_word_with_it(memory: Memory) -> None:
    """Only the question was recalled."""
    assert memory.context("What is the puppy called?", k=1).recall.hits[0].turns[0].ordinal == 1
    assert packed(memory)[-1] == "Pepper."


def test_what_was_said_later_does_not_come_along(memory: Memory) -> None:
    """`as_of` hides the reply, however it would come."""
    assert "Pepper." not in packed(memory, as_of="2024-03-01")
    assert "Pepper." in packed(memory, as_of="2024-03-02")


def test_what_other_speakers_said_or_at_other_times_does_not_come_along(memory: Memory) -> None:
    """The filters of evidence hold for neighbours too."""
    assert packed(memory, speakers="Ben") == ["What is the puppy called?"]
    assert "Pepper." not in packed(memory, between=(None, "2024-03-01"))


def test_what_has_other_metadata_does_not_come_along(memory: Memory) -> None:
    """Nor what has none: the caller asked for one channel."""
    memory.append({"role": "user", "content": "What is the parrot called?", "metadata": {"channel": "mail"}}, "birds")
    memory.append({"role": "user", "content": "Captain.", "metadata": {"channel": "slack"}}, "birds")
    asked = "What is the parrot called?"
    assert "Captain." in packed(memory, asked, itself=True)
    assert packed(memory, asked, itself=True, where={"channel": "mail"}) == [asked]
    assert "Captain." in packed(memory, asked, itself=True, where={"channel": ["mail", "slack"]})


def test_a_recall_that_is_packed_later_keeps_its_filters(memory: Memory) -> None:
    """They are part of it."""
    recall = memory.recall("What is the puppy called?", k=1, as_of="2024-03-01")
    assert "Pepper." not in memory.pack(recall).text
    assert "Pepper." in memory.pack(memory.recall("What is the puppy called?", k=1)).text


def test_what_the_reader_sees_anyway_does_not_come_along(memory: Memory) -> None:
    """Such as the last lines of a talk."""
    recall, pepper = memory.recall("What is the puppy called?", k=1), memory.turns("dogs")[2]
    assert "Pepper." not in memory.pack(recall, shown=[pepper]).text


def test_a_forgotten_turn_is_no_neighbour_and_has_none(memory: Memory) -> None:
    """A gap in a session is not bridged."""
    first, question, pepper = memory.turns("dogs")
    recall = memory.recall("What is the puppy called?", k=1)
    memory.forget(turn=question.id)

    def beside(turn: SourceTurn) -> tuple[SourceTurn | None, SourceTurn | None]:
        return neighbours_for(recall, memory._keeper.newest().turns)(turn)

    assert beside(first) == beside(pepper) == beside(question) == (None, None)


def test_the_first_and_the_last_turn_have_one_neighbour(memory: Memory) -> None:
    """Sessions do not run into each other."""
    first, question, pepper = memory.turns("dogs")
    near = neighbours_for(Recall("?", "bm25", "turn", (), Usage({}, 0)), memory._keeper.newest().turns)
    assert near(first) == (None, question)
    assert near(question) == (first, pepper)
    assert near(pepper) == (question, None)


def test_a_context_asks_for_as_many_hits_as_its_budget_holds(memory: Memory) -> None:
    """One for 18 tokens, unless the caller says how many; an answer quoted from sentences still has ten."""
    memory.add([{"speaker": "Ana", "text": f"Rain number {n}."} for n in range(120)], session="rain")
    assert len(memory.context("What about the rain?").recall.hits) == 111
    assert len(memory.context("What about the rain?", budget=800).recall.hits) == 44
    assert len(memory.context("What about the rain?", k=3).recall.hits) == 3
    assert len(memory.answer("What about the rain?").recall.hits) == 10
