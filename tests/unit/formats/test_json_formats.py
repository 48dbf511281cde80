"""The formats `messages`, `sessions` and `jsonl`: what they read, and how they name what they cannot."""

from __future__ import annotations

import json

import pytest

from convograph.errors import EmptyError, InputError
from convograph.formats import from_objects, read_text
from convograph.times import parse_said
from convograph.types import Conversation, Session, Turn


def only_session(value, format_name=None) -> Session:
    """The one session of the one conversation that `value` holds as JSON."""
    (conversation,) = read_text(json.dumps(value), "chat", format_name)
    (session,) = conversation.sessions
    return session


def test_messages_become_one_session():
    """A name goes before the role; instructions and bare tool calls are left out; tools speak as "tool"."""
    session = only_session(
        [
            {"role": "system", "content": "Be brief."},
            {"role": "developer", "content": "Be kind."},
            {"role": "user", "name": "Anna", "content": "Weather?", "created_at": 1683554160},
            {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]},
            {"role": "tool", "name": "weather", "content": "12 °C", "tool_call_id": "c1"},
            {"role": "assistant", "name": None, "content": "Cold.", "id": "m5"},
        ]
    )
    assert session == Session(
        (
            Turn("Weather?", "Anna", parse_said(1683554160)),
            Turn("12 °C", "tool"),
            Turn("Cold.", "assistant", None, "m5"),
        ),
        "chat#1",
    )


def test_content_in_parts_is_joined():
    """Text parts stand on lines of their own, pictures become a mark, other things their type."""
    parts = [
        {"type": "text", "text": "Look:"},
        {"type": "image_url", "image_url": {"url": "data:"}},
        {"type": "input_audio"},
        "Nice?",
    ]
    assert only_session({"messages": [{"role": "user", "content": parts}]}).turns == (
        Turn("Look:\n[image]\n[input_audio]\nNice?", "user"),
    )


def test_calls_of_tools_and_their_output_in_parts_are_told_from_words():
    """A call is left out as a bare one is; output is said by "tool", before the words that came with it."""
    messages = [
        {"role": "assistant", "content": [{"type": "text", "text": "I look."}, {"type": "tool_use", "name": "w"}]},
        {"role": "assistant", "content": [{"type": "server_tool_use", "name": "search"}]},
        {
            **{"role": "user", "id": "m3"},
            "content": [
                {"type": "text", "text": "Thanks."},
                {"type": "tool_result", "content": "12 °C"},
                {"type": "mcp_tool_result", "content": [{"type": "text", "text": "wet"}, {"type": "image"}]},
            ],
        },
        {"role": "user", "content": [{"type": "tool_result", "content": None}]},
        {"role": "user", "id": "m5", "content": [{"type": "tool_result", "content": "dry"}]},
    ]
    assert only_session({"messages": messages}).turns == (
        Turn("I look.", "assistant"),
        Turn("12 °C\nwet\n[image]", "tool"),
        Turn("Thanks.", "user", id="m3"),
        Turn("dry", "tool", id="m5"),
    )


def test_thoughts_in_parts_are_left_out_and_a_refusal_is_said():
    """Thoughts beside words leave the words; thoughts alone, or with a call, are no turn."""
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "x"}
    messages = [
        {"role": "assistant", "content": [thought, {"type": "text", "text": "Hello."}]},
        {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "x"}, {"type": "tool_use"}]},
        {"role": "assistant", "content": [{"type": "reasoning", "text": "Hm."}]},
        {"role": "assistant", "content": [{"type": "refusal", "refusal": "I cannot help with that."}]},
    ]
    assert only_session({"messages": messages}).turns == (
        Turn("Hello.", "assistant"),
        Turn("I cannot help with that.", "assistant"),
    )


ITEMS = [
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Weather?"}]},
    {"type": "reasoning", "id": "r1", "summary": [], "content": [{"type": "reasoning_text", "text": "Hm."}]},
    {"type": "function_call", "id": "f1", "call_id": "c1", "name": "weather", "arguments": "{}"},
    {"type": "function_call_output", "id": "f2", "call_id": "c1", "output": "12 °C", "session": "s"},
    {"type": "custom_tool_call", "call_id": "c2", "name": "radar", "input": "x"},
    {"type": "custom_tool_call_output", "call_id": "c2", "output": [{"type": "input_text", "text": "wet"}]},
    {"type": "web_search_call", "id": "w1", "status": "completed"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Cold.", "annotations": []}]},
]


@pytest.mark.parametrize("value", [{"messages": ITEMS}, [{**item, "session": "s"} for item in ITEMS], {"turns": ITEMS}])
def test_items_beside_messages_are_told_apart_like_parts(value):
    """Thoughts and calls of tools are left out, output is said by "tool" and has the item's id."""
    assert only_session(value).turns == (
        Turn("Weather?", "user"),
        Turn("12 °C", "tool", id="f2"),
        Turn("wet", "tool"),
        Turn("Cold.", "assistant"),
    )


def test_what_somebody_says_is_no_item_whatever_its_type():
    """A key of the writer's own."""
    given = {"type": "reasoning", "speaker": "Anna", "text": "I think so."}
    assert only_session([given]).turns == (Turn("I think so.", "Anna"),)


@pytest.mark.parametrize("content", [None, "", " \n", [], [{"type": "text", "text": ""}]])
def test_an_assistants_message_without_words_is_left_out(content):
    """The rest of the list is read: clients send such messages beside calls of tools."""
    messages = [{"role": "user", "content": "Weather?"}, {"role": "assistant", "content": content}]
    assert only_session({"messages": messages}).turns == (Turn("Weather?", "user"),)


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"role": "assistant", "contents": "Cold."}, "text is missing"),
        ({"role": "user", "contents": "Cold."}, "text is missing"),
        ({"role": "user", "content": 5}, r"messages\[1\].content is not a string: 5"),
    ],
)
def test_messages_whose_words_are_not_found_are_named(message, error):
    """A key may be wrong, and what a person wrote may be lost."""
    with pytest.raises(InputError, match=error):
        read_text(json.dumps({"messages": [{"role": "user", "content": "Weather?"}, message]}), "chat")


BLANK = {"speaker": "Ben", "text": " \n"}


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ([BLANK, {"speaker": "Ana", "text": "Hi."}, {"speaker": "Ben", "content": None}, BLANK], "3 messages"),
        ({"messages": [{"role": "user", "content": [{"type": "text", "text": ""}]}, {"role": "Ana", "content": "Hi."}]},
         "1 message"),
        ([{"turns": [BLANK]}, {"turns": []}, {"turns": [{"speaker": "Ana", "text": "Hi."}]}], "1 message"),
    ],
)  # fmt: skip
def test_blank_messages_of_a_file_are_left_out_and_counted(value, count):
    """Stickers, photos and notices, whoever sent them; sessions of nothing else, too."""
    (read,) = read_text(json.dumps(value), "chat")
    assert [session.turns for session in read.sessions] == [(Turn("Hi.", "Ana"),)]
    were = "were" if count.startswith("3") else "was"
    assert read.notes == (f"{count} without words {were} left out",)


def test_lines_with_blank_messages_are_left_out_and_counted():
    """What an assistant sends beside calls of tools is no message, and is not counted."""
    silent = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]}
    (read,) = read_text("\n".join(map(json.dumps, [BLANK, {"speaker": "Ana", "text": "Hi."}, silent])), "chat")
    assert read.sessions[0].turns == (Turn("Hi.", "Ana"),)
    assert read.notes == ("1 message without words was left out",)


@pytest.mark.parametrize("value", [[BLANK], {"messages": [{"role": "user", "content": ""}]}, {"sessions": []}])
def test_a_file_without_a_word_is_empty(value):
    """As one that holds nothing at all."""
    with pytest.raises(EmptyError, match=r"^f: has no turns; give at least one with a text$"):
        read_text(json.dumps(value), "f")


def test_a_blank_message_is_an_error_in_python():
    """The caller can leave it out."""
    with pytest.raises(InputError, match=r"\[0\].text is blank"):
        from_objects([BLANK, {"speaker": "Ana", "text": "Hi."}])


def test_messages_of_langchain_have_their_role_as_type():
    """Beside the content, or with the content inside "data"; other types are no roles."""
    messages = [("system", "Be kind."), ("human", "Hi."), ("ai", "Yo."), ("tool", "17 C")]
    turns = (Turn("Hi.", "user"), Turn("Yo.", "assistant"), Turn("17 C", "tool"))
    flat = [{"type": kind, "content": text, "name": None} for kind, text in messages]
    nested = [{"type": kind, "data": {"content": text, "type": kind}} for kind, text in messages]
    assert only_session(flat).turns == only_session(nested).turns == turns
    assert only_session({"messages": flat}).turns == turns
    assert only_session([{"type": "human", "speaker": "Ana", "content": "Hi."}]).turns == (Turn("Hi.", "Ana"),)
    assert only_session([{"type": "note", "content": "Hi."}]).turns == (Turn("Hi."),)


def test_numbers_are_no_ids_of_turns():
    """They count within a file, and ids are those of all that an owner has."""
    turns = [{"id": 102, "text": "a"}, {"id": "103", "text": "b"}, {"id": 102, "text": "c"}, {"id": "m-7", "text": "d"}]
    assert [turn.id for turn in only_session(turns).turns] == [None, None, None, "m-7"]


@pytest.mark.parametrize(
    "value",
    [
        {"sessions": [{"id": "s", "time": "2024-03-01 18:30", "turns": [{"speaker": "A", "text": "a", "id": "t"}]}]},
        [{"session_id": "s", "date_time": "2024-03-01 18:30", "dialog": [{"name": "A", "utterance": "a", "id": "t"}]}],
        {
            "session": "s",
            "timestamp": "2024-03-01 18:30",
            "dialogue": [{"from": "A", "message": "a", "id": "t"}],
            "x": 1,
        },
        {"id": "s", "date": "2024-03-01 18:30", "messages": [{"speaker": "A", "content": "a", "id": "t"}]},
        [{"speaker": "A", "text": "a", "id": "t", "session": "s", "session_time": "2024-03-01 18:30"}],
    ],
    ids=["wrapped", "list", "one session", "session of messages", "list of turns"],
)
def test_sessions_are_read_under_all_usual_names(value):
    """Every wrapping and every key alias gives the same session."""
    assert only_session(value) == Session((Turn("a", "A", None, "t"),), "s", parse_said("2024-03-01 18:30"))


@pytest.mark.parametrize("key", ["name", "from", "real_name", "author", "sender", "user", "username"])
def test_a_speaker_and_a_time_may_stand_under_the_names_of_others(key):
    """A name before the number of an account; an object is none."""
    given = {key: "Ana", "text": "Hi.", "ts": 1683554160, "author_id": 5}
    assert only_session([given]).turns == (Turn("Hi.", "Ana", parse_said(1683554160)),)
    if key not in {"name", "from"}:
        assert only_session([{key: {"id": 7}, "text": "Yo."}]).turns == (Turn("Yo."),)
        assert only_session([{key: 7, "text": "Yo."}]).turns == (Turn("Yo.", "7"),)
        assert only_session([{"role": "assistant", key: "u-17", "content": "Yo."}]).turns == (Turn("Yo.", "assistant"),)
        assert only_session([{"speaker": "Ben", key: "u-17", "text": "Yo."}]).turns == (Turn("Yo.", "Ben"),)


def notes(*turns) -> tuple[str, ...]:
    """What is said of these turns, in a list, on lines, and as a session."""
    forms = (json.dumps(turns), "\n".join(map(json.dumps, turns)), json.dumps({"sessions": [{"turns": turns}]}))
    (found,) = {conversation.notes for form in forms for conversation in read_text(form, "chat")}
    return found


def test_keys_that_are_not_read_are_named_where_speakers_or_times_are_missing():
    """Of most of several turns, those that look like speakers first; keys without a value do not count."""
    turn = {"text": "Hi.", "sent": "08:51", "who": "Ana", "edited": None}
    names = "these keys are not read: 'who', 'sent'; call them \"speaker\" and \"time\""
    ben = {**turn, "speaker": "Ben"}
    assert notes(turn, turn, ben) == (f"2 turns have no speaker, 3 turns have no time: {names}",)
    assert notes(turn, ben, ben) == (f"3 turns have no time: {names}",)
    assert notes(*[{"text": "Tea.", "tags": "hot", "edited_by": False}] * 2) == (
        *("2 turns have no speaker: these keys are not read: 'tags', 'edited_by'; call them \"speaker\" and \"time\"",),
    )
    assert notes(turn, *[{**ben, "time": "2024-03-01"}] * 2) == ()


@pytest.mark.parametrize("key", ["senderName", "author_id", "createdBy", "who", "author", "user", "from_id"])
@pytest.mark.parametrize("value", ["Ana", {"name": "Ana"}])
def test_turns_of_nobody_are_refused_where_a_key_seems_to_name_them(key, value):
    """Another program wrote such a file; who said what would be lost."""
    if isinstance(value, str) and key in {"author", "user"}:
        assert only_session([{key: value, "text": "Hi."}] * 2).turns[0].speaker == "Ana"
        return
    with pytest.raises(InputError) as caught:
        notes({key: value, "text": "Hi.", "likes": 5}, {"text": "Yo.", "poster": "Ben"})
    assert str(caught.value) == (
        f"chat: none of its 2 turns has a speaker, and these keys seem to name it: {key!r}, 'poster'; call the one "
        'that does "speaker", or leave them out'
    )


def test_nothing_is_said_of_what_no_key_can_hold():
    """One turn alone, turns of text alone, and messages for a model, whose other keys are no times."""
    assert read_text(json.dumps([{"who": "Ana", "text": "Hi."}]), "chat")[0].notes == ()
    assert notes({"text": "Hi."}, {"text": "Yo."}) == ()
    assert notes(*[{"role": "user", "content": "Hi.", "tool_call_id": "c1", "annotations": [5]}] * 2) == ()
    dated = {"sessions": [{"time": "2024-03-01", "turns": [{"speaker": "A", "text": "a", "sent": "1"}] * 2}]}
    assert read_text(json.dumps(dated), "chat")[0].notes == ()


def test_sessions_without_an_id_are_numbered():
    """Names are the stem and the session's place from 1; numbers serve as ids too."""
    value = [{"turns": [{"text": "a"}]}, {"id": 7, "turns": [{"text": "b"}]}, {"turns": [{"text": "c"}]}]
    (conversation,) = read_text(json.dumps(value), "chat")
    assert conversation == Conversation(
        "chat",
        (Session((Turn("a"),), "chat#1"), Session((Turn("b"),), "7"), Session((Turn("c"),), "chat#3")),
    )


def test_lines_with_the_same_session_are_joined():
    """Wherever they stand; sessions in the order of their first line; blank lines do not count."""
    text = (
        '{"speaker": "A", "text": "a", "session": "1", "session_time": "2024-03-01"}\r\n'
        '{"speaker": "B", "text": "b\u2028b", "session": "2"}\r\n\r\n'
        '{"role": "user", "content": "c", "session": "1"}\n'
        '{"text": "d"}'
    )
    assert read_text(text, "log") == (
        Conversation(
            "log",
            (
                Session((Turn("a", "A"), Turn("c", "user")), "1", parse_said("2024-03-01")),
                Session((Turn("b\u2028b", "B"),), "2"),
                Session((Turn("d"),), "log#3"),
            ),
        ),
    )


def test_lines_can_be_sessions():
    """A session on each line, as collections of dialogues are published."""
    text = '{"messages": [{"role": "user", "content": "a"}]}\n{"messages": [{"role": "user", "content": "b"}]}\n'
    (conversation,) = read_text(text, "log")
    assert [session.turns for session in conversation.sessions] == [(Turn("a", "user"),), (Turn("b", "user"),)]


@pytest.mark.parametrize(
    ("text", "format_name", "message"),
    [
        (
            '{"sessions": [{"turns": [{"text": "a"}, {"text": 5}]}]}',
            "sessions",
            "f: sessions[0].turns[1].text is not a string: 5; give a string",
        ),
        (
            '{"sessions": [{"dialog": [{"text": "a"}, "b"]}]}',
            "sessions",
            'f: sessions[0].dialog[1] is not a turn: \'b\'; give an object with "speaker" and "text"',
        ),
        ('{"sessions": {"turns": 1}}', "sessions", "f: sessions is not a list: {'turns': 1}; give a list of sessions"),
        ('{"turns": 1}', "sessions", "f: turns is not a list: 1; give a list"),
        ('[{"turns": []}]', "sessions", "f: has no turns; give at least one with a text"),
        ("[]", "sessions", "f: has no turns; give at least one with a text"),
        ("5", "messages", "f: messages is not a list: 5; give a list"),
        ('{"a": 1}', "messages", "f: turns is missing: {'a': 1}; add it"),
        (
            '[{"content": "a"}]',
            "messages",
            "f: messages[0].role is missing: {'content': 'a'}; add \"user\", \"assistant\" or another",
        ),
        (
            '[{"role": "user", "content": null}]',
            "messages",
            "f: has no turns; give at least one with a text",
        ),
        (
            '[{"role": "user", "content": [5]}]',
            "messages",
            "f: messages[0].content has a part of unknown type: 5; parts have a type and a text",
        ),
        ('[{"role": "system", "content": "a"}]', "messages", "f: has no turns; give at least one with a text"),
        (
            '{"text": "a", "time": "soon"}',
            "sessions",
            'f: time: cannot read the time \'soon\'; write it like "2023-05-08 13:56" or "2023-05-08T13:56:00+02:00"',
        ),
        (
            '{"text": "a"}\n{"text": "b\\u0000"}',
            "jsonl",
            "f: line 2: text holds the control character U+0000 at character 1: 'b\\x00'; remove it",
        ),
        ('{"text": "a"}\n5', "jsonl", "f: line 2: is neither a turn nor a session: 5; "),
        ('{"text": "a"}\n{"turns": [{"text": "b"}]}', "jsonl", "f: line 2: mixes sessions and single turns: "),
        ('{"text": "a"}\n{"text": b}', "jsonl", "f: invalid JSON at line 2, column 10: Expecting value near "),
    ],
)
def test_wrong_shapes_are_named_on_one_line(text, format_name, message):
    """The line has the file, the place, the value and the remedy."""
    with pytest.raises(InputError) as caught:
        read_text(text, "f", format_name)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("role", "speaker"),
    [("USER", "user"), ("Assistant", "assistant"), ("human", "user"), ("AI", "assistant"), ("King", "King")],
)
def test_known_roles_may_be_in_capitals(role: str, speaker: str) -> None:
    """Others are speakers as they are; instructions are left out in any case."""
    given = {"messages": [{"role": "SYSTEM", "content": "Be brief."}, {"role": role, "content": "Hello."}]}
    assert [(turn.speaker, turn.text) for turn in only_session(given).turns] == [(speaker, "Hello.")]


def test_a_refusal_beside_no_content_is_said() -> None:
    """As OpenAI sends it."""
    given = {"messages": [{"role": "assistant", "content": None, "refusal": "I cannot help."}]}
    assert [turn.text for turn in only_session(given).turns] == ["I cannot help."]
