"""Dates behind what is quoted, for questions that ask when."""

from __future__ import annotations

from datetime import datetime

import pytest

import convograph
from convograph.answering.dating import asks_when, dated
from convograph.types import Said

MONDAY = Said(datetime(2023, 5, 8, 13, 56), None, "")


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        ("We moved yesterday.", "(yesterday: 7 May 2023)"),
        ("I met Bo last Friday, and we leave next month.", "(last Friday: 5 May 2023; next month: June 2023)"),
        ("It was in March.", "(March: March 2023)"),
        ("We moved!", "(said on 8 May 2023)"),
        ("We moved yesterday. Yesterday!", "(yesterday: 7 May 2023)"),
    ],
)
def test_times_are_told_from_when_it_was_said(text: str, behind: str) -> None:
    """What names no time has the day on which it was said."""
    assert dated(text, MONDAY) == f"{text} {behind}"


@pytest.mark.parametrize("text", ["We moved on 7 May 2023.", "In 2016.", "Every Tuesday.", "A while ago, I think."])
def test_dates_and_what_cannot_be_worked_out_stand_alone(text: str) -> None:
    """Nothing is added."""
    assert dated(text, MONDAY) == text


def test_nothing_is_told_of_what_has_no_time() -> None:
    """It is not known when "yesterday" was."""
    assert dated("We moved yesterday.", None) == "We moved yesterday."


def test_the_day_on_which_it_was_said_is_told_of_the_best_sentence_alone() -> None:
    """Of the others it would say little."""
    assert dated("We moved!", MONDAY, or_day=False) == "We moved!"
    assert dated("We moved yesterday.", MONDAY, or_day=False) == "We moved yesterday. (yesterday: 7 May 2023)"
    with convograph.open(":memory:") as memory:
        talk = ["We moved to Lisbon!", "Our move to Lisbon took ages."]
        memory.add([{"speaker": "Ana", "text": text} for text in talk], session="a", said="2023-05-08T13:56")
        first, *others = memory.answer("When did Ana move to Lisbon?").text.split("\n")
    assert first.endswith("(said on 8 May 2023) [1]")
    assert others and not any("said on" in line for line in others)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did Ana move?", True),
        ("What year did Ana move?", True),
        ("How long ago was it?", True),
        ("How long did it take?", False),
        ("Where does Ana live?", False),
    ],
)
def test_questions_that_ask_for_a_time(question: str, expected: bool) -> None:
    """Of a duration nothing is worked out."""
    assert asks_when(question) == expected


def test_an_answer_tells_the_date_only_where_it_is_asked_for() -> None:
    """The evidence stays what was said."""
    with convograph.open(":memory:") as memory:
        memory.add([{"speaker": "Ana", "text": "We moved to Lisbon yesterday."}], session="a", said="2023-05-08T13:56")
        when, where = memory.answer("When did Ana move to Lisbon?"), memory.answer("Where did Ana move?")
    assert when.text == "We moved to Lisbon yesterday. (yesterday: 7 May 2023) [1]"
    assert when.evidence[0].span.text == "We moved to Lisbon yesterday."
    assert where.text == "We moved to Lisbon yesterday. [1]"
