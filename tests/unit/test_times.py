"""Times: every form that is read, what is kept of it, and what is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.errors import TimeError
from convograph.times import parse_moment, parse_said, seconds_between, seconds_of, show_moment, show_said
from convograph.types import Said

AT = datetime(2023, 5, 8, 13, 56)


@pytest.mark.parametrize(
    ("raw", "local", "offset"),
    [
        ("2023-05-08", datetime(2023, 5, 8), None),
        ("2023-05-08T13:56", AT, None),
        ("2023-05-08 13:56:00", AT, None),
        ("2023-05-08T13:56:00.999999", AT, None),
        ("2023-05-08T13:56:00,5", AT, None),
        ("2023-05-08T13:56:00Z", AT, 0),
        ("2023-05-08t13:56:00z", AT, 0),
        ("2023-05-08T13:56:00+02:00", AT, 120),
        ("2023-05-08 13:56:00 -0330", AT, -210),
        ("2023-05-08T13:56:00-00:30", AT, -30),
        ("2023-05-08T13:56+05", AT, 300),
        ("20230508", datetime(2023, 5, 8), None),
        ("20230508T135600Z", AT, 0),
        ("2023-5-8 9:05", datetime(2023, 5, 8, 9, 5), None),
        ("0001-01-01", datetime(1, 1, 1), None),
        ("9999-12-31T23:59:59", datetime(9999, 12, 31, 23, 59, 59), None),
        ("1:56 pm on 8 May, 2023", AT, None),
        ("12:09 am on 13 September, 2023", datetime(2023, 9, 13, 0, 9), None),
        ("Thurs, 7 Sept 2023 10:00", datetime(2023, 9, 7, 10), None),
        ("Tuesday, sep. 5, 2023", datetime(2023, 9, 5), None),
        ("12:30 pm on 1 Jan, 2023", datetime(2023, 1, 1, 12, 30), None),
        ("2023/05/30 (Tue) 23:40", datetime(2023, 5, 30, 23, 40), None),
        ("Mon, 08 May 2023 13:56:00 +0200", AT, 120),
        ("Mon, 8 May 2023 13:56:00 -0700 (PDT)", AT, -420),
        ("8 May 2023 13:56:00 GMT", AT, 0),
        ("8 May 2023 13:56 EST", AT, -300),
        ("May 8th, 2023 at 1:56 P.M.", AT, None),
        ("  2023-05-08   13:56\n", AT, None),
        ("1683554160", AT, 0),
        ("1683554160.000200", AT, 0),
        ("1683554160000", AT, 0),
        ("100000000", datetime(1973, 3, 3, 9, 46, 40), 0),
    ],
)
def test_strings_are_read_as_wall_clock_time_and_kept_as_given(raw, local, offset):
    """Each form gives the wall clock it names, the offset it gives or none, and the exact string."""
    assert parse_said(raw) == Said(local, offset, raw)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1683554160, Said(AT, 0, "1683554160")),
        (1683554160.75, Said(AT, 0, "1683554160.75")),
        (1683554160999, Said(AT, 0, "1683554160999")),
        (date(2023, 5, 8), Said(datetime(2023, 5, 8), None, "2023-05-08")),
        (datetime(2023, 5, 8, 13, 56, 0, 5), Said(AT, None, "2023-05-08T13:56:00.000005")),
        (
            datetime(2023, 5, 8, 13, 56, tzinfo=timezone(timedelta(hours=-3, minutes=-30))),
            Said(AT, -210, "2023-05-08T13:56:00-03:30"),
        ),
        (Said(AT, 60, "then"), Said(AT, 60, "then")),
    ],
)
def test_other_values_are_read_by_the_same_rules(value, expected):
    """Numbers are UTC, datetimes keep their wall clock and offset, a `Said` passes through."""
    assert parse_said(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        *("", " ", "yesterday", "0000-01-01", "2023-13-01", "2023-02-29", "2023-05-08 24:00", "2023-05-08T13:60"),
        *("2023-05", "2023", "13:56", "13:56 pm on 8 May, 2023", "0:56 am on 8 May, 2023", "8 Mayor 2023"),
        *("2023-05-08T13:56+24:00", "2023-05-08T13:56+02:60", "2023-05/08", "202305081356", "1" * 14, "-1683554160"),
        *("08/05/2023", "2023-05-08\x0013:56", "２０２３-05-08", "2023-05-08" + " " * 200, "NaN", "inf"),
        *(
            float("nan"),
            float("inf"),
            float("-inf"),
            True,
            False,
            0,
            5,
            20230508,
            -1683554160,
            10**11,
            10**13,
            10**6000,
        ),
        *(None, b"2023-05-08", [2023, 5, 8]),
    ],
    ids=lambda value: f"{value!r:.20}" if not isinstance(value, int) or abs(value) < 10**20 else "huge",
)
def test_everything_else_is_refused(value):
    """What no calendar or clock has, and what could be meant in two ways, is a `TimeError` on one line."""
    with pytest.raises(TimeError) as caught:
        parse_said(value)
    assert "\n" not in str(caught.value)
    assert "2023-05-08 13:56" in str(caught.value)


def test_the_refused_value_is_named_and_shortened():
    """The message opens with what was given, at most 80 characters of it."""
    with pytest.raises(TimeError, match=r"^cannot read the time 'soon'; write it like"):
        parse_said("soon")
    with pytest.raises(TimeError) as caught:
        parse_said("x" * 10_000)
    assert len(str(caught.value)) < 250


def test_moments_keep_the_wall_clock_and_lose_the_offset():
    """A question's time is naive: an aware value keeps the hour that was written."""
    assert parse_moment("2023-05-08T13:56:00+02:00") == AT
    assert parse_moment(datetime(2023, 5, 8, 13, 56, tzinfo=UTC)) == AT


def test_times_are_shown_to_the_minute():
    """Day and minute, years of four digits, and words for an unknown time."""
    assert show_said(Said(datetime(2023, 5, 8, 13, 56, 59), 120, "")) == "2023-05-08 13:56"
    assert show_said(Said(datetime(7, 1, 2), None, "0007-01-02 00:00")) == "0007-01-02 00:00"
    assert show_said(None) == "time unknown"


@pytest.mark.parametrize("raw", ["2023-09-03", "3 September 2023", "2023/09/03 (Sun)", "20230903"])
def test_a_date_is_shown_alone(raw):
    """Nobody said that it was midnight."""
    assert show_said(parse_said(raw)) == "2023-09-03"


@pytest.mark.parametrize("raw", ["2023-09-03 00:00", "20230903T0000", "12:00 am on 3 September, 2023", "1693699200"])
def test_midnight_is_shown_where_it_was_given(raw):
    """By a clock time, or a Unix time."""
    assert show_said(parse_said(raw)) == "2023-09-03 00:00"


def test_a_moment_is_shown_as_a_date_at_midnight_alone():
    """How it was given is not known."""
    assert show_moment(datetime(2023, 9, 3)) == "2023-09-03"
    assert show_moment(datetime(2023, 9, 3, 0, 0, 1)) == "2023-09-03 00:00"


@pytest.mark.parametrize(
    ("moment", "seconds"),
    [
        (datetime(1970, 1, 1), 0),
        (datetime(2023, 5, 8, 13, 56), 1683554160),
        (datetime(2023, 5, 8, 13, 56, tzinfo=timezone(timedelta(hours=9))), 1683554160),
        (datetime(1969, 12, 31, 23, 59, 59, 500_000), -1),
        (datetime(1, 1, 1), -62135596800),
        (datetime(9999, 12, 31, 23, 59, 59), 253402300799),
    ],
)
def test_seconds_count_the_wall_clock(moment, seconds):
    """Whole seconds since 1970, in every year that a datetime has, whatever the zone."""
    assert seconds_of(moment) == seconds


@pytest.mark.parametrize(
    ("earlier", "later", "seconds"),
    [
        ("2024-05-01 09:00", "2024-05-01 09:01:05", 65),
        ("2024-05-01 09:00", "2024-05-01 08:59", -60),
        ("2024-05-01T09:00+02:00", "2024-05-01T07:30+00:00", 1800),
        ("2024-05-01T09:00+02:00", "2024-05-01T09:00+09:30", -27000),
        ("2024-05-01T09:00+02:00", "2024-05-01 09:00", 0),
        ("2024-05-01 09:00", "2024-05-01T09:00-08:00", 0),
    ],
)
def test_times_are_apart_as_instants_where_both_have_an_offset(earlier, later, seconds):
    """Else as the wall clocks say."""
    assert seconds_between(parse_said(earlier), parse_said(later)) == seconds


@given(st.datetimes(timezones=st.none() | st.timezones() | st.just(UTC)))
def test_what_isoformat_writes_is_read_back(moment):
    """An ISO string and its datetime name the same wall clock; only offsets with seconds have no string form here."""
    offset = moment.utcoffset()
    if offset is None or not offset.seconds % 60:
        assert parse_said(moment.isoformat()) == parse_said(moment)
    assert parse_said(moment).local == moment.replace(tzinfo=None, microsecond=0, fold=0)


@given(
    st.text() | st.integers() | st.floats() | st.from_regex(r"\d{1,4}[-/]\d{1,2}[-/]\d{1,2}[T ]\d{1,2}:\d{2}( ?[ap]m)?")
)
def test_any_value_is_a_time_or_a_time_error(value):
    """Arbitrary strings and numbers never fail in another way, and a time keeps them."""
    try:
        said = parse_said(value)
    except TimeError:
        return
    assert said.raw == str(value)
    assert said.local.microsecond == 0
    assert said.local.tzinfo is None
