"""`discord`: a channel as DiscordChatExporter writes it in JSON.

    {"guild": {"name": "Tea Club"}, "channel": {"id": "7", "name": "general"}, "messages": [
        {"id": "1", "type": "Default", "timestamp": "2024-03-01T17:30:00.5+01:00", "content": "Hi @Ben!",
         "author": {"id": "5", "name": "ana", "nickname": "Ana"}, "attachments": [{"fileName": "plan.pdf"}]}]}

A speaker has the nickname used on the server, else the name of the account, which follows a nickname shared by several
accounts. Notices (joins, pins, calls), embeds and reactions are left out. A file is named on a line of its own,
"[shares plan.pdf]"; a forwarded message follows "Forwarded:" without its author, whom Discord does not name.

Sessions are named by server and channel: "Tea Club - general#2024-03-01-1730". Times stay as exported, in the
exporter's local time or in UTC. Source: DiscordChatExporter, `JsonMessageWriter.cs`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import Field, StrictStr, TypeAdapter

from convograph.formats.accounts import shares
from convograph.formats.chats import Chat, posted, shared, spaced
from convograph.formats.limits import storable, within
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import Source

_SAID: Final = frozenset({"Default", "Reply", "20", "23"})
"""The types of messages that people or bots write; the numbers are a bot's replies to commands."""

_NO_SERVER: Final = "0"  # the id of the server in exports of direct messages


class _Attachment(Shape):
    file_name: StrictStr = Field("", validation_alias="fileName")


class _Sticker(Shape):
    name: StrictStr = ""


class _Content(Shape):
    content: StrictStr = ""
    attachments: list[_Attachment] = Field(default_factory=list)
    stickers: list[_Sticker] = Field(default_factory=list)


class _Author(Shape):
    id: NameField = ""
    name: StrictStr = ""
    nickname: StrictStr = ""


class _Message(_Content):
    timestamp: SaidField
    id: NameField | None = None
    author: _Author = Field(default_factory=_Author)
    forwarded: _Content | None = Field(None, validation_alias="forwardedMessage")


class _Place(Shape):
    id: NameField | None = None
    name: NameField = ""


class _Channel(Shape):
    guild: _Place
    channel: _Place
    messages: list[Any]


_MESSAGE = TypeAdapter(_Message)
_CHANNEL = TypeAdapter(_Channel)


def discord_chats(source: Source) -> Iterator[Chat]:
    """The channel in a file. Raises `InputError`."""
    given = validate(_CHANNEL, source.json, source.place)
    channel = spaced(given.channel.name) or given.channel.id or source.name
    server = "" if given.guild.id == _NO_SERVER else spaced(given.guild.name)
    messages = list(_messages(given, source.place))
    several = shared((message.author.id, _name(message)) for _, message in messages)
    said = [
        posted(
            place,
            message.id or place,
            message.timestamp,
            speaker=_speaker(message, several),
            text=text,
            channel=channel,
        )
        for place, message in messages
        if (text := _text(message))
    ]
    title = f"{server} - {channel}" if server else channel
    yield Chat(given.channel.id or title, title, said)


def opens_like_discord(value: object) -> bool:
    """Whether the value has a guild, a channel and messages, keys that only DiscordChatExporter combines."""
    return (
        isinstance(value, Mapping)
        and isinstance(value.get("guild"), Mapping)
        and isinstance(value.get("channel"), Mapping)
        and "messages" in value
    )


def _messages(given: _Channel, place: str) -> Iterator[tuple[str, _Message]]:
    """The messages with their places, without notices."""
    for index, value in enumerate(given.messages):
        where = within(place, "messages", index)
        kind = value.get("type") if isinstance(value, Mapping) else None
        if kind is None or str(kind) in _SAID:
            yield where, validate(_MESSAGE, value, where)


def _name(message: _Message) -> str:
    return spaced(message.author.nickname) or spaced(message.author.name)


def _speaker(message: _Message, several: frozenset[str]) -> str | None:
    name, account = _name(message), spaced(message.author.name)
    if name in several:
        return f"{name} ({account if account not in ('', name) else message.author.id})"
    return name or message.author.id or None


def _text(message: _Message) -> str:
    """The words of a message, its files and stickers, and what it forwards; "" if there are none."""
    text = _shown(message)
    forwarded = "" if message.forwarded is None else _shown(message.forwarded)
    return storable("\n".join(part for part in (text, forwarded and f"Forwarded:\n{forwarded}") if part))


def _shown(content: _Content) -> str:
    files = [shares(file.file_name) for file in content.attachments]
    stickers = [shares(f"a sticker {sticker.name}") for sticker in content.stickers]
    return "\n".join(part for part in (content.content.strip(), *files, *stickers) if part)
