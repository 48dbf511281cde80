"""Times as people read them."""

from __future__ import annotations

import pytest

from convograph.extraction.times import show_when, times_in
from convograph.times import parse_said

SAID = parse_said("2023-05-08 13:56")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("yesterday", "7 May 2023"),
        ("this month", "May 2023"),
        ("since 2016", "since 2016"),
        ("until March 2020", "until March 2020"),
        ("every Tuesday", "every Tuesday"),
        ("every two weeks", "every 2 weeks"),
        ("last week", "week of 1 May 2023"),
        ("last weekend", "6 May 2023 to 7 May 2023"),
        ("last winter", "winter 2022/23"),
        ("in the summer of 2021", "summer 2021"),
        ("the 90s", "the 1990s"),
        ("from 2015 to 2018", "2015 to 2018"),
        ("about five years ago", "about 2018"),
        ("last night", "night of 7 May 2023"),
        ("tomorrow at 5 pm", "9 May 2023, 17:00"),
        ("from 5 to 7 pm", "8 May 2023, 17:00 to 8 May 2023, 19:00"),
        ("by 9:30 pm", "until 8 May 2023, 21:30"),
        ("when I was 10", "time unknown"),
    ],
)
def test_a_time_is_shown_as_people_write_it(text, shown):
    """By its grain; an interval from its first to its last; an open end by a word."""
    assert show_when(times_in(text, SAID)[0].when) == shown
