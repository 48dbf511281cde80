"""Transcripts: who speaks, what belongs to whom, and when it was said."""

from __future__ import annotations

from datetime import datetime

import pytest

from convograph.errors import InputError, TimeError
from convograph.formats import read_text, recognise
from convograph.times import parse_said
from convograph.types import Said, Session, Turn


def sessions_of(text) -> tuple[Session, ...]:
    """The sessions of the one conversation in `text`."""
    (conversation,) = read_text(text, "talk", "transcript")
    return conversation.sessions


def test_lines_without_a_name_go_on_with_the_turn():
    """Line by line, blank lines within a turn kept, those after it not."""
    (session,) = sessions_of("Anna: one\ntwo\n\n  three: 3\nBen:  four\n\n")
    assert session == Session((Turn("one\ntwo\n\n  three: 3", "Anna"), Turn("four", "Ben")), "talk#1")


@pytest.mark.parametrize(
    "line",
    [
        "Note: this is no name",
        "P.S.: nor this",
        "See http://example.org: nice",
        "http://example.org",
        "and/or: both",
        "We should all meet at: the station",
        "Abcdefghijklmnopqrstuvwxyzabcdefghijklmno: 41 letters",
        "12:30 is fine",
        "12: no letter",
        "Time:18:30",
        "What you need:",
        " Ben: indented",
        "[laughs] Ben: no time",
        "[1] Smith: a footnote",
        "# heading",
        "# 2024-03-01 18:30",
    ],
)
def test_a_colon_does_not_make_a_speaker(line):
    """Labels, addresses, long phrases, numbers, indented lines and headers without a blank line before are text."""
    (session,) = sessions_of(f"Anna: start\n{line}\n")
    assert session.turns == (Turn(f"start\n{line}", "Anna"),)


@pytest.mark.parametrize(
    "name", ["Ben", "Dr. Mary-Jane O'Neil Jr.", "user", "SPEAKER_1", "李雷", "Mum (home)", "A" * 40]
)
def test_names_have_up_to_four_words_and_forty_characters(name):
    """Any script, dots, marks and digits beside letters."""
    (session,) = sessions_of(f"Anna: hi\n{name}: Note: this")
    assert session.turns[1] == Turn("Note: this", name)


def test_a_name_alone_begins_a_turn_of_somebody_who_speaks_elsewhere():
    """Its text is on the next lines; without any, nothing was said, by nobody else either."""
    (session,) = sessions_of("Anna: one\nBen: two\nAnna:\n\nBen:\nthree\nfour\nShopping:\neggs\nAnna:\n")
    turns = Turn("one", "Anna"), Turn("two", "Ben"), Turn("three\nfour\nShopping:\neggs", "Ben")
    assert session == Session(turns, "talk#1")


@pytest.mark.parametrize("header", ["[{}]", "--- {} ---", "# {}", "## {}"])
def test_headers_open_sessions(header):
    """A time on a line of its own, at the start or after a blank line; headers without turns leave no session."""
    text = f"{header.format('2024-03-01 18:30')}\nAnna: a\n\n{header.format('2024-03-02')}\n\n" + (
        f"{header.format('1:56 pm on 8 May, 2024')}\n\nBen: b\n"
    )
    assert sessions_of(text) == (
        Session((Turn("a", "Anna"),), "talk#1", parse_said("2024-03-01 18:30")),
        Session((Turn("b", "Ben"),), "talk#2", parse_said("1:56 pm on 8 May, 2024")),
    )


def test_turns_bring_their_own_times():
    """A clock takes its day from the time before it, over midnight too; a full time stands alone."""
    (session,) = sessions_of(
        "# 2024-03-01 23:50 +01:00\nAnna: a\n[23:58] Ben: b\n[0:03] Anna: c\n[12:04:30 am] Ben: d\n"
        "[2024-03-05 18:31] Ben: e"
    )
    assert [turn.said for turn in session.turns] == [
        None,
        Said(datetime(2024, 3, 1, 23, 58), 60, "23:58"),
        Said(datetime(2024, 3, 2, 0, 3), 60, "0:03"),
        Said(datetime(2024, 3, 2, 0, 4, 30), 60, "12:04:30 am"),
        Said(datetime(2024, 3, 5, 18, 31), None, "2024-03-05 18:31"),
    ]


def test_a_clock_without_a_day_stays_unknown():
    """No header, no day: the turn is kept, its time is not guessed."""
    (session,) = sessions_of("[18:31] Anna: a")
    assert session.turns == (Turn("a", "Anna"),)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (
            "once upon a time\nAnna: hi",
            InputError,
            "talk: line 1 is not a turn: 'once upon a time'; write \"Name: text\"",
        ),
        ("Anna: hi\n[2024-13-01 18:30] Ben: b", TimeError, "talk: line 2: no such time: '2024-13-01 18:30'"),
        (
            "# 9999-12-31 23:50\nAnna: a\n[0:10] Ben: b",
            TimeError,
            "talk: line 3: no such time: '0:10' after the last day",
        ),
        ("# 2024-03-01", InputError, "talk: has no turns"),
        ("Anna: hi\nBen: a\x07", InputError, "talk: line 2: text holds the control character U+0007"),
    ],
    ids=["no speaker", "no such month", "end of time", "header only", "bell"],
)
def test_what_cannot_be_read_is_named_by_its_line(text, error, message):
    """The line's number and what stands there."""
    with pytest.raises(error) as caught:
        sessions_of(text)
    assert str(caught.value).startswith(message)


def test_clock_times_without_a_date_are_noted():
    """The turns are read, without times; a date above them, or times that somebody left out, are no loss."""
    clocks = "[08:51] Imogen: Morning.\n[08:52] Callum: Hi.\n"
    (read,) = read_text(clocks, "chat")
    assert read.notes == (
        "2 turns have no time, for their clock times have no date; write it above them, on a line of its own: "
        '"# 2024-03-01"',
    )
    assert read_text(f"# 2024-03-01\n{clocks}", "chat")[0].notes == ()
    assert read_text("Imogen: Morning.\nCallum: Hi.\n", "chat")[0].notes == ()


@pytest.mark.parametrize(
    "text",
    [
        "[08:51] <Ana> One: two\n[08:52] * Ben has joined #tea\n[08:53] <@Ben> Yes.",
        "08:51 <Ana> One: two\n08:52 -!- Ben [b@a.org] has joined\n--- Day changed\n08:53 < Ben> Yes.",
        "Ana (08:51): One: two\nBen (08:53): Yes.",
        "[08:51] **Ana**: One: two\n[08:53] **Ben:** Yes.",
    ],
)
def test_turns_may_be_written_in_other_styles(text):
    """As on IRC, whose notices are left out, with times behind the names, and with names in bold."""
    assert sessions_of(f"# 2024-03-01\n{text}")[0].turns == (
        Turn("One: two", "Ana", Said(datetime(2024, 3, 1, 8, 51), None, "08:51")),
        Turn("Yes.", "Ben", Said(datetime(2024, 3, 1, 8, 53), None, "08:53")),
    )
    assert recognise(text) == "transcript"


def test_the_first_turn_decides_how_turns_are_written():
    """What looks like a turn in another style goes on with the turn before it."""
    (session,) = sessions_of("Ana: See:\n[08:51] <Ben> Hi\nBen (08:51): Hi")
    assert session.turns == (Turn("See:\n[08:51] <Ben> Hi\nBen (08:51): Hi", "Ana"),)
    (session,) = sessions_of("[08:51] <Ana> See:\nBen: Hi")
    assert session.turns == (Turn("See:\nBen: Hi", "Ana"),)


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("Subject: Tea\nFrom: Ana <a@a.org>\nTo: b@a.org\n\nHi Ben: see you.", "Subject, From, To"),
        ("X-Mailer: x\nReceived: by a.org\nHi: there", "X-Mailer, Received"),
        ("Conversation: Tea club\n\nFrom: You\nType: outgoing\n\nHi", "Conversation, From, Type"),
    ],
)
def test_headers_are_no_names(text, headers):
    """Of a mail, and of a log that writes the sender of each message on a line of its own."""
    with pytest.raises(InputError) as caught:
        read_text(text, "mail.eml")
    assert str(caught.value) == (
        f"mail.eml: begins with headers of mails or of a log, not with what somebody says: {headers}; "
        'write each message as "[2024-03-01 18:30] Anna: Hi"'
    )
    (session,) = sessions_of("Ana: From: is a word\nSubject: Hi\nBen: Yes")
    assert [turn.speaker for turn in session.turns] == ["Ana", "Subject", "Ben"]
