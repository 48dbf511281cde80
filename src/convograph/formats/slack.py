"""`slack`: the export of a Slack workspace, as a zip archive or an unpacked folder, or one of its files.

    users.json              [{"id": "U1", "name": "ana", "profile": {"display_name": "Ana", "real_name": "Ana Silva"}}]
    channels.json           [{"id": "C1", "name": "general"}]
    general/2024-03-01.json [{"type": "message", "user": "U1", "ts": "1709310600.000200", "text": "Hi <@U2>!"}]

A speaker has the name that Slack shows: the display name, else the real name, else the account's name; if two users
have the same name, the account's name follows it. For users not in the list, the name is that of the profile in a
message, or of the bot, else the id.

Mentions, channels and links are written as Slack shows them: "@Ben", "#general", "the plan (https://…)". Marks of
formatting and names of emoji stay as typed. A file is named on a line of its own: "[shares plan.pdf]".

Notices (joins, topics, pins), deleted messages, previews of links, cards of apps and reactions are left out. A reply
in a thread is placed by its time among the other messages of the channel.

All channels form one conversation. In each, a silence ends a session, which is named by the channel and its first
minute in UTC: "general#2024-03-01-1630". Each turn has its channel in its metadata.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import PurePath
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, StrictStr, TypeAdapter

from convograph.errors import EmptyError, InputError
from convograph.formats.accounts import distinct, shares
from convograph.formats.chats import linked, posted, sessions, shared, spaced
from convograph.formats.limits import shortened, storable, within
from convograph.formats.objects import named
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.silences import original
from convograph.formats.slack_files import CHANNELS, USERS, is_day
from convograph.formats.source import Source
from convograph.patterns import lazy_pattern
from convograph.times import parse_said
from convograph.types import Conversation, Session

_STAMP: Final = r"^[0-9]{9,11}\.[0-9]{1,6}$"
_SAID: Final = frozenset({None, "me_message", "bot_message", "file_share", "thread_broadcast", "reply_broadcast"})
"""The subtypes of messages by people or bots; the others are notices."""

_REFERENCE = lazy_pattern(r"<(?P<target>[^<>|\n]+)(?:\|(?P<label>[^<>\n]*))?>")
_SCHEME = lazy_pattern(r"\A(?:mailto:|tel:)")
_ESCAPED: Final = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))  # "&amp;" last: "&amp;lt;" is a typed "&lt;"


def _text_of_stamp(value: object) -> object:
    return f"{value:.6f}" if isinstance(value, float) else value


class _Profile(Shape):
    display_name: StrictStr = ""
    real_name: StrictStr = ""
    name: StrictStr = ""


class _User(Shape):
    id: NameField
    name: StrictStr = ""
    real_name: StrictStr = ""
    profile: _Profile = Field(default_factory=_Profile)


class _Channel(Shape):
    id: NameField
    name: NameField


class _File(Shape):
    name: Any = None


class _Message(Shape):
    ts: Annotated[StrictStr, BeforeValidator(_text_of_stamp), Field(pattern=_STAMP)]
    type: StrictStr = "message"
    subtype: StrictStr | None = None
    hidden: Any = None
    text: StrictStr = ""
    user: NameField | None = None
    user_profile: _Profile | None = None
    real_name: StrictStr = ""
    username: StrictStr = ""
    bot_id: NameField | None = None
    bot_profile: _Profile | None = None
    files: list[_File] = Field(default_factory=list)


_USERS = TypeAdapter(list[_User])
_CHANNELS = TypeAdapter(list[_Channel])
_MESSAGE = TypeAdapter(_Message)

_Placed = tuple[str, _Message]
"""A message and its place."""


def read_slack(source: Source) -> tuple[Conversation, ...]:
    """One conversation with one channel, named by the folder if the file has the name of a day, else by the file.

    Raises `InputError`.
    """
    messages = list(_messages(source))
    channel = source.path.parent.name if source.path and is_day(source.path) else ""
    given = _sessions(messages, channel or original(source.name), _names([], messages), {})
    if not given:
        raise EmptyError(f"{source.place} has no messages with words; export the channel again")
    return (named(source.name, (session for _, session in given), source.place),)


def read_slack_export(sources: Sequence[Source], name: str) -> tuple[Conversation, ...]:
    """One conversation, named `name`, with the sessions of all channels, oldest first. Raises `InputError`."""
    days: dict[PurePath, list[_Placed]] = {}
    users: list[_User] = []
    channels: dict[str, str] = {}
    for source in sources:
        path = source.path or PurePath(source.name)
        if path.name == USERS:
            users = [*users, *validate(_USERS, source.json, source.place)]
        elif path.name in CHANNELS:
            channels |= {each.id: each.name for each in validate(_CHANNELS, source.json, source.place)}
        else:
            days.setdefault(path.parent, []).extend(_messages(source))
    names = _names(users, [each for messages in days.values() for each in messages])
    given = [one for folder, each in days.items() for one in _sessions(each, folder.name, names, channels)]
    if not given:
        raise EmptyError(f"{name}: has no messages with words; export the workspace again")
    return (named(name, distinct(given), f"{name}:"),)


def opens_like_slack(value: object) -> bool:
    """Whether the first message of a list, or of an object's "messages", has a time in Slack's notation."""
    messages = value.get("messages") if isinstance(value, Mapping) else value
    first = messages[0] if isinstance(messages, list) and messages else None
    if not isinstance(first, Mapping) or "speaker" in first or "role" in first:
        return False
    stamp = first.get("ts")
    return isinstance(stamp, str) and re.search(_STAMP, stamp) is not None and ("text" in first or "type" in first)


def _messages(source: Source) -> Iterator[_Placed]:
    given, place = source.json, source.place
    if isinstance(given, Mapping):  # a response of Slack's API
        given, place = given.get("messages"), within(place, "messages")
    if not isinstance(given, list):
        raise InputError(f"{place} is not a list: {shortened(given)}; give a list of messages")
    for index, value in enumerate(given):
        where = within(place, index)
        yield where, validate(_MESSAGE, value, where)


def _sessions(
    messages: Iterable[_Placed], channel: str, names: Mapping[str, str], channels: Mapping[str, str]
) -> list[tuple[str, Session]]:
    """The sessions of a channel, each with the place of its first message; none if there are no messages."""
    said = (
        posted(place, message.ts, parse_said(message.ts), speaker=_speaker(message, names), text=text, channel=channel)
        for place, message in sorted(messages, key=lambda each: Decimal(each[1].ts))
        if (text := _text(message, names, channels))
    )
    return sessions(said, channel)


# Names


def _names(users: Iterable[_User], messages: Iterable[_Placed]) -> dict[str, str]:
    """The name of each user by id, from the list of users, else from the profile in a message."""
    known = {each.id: each for each in users}
    shown = {key: _shown(each.profile) or spaced(each.real_name) or spaced(each.name) for key, each in known.items()}
    several = shared(shown.items())
    names = {
        key: f"{name} ({known[key].name or key})" if name in several else name for key, name in shown.items() if name
    }
    for _, message in messages:
        name = _shown(message.user_profile) or spaced(message.real_name)
        if message.user and name:
            names.setdefault(message.user, name)
    return names


def _shown(profile: _Profile | None) -> str:
    """The name that a profile shows; "" if it has none."""
    return next((name for name in map(spaced, _names_of(profile)) if name), "")


def _names_of(profile: _Profile | None) -> Sequence[str]:
    return () if profile is None else (profile.display_name, profile.real_name, profile.name)


def _speaker(message: _Message, names: Mapping[str, str]) -> str | None:
    known = names.get(message.user or "")
    return known or spaced(message.username) or _shown(message.bot_profile) or message.user or message.bot_id


# Words


def _text(message: _Message, names: Mapping[str, str], channels: Mapping[str, str]) -> str:
    """The words of a message and its files; "" for a notice, and for a message with neither."""
    if message.type != "message" or message.subtype not in _SAID or message.hidden is True:
        return ""
    words = _REFERENCE.sub(lambda found: _reference(found, names, channels), message.text)
    for escaped, character in _ESCAPED:
        words = words.replace(escaped, character)
    files = [shares(each.name) for each in message.files]
    return storable("\n".join(part for part in (words.strip(), *files) if part))


def _reference(found: re.Match[str], names: Mapping[str, str], channels: Mapping[str, str]) -> str:
    """The text that Slack shows for "<@U1>", "<#C1|general>", "<!here>" or "<https://…|label>"."""
    target, label = found["target"], (found["label"] or "").strip()
    mark, rest = target[0], target[1:]
    if mark == "@":
        return f"@{names.get(rest) or label or rest}"
    if mark == "#":
        return f"#{label or channels.get(rest) or rest}"
    if mark == "!":
        return label or f"@{rest.partition('^')[0]}"
    return _SCHEME.sub("", linked(label, target), count=1)
