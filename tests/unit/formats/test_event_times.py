"""Times of events in absolute terms: which forms are read, and what is left as it was written."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.formats.event_times import read_when
from convograph.types import When
from support.data_files import DataFile


def when(start: str, end: str, grain: str) -> When:
    return When(datetime.fromisoformat(start), datetime.fromisoformat(end), grain)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8 May 2023", when("2023-05-08", "2023-05-09", "day")),
        ("May 8, 2023", when("2023-05-08", "2023-05-09", "day")),
        ("Friday 8 July 2022", when("2022-07-08", "2022-07-09", "day")),
        ("2023-05-31", when("2023-05-31", "2023-06-01", "day")),
        ("20230508", when("2023-05-08", "2023-05-09", "day")),
        (" June  2023 ", when("2023-06-01", "2023-07-01", "month")),
        ("Sept. 2023", when("2023-09-01", "2023-10-01", "month")),
        ("December, 2023", when("2023-12-01", "2024-01-01", "month")),
        ("2023-12", when("2023-12-01", "2024-01-01", "month")),
        ("2022", when("2022-01-01", "2023-01-01", "year")),
        ("2023-05-08T13:56", when("2023-05-08 13:56", "2023-05-08 13:57", "minute")),
        ("2023-05-08 00:00", when("2023-05-08 00:00", "2023-05-08 00:01", "minute")),
        ("1:56 pm on 8 May, 2023", when("2023-05-08 13:56", "2023-05-08 13:57", "minute")),
        ("7-8 May 2023", when("2023-05-07", "2023-05-09", "day")),
        ("16–21 June 2023", when("2023-06-16", "2023-06-22", "day")),
        ("31 July to 6 August 2023", when("2023-07-31", "2023-08-07", "day")),
        ("31 December 2023 - 6 January 2024", when("2023-12-31", "2024-01-07", "day")),
        ("April-May 2023", when("2023-04-01", "2023-06-01", "month")),
        ("January 2023 to 16 March 2023", when("2023-01-01", "2023-03-17", "month")),
        ("2018-2022", when("2018-01-01", "2023-01-01", "year")),
        ("2023-05-07/2023-05-08", when("2023-05-07", "2023-05-09", "day")),
        ("2023-05/2023-06", when("2023-05-01", "2023-07-01", "month")),
        ("2023-05-07 to 2023-05-08", when("2023-05-07", "2023-05-09", "day")),
    ],
)
def test_absolute_times_are_read(text: str, expected: When) -> None:
    """A day, a month, a year, a minute, or from one to another with the last of them included."""
    assert read_when(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "yesterday", "8 May", "May", "May 23", "summer 2023", "shortly before 12 July 2023"),
        *("May 2023 (as of 21 May 2023)", "around 2019", "before 2022", "since May 2023", "8 May 2023 or so"),
        *("31 June 2023", "2023-13", "0000", "9999", "2022-23", "05/08/2023", "08-05-2023", "٢٠٢٣"),
        *("8-7 May 2023", "May-April 2023", "2023-05-08/2023-05-07", "2023-05-07/", "/2023", "to", "-" * 5000),
    ],
    ids=lambda text: repr(text[:30]),
)
def test_what_says_less_or_more_is_not_guessed(text: str) -> None:
    """Nor is a day that no calendar has, an order of day and month that could be two, or an end before its start."""
    assert read_when(text) is None


PIECES = st.sampled_from([*"0123456789/-–, T:.", "2023", " May ", " to ", "31", "12", "9999", "0", "pm", "+02:00"])


@given(st.text(max_size=30) | st.lists(PIECES, max_size=12).map("".join))
def test_any_text_is_read_or_not(text: str) -> None:
    """Nothing is raised, and what is read ends after it begins."""
    found = read_when(text)
    assert found is None or (found.start and found.end and found.start < found.end)


def test_recorded_times_are_read(data_file: DataFile) -> None:
    """Of 1,512 times that a model wrote 973 are plain; the others hedge ("ongoing as of 21 May 2023")."""
    lines = data_file("locomo/recorded_events_dev5.jsonl").read_text(encoding="utf-8").splitlines()
    found = [read_when(event["event_time"]) for line in lines for event in json.loads(line)["events"]]
    assert Counter(one.grain if one else None for one in found) == {"day": 870, "month": 84, "year": 19, None: 539}
