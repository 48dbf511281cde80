"""Limits: what can be stored, and the line that says why something cannot."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from convograph.errors import InputError
from convograph.formats.limits import (
    MAX_ORDINAL,
    MAX_TURN_BYTES,
    check_session,
    check_sessions,
    check_turn,
    shortened,
    within,
)
from convograph.types import Said, Session, Turn


@pytest.mark.parametrize(
    "turn",
    [
        Turn("a\tb\r\nc"),
        Turn("x" * MAX_TURN_BYTES),
        Turn("é" * (MAX_TURN_BYTES // 2)),
        Turn("🙂\x7f\x85", speaker="s" * 256, id="i" * 512),
    ],
    ids=["white space", "as long as can be", "as many bytes as can be", "longest names"],
)
def test_turns_within_the_limits_pass(turn):
    """Tabs and line ends, a mebibyte of text, and names of the greatest length are fine."""
    check_turn(turn, "turns[0]")


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (Turn(""), "turns[0].text is blank: ''; leave the turn out"),
        (Turn(" \n\u3000"), "turns[0].text is blank: ' \\n\\u3000'; leave the turn out"),
        (Turn("a\0b"), "turns[0].text holds the control character U+0000 at character 1: 'a\\x00b'; remove it"),
        (Turn("\x1b[31m"), "turns[0].text holds the control character U+001B at character 0: '\\x1b[31m'; remove it"),
        (Turn("\ud800"), "turns[0].text holds the lone surrogate U+D800 at character 0: '\\ud800'; remove it"),
        (Turn(5), "turns[0].text is not a string: 5; give a string"),
        (Turn("a", speaker=""), "turns[0].speaker is blank: ''; leave it out if it is unknown"),
        (Turn("a", speaker="A\nB"), "turns[0].speaker holds the control character U+000A: 'A\\nB'; remove it"),
        (Turn("a", id=3), "turns[0].id is not a string: 3; give a string, or leave it out"),
        (Turn("a", said="2023"), "turns[0].said is not a Said: '2023'; make one with convograph.times.parse_said"),
    ],
    ids=lambda value: None if isinstance(value, Turn) else value.split(":")[0],
)
def test_a_turn_that_cannot_be_stored_is_named(turn, message):
    """The message has the place, what is wrong, the value and the remedy."""
    with pytest.raises(InputError) as caught:
        check_turn(turn, "turns[0]")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (Turn("x" * (MAX_TURN_BYTES + 1)), "turns.0..text has 1,048,577 bytes: .* 1,048,576 is the maximum"),
        (Turn("é" * (MAX_TURN_BYTES // 2 + 1)), "turns.0..text has 1,048,578 bytes"),
        (Turn("a", speaker="s" * 257), "turns.0..speaker has 257 characters: .*256 is the maximum"),
        (Turn("a", id="i" * 513), "turns.0..id has 513 characters: .*512 is the maximum"),
        (Turn("a", said=Said(datetime(2023, 1, 1, tzinfo=UTC), 0, "")), "said.local is not a naive datetime"),
    ],
    ids=["text", "bytes not characters", "speaker", "id", "aware time"],
)
def test_a_turn_beyond_the_limits_is_measured(turn, message):
    """The message says how large it is and how large it may be, and stays short."""
    with pytest.raises(InputError, match=message) as caught:
        check_turn(turn, "turns[0]")
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("session", "message"),
    [
        (Session(()), "s has no turns"),
        (Session((Turn("a"),), id=" "), "s.id is blank"),
        (Session((Turn("a"),), first_ordinal=-1), "s.first_ordinal is not a position: -1"),
        (
            Session((Turn("a"),), first_ordinal=MAX_ORDINAL + 1),
            "s.first_ordinal is not a position: .* from 0 to 2,147,483,648",
        ),
        (Session((Turn("a"), Turn(""))), r"s.turns\[1\].text is blank"),
    ],
    ids=["empty", "blank id", "negative ordinal", "large ordinal", "blank turn"],
)
def test_a_session_that_cannot_be_stored_is_named(session, message):
    """Sessions need turns, and every turn is looked at."""
    with pytest.raises(InputError, match=f"^{message}"):
        check_session(session, "s")


def test_two_turns_of_one_call_cannot_bring_the_same_id():
    """Both places are named; turns without an id never collide."""
    check_sessions([Session((Turn("a"), Turn("a"))), Session((Turn("a", id="x"),))])
    with pytest.raises(InputError) as caught:
        check_sessions([Session((Turn("a", id="x"),)), Session((Turn("b"), Turn("c", id="x")))])
    assert str(caught.value) == (
        "sessions[1].turns[1] has the id of sessions[0].turns[0]: 'x'; give each turn its own id"
    )


def test_a_file_is_named_with_the_ids_that_it_has_twice():
    """A list of messages is one session, which no caller has called so."""
    with pytest.raises(InputError) as caught:
        check_sessions([Session((Turn("b", id="x"), Turn("c", id="x")))], "chat.json:")
    assert str(caught.value) == "chat.json: turns[1] has the id of turns[0]: 'x'; give each turn its own id"
    with pytest.raises(InputError, match=r"^chat.json: sessions\[0\] and sessions\[1\] have the same id: 's'"):
        check_sessions([Session((Turn("b"),), "s"), Session((Turn("c"),), "s")], "chat.json:")


def test_values_are_shown_in_eighty_characters_and_one_line():
    """However large, deep or long a value is."""
    for value in ("x" * 10_000, "\n" * 500, [[[[[["deep"]]]]]] * 1_000, {str(n): n for n in range(1_000)}, 10**6_000):
        assert len(shortened(value)) <= 80
        assert "\n" not in shortened(value)


def test_places_read_like_a_path():
    """Keys with dots, positions in brackets, a space after a file's colon."""
    assert within("chat.json:", "sessions", 3, "turns", 7, "text") == "chat.json: sessions[3].turns[7].text"
    assert within("chat.json:", 3, "text") == "chat.json: [3].text"
    assert within("", "text") == "text"


@pytest.mark.parametrize(
    ("said", "named"),
    [
        (Said(datetime(2024, 1, 1), 1_440, "x"), "offset_minutes is not an offset from UTC: 1440"),
        (Said(datetime(2024, 1, 1), None, "a\x00b"), r"raw cannot be stored: 'a\\x00b'"),
    ],
)
def test_a_time_made_by_hand_must_be_storable(said: Said, named: str) -> None:
    """The parts of a `Said` that `parse_said` would never make are refused by name."""
    with pytest.raises(InputError, match=named):
        check_turn(Turn("text", said=said), "turns[0]")
