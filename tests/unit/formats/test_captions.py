"""Transcripts of calls: who speaks in each way to write it, what is one turn, and times from the beginning."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from convograph.errors import InputError, TimeError
from convograph.formats import read_text, recognise
from convograph.types import Said, Session, Turn

TEAMS = """\
WEBVTT

NOTE made by hand
2 --> 3

f0e1/12-0
00:00:02.100 --> 00:00:04.000
<v Ana Silva>Shall we
start?</v>

00:00:04.500 --> 00:00:06.000 align:start
<v Ben &amp; Mia>R&amp;D is <i>here</i>, 1 &lt; 2.</v>
"""
ZOOM = """\
WEBVTT

1
00:00:02.100 --> 00:00:04.000
Ana Silva (she/her): Shall we start?

2
00:00:04.100 --> 00:00:05.000
Ana Silva (she/her): So here's the thing: it rains.

3
00:01:04.500 --> 00:01:06.000
Ben: Yes.
"""
SRT = """\
1
00:00:02,100 --> 00:00:04,000
Ana: Shall we start? <3

2
00:00:04,500 --> 00:00:06,000
So here's the thing: it rains.
the thing: is that.
Ben: Yes.
"""
OTTER = """\
Ana Silva  0:02 \nShall we start?

Ben  1:00:05
Yes.
It rains: a lot.

Transcribed by https://otter.ai
"""


def turns(text: str) -> list[tuple[str | None, str]]:
    """Who said what."""
    (read,) = read_text(text, "call", "captions")
    (session,) = read.sessions
    return [(turn.speaker, turn.text) for turn in session.turns]


def cues(*said: tuple[float, str]) -> str:
    """WebVTT with a cue of a second for each text, at so many seconds."""
    return "WEBVTT\n\n" + "\n\n".join(
        f"{start // 60:02.0f}:{start % 60:06.3f} --> {(start + 1) // 60:02.0f}:{(start + 1) % 60:06.3f}\n{text}"
        for start, text in said
    )


def test_voices_of_webvtt_speak():
    """Comments, numbers of cues and marks are left out, and characters with names are themselves."""
    assert turns(TEAMS) == [("Ana Silva", "Shall we start?"), ("Ben & Mia", "R&D is here, 1 < 2.")]


def test_names_before_colons_speak():
    """A colon inside a sentence names nobody, and a cue without a name is said by whoever spoke last."""
    assert turns(ZOOM) == [
        ("Ana Silva (she/her)", "Shall we start? So here's the thing: it rains."),
        ("Ben", "Yes."),
    ]
    assert turns(SRT) == [
        ("Ana", "Shall we start? <3 So here's the thing: it rains. the thing: is that."),
        ("Ben", "Yes."),
    ]


def test_names_above_words_speak():
    """In text; the line in which the app names itself is left out."""
    assert turns(OTTER) == [("Ana Silva", "Shall we start?"), ("Ben", "Yes. It rains: a lot.")]


def test_a_cue_may_have_several_voices():
    """Each is a turn; a voice without a name, and what stands before the first, go to whoever spoke last."""
    assert turns(cues((1, "<v Ana>Hi.</v> <v.loud Ben>Yo.</v>"), (2, "Well. <v  >Hm.</v> <v Ana>Ok."))) == [
        *[("Ana", "Hi."), ("Ben", "Yo. Well. Hm."), ("Ana", "Ok.")],
    ]


def test_where_nobody_is_named_one_speaks():
    """A colon in one cue of many is none behind a name; what is said before the first name has no other speaker."""
    lecture = [(2.0 * number, f"part {number}") for number in range(20)]
    assert turns(cues(*lecture, (40, "Question: why?")))[0][0] == "speaker"
    assert turns(cues(*lecture, (40, "Question: why?")))[-1][1].endswith("part 19 Question: why?")
    assert turns(cues((0, "Hello."), (1, "<v Ana>Hi."))) == [("speaker", "Hello."), ("Ana", "Hi.")]
    rare = cues(*((2.0 * number, f"Ana: part {number}" if number % 10 == 9 else "and") for number in range(20)))
    assert {speaker for speaker, _ in turns(rare)} == {"speaker", "Ana"}


def test_a_pause_ends_a_turn():
    """Of five seconds, from the end of a cue to the start of the next; times that go back end none."""
    given = cues((0, "<v Ana>a"), (5.9, "<v Ana>b"), (11.9, "<v Ana>c"), (3, "<v Ana>d"))
    assert turns(given) == [("Ana", "a b"), ("Ana", "c d")]


def test_a_long_speech_is_several_turns():
    """It is cut at the end of a sentence after 500 characters, and before 1,000 anyway."""
    sentences = [(float(number), f"<v Ana>{'word ' * 19}end.") for number in range(12)]  # 99 characters each
    assert [len(text) for _, text in turns(cues(*sentences))] == [599, 599]
    endless = [(float(number), f"<v Ana>{'word ' * 19}more") for number in range(20)]
    assert [len(text) for _, text in turns(cues(*endless))] == [999, 999]


def test_times_count_from_the_beginning_of_the_call():
    """With its offset from UTC; without it turns have none, and a note says so."""
    (read,) = read_text(OTTER, "call", said="2024-03-01T23:30:00+01:00")
    began = Said(datetime(2024, 3, 1, 23, 30), 60, "2024-03-01T23:30:00+01:00")
    assert read.sessions == (
        Session(
            (
                Turn("Shall we start?", "Ana Silva", Said(datetime(2024, 3, 1, 23, 30, 2), 60, "0:02")),
                Turn("Yes. It rains: a lot.", "Ben", Said(datetime(2024, 3, 2, 0, 30, 5), 60, "1:00:05")),
            ),
            "call#1",
            began,
        ),
    )
    assert read.notes == ()
    (read,) = read_text(TEAMS, "call")
    assert [turn.said for turn in read.sessions[0].turns] == [None, None]
    assert read.notes == (
        "2 turns have no time, for captions count from the beginning of the call; say when it began: "
        '--said "2024-03-01 18:30"',
    )


@pytest.mark.parametrize(
    "text", [TEAMS, ZOOM, SRT, OTTER, "WEBVTT", "00:02.100 --> 00:03.000\nHi.", "\n\nAna\t0:02\nHi.\nBen\t0:05\nYo."]
)
def test_captions_are_recognised(text):
    """By their first two lines, with any ends of lines."""
    assert recognise(text) == recognise(text.replace("\n", "\r\n")) == "captions"


@pytest.mark.parametrize(
    "text", ["WEBVTTER: hi", "Ana: at  0:02\nHi.", "[0:02] Ana: hi\nyo", "Ana: tea\nNotes  10:30\nBen: yo"]
)
def test_transcripts_stay_transcripts(text):
    """Names, colons and times in other places."""
    assert recognise(text) == "transcript"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("WEBVTT\n", "has no captions with words; export the transcript again"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana></v>\n", "has no captions with words"),
        ("Ana: Hi.", "has no captions with words"),
        (json.dumps([{"role": "user", "content": "a"}]), "has no captions with words"),
        (cues((1, f"<v {'x' * 300}>Hi.")), "line 4: speaker has 300 characters"),
        (cues((1, "<v A\x1bb>Hi.")), "line 4: speaker holds the control character U+001B"),
        (cues((1, f"<v Ana>{'a' * 1_100_000}")), "line 4: text has 1,100,000 bytes"),
    ],
)
def test_wrong_captions_are_named(text, complaint):
    """With the line, on one line."""
    with pytest.raises(InputError) as caught:
        read_text(text, "call.vtt", "captions")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_times_that_cannot_be_are_named():
    """Of the beginning, and of a cue long after it."""
    with pytest.raises(TimeError, match="cannot read the time 'soon'"):
        read_text(TEAMS, "call", said="soon")
    with pytest.raises(TimeError, match=r"line 4: no such time: '60:01\.000' after '9999-12-31 23:30'; fix the time"):
        read_text(cues((3601, "Hi.")), "call", said="9999-12-31 23:30")


def test_thousands_of_marks_take_no_time():
    """Rows that look like the beginnings of times, names and tags."""
    for text in ("<v " * 100_000, "0:02 --> " * 50_000, "a:" * 100_000, "Ana  " * 100_000, "<v a>" * 100_000):
        assert turns(cues((1, f"<v Ana>{text}Hi.")))


def test_one_line_with_a_time_makes_no_captions():
    """It may be the title of notes."""
    with pytest.raises(InputError, match="is not in a recognisable format"):
        recognise("Meeting notes  10:30\nAna: hi\nBen: yo")


def test_numbers_of_cues_are_no_words_where_no_line_is_blank() -> None:
    """What is said may be a number."""
    cues = "1\n00:00:01,000 --> 00:00:02,000\nAna: How many?\n2\n00:00:03,000 --> 00:00:04,000\nBen: Three.\n4\n"
    (conversation,) = read_text(cues, "call")
    assert [turn.text for session in conversation.sessions for turn in session.turns] == ["How many?", "Three. 4"]
