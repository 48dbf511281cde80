"""Exports of Telegram: one chat and all of an account, what Telegram shows of them, and sessions that stay the same."""

from __future__ import annotations

import json
import zipfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from convograph.errors import InputError
from convograph.formats import read_file, read_text, recognise
from convograph.times import seconds_of
from convograph.types import Said, Session

START = datetime(2024, 3, 1, 17, 30)
NOT_INCLUDED = "(File not included. Change data exporting settings to download.)"


def message(text: Any, seconds: int = 0, name: str | None = "Ana", **more: Any) -> dict[str, Any]:
    """A message so many seconds after the start, by somebody an hour ahead of UTC."""
    date = START + timedelta(seconds=seconds)
    return {
        **{"id": seconds + 1, "type": "message", "date": date.isoformat(), "from": name, "from_id": f"user{name}"},
        **{"date_unixtime": str(seconds_of(date) - 3600), "text": text, "text_entities": [], **more},
    }


def chat(*messages: dict[str, Any], name: str | None = "Tea club", **more: Any) -> dict[str, Any]:
    """A chat as it is exported."""
    return {"name": name, "type": "private_group", "id": 4321, "messages": list(messages), **more}


def sessions(*messages: Any) -> tuple[Session, ...]:
    """The sessions of a chat with these messages."""
    (read,) = read_text(json.dumps(chat(*messages)), "result")
    return read.sessions


def text(words: Any, **more: Any) -> str:
    """The words of a message."""
    return sessions(message(words, **more))[0].turns[0].text


def packed(path: Path, files: dict[str, Any]) -> Path:
    """A zip of these files."""
    with zipfile.ZipFile(path, "w") as made:
        for name, value in files.items():
            made.writestr(name, json.dumps(value))
    return path


def test_a_chat_is_called_by_its_name():
    """Whatever the file is called; turns have the chat, and the local time with its offset from UTC."""
    (read,) = read_text(json.dumps(chat(message("Hi."), message("Yo.", 60, "Ben"), message("Late.", 30_000))), "result")
    assert read.name == "result"
    assert [(one.id, [(turn.speaker, turn.text) for turn in one.turns]) for one in read.sessions] == [
        ("Tea club#2024-03-01-1730", [("Ana", "Hi."), ("Ben", "Yo.")]),
        ("Tea club#2024-03-02-0150", [("Ana", "Late.")]),
    ]
    assert read.sessions[0].turns[1].metadata == {"channel": "Tea club"}
    assert read.sessions[0].turns[1].said == Said(datetime(2024, 3, 1, 17, 31), 60, "2024-03-01T17:31:00")


@pytest.mark.parametrize(("unix", "offset"), [(None, None), ("1709310600", 60), ("1709310601", None)])
def test_an_offset_is_what_both_times_agree_on(unix, offset):
    """A whole number of minutes; without a Unix time it is unknown."""
    said = sessions(message("Hi.", date_unixtime=unix))[0].said
    assert said is not None
    assert said.offset_minutes == offset


def test_an_account_is_one_conversation_of_all_chats():
    """Also of those that were left; chats without a name are called as Telegram calls them, those of one name apart."""
    account = {
        "about": "Here is the data you requested.",
        "sessions": {"about": "devices", "list": [{"last_ip": "127.0.0.1"}]},
        "chats": {
            "about": "This page lists all chats.",
            "list": [
                chat(message("A note.", 60), name=None, type="saved_messages", id=1),
                chat(message("One.", 120, "Mia"), name="Mia", type="personal_chat", id=2),
                chat(message("Gone.", 180, None), name=None, type="personal_chat", id=3),
                chat(name="Empty", id=5),
            ],
        },
        "left_chats": {"about": "left", "list": [chat(message("Two.", 240, "Mia"), name="Mia", id=4)]},
    }
    assert recognise(json.dumps(account)) == "telegram"
    (read,) = read_text(json.dumps(account), "result")
    assert [(one.id, one.turns[0].speaker, one.turns[0].metadata["channel"]) for one in read.sessions] == [
        ("Saved Messages#2024-03-01-1731", "Ana", "Saved Messages"),
        ("Mia (2)#2024-03-01-1732", "Mia", "Mia"),
        ("Deleted Account#2024-03-01-1733", "Deleted Account", "Deleted Account"),
        ("Mia (4)#2024-03-01-1734", "Mia", "Mia"),
    ]


def test_a_later_export_extends_the_last_session():
    """And keeps the name of the one before; a chat that is called like a copy keeps its name."""
    hello = chat(message("Hi."), name="Trip (2)")
    (before,) = read_text(json.dumps(hello), "result")
    (after,) = read_text(json.dumps({**hello, "messages": [*hello["messages"], message("Yo.", 60)]}), "result (1)")
    assert before.sessions[0].id == after.sessions[0].id == "Trip (2)#2024-03-01-1730"
    assert after.sessions[0].turns[:1] == before.sessions[0].turns


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Plain.", "Plain."),
        (["See ", {"type": "text_link", "text": "the plan", "href": "https://a.org/b"}, "."],
         "See the plan (https://a.org/b)."),
        ([{"type": "text_link", "text": "a.org", "href": "https://a.org/"}], "https://a.org/"),
        ([{"type": "link", "text": "https://a.org"}, " ", {"type": "bold", "text": "now"}], "https://a.org now"),
        ([{"type": "mention_name", "text": "Ben", "user_id": 5}, {"type": "custom_emoji", "text": "😀"}], "Ben😀"),
        ("\x01Hi", " Hi"),
    ],
)  # fmt: skip
def test_text_is_as_telegram_shows_it(written, shown):
    """Parts joined, and where links lead."""
    assert text(written) == shown


@pytest.mark.parametrize(
    ("shared", "shown"),
    [
        ({"photo": NOT_INCLUDED}, "[shares an image]"),
        ({"file": NOT_INCLUDED, "media_type": "sticker", "sticker_emoji": "😀"}, "[shares a sticker 😀]"),
        ({"file": "stickers/a.webp", "media_type": "sticker"}, "[shares a sticker]"),
        ({"file": "voice_messages/a.ogg", "media_type": "voice_message"}, "[shares a recording]"),
        ({"file": NOT_INCLUDED, "file_name": "IMG.mp4", "media_type": "video_file"}, "[shares a video]"),
        ({"file": "files/the plan.pdf"}, "[shares the plan.pdf]"),
        ({"file": f"plan.pdf {NOT_INCLUDED}"}, "[shares plan.pdf]"),
        ({"file": NOT_INCLUDED, "file_name": "plan.pdf"}, "[shares plan.pdf]"),
        ({"file": NOT_INCLUDED}, "[shares a file]"),
        ({"contact_information": {"first_name": "Mia"}}, "[shares a contact]"),
        ({"location_information": {"latitude": 1, "longitude": 2}}, "[shares a location]"),
        ({"place_name": "Café Luna", "location_information": {}}, "[shares Café Luna]"),
        ({"poll": {"question": "Tea?", "answers": [{"text": "Yes"}, {"text": "No"}]}}, "Tea?\n- Yes\n- No"),
    ],
)
def test_what_was_shared_is_named_below_the_words(shared, shown):
    """With or without words."""
    assert text("", **shared) == shown
    assert text("Here.", **shared) == f"Here.\n{shown}"


def test_what_was_forwarded_says_whose_it_is():
    """As Telegram shows it, above the words; nothing forwarded says nothing."""
    assert text("I moved.", forwarded_from="Ben") == "Forwarded from Ben:\nI moved."
    assert [turn.text for turn in sessions(message("", forwarded_from="Ben"), message("Hi.", 1))[0].turns] == ["Hi."]


@pytest.mark.parametrize(
    "notice", [{"type": "service", "action": "pin_message", "date": 5}, {"type": "unsupported", "date": None}]
)
def test_what_nobody_says_is_left_out(notice):
    """Notices, and messages that the app could not export, whatever else they have."""
    (session,) = sessions({**message("notice"), **notice}, message("Hi.", 1))
    assert [turn.text for turn in session.turns] == ["Hi."]
    with pytest.raises(InputError, match="has no messages with words; export the chat again"):
        sessions({**message("notice"), **notice})


def test_people_of_one_name_stay_apart():
    """By their ids, within a chat; deleted accounts, too; nobody is a speaker where nobody is named."""
    (session,) = sessions(
        message("a", 0, "Ana", from_id="user1"),
        message("b", 1, "Ana", from_id="user2"),
        message("c", 2, None, from_id="user3"),
        message("d", 3, " Ben \n Ito "),
        message("e", 4, None, from_id=None),
    )
    assert [turn.speaker for turn in session.turns] == [
        *("Ana (user1)", "Ana (user2)", "Deleted Account", "Ben Ito", None),
    ]


def test_a_message_that_is_there_twice_is_taken_once():
    """By its id; another message under the same id is kept, and so are ids of any length and none at all."""
    (session,) = sessions(
        message("a", 0, id=10**300),
        message("a", 0, id=10**300),
        message("b", 0, id=10**300),
        message("a", 1, id=None),
        message("a", 1, id=None),
    )
    assert [turn.text for turn in session.turns] == ["a", "b", "a", "a"]


def test_a_folder_and_a_zip_are_read_alike(tmp_path):
    """With the chats of all files in them."""
    files = {
        "ChatExport_1/result.json": chat(message("Hi.")),
        "ChatExport_2/result.json": chat(message("Yo.", 60), name="Ben", id=7),
        "ChatExport_2/contacts/other.json": [5],
    }
    path = packed(tmp_path / "export.zip", files)
    (read,) = read_file(path)
    assert (read.name, [one.id for one in read.sessions]) == (
        *("export", ["Tea club#2024-03-01-1730", "Ben#2024-03-01-1731"]),
    )
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "export")
    assert read_file(tmp_path / "export") == (read,)
    assert read_file(tmp_path / "export" / "ChatExport_1")[0].sessions == read.sessions[:1]


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        (chat(message("a"), 5), "messages[1] is not an object: 5"),  # type: ignore[arg-type]
        (chat({"text": "a"}), "messages[0].date is missing"),
        (chat(message("a", date="soon")), "messages[0].date: cannot read the time 'soon'"),
        (chat(message("a", date_unixtime="1e400")), "messages[0].date_unixtime: cannot read the time '1e400'"),
        (chat(message({"text": "a"})), "messages[0].text is not a string: {'text': 'a'}"),
        (chat(message(["a", 5])), "messages[0].text is not a string: ['a', 5]"),
        (chat(message("a", name=["Ana"])), "messages[0].from is not a string"),
        (chat(message("a", poll=5)), "messages[0].poll is not an object"),
        (chat(message("a", name="x" * 300)), "messages[0].speaker has 300 characters"),
        (chat(message("a"), messages=5), "messages is not a list: 5"),
        (chat(message("a"), name="x" * 600), "session id has"),
        (chat(), "has no messages with words"),
        ({"chats": {"list": 5}}, "chats.list is not a list: 5"),
        ({"chats": {"list": [{"id": 1}]}}, "chats.list[0].messages is missing"),
        ({"chats": {"list": []}, "left_chats": {"list": [5]}}, "left_chats.list[0] is not an object: 5"),
        ({"chats": {"list": []}}, "has no messages with words"),
    ],
)
def test_wrong_exports_are_named(value, complaint):
    """With the place and the value, on one line."""
    with pytest.raises(InputError) as caught:
        read_text(json.dumps(value), "result.json")
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("result.json: ")
    assert "\n" not in str(caught.value)


def test_an_account_without_its_chats_says_what_to_export():
    """Where the format was named; without it, it is like any other object."""
    with pytest.raises(InputError, match=r"^r: has no chats; export them with their messages$"):
        read_text('{"about": "data"}', "r", "telegram")
