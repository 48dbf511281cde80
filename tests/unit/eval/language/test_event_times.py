"""How finely two times agree, and how the agreement of events is told."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from convograph.formats.event_times import read_when
from convograph.types import When
from convograph_eval.language.recorded.corpus import LabelledEvent
from convograph_eval.language.recorded.event_times import agreement, kind, match_times
from support.encoders import TableEncoder
from support.findings import event


def when(text: str) -> When:
    found = read_when(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("recorded", "ours", "outcome"),
    [
        ("8 May 2023", "8 May 2023", "day"),
        ("7-8 May 2023", "8 May 2023", "day"),
        ("8 May 2023", "1-7 May 2023", "month"),
        ("8 May 2023", "9 May 2023", "month"),
        ("8 May 2023", "May 2023", "month"),
        ("May 2023", "8 May 2023", "month"),
        ("May 2023", "April 2023", "year"),
        ("8 May 2023", "2023", "year"),
        ("2023", "May 2023", "year"),
        ("8 May 2023", "8 May 2022", "other time"),
        ("2022", "2023", "other time"),
    ],
)
def test_agreement_is_the_finest_that_both_allow(recorded: str, ours: str, outcome: str) -> None:
    """A day in a stretch of a week or less is the same day; a month as a whole cannot agree to the day."""
    assert agreement(when(recorded), when(ours)) == outcome


def test_times_without_a_beginning_are_none() -> None:
    """No time at all, or one that is open before; one that is open after agrees with nothing."""
    today = when("8 May 2023")
    assert agreement(today, None) == "no time"
    assert agreement(today, When(None, datetime(2023, 5, 8), "day")) == "no time"
    assert agreement(today, When(datetime(2023, 5, 8), None, "day")) == "other time"


def test_kinds_are_by_precision_and_the_session() -> None:
    """The day of the session itself is its own kind, and a stretch that begins on it is not."""
    said = date(2023, 5, 8)
    texts = ("8 May 2023", "7 May 2023", "8-9 May 2023", "May 2023", "2022")
    assert [kind(when(each), said) for each in texts] == [
        "session's day",
        "another day",
        "another day",
        "another month",
        "another year",
    ]


def test_the_nearest_event_answers() -> None:
    """Of two of ours the one whose text is nearest counts; "any" takes the other, which agrees better."""
    written = LabelledEvent("e", "c", ("a",), ("a",), "run", "Ana ran", "7 May 2023", when("7 May 2023"), ())
    vague = LabelledEvent("f", "c", ("a",), ("a",), "run", "Ana ran", "lately", None, ())
    lost = LabelledEvent("g", "c", ("b",), ("b",), "run", "Ana ran", "7 May 2023", when("7 May 2023"), ())
    encoder = TableEncoder({"Ana ran": (1, 0, 0), "near": (1, 0, 0), "far": (0, 1, 0)})
    ours = {"a": [event("far", when("7 May 2023")), event("near", when("May 2023"))]}
    measured = match_times([written, vague, lost], ours, {"a": date(2023, 5, 8), "b": date(2023, 5, 8)}, encoder)
    assert [(one["id"], one["nearest"], one["any"]) for one in measured.items] == [
        ("e", "month", "day"),
        ("g", "no event", "no event"),
    ]
    assert measured.items[0]["our_time"] == "2023-05-01 to 2023-05-31"
    assert (measured.summary["events"], measured.summary["read"]) == (3, 2)
    assert measured.summary["kinds"]["another day"]["events"] == 2
    assert measured.summary["kinds"]["another day"]["nearest"]["month"] == 1


def test_the_control_is_the_day_of_the_session() -> None:
    """A rule that says "today" agrees to the month here, and knows nothing without a session's day."""
    written = LabelledEvent("e", "c", ("a",), ("a",), "run", "Ana ran", "7 May 2023", when("7 May 2023"), ())
    for days, outcome in (({"a": date(2023, 5, 8)}, "month"), ({}, "no time")):
        measured = match_times([written], {}, days, TableEncoder({}))
        assert [one["session"] for one in measured.items] == [outcome]
