"""Chats of Messenger and Instagram: mended text, what nobody said, and the parts of a chat put together."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from convograph.errors import InputError
from convograph.formats import read_file, read_text, recognise
from convograph.times import parse_said
from convograph.types import Session

START = 1_709_310_600_000  # 2024-03-01 16:30 UTC


def bytewise(text: str) -> str:
    """The text as Meta writes it: a character for each byte."""
    return text.encode().decode("latin-1")


def message(content: str | None, seconds: float = 0, sender: str = "Ana Silva", **more: Any) -> dict[str, Any]:
    """A message so many seconds after the start."""
    stamp = START + int(seconds * 1000)
    given = {} if content is None else {"content": bytewise(content)}
    return {"sender_name": bytewise(sender), "timestamp_ms": stamp, **given, "is_geoblocked_for_viewer": False, **more}


def chat(*messages: dict[str, Any], title: str = "Tea club", folder: str = "teaclub_1", **more: Any) -> dict[str, Any]:
    """A chat of these messages, from the oldest: exports begin with the newest."""
    people = [{"name": bytewise("Zoë")}, {"name": "Ana Silva"}]
    given = {"participants": people, "messages": list(reversed(messages)), "title": bytewise(title)}
    return {**given, "is_still_participant": True, "thread_path": f"inbox/{folder}", **more}


def sessions(*messages: Any) -> tuple[Session, ...]:
    """The sessions of a chat with these messages."""
    (read,) = read_text(json.dumps(chat(*messages)), "message_1")
    return read.sessions


def said(*messages: dict[str, Any]) -> list[str]:
    """The text of each turn of a chat with these messages, and a last one that is always there."""
    turns = [turn.text for session in sessions(*messages, message("Bye.", 3600)) for turn in session.turns]
    assert turns.pop() == "Bye."
    return turns


def packed(path: Path, files: dict[str, Any]) -> Path:
    """A zip of these files."""
    with zipfile.ZipFile(path, "w") as made:
        for name, value in files.items():
            made.writestr(name, json.dumps(value))
    return path


def test_a_chat_is_called_by_its_title():
    """Whatever the file is called; the oldest message is first, and text is mended."""
    given = chat(message("Café ☕?"), message("Où?", 0.5, "Zoë"), message("Ici.", 0.6), message("Late.", 30_000),
                 title="Thé")  # fmt: skip
    (read,) = read_text(json.dumps(given), "message_1")
    assert read.name == "message_1"
    assert [(one.id, [(turn.speaker, turn.text) for turn in one.turns]) for one in read.sessions] == [
        ("Thé#2024-03-01-1630", [("Ana Silva", "Café ☕?"), ("Zoë", "Où?"), ("Ana Silva", "Ici.")]),
        ("Thé#2024-03-02-0050", [("Ana Silva", "Late.")]),
    ]
    assert read.sessions[0].turns[1].metadata == {"channel": "Thé"}
    assert read.sessions[0].turns[1].said == parse_said(START + 500)


@pytest.mark.parametrize("text", ["Café", "Zoë ☕", "naïve Ã", "Ã©☕"])
def test_what_is_no_row_of_bytes_is_kept(text):
    """Text that somebody mended before, and text with characters that are no bytes."""
    assert said({**message(None), "content": text}) == [text]


def test_an_encrypted_chat_has_keys_of_its_own():
    """The oldest message is first there, and the name of the chat has a number."""
    given = {
        "participants": ["Ana", "Zoë"],
        "threadName": "Zoë_15",
        "messages": [
            {"isUnsent": False, "media": [], "senderName": "Zoë", "text": "a", "timestamp": START, "type": "text"},
            {"isUnsent": True, "media": [], "senderName": "Zoë", "text": "b", "timestamp": START, "type": "text"},
            {"isUnsent": False, "senderName": "Zoë", "text": "c", "timestamp": START, "type": "placeholder"},
            {"media": [{"uri": "./media/x.jpeg"}], "senderName": "Ana", "timestamp": START + 1, "type": "media"},
        ],
    }
    assert recognise(json.dumps(given)) == "messenger"
    (session,) = read_text(json.dumps(given), "Zoë_15")[0].sessions
    assert session.id == "Zoë#2024-03-01-1630"
    assert [(turn.speaker, turn.text) for turn in session.turns] == [("Zoë", "a"), ("Ana", "[shares x.jpeg]")]


@pytest.mark.parametrize(
    ("shared", "shown"),
    [
        ({"photos": [{"uri": "a.jpg"}, {"uri": "b.jpg"}]}, "[shares an image]\n[shares an image]"),
        ({"videos": [{"uri": "a.mp4"}]}, "[shares a video]"),
        ({"audio_files": [{"uri": "a.mp4"}]}, "[shares a recording]"),
        ({"gifs": [{"uri": "a.gif"}]}, "[shares an animation]"),
        ({"sticker": {"uri": "a.png"}}, "[shares a sticker]"),
        ({"files": [{"uri": "messages/inbox/a_1/files/plan.pdf"}, {}]}, "[shares plan.pdf]\n[shares a file]"),
        ({"share": {"link": "https://a.org/b"}}, "[shares https://a.org/b]"),
    ],
)
def test_what_was_shared_is_named_below_the_words(shared, shown):
    """With or without words."""
    assert said(message(None, **shared)) == [shown]
    assert said(message("Here.", **shared)) == [f"Here.\n{shown}"]


def test_a_link_that_the_words_have_is_not_repeated():
    """Only where the words lack it."""
    link = {"link": "https://a.org/b", "share_text": "A headline"}
    assert said(message("See https://a.org/b", share=link)) == ["See https://a.org/b"]
    assert said(message("Ana Silva sent an attachment.", share=link)) == ["[shares https://a.org/b]"]
    assert said(message("Ana sent an attachment.")) == ["[shares a file]"]


@pytest.mark.parametrize(
    "notice",
    [
        message("Ana named the group Tea: club."),
        message("Ana Silva set the nickname for Zoë to Zo."),
        message("Zoë changed the theme to Love.", sender="Zoë"),
        message("You missed a call from Ana."),
        message("Ana called you."),
        message("Ana missed your video chat."),
        message("Ana started a video chat"),
        message("Ana added Ben Ito to the group."),
        message("Ana left the group."),
        message("Ana reacted ❤️ to your message "),
        message("Reacted 😆 to your message "),
        message("Liked a message"),
        message("The video chat ended."),
        message("Words.", type="Call"),
        message("Words.", call_duration=0),
        message("Words.", type="Subscribe", users=[{"name": "Zoë"}]),
        message("Words.", is_unsent=True),
        message(" "),
        message(None, reactions=[{"reaction": bytewise("❤"), "actor": "Zoë"}]),
    ],
)
def test_what_nobody_says_is_left_out(notice):
    """Notices, calls, reactions and unsent messages."""
    assert said(notice) == []
    with pytest.raises(InputError, match="has no messages with words; export the chat again"):
        sessions(notice)


@pytest.mark.parametrize(
    "words",
    [
        "Zoë named the group Tea.",
        "Ana is late, she left the group of hikers behind.",
        "You missed a great evening.",
        "Anabel named the group Tea.",
        "She reacted badly to your message",
        "I missed your call.",
    ],
)
def test_what_only_resembles_a_notice_is_kept(words):
    """The app writes of the sender, and in these words."""
    assert said(message(words, is_unsent=False)) == [words]


def test_the_parts_of_a_chat_are_one(tmp_path):
    """In an archive or a folder, in whatever order; messages that two parts have are taken once."""
    messages = [message(f"m{number}", number * 60) for number in range(6)]
    other = chat(message("Hello.", 30, "Zoë"), title="Zoë", folder="zoe_2")
    files = {
        "your_facebook_activity/messages/inbox/teaclub_1/message_1.json": chat(*messages[3:]),
        "your_facebook_activity/messages/inbox/teaclub_1/message_2.json": chat(*messages[:4]),
        "your_facebook_activity/messages/inbox/zoe_2/message_1.json": other,
        "your_facebook_activity/messages/inbox/quiet_3/message_1.json": chat(folder="quiet_3"),
        "your_facebook_activity/messages/autofill_information.json": {},
    }
    path = packed(tmp_path / "facebook.zip", files)
    (read,) = read_file(path)
    assert read.name == "facebook"
    assert [(one.id, [turn.text for turn in one.turns]) for one in read.sessions] == [
        ("Tea club#2024-03-01-1630", ["m0", "m1", "m2", "m3", "m4", "m5"]),
        ("Zoë#2024-03-01-1630", ["Hello."]),
    ]
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path)
    inbox = tmp_path / "your_facebook_activity" / "messages" / "inbox"
    for folder in (inbox, *list(inbox.parents)[:3]):
        assert read_file(folder)[0].sessions == read.sessions
    assert read_file(inbox / "teaclub_1")[0].sessions == read.sessions[:1]
    with pytest.raises(InputError, match=r"facebook.zip: has sessions of its own; add it without --split-hours"):
        read_file(path, split_hours=6)


def test_chats_of_one_title_stay_apart(tmp_path):
    """By their folders."""
    files = {f"inbox/ana_{n}/message_1.json": chat(message("Hi."), title="Ana", folder=f"ana_{n}") for n in (1, 2)}
    (read,) = read_file(packed(tmp_path / "facebook.zip", files))
    assert [one.id for one in read.sessions] == ["Ana (ana_1)#2024-03-01-1630", "Ana (ana_2)#2024-03-01-1630"]


def test_a_chat_without_a_title_is_called_by_its_folder_or_file():
    """Where somebody closed an account, say."""
    for more, name in (({}, "teaclub_1"), ({"thread_path": ""}, "mine")):
        (read,) = read_text(json.dumps(chat(message("Hi."), title=" ", **more)), "mine")
        assert read.sessions[0].id == f"{name}#2024-03-01-1630"


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        (chat(message("a"), 5), "messages[0] is not an object: 5"),  # type: ignore[arg-type]
        (chat({"sender_name": "Ana"}), "messages[0].timestamp_ms is missing"),
        (
            chat({**message("a"), "timestamp_ms": 10**30}),
            "messages[0].timestamp_ms: not a Unix time: 1.00000000000e+30",
        ),
        (chat({**message("a"), "content": 5}), "messages[0].content is not a string: 5"),
        (chat({**message("a"), "photos": 5}), "messages[0].photos is not a list: 5"),
        (chat({**message("a"), "share": "x"}), "messages[0].share is not an object"),
        (chat(message("a", sender="x" * 300)), "messages[0].speaker has 300 characters"),
        (chat(message("a", sender="x\x1by")), "messages[0].speaker holds the control character U+001B"),
        (chat(), "has no messages with words"),
        ({**chat(), "messages": 5, "thread_path": 5}, "messages is not a list: 5"),
    ],
)
def test_wrong_exports_are_named(value, complaint):
    """With the place and the value, on one line."""
    with pytest.raises(InputError) as caught:
        read_text(json.dumps(value), "message_1.json", "messenger")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
