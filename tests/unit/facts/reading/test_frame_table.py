"""The table of frames, compiled."""

from __future__ import annotations

import pytest

from convograph.errors import ConvographError
from convograph.facts.reading import frame_table
from convograph.facts.reading.frame_table import frames


@pytest.mark.parametrize(
    "line",
    ["lives_in\tholds", "lives_in\tis\t<who> in <v>", "lives_in\tholds\t<who> (in <v>", "lives_in\tholds\t<v>\tmore"],
)
def test_a_damaged_line_is_named(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """A column too few or too many, an unknown word, a pattern that is none."""
    monkeypatch.setattr(frame_table, "lines_of", lambda name, package: (line,))
    with pytest.raises(ConvographError, match=r"the table frames\.txt of convograph is damaged: .*; install"):
        _ = [frame.pattern for frame in frames.__wrapped__()]


def test_a_line_becomes_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Placeholders stand for people, verbs and values; a question mark for frames told of several relations."""
    monkeypatch.setattr(
        frame_table, "lines_of", lambda name, package: ("lives_in\tbegins?\t<who?>(?:swapped) <old> for <v>",)
    )
    (frame,) = frames.__wrapped__()
    assert (frame.relation, frame.act, frame.generic) == ("lives_in", "begins", True)
    found = frame.pattern.search("My sister now swapped Porto for New York, and so on")
    assert found is not None
    assert (found["WHO"], found["OLD"], found["V"]) == ("My sister", "Porto", "New York")
    assert frame.pattern.search("My sister swapped Porto for tea") is None  # a name has a capital


def test_values_have_the_form_of_their_relation() -> None:
    """A job is in lower case and behind an article, a team ends in what teams are called, a name has capitals."""
    found = {
        relation: {
            match["V"]
            for frame in frames()
            if frame.relation == relation and "V" in frame.pattern.groupindex
            for match in frame.pattern.finditer(text)
        }
        for relation, text in {
            "occupation": "I work as a night bus driver.",
            "team": "I work in the data team.",
            "works_at": "I work at Marks & Spencer.",
        }.items()
    }
    assert found == {"occupation": {"night bus driver"}, "team": {"data team"}, "works_at": {"Marks & Spencer"}}
