"""Times that limit a query: exact ones, periods, and expressions as people say them."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.errors import TimeError
from convograph.memory.moments import first_moment, last_moment

NOW = datetime(2024, 5, 15, 14, 0)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("last week", "2024-05-06 00:00:00", "2024-05-12 23:59:59"),
        ("Last Week ", "2024-05-06 00:00:00", "2024-05-12 23:59:59"),
        ("March 2024", "2024-03-01 00:00:00", "2024-03-31 23:59:59"),
        ("in March", "2024-03-01 00:00:00", "2024-03-31 23:59:59"),
        ("march", "2024-03-01 00:00:00", "2024-03-31 23:59:59"),
        ("yesterday", "2024-05-14 00:00:00", "2024-05-14 23:59:59"),
        ("two months ago", "2024-03-01 00:00:00", "2024-03-31 23:59:59"),
        ("Friday", "2024-05-10 00:00:00", "2024-05-10 23:59:59"),
        ("Christmas", "2023-12-25 00:00:00", "2023-12-25 23:59:59"),
        ("the weekend", "2024-05-11 00:00:00", "2024-05-12 23:59:59"),
        ("2022", "2022-01-01 00:00:00", "2022-12-31 23:59:59"),
        ("2023-05", "2023-05-01 00:00:00", "2023-05-31 23:59:59"),
        ("7-8 May 2023", "2023-05-07 00:00:00", "2023-05-08 23:59:59"),
        ("8 May 2023", "2023-05-08 00:00:00", "2023-05-08 23:59:59"),
        ("2023-05-08", "2023-05-08 00:00:00", "2023-05-08 23:59:59"),
        ("9999-12-31", "9999-12-31 00:00:00", "9999-12-31 23:59:59"),
        ("2023-05-08 13:56:30", "2023-05-08 13:56:30", "2023-05-08 13:56:30"),
        ("20230508T135630", "2023-05-08 13:56:30", "2023-05-08 13:56:30"),
        ("1683554190", "2023-05-08 13:56:30", "2023-05-08 13:56:30"),
        (datetime(2023, 5, 8), "2023-05-08 00:00:00", "2023-05-08 00:00:00"),
    ],
)
def test_a_period_has_a_first_and_a_last_second(text, first, last):
    """Counted from a Wednesday in May; exact times are their own beginning and end."""
    assert (str(first_moment(text, NOW)), str(last_moment(text, NOW))) == (first, last)


def test_a_period_open_at_one_end_has_the_other():
    """And asking for the missing one is an error that names the expression."""
    assert first_moment("since March", NOW) == datetime(2024, 3, 1)
    assert last_moment("until March", NOW) == datetime(2024, 3, 31, 23, 59, 59)
    with pytest.raises(TimeError, match=r"^'since March' has no end; write it like .*\"last week\""):
        last_moment("since March", NOW)
    with pytest.raises(TimeError, match=r"^'until March' has no beginning; write it like .*\"last week\""):
        first_moment("until March", NOW)


@pytest.mark.parametrize(
    "text",
    [
        *("soon", "", "the", "every Tuesday", "a while ago", "last week and this week", "after the party last week"),
        *("99999 years ago", "last week " * 20),
    ],
)
def test_what_is_no_time_is_refused_with_examples(text):
    """The message names the words, and shows exact times and expressions that are read."""
    for moment in (first_moment, last_moment):
        with pytest.raises(TimeError) as caught:
            moment(text, NOW)
        assert str(caught.value).startswith(f"cannot read the time {text!r:.80}; write it like ")
        assert str(caught.value).endswith(', or "March 2024", "yesterday", "last week" or "two months ago"')


def test_a_date_that_does_not_exist_is_told_so():
    """Rather than that it cannot be read."""
    with pytest.raises(TimeError, match=r"^no such time: '2023-02-30' \(day is out of range for month.*\"last week\""):
        last_moment("2023-02-30", NOW)


@pytest.mark.parametrize(
    "text",
    [
        *("03/04/2025", "3-4-25", "3/4", "since 03/04/2025", "before 3/4/25", "until 03-04-2025", "by 3/4"),
        *("from 03/04/2025 to 05/06/2025", "from 13/04/2025 to 05/06/2025", "from 2025-03-04 to 05/06/2025"),
    ],
)
def test_a_date_in_digits_that_can_be_read_two_ways_is_refused(text):
    """Wherever it stands: a wrong guess would silently look in, or forget, another month."""
    for moment in (first_moment, last_moment):
        with pytest.raises(TimeError, match=f"^'{text}' may have its day or its month first; write it year first"):
            moment(text, NOW)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("since 13/04/2024", "2024-04-13"),
        ("since 04/13/2024", "2024-04-13"),
        ("since 4/4/2024", "2024-04-04"),
        ("since 4/13", "2024-04-13"),
        ("since 2024-03-04", "2024-03-04"),
        ("since 2024/03/04", "2024-03-04"),
        ("since 3.4.2024", "2024-04-03"),
        ("7-8 May 2023", "2023-05-07"),
    ],
)
def test_dates_in_digits_that_can_be_read_one_way_are_read(text, first):
    """A day above twelve, the same number twice, and the year first; dots are written day first."""
    assert str(first_moment(text, NOW).date()) == first


def test_a_time_before_the_first_date_is_told_so():
    """It can be read, but not counted from there."""
    for moment in (first_moment, last_moment):
        with pytest.raises(
            TimeError, match=r"^'last week', counted from 0001-01-01, lies outside the years 1 to 9999; "
        ):
            moment("last week", datetime(1, 1, 1))


@given(st.text(st.characters(), max_size=40) | st.sampled_from(["last week", "in 5", "ago", "March"]))
def test_any_text_is_a_moment_or_an_input_error(text):
    """On one line; a first second is never after the last."""
    try:
        first, last = first_moment(text, NOW), last_moment(text, NOW)
    except TimeError as error:
        assert "\n" not in str(error)
    else:
        assert first <= last


def test_a_date_is_a_day() -> None:
    """Its first second, and its last; a midnight is a moment."""
    assert first_moment(date(2024, 3, 1), NOW) == datetime(2024, 3, 1)
    assert last_moment(date(2024, 3, 1), NOW) == datetime(2024, 3, 1, 23, 59, 59)
    assert last_moment(datetime(2024, 3, 1), NOW) == datetime(2024, 3, 1)
