"""Events: sentences that state something, with absolute times."""

from __future__ import annotations

from datetime import datetime

from convograph.build import make_parser
from convograph.extraction.reading import Reader
from convograph.extraction.types import FoundEvent
from convograph.times import parse_said
from convograph.types import SourceTurn, When

SAID = parse_said("2023-05-08 13:56")


def _events(text: str, *, timed: bool = True) -> tuple[FoundEvent, ...]:
    turn = SourceTurn(1, "s:0", "s", 0, "Ana", text, SAID if timed else None)
    return Reader(make_parser()).read([turn])[0].events


def test_an_event_has_the_time_that_its_sentence_names() -> None:
    """Relative words become an interval of days, and the description says them absolutely."""
    (event,) = _events("I went to Porto yesterday.")
    assert event.when == When(datetime(2023, 5, 7), datetime(2023, 5, 8), "day")
    assert event.description == "Ana: I went to Porto yesterday (7 May 2023)."
    assert (event.start, event.end) == (0, 26)
    assert [(one.triplet.subject, one.triplet.object) for one in event.triplets] == [("Ana", "Porto")]


def test_without_a_named_time_it_is_about_when_it_was_said() -> None:
    """Marked as approximate; unknown where nobody knows when it was said."""
    (event,) = _events("I have two dogs.")
    assert event.when == When(datetime(2023, 5, 8), datetime(2023, 5, 9), "day", approximate=True)
    assert _events("I have two dogs.", timed=False)[0].when is None


def test_a_time_that_is_absolute_already_is_not_said_twice() -> None:
    """Nor one that differs in capitals only."""
    (event,) = _events("I moved to Oslo in May 2019.")
    assert event.description == "Ana: I moved to Oslo in May 2019."


def test_what_is_booked_now_lies_ahead() -> None:
    """Also where the parse has the "'s" as that of a possessive; what has been done is past."""
    (event,) = _events("The table's booked on Friday.")
    assert event.when == When(datetime(2023, 5, 12), datetime(2023, 5, 13), "day")
    (event,) = _events("The cafe is closed until Christmas.")
    assert event.when == When(None, datetime(2023, 12, 26), "day")
    (event,) = _events("My brother's moved to Rome.")
    assert event.triplets[0].stated.tense == "past"


def test_questions_and_greetings_are_no_events() -> None:
    """Nothing is stated."""
    assert _events("Do you have a dog? Hello!") == ()
