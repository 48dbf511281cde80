"""Claude's data export: conversations as sessions of one person's memory, words without files and tools."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from convograph.errors import InputError
from convograph.formats import read_text, recognise
from convograph.types import Conversation, Said, Session, Turn

ROOT = "00000000-0000-4000-8000-000000000000"


def message(text: str = "", sender: str = "human", **more: Any) -> dict[str, Any]:
    """A message with its text, as the first exports have it."""
    return {"text": text, "sender": sender, "attachments": [], "files": [], **more}


def conversation(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A conversation of these messages."""
    base = {"uuid": "u-1", "name": "Tea", "created_at": "2024-05-15T12:00:00.123456Z", "account": {"uuid": "me"}}
    return {**base, "chat_messages": list(messages), **more}


def turns(*messages: dict[str, Any], **more: Any) -> list[tuple[str | None, str]]:
    """Who said what in a conversation of these messages."""
    (read,) = read_text(json.dumps([conversation(*messages, **more)]), "export", "claude")
    return [(turn.speaker, turn.text) for session in read.sessions for turn in session.turns]


def test_an_account_is_one_conversation_whose_sessions_are_its_conversations():
    """Oldest first, "human" is "user", times in UTC; what was never written in is left out."""
    tea = conversation(
        message("Which tea?", created_at="2024-05-15T14:00:01+02:00"),
        message("Rooibos.", "assistant"),
    )
    older = conversation(message("Hello."), uuid="u-0", created_at="2024-05-14T12:00:00Z")
    text = json.dumps([tea, conversation(uuid="u-2"), older])
    assert recognise(text) == "claude"
    assert read_text(text, "conversations") == (
        Conversation(
            "conversations",
            (
                Session((Turn("Hello.", "user"),), "u-0", Said(datetime(2024, 5, 14, 12), 0, "2024-05-14T12:00:00Z")),
                Session(
                    (
                        Turn(
                            "Which tea?",
                            "user",
                            Said(datetime(2024, 5, 15, 14, 0, 1), 120, "2024-05-15T14:00:01+02:00"),
                        ),
                        Turn("Rooibos.", "assistant"),
                    ),
                    "u-1",
                    Said(datetime(2024, 5, 15, 12), 0, "2024-05-15T12:00:00.123456Z"),
                ),
            ),
        ),
    )


def test_a_single_conversation_is_read_too():
    """As some tools save it."""
    text = json.dumps(conversation(message("Hello.")))
    assert recognise(text) == "claude"
    assert read_text(text, "one")[0].sessions[0].id == "u-1"


def test_the_text_blocks_are_the_words():
    """Thoughts, calls of tools and their results are left out, and so is the text that stands in for them."""
    blocks = [
        {"type": "thinking", "thinking": "Hm."},
        {"type": "text", "text": "I will look."},
        {"type": "tool_use", "name": "web_search", "input": {"query": "tea"}},
        {"type": "tool_result", "content": [{"type": "text", "text": "A page about tea."}]},
        {"type": "text", "text": "Rooibos it is."},
    ]
    stand_in = "This block is not supported on your current device yet."
    assert turns(
        message("Which?", content=[]),
        message(stand_in, "assistant", content=blocks),
        message(stand_in, "assistant", content=blocks[2:4]),
        message("", content=[{"type": "voice_note", "title": "Note", "text": "Spoken."}]),
    ) == [("user", "Which?"), ("assistant", "I will look.\nRooibos it is."), ("user", "Spoken.")]


def test_files_are_named_and_their_contents_left_out():
    """Each once, also without words beside it; a pasted text has no name."""
    report = {"file_name": "report.pdf", "file_type": "pdf", "extracted_content": "Sales fell."}
    assert turns(
        message("Sum it up.", attachments=[report], files=[{"file_name": "report.pdf"}, {"file_name": "cup.png"}]),
        message("", attachments=[{"file_name": "", "extracted_content": "A long text."}]),
    ) == [("user", "Sum it up.\n[shares report.pdf]\n[shares cup.png]"), ("user", "[shares a file]")]


BRANCHED = (
    message("Which tea?", uuid="q", parent_message_uuid=ROOT, created_at="2024-05-15T12:00:00Z"),
    message("Black.", "assistant", uuid="a", parent_message_uuid="q", created_at="2024-05-15T12:00:01Z"),
    message("Green.", "assistant", uuid="b", parent_message_uuid="q", created_at="2024-05-15T12:00:02Z"),
)


@pytest.mark.parametrize(
    ("leaf", "texts"),
    [("a", ["Which tea?", "Black."]), ("b", ["Which tea?", "Green."]), (None, ["Which tea?", "Green."])],
)
def test_only_the_branch_that_is_shown_is_read(leaf, texts):
    """That of the current leaf; where the export names none, that with the latest message."""
    assert [text for _, text in turns(*BRANCHED, current_leaf_message_uuid=leaf)] == texts


def test_messages_without_parents_are_read_in_order():
    """As the first exports have them; also when only some have ids."""
    assert [text for _, text in turns(message("One.", uuid="1"), message("Two.", uuid="2"))] == ["One.", "Two."]
    some = (message("One.", uuid="1", parent_message_uuid=ROOT), message("Two."))
    assert [text for _, text in turns(*some)] == ["One.", "Two."]


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ([], "has no conversation with words; export the account again"),
        ([conversation()], "has no conversation with words; export the account again"),
        ([{"chat_messages": []}], "[0].uuid is missing: {'chat_messages': []}; add it"),
        ([conversation(message(created_at="soon"))], "[0].chat_messages[0].created_at: cannot read the time 'soon'; "),
        ([conversation({"text": "Hi"})], "[0].chat_messages[0].sender is missing: {'text': 'Hi'}; add it"),
        ([conversation(message(sender="x" * 300, text="a"))], "[0].turns[0].speaker has 300 characters: 'xx"),
        (
            [conversation(*(message(uuid=a, parent_message_uuid=b) for a, b in ("ab", "ba")))],
            "[0].chat_messages leads in a circle, back to 'a'; remove the conversation",
        ),
        (
            [conversation(message("A")), conversation(message("B"))],
            "[1] differs from export: [0] under the same id: 'u-1'; remove one",
        ),
    ],
)
def test_damaged_exports_are_refused_with_place_and_value(value, complaint):
    """One line: the file, the place in it, what stands there, what to do."""
    with pytest.raises(InputError) as caught:
        read_text(json.dumps(value), "export", "claude")
    assert str(caught.value).startswith(f"export: {complaint}")
