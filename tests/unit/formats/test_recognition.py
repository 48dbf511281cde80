"""Recognition: formats by content, never by the file's ending."""

from __future__ import annotations

import pytest

from convograph.errors import InputError
from convograph.formats import FORMATS, read_file, read_text, recognise
from convograph.formats.format_names import FORMAT_NAMES


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[{"role": "user", "content": "a"}]', "messages"),
        ('{"messages": [{"role": "user", "content": "a"}], "model": "m"}', "messages"),
        ('{"sessions": []}', "sessions"),
        ('[{"turns": []}]', "sessions"),
        ('{"dialogue": [{"speaker": "A", "text": "a"}]}', "sessions"),
        ('{"messages": [{"name": "A", "text": "a"}]}', "sessions"),
        ('[{"speaker": "A", "text": "a"}]', "sessions"),
        ('[{"role": "user", "content": "a"}, {"speaker": "A", "text": "a"}]', "sessions"),
        ('{"text": "a"}\n{"text": "b"}', "jsonl"),
        ('\ufeff\n{"text": "a"}\r\n{"text": "b"', "jsonl"),
        ("Anna: hi", "transcript"),
        ("[18:31] Anna: hi", "transcript"),
        ("\n[2024-03-01 18:30]\n\nAnna: hi", "transcript"),
        ("# 2024-03-01\nAnna: hi", "transcript"),
        ('[{"sample_id": "c", "conversation": {"session_1": []}}]', "locomo"),
        ('{"sample_id": "c", "conversation": {}}', "locomo"),
        ('[{"question_id": "q", "haystack_sessions": []}]', "longmemeval"),
        ('[{"title": "Tea", "mapping": {}}]', "chatgpt"),
        ('[{"uuid": "u", "chat_messages": []}]', "claude"),
        ("12/31/23, 11:59\u202fPM - Ana: hi", "whatsapp"),
        ("\u200e[31.12.23, 23:59:01] Ana: hi", "whatsapp"),
        ("31/12/2023 23:59 - Messages are encrypted", "whatsapp"),
        ("2023-12-31 23:59 - Ana: hi", "whatsapp"),
        ("[2023-12-31 23:59:01] Ana: hi", "transcript"),
        ('[{"type": "message", "user": "U1", "ts": "1709310600.000200", "text": "hi"}]', "slack"),
        ('{"ok": true, "messages": [{"user": "U1", "ts": "1709310600.000200", "text": "hi"}]}', "slack"),
        ('[{"speaker": "Ana", "ts": "1709310600.000200", "text": "hi"}]', "sessions"),
        ('[{"user": "Ana", "ts": 1709310600, "text": "hi"}]', "sessions"),
        ('{"name": "Tea", "type": "personal_chat", "id": 1, "messages": []}', "telegram"),
        ('{"sessions": {"list": []}, "chats": {"about": "", "list": []}}', "telegram"),
        ('{"left_chats": {"list": []}}', "telegram"),
        ('{"type": "chat", "messages": [{"from": "A", "text": "a"}]}', "sessions"),
        ('{"type": ["personal_chat"], "messages": [{"from": "A", "text": "a"}]}', "sessions"),
        ('{"chats": [{"role": "user"}], "messages": [{"role": "user", "content": "a"}]}', "messages"),
        ('{"participants": [], "messages": [], "thread_path": "inbox/a_1"}', "messenger"),
        ('{"participants": [], "messages": [{"sender_name": "A", "timestamp_ms": 1}]}', "messenger"),
        ('{"participants": ["A"], "threadName": "A_1", "messages": []}', "messenger"),
        ('{"participants": ["A"], "messages": [{"role": "user", "content": "a"}]}', "messages"),
        ('{"participants": ["A"], "messages": [{"sender": "A", "text": "a"}]}', "sessions"),
        ('{"guild": {"name": "Tea"}, "channel": {"name": "general"}, "messages": []}', "discord"),
        ('{"channel": {"name": "general"}, "messages": [{"author": "A", "content": "a"}]}', "sessions"),
        ('{"guild": "Tea", "channel": "general", "messages": [{"role": "user", "content": "a"}]}', "messages"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nAna: hi", "captions"),
        ("1\n00:00:01,000 --> 00:00:02,000\nAna: hi", "captions"),
        ("Ana  0:01\nhi\n\nBen  0:05\nyo", "captions"),
        ('{"dialog": [], "previous_dialogs": []}', "msc"),
        ('{"dialog": [], "previous_dialogs": []}\n{"dialog": [], "previous_dialogs": []}\n', "msc"),
        ('{"dialog": []}\n{"dialog": [], "previous_dialogs": []}\n', "jsonl"),
    ],
)
def test_formats_are_recognised_by_content(text, expected):
    """Each format by what only it holds."""
    assert recognise(text) == expected


def test_an_export_of_ours_leads_to_the_command_that_reads_it():
    """It has sessions and turns by other keys than conversations have."""
    with pytest.raises(InputError, match=r"^e\.jsonl: is an export; `convograph import` restores it$"):
        recognise('{"format":"convograph-export","version":1}\n{"session":"s"}\n', "e.jsonl")


@pytest.mark.parametrize(
    "text", ["[[]]", "[1]", '[{"a": 1}]', "hello", "5", "# Title\n\nAnna: hi", "[Anna Silva] 09:00:04\nHi", "["]
)
def test_an_unknown_text_says_what_is_read(text):
    """The line shows how the text begins, what people call the formats, and what to do."""
    with pytest.raises(InputError) as caught:
        recognise(text, "notes.txt")
    assert str(caught.value).startswith("notes.txt: is not in a recognisable format: ")
    assert str(caught.value).endswith(
        "; read are exports of ChatGPT, Claude, WhatsApp, Slack, Telegram, Messenger, Instagram and Discord, captions "
        'of calls, JSON with messages or turns, and lines "Name: text": write each turn as '
        '"[2024-03-01 18:30] Anna: Hi", or name the format with --format'
    )


@pytest.mark.parametrize(
    ("text", "what"), [("[]", "an empty list"), ("{ }\n", "an empty object"), ("", "empty"), (" \n", "empty")]
)
def test_what_holds_nothing_is_named_whatever_its_format(text, what):
    """By what it is, and without the formats: none of them would help."""
    with pytest.raises(InputError) as caught:
        read_text(text, "chat.json")
    assert str(caught.value) == f"chat.json: is {what}; give a conversation with at least one turn"


def test_the_ending_does_not_decide(tmp_path):
    """A transcript in a file called `.json` is a transcript."""
    path = tmp_path / "talk.json"
    path.write_text("Anna: hi")
    assert read_file(path)[0].sessions[0].turns[0].speaker == "Anna"


def test_a_format_can_be_chosen():
    """By its name; an unknown name lists the known ones; the wrong one says what it misses."""
    assert read_text('{"text": "a"}', "chat", "jsonl")[0].sessions[0].turns[0].text == "a"
    with pytest.raises(InputError, match=r"^no format 'csv'; the formats are messages, sessions, jsonl"):
        read_text("Anna: hi", "chat", "csv")
    with pytest.raises(InputError, match=r"^chat: invalid JSON at line 1, column 1: "):
        read_text("Anna: hi", "chat", "locomo")
    with pytest.raises(InputError, match=r"^chat: conversation is missing"):
        read_text('{"sample_id": "c"}', "chat", "locomo")
    assert " ".join(FORMATS) == (
        "messages sessions jsonl transcript chatgpt claude whatsapp slack telegram messenger discord captions "
        "locomo longmemeval msc"
    )
    assert tuple(FORMATS) == FORMAT_NAMES
