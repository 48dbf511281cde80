"""Multi-Session Chat: a conversation on each line, gaps between sessions added up to times."""

from __future__ import annotations

import gzip
import json
from datetime import datetime, timedelta
from typing import Any

import pytest

from convograph.errors import InputError
from convograph.formats import read_file, read_text, recognise
from convograph.types import Conversation, Said, Session, Turn

FIRST = {
    "personas": [["I have a cat."], ["I run."]],
    "dialog": [{"text": "Hello."}, {"text": "Hi! "}, {"text": "I have a cat."}],
    "time_num": 6,
    "time_unit": "days",
    "time_back": "6 days 1 hour ago",
}
SECOND = {
    "personas": [[], []],
    "dialog": [{"text": "Back again?"}, {"text": "Yes."}],
    "time_num": 1,
    "time_unit": "hour",
    "time_back": " 1 hour ago",
}
LINE = {
    "personas": [["I have a cat."], ["I run."]],
    "dialog": [
        {"text": "How is the cat?", "id": "42306", "convai2_id": "valid_7"},
        {"text": "You tell me.", "id": "Speaker 2", "rating": 5},
    ],
    "metadata": {"initial_data_id": "valid_7", "session_id": 2},
    "previous_dialogs": [FIRST, SECOND],
    "init_personas": [["I have a cat."], ["I run."]],
}
OTHER = {
    "dialog": [{"text": "First, for once.", "id": "Speaker 2"}, {"text": "So it is.", "id": "Speaker 1"}],
    "metadata": {"initial_data_id": "valid_9", "session_id": 0},
    "previous_dialogs": [],
}


def lines(*values: object) -> str:
    """Each value as JSON on a line of its own."""
    return "".join(json.dumps(value) + "\n" for value in values)


def changed(**fields: Any) -> dict[str, Any]:
    """`LINE` with these fields of its first session in other words; `None` takes one out."""
    return {**LINE, "previous_dialogs": [{**FIRST, **fields}, SECOND]}


def times(line: dict[str, Any]) -> list[datetime]:
    """When the sessions of this line were."""
    (conversation,) = read_text(lines(line), "file")
    return [session.said.local for session in conversation.sessions if session.said]


def test_gaps_are_added_up_from_the_first_session():
    """Six days, then an hour; speakers by turn where a number or nothing stands for them; no persona is a turn."""
    assert read_text(lines(LINE, OTHER), "file") == (
        Conversation(
            "valid_7",
            (
                Session(
                    (
                        Turn("Hello.", "Speaker 1"),
                        Turn("Hi! ", "Speaker 2"),
                        Turn("I have a cat.", "Speaker 1"),
                    ),
                    "valid_7#1",
                    Said(datetime(2000, 1, 1, 0, 0), None, "6 days 1 hour ago"),
                ),
                Session(
                    (Turn("Back again?", "Speaker 1"), Turn("Yes.", "Speaker 2")),
                    "valid_7#2",
                    Said(datetime(2000, 1, 7, 0, 0), None, " 1 hour ago"),
                ),
                Session(
                    (Turn("How is the cat?", "Speaker 1"), Turn("You tell me.", "Speaker 2")),
                    "valid_7#3",
                    Said(datetime(2000, 1, 7, 1, 0), None, ""),
                ),
            ),
        ),
        Conversation(
            "valid_9",
            (
                Session(
                    (Turn("First, for once.", "Speaker 2"), Turn("So it is.", "Speaker 1")),
                    "valid_9#1",
                    Said(datetime(2000, 1, 1, 0, 0), None, ""),
                ),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("number", "unit", "second"),
    [
        (1, "day", datetime(2000, 1, 2, 0)),
        (7, "days", datetime(2000, 1, 8, 0)),
        (1, "hour", datetime(2000, 1, 1, 1)),
        (26, "hours", datetime(2000, 1, 2, 2)),
        (0, "days", datetime(2000, 1, 1, 0)),
    ],
)
def test_gaps_are_hours_or_days(number, unit, second):
    """In the singular and the plural, and nothing is a gap as well."""
    given = times(changed(time_num=number, time_unit=unit, time_back=None))
    assert given == [datetime(2000, 1, 1), second, second + timedelta(hours=1)]


def test_what_is_empty_is_left_out_and_its_gap_counts():
    """Sessions keep their numbers and times, turns their speakers."""
    blank = {**LINE, "dialog": [{"text": " "}, {"text": "Anyone?"}]}
    blank["previous_dialogs"] = [FIRST, {**SECOND, "dialog": []}]
    (conversation,) = read_text(lines(blank), "file")
    assert [(session.id, session.said and session.said.local) for session in conversation.sessions] == [
        ("valid_7#1", datetime(2000, 1, 1, 0)),
        ("valid_7#3", datetime(2000, 1, 7, 1)),
    ]
    assert conversation.sessions[1].turns == (Turn("Anyone?", "Speaker 2"),)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (changed(time_unit="moons"), "previous_dialogs[0].time_unit is wrong (Input should be 'hour', 'hours', 'day'"),
        (changed(time_unit=None), "previous_dialogs[0].time_unit is missing: {"),
        (changed(time_num=-3), "previous_dialogs[0].time_num is wrong (Input should be greater than or equal to 0): "),
        (changed(time_num="6"), "previous_dialogs[0].time_num is not a whole number: '6'; give"),
        (changed(time_num=None), "previous_dialogs[0].time_num is missing: {"),
        (changed(time_num=9**7), "previous_dialogs[0].time_num leads past the year 9999: 4782969; fix it"),
        (changed(time_num=9**99), "previous_dialogs[0].time_num leads past the year 9999: 29512665430652752"),
        (changed(time_back=6), "previous_dialogs[0].time_back is not a string: 6; give a string"),
        (changed(dialog=None), "previous_dialogs[0].dialog is missing: {"),
        (changed(dialog=[{"text": 4}]), "previous_dialogs[0].dialog[0].text is not a string: 4; give a string"),
        (changed(dialog=[{"text": "\0"}]), "previous_dialogs[0].turns[0].text holds the control character U+0000 at"),
        ({**LINE, "dialog": [{"id": "Speaker 1"}]}, "dialog[0].text is missing: {'id': 'Speaker 1'}; add it"),
        ({**LINE, "dialog": [{"text": "a", "id": "Speaker 3"}]}, "dialog[0].id is wrong (String should match pattern"),
        ({**LINE, "metadata": {}}, "metadata.initial_data_id is missing: {}; add it"),
        ({**LINE, "previous_dialogs": None}, "previous_dialogs is missing: {"),
        ({**OTHER, "dialog": []}, "(valid_9) has no turns; remove the line"),
        ([LINE], "is not an object: [{"),
    ],
)
def test_damaged_lines_are_named_by_number(value, message):
    """The line of the file, the place in it, the value, and what to do."""
    with pytest.raises(InputError) as caught:
        read_text(lines(OTHER, value), "f", "msc")
    assert str(caught.value).startswith(f"f: line 2: {message}")


def test_a_line_that_breaks_tells_how_the_format_is_written():
    """Also where all of it is JSON, spread over several lines."""
    for text in (lines(OTHER) + '{"dialog": [', json.dumps(LINE, indent=1)):
        assert recognise(text) == "msc"
        with pytest.raises(InputError, match=r"invalid JSON at line [12], .*; write a conversation on each line"):
            read_text(text, "f")


@pytest.mark.parametrize(("release", "sessions", "turns"), [(2, 1000, 13665), (3, 1500, 19555)])
def test_no_turn_of_msc_is_lost(data_file, release, sessions, turns):
    """All sessions of 500 conversations, and every one as long before the last as the release itself says."""
    path = data_file(f"msc/dialogue_session_{release}_valid.jsonl.gz")
    if not path.exists():
        pytest.skip(f"no {path}")
    given = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    conversations = read_file(path)
    assert [each.name for each in conversations] == [line["metadata"]["initial_data_id"] for line in given]
    for line, conversation in zip(given, conversations, strict=True):
        dialogs = [each["dialog"] for each in (*line["previous_dialogs"], line)]
        assert [[turn.text for turn in session.turns] for session in conversation.sessions] == [
            [turn["text"] for turn in dialog] for dialog in dialogs
        ]
        times = [session.said for session in conversation.sessions if session.said]
        assert [_ago(times[-1].local - time.local) for time in times[:-1]] == [time.raw.strip() for time in times[:-1]]
        assert [turn.speaker for turn in conversation.sessions[-1].turns] == [
            f"Speaker {1 + index % 2}" for index in range(len(line["dialog"]))
        ]
    assert sum(len(each.sessions) for each in conversations) == sessions
    assert sum(len(session.turns) for each in conversations for session in each.sessions) == turns


def _ago(gap: timedelta) -> str:
    """A gap in the words of the release."""
    counts = [(gap.days, "day"), (gap.seconds // 3600, "hour")]
    return " ".join(f"{count} {unit}{'s' * (count > 1)}" for count, unit in counts if count) + " ago"
