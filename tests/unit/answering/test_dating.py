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
        ("Schiphol at 14:25", "(said on 8 May 2023)"),
        ("My train leaves on Friday at 14:25.", "(Friday at 14:25: 12 May 2023, 14:25)"),
        ("My train leaves on Friday at 8 pm.", "(Friday at 8 pm: 12 May 2023, 20:00)"),
        ("The play is at half past seven on the 12th.", "(half past seven on the 12th: 12 May 2023)"),
        ("My train leaves tomorrow at 9:30.", "(tomorrow at 9:30: 9 May 2023)"),
        ("It starts at 8 tomorrow.", "(8 tomorrow: 9 May 2023)"),
        ("It starts on 10 June at 14:30.", "(10 June at 14:30: 10 June 2023, 14:30)"),
        ("It starts tomorrow evening at 8.", "(tomorrow evening at 8: 9 May 2023, 20:00)"),
        ("It ended half an hour ago.", "(half an hour ago: 8 May 2023, 13:26)"),
        ("It ended 2 hours ago.", "(2 hours ago: 8 May 2023, 11:00)"),
        ("They cancelled the trip on Friday.", "(said on 8 May 2023)"),
        ("The landlord cancelled the inspection on 3 June.", "(3 June: 3 June 2023)"),
        ("Tomorrow, or in December?", "(Tomorrow: 9 May 2023; December: December 2023)"),
    ],
)
def test_times_are_told_from_when_it_was_said(text: str, behind: str) -> None:
    """What names no time, or one of which nothing tells whether it is over, has the day on which it was said.

    A time of day alone tells no day, and an hour that may be before or after noon stays as it was said.
    """
    assert WHEN.told(text, MONDAY, is_best=True) == f"{text} {behind}"


@pytest.mark.parametrize(
    ("question", "behind"),
    [
        ("When do we get the keys?", "(11 June: 11 June 2023; tomorrow: 9 May 2023)"),
        ("When do we pay the deposit?", "(tomorrow: 9 May 2023; 11 June: 11 June 2023)"),
        ("When was that?", "(tomorrow: 9 May 2023; 11 June: 11 June 2023)"),
    ],
)
def test_the_time_of_the_clause_that_answers_comes_first(question: str, behind: str) -> None:
    """The one that shares most words with the question; else they come in order."""
    text = "The deposit is due tomorrow, and we get the keys on 11 June."
    assert WHEN.told(text, MONDAY, is_best=True, question=question) == f"{text} {behind}"


@pytest.mark.parametrize("text", ["We moved on 7 May 2023.", "In 2016.", "Every Tuesday.", "A while ago, I think."])
def test_dates_and_what_cannot_be_worked_out_stand_alone(text: str) -> None:
    """Nothing is added."""
    assert WHEN.told(text, MONDAY, is_best=True) == text


@pytest.mark.parametrize(
    ("text", "corrected", "behind"),
    [
        ("Sorry, I meant Friday.", "The party is on Thursday.", "(Friday: 12 May 2023)"),
        ("Sorry, I meant Friday.", "The party was on Thursday.", "(Friday: 5 May 2023)"),
        ("Sorry, I meant 14 March.", "The exam is on 12 March.", "(14 March: 14 March 2024)"),
        ("Sorry, it was Friday.", "The party is on Thursday.", "(Friday: 5 May 2023)"),
        ("Sorry, on the 14th.", "The exam is on 12 March.", ""),
        ("Sorry, on the fourteenth.", "The exam is on 12 March.", ""),
        ("Sorry, at 14:25.", "The exam is on 12 March.", ""),
        ("Sorry, I meant Friday.", "The party on Thursday!", ""),
    ],
)
def test_a_correction_looks_where_the_corrected_sentence_does(text: str, corrected: str, behind: str) -> None:
    """Unless it tells by itself, and without days of a month that only the other names."""
    assert WHEN.told(text, MONDAY, is_best=False, corrected=corrected) == f"{text} {behind}".rstrip()


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
        (date(2024, 5, 1), date(2024, 5, 1), None, "today"),
        (date(2024, 5, 1), date(2024, 5, 1), "year", "today"),
        (date(2024, 5, 1), date(2024, 5, 2), "week", "1 day ago"),
        (date(2024, 5, 1), date(2024, 5, 4), "month", "3 days ago"),
        (date(2024, 5, 1), date(2024, 5, 13), "month", "about 2 weeks ago"),
        (date(2024, 5, 1), date(2024, 9, 1), "year", "4 months ago"),
        (date(2024, 5, 1), date(2024, 5, 6), "week", "about 1 week ago"),
        (date(2024, 5, 1), date(2024, 5, 2), "day", "1 day ago"),
        (date(2024, 5, 1), date(2024, 5, 15), None, "2 weeks ago"),
        (date(2024, 1, 31), date(2024, 5, 31), "month", "4 months ago"),
        (date(2024, 1, 31), date(2024, 6, 3), "month", "about 4 months ago"),
        (date(2020, 3, 7), date(2024, 3, 7), None, "4 years ago"),
        (date(2024, 5, 2), date(2024, 5, 1), "day", ""),
    ],
)
def test_times_between_days(start: date, end: date, unit: str | None, expected: str) -> None:
    """In the unit that is asked for, whole where it is; in a smaller one where that gives none."""
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


def test_a_correction_that_is_quoted_has_its_date() -> None:
    """As the sentence before it."""
    with convograph.open(":memory:") as memory:
        memory.append({"role": "user", "content": "The party is on Monday."}, said="2026-11-20T10:00")
        memory.append({"role": "user", "content": "Sorry, I meant Tuesday."}, said="2026-11-20T10:00")
        answer = memory.answer("When is the party?", asked_at="2026-11-21")
    assert answer.text.splitlines() == [
        "The party is on Monday. (Monday: 23 November 2026) [1]",
        "Sorry, I meant Tuesday. (Tuesday: 24 November 2026) [2]",
    ]
