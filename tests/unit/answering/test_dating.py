"""Dates behind what is quoted, for questions that ask for times."""

from __future__ import annotations

from datetime import date, datetime

import pytest

import convograph
from convograph.answering.dating import Dates, dates_asked, time_between
from convograph.types import Said

MONDAY = Said(datetime(2023, 5, 8, 13, 56), None, "")
WHEN = Dates(of_all=False)


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        ("We moved yesterday.", "(yesterday: 7 May 2023)"),
        ("I met Bo last Friday, and we leave next month.", "(last Friday: 5 May 2023; next month: June 2023)"),
        ("It was in March.", "(March: March 2023)"),
        ("We moved!", "(said on 8 May 2023)"),
        ("We moved yesterday. Yesterday!", "(yesterday: 7 May 2023)"),
        ("My flight leaves on 12 December.", "(12 December: 12 December 2023)"),
        ("Friday 15 December!", "(Friday 15 December: 15 December 2023)"),
        ("Dinner this Friday!", "(this Friday: 12 May 2023)"),
        ("Dinner on Friday!", "(said on 8 May 2023)"),
        ("12 December, the old hall.", "(said on 8 May 2023)"),
        ("Tomorrow, or in December?", "(Tomorrow: 9 May 2023; December: December 2023)"),
    ],
)
def test_times_are_told_from_when_it_was_said(text: str, behind: str) -> None:
    """What names no time, or one of which nothing tells whether it is over, has the day on which it was said."""
    assert WHEN.told(text, MONDAY, is_best=True) == f"{text} {behind}"


@pytest.mark.parametrize("text", ["We moved on 7 May 2023.", "In 2016.", "Every Tuesday.", "A while ago, I think."])
def test_dates_and_what_cannot_be_worked_out_stand_alone(text: str) -> None:
    """Nothing is added."""
    assert WHEN.told(text, MONDAY, is_best=True) == text


def test_the_last_day_of_all_is_a_day_too() -> None:
    """No day comes after it."""
    last = Said(datetime(9999, 12, 31, 23, 0), None, "")
    assert WHEN.told("We moved!", last, is_best=True) == "We moved! (said on 31 December 9999)"


def test_nothing_is_told_of_what_has_no_time() -> None:
    """It is not known when "yesterday" was."""
    assert WHEN.told("We moved yesterday.", None, is_best=True) == "We moved yesterday."


def test_the_day_on_which_it_was_said_is_told_of_the_best_sentence_unless_times_are_compared() -> None:
    """Of the others it would say little."""
    assert WHEN.told("We moved!", MONDAY, is_best=False) == "We moved!"
    assert WHEN.told("We moved yesterday.", MONDAY, is_best=False) == "We moved yesterday. (yesterday: 7 May 2023)"
    assert Dates(of_all=True).told("We moved!", MONDAY, is_best=False) == "We moved! (said on 8 May 2023)"


@pytest.mark.parametrize(
    ("text", "unit", "behind"),
    [
        ("We moved yesterday.", "day", "(yesterday: 7 May 2023, 30 days ago)"),
        ("We moved!", "week", "(said on 8 May 2023, about 4 weeks ago)"),
        ("We moved on 6 May 2023.", None, "(6 May 2023, about 4 weeks ago)"),
        ("We moved last month.", "month", "(last month: April 2023)"),
        ("We move next year.", "year", "(next year: 2024)"),
    ],
)
def test_how_long_ago_is_counted_from_the_question(text: str, unit: str | None, behind: str) -> None:
    """Where the day is known, and past."""
    dates = Dates(of_all=False, until=datetime(2023, 6, 6, 9, 0), unit=unit)
    assert dates.told(text, MONDAY, is_best=True) == f"{text} {behind}"


@pytest.mark.parametrize(
    ("start", "end", "unit", "expected"),
    [
        (date(2024, 5, 1), date(2024, 5, 1), None, "0 days ago"),
        (date(2024, 5, 1), date(2024, 5, 2), "day", "1 day ago"),
        (date(2024, 5, 1), date(2024, 5, 15), None, "2 weeks ago"),
        (date(2024, 1, 31), date(2024, 5, 31), "month", "4 months ago"),
        (date(2024, 1, 31), date(2024, 6, 3), "month", "about 4 months ago"),
        (date(2020, 3, 7), date(2024, 3, 7), None, "4 years ago"),
        (date(2024, 5, 2), date(2024, 5, 1), "day", ""),
    ],
)
def test_times_between_days(start: date, end: date, unit: str | None, expected: str) -> None:
    """In the unit that is asked for, whole where it is."""
    assert time_between(start, end, unit) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did Ana move?", WHEN),
        ("What year did Ana move?", WHEN),
        ("How long has Ana played chess?", WHEN),
        ("How many days passed between my trip to Skye and the fair?", Dates(of_all=True)),
        ("Which did I read first, 'Emma' or 'Middlemarch'?", Dates(of_all=True)),
        ("How many days ago did Ana move?", Dates(of_all=False, until=datetime(2024, 5, 8), unit="day")),
        ("How long ago did Ana move?", Dates(of_all=False, until=datetime(2024, 5, 8))),
        ("How many cats has Ana?", None),
        ("Where does Ana live?", None),
    ],
)
def test_what_a_question_wants_to_know_of_times(question: str, expected: Dates | None) -> None:
    """A date, dates to compare, how long ago, or nothing."""
    assert dates_asked(question, datetime(2024, 5, 8)) == expected


def test_an_answer_tells_the_date_only_where_it_is_asked_for() -> None:
    """The evidence stays what was said."""
    with convograph.open(":memory:") as memory:
        memory.add([{"speaker": "Ana", "text": "We moved to Lisbon yesterday."}], session="a", said="2023-05-08T13:56")
        when, where = memory.answer("When did Ana move to Lisbon?"), memory.answer("Where did Ana move?")
        ago = memory.answer("How many days ago did Ana move to Lisbon?", asked_at="2023-05-17")
    assert when.text == "We moved to Lisbon yesterday. (yesterday: 7 May 2023) [1]"
    assert when.evidence[0].span.text == "We moved to Lisbon yesterday."
    assert ago.text == "We moved to Lisbon yesterday. (yesterday: 7 May 2023, 10 days ago) [1]"
    assert where.text == "We moved to Lisbon yesterday. [1]"
