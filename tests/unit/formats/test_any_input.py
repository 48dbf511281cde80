"""Whatever is given: conversations that can be stored, or an `InputError` on one line."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from convograph.errors import InputError
from convograph.formats import FORMATS, check_session, from_objects, live_turns, read_text
from convograph.types import Session

KEYS = st.sampled_from(
    [
        *("text", "content", "type", "speaker", "role", "name", "time", "id", "session", "session_time", "tool_calls"),
        *("metadata", "sessions", "turns", "messages", "first_ordinal"),
        *("sample_id", "conversation", "session_1", "session_1_date_time", "dia_id", "blip_caption"),
        *("question_id", "haystack_sessions", "haystack_dates", "haystack_session_ids"),
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20)
SAID = st.sampled_from(
    ["2024-03-01 18:30", "1:56 pm on 8 May, 2023", 1683554160, "system", "tool", "user", "a", "tool_use", "tool_result"]
)
VALUES = st.recursive(
    SCALARS | SAID,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=5), inner, max_size=5),
    max_leaves=20,
)
LINES = st.sampled_from(
    [
        "",
        "Anna: hi",
        "[18:31] Ben: yo",
        "# 2024-03-01",
        "--- x ---",
        "[9999-12-31 23:59]",
        "[0:01] A: b",
        '{"text": "a"}',
        "{",
    ]
)
TEXTS = (
    st.text(st.characters(), max_size=200)
    | st.lists(LINES | st.text(st.characters(), max_size=20), max_size=8).map("\n".join)
    | VALUES.map(json.dumps)
    | st.lists(VALUES.map(json.dumps), max_size=4).map("\n".join)
)


@given(TEXTS, st.none() | st.sampled_from(sorted(FORMATS)))
def test_any_text_gives_conversations_or_an_input_error(text, format_name):
    """In every format, and the conversations that come out can be stored, each session under an id."""
    try:
        conversations = read_text(text, "any", format_name)
    except InputError as error:
        assert "\n" not in str(error)
        return
    for conversation in conversations:
        assert conversation.sessions
        for session in conversation.sessions:
            assert session.id is not None
            check_session(session, "any")


@given(VALUES)
def test_any_object_gives_sessions_or_an_input_error(value):
    """JSON values of every shape, and the sessions that come out can be stored."""
    try:
        sessions = from_objects(value)
    except InputError as error:
        assert "\n" not in str(error)
        return
    assert sessions
    for session in sessions:
        check_session(session, "any")


@given(st.dictionaries(KEYS | st.text(max_size=5), VALUES, max_size=6))
def test_any_message_is_read_or_refused(value: dict[str, object]) -> None:
    """In live use too, and whatever is read can be stored: as UTF-8, and by the checks of every other way in."""
    try:
        found, replaced = live_turns(value, "message:")
    except InputError:
        return
    assert replaced >= 0
    for each in found:
        check_session(Session((each.turn,)), "session")
        each.turn.text.encode()
