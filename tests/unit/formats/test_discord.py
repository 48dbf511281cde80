"""Channels of Discord: who said what on which server, what nobody said, and parts of a channel put together."""

from __future__ import annotations

import json
import zipfile
from datetime import datetime, timedelta
from typing import Any

import pytest

from convograph.errors import InputError
from convograph.formats import read_file, read_text
from convograph.types import Said, Session

START = datetime(2024, 3, 1, 17, 30)


def message(content: Any, seconds: int = 0, name: str = "ana", nickname: str | None = "Ana", **more: Any) -> Any:
    """A message so many seconds after the start, exported an hour ahead of UTC."""
    stamp = f"{(START + timedelta(seconds=seconds)).isoformat()}.1234567+01:00"
    author = {"id": f"id-{name}", "name": name, "discriminator": "0000", "nickname": nickname, "isBot": False}
    return {
        **{"id": str(seconds + 1), "type": "Default", "timestamp": stamp, "timestampEdited": None, "isPinned": False},
        **{"content": content, "author": author, "attachments": [], "embeds": [], "stickers": [], "reactions": []},
        **more,
    }


def channel(*messages: Any, server: str = "Tea Club", server_id: str = "9", name: str = "general") -> dict[str, Any]:
    """A channel as it is exported."""
    return {
        "guild": {"id": server_id, "name": server, "iconUrl": "https://a.org/i.png"},
        "channel": {"id": "7", "type": "GuildTextChat", "category": "Text", "name": name, "topic": None},
        "dateRange": {"after": None, "before": None},
        "messages": list(messages),
        "messageCount": len(messages),
    }


def sessions(*messages: Any) -> tuple[Session, ...]:
    """The sessions of a channel with these messages."""
    (read,) = read_text(json.dumps(channel(*messages)), "channel")
    return read.sessions


def text(content: str, **more: Any) -> str:
    """The words of a message."""
    return sessions(message(content, **more))[0].turns[0].text


def test_a_channel_is_called_by_its_server_and_name():
    """Whatever the file is called; turns have the channel, and the time as it was exported."""
    given = channel(message("Hi."), message("Yo.", 60, "ben", None), message("Late.", 30_000))
    (read,) = read_text(json.dumps(given), "export")
    assert read.name == "export"
    assert [(one.id, [(turn.speaker, turn.text) for turn in one.turns]) for one in read.sessions] == [
        ("Tea Club - general#2024-03-01-1730", [("Ana", "Hi."), ("ben", "Yo.")]),
        ("Tea Club - general#2024-03-02-0150", [("Ana", "Late.")]),
    ]
    assert read.sessions[0].turns[1].metadata == {"channel": "general"}
    assert read.sessions[0].turns[1].said == Said(START + timedelta(minutes=1), 60, given["messages"][1]["timestamp"])


def test_direct_messages_are_on_no_server():
    """Discord says that they are on one with the id 0."""
    given = channel(message("Hi."), server="Direct Messages", server_id="0", name="Ben")
    assert read_text(json.dumps(given), "export")[0].sessions[0].id == "Ben#2024-03-01-1730"


def test_an_export_with_the_newest_message_first_is_turned_around():
    """Also where several were written in one second."""
    (session,) = sessions(message("d", 2), message("c", 1), message("b", 0, id="2"), message("a", 0, id="1"))
    assert [turn.text for turn in session.turns] == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("shared", "shown"),
    [
        ({"attachments": [{"fileName": "plan.pdf"}, {"url": "https://a.org"}]}, "[shares plan.pdf]\n[shares a file]"),
        ({"stickers": [{"name": "Wave"}]}, "[shares a sticker Wave]"),
        (
            {"forwardedMessage": {"content": "I moved.", "attachments": [{"fileName": "map.png"}]}},
            "Forwarded:\nI moved.\n[shares map.png]",
        ),
    ],
)
def test_what_was_shared_stands_below_the_words(shared, shown):
    """With or without words."""
    assert text("", **shared) == shown
    assert text("Here.", **shared) == f"Here.\n{shown}"


@pytest.mark.parametrize("kind", ["Default", "Reply", "20", None])
def test_what_people_and_bots_say_is_read(kind):
    """Answers to messages and commands, too."""
    assert text("Hi.", type=kind) == "Hi."


@pytest.mark.parametrize(
    "notice",
    [
        *({"type": kind, "timestamp": 5} for kind in ("ChannelPinnedMessage", "GuildMemberJoin", "Call", "8")),
        {"content": " "},
        {"content": "", "embeds": [{"title": "A card"}]},
        {"content": "", "forwardedMessage": {"content": ""}},
    ],
)
def test_what_nobody_says_is_left_out(notice):
    """Notices, whatever else they have, and cards."""
    (session,) = sessions({**message("notice"), **notice}, message("Hi.", 1))
    assert [turn.text for turn in session.turns] == ["Hi."]
    with pytest.raises(InputError, match="has no messages with words; export the chat again"):
        sessions({**message("notice"), **notice})


def test_people_of_one_nickname_stay_apart():
    """By their accounts, or by ids where these are called alike; a webhook may have many names."""
    (session,) = sessions(
        message("a", 0, "ana1"),
        message("b", 1, "ana2"),
        message("c", 2, author={"id": "5", "name": "Builds"}),
        message("d", 3, author={"id": "6", "name": "Builds"}),
        message("e", 4, author={"id": "6", "name": "Deploys"}),
        message("f", 5, author={"id": 6}),
        message("g", 6, author=None),
    )
    assert [turn.speaker for turn in session.turns] == [
        *("Ana (ana1)", "Ana (ana2)", "Builds (5)", "Builds (6)", "Deploys", "6", None),
    ]


def test_the_parts_of_a_channel_are_one(tmp_path):
    """In an archive, by the names that the exporter gives them; what is there twice is taken once."""
    start = "Tea Club - Text - general [7] (after 2024-03-01)"
    other = channel(message("Hi.", 30), server="Other") | {"channel": {"id": 8, "name": "general"}}
    with zipfile.ZipFile(tmp_path / "discord.zip", "w") as made:
        made.writestr(f"x/{start} [part 2].json", json.dumps(channel(message("b", 60), message("c", 120))))
        made.writestr(f"x/{start}.json", json.dumps(channel(message("a"), message("b", 60))))
        made.writestr("x/Other - Text - general [8].json", json.dumps(other))
        made.writestr("x/notes.json", "5")
    (read,) = read_file(tmp_path / "discord.zip")
    assert [(one.id, [turn.text for turn in one.turns]) for one in read.sessions] == [
        ("Tea Club - general#2024-03-01-1730", ["a", "b", "c"]),
        ("Other - general#2024-03-01-1730", ["Hi."]),
    ]


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        (channel(message("a"), 5), "messages[1] is not an object: 5"),
        (channel({"content": "a"}), "messages[0].timestamp is missing"),
        (channel(message("a", timestamp="soon")), "messages[0].timestamp: cannot read the time 'soon'"),
        (channel(message(["a"])), "messages[0].content is not a string: ['a']"),
        (channel(message("a", author="ana")), "messages[0].author is not an object: 'ana'"),
        (channel(message("a", attachments=[5])), "messages[0].attachments[0] is not an object: 5"),
        (channel(message("a", nickname="x" * 300)), "messages[0].speaker has 300 characters"),
        (channel(message("a"), server="x" * 600), "session id has"),
        (channel() | {"messages": {}}, "messages is not a list: {}"),
        (channel() | {"channel": {}}, "has no messages with words"),
        (channel() | {"guild": 5}, "guild is not an object: 5"),
    ],
)
def test_wrong_exports_are_named(value, complaint):
    """With the place and the value, on one line."""
    with pytest.raises(InputError) as caught:
        read_text(json.dumps(value), "channel.json", "discord")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
