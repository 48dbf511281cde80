"""`telegram`: the JSON export of Telegram Desktop, `result.json`, of one chat or of the whole account.

    {"name": "Tea club", "type": "private_group", "id": 4321, "messages": [
        {"id": 1, "type": "message", "date": "2024-03-01T17:30:00", "date_unixtime": "1709310600", "from": "Ana Silva",
         "from_id": "user1", "text": ["See ", {"type": "text_link", "text": "the plan", "href": "https://…"}]}]}

The export of an account has its chats in `chats.list`, and those that its owner left in `left_chats.list`. Source:
Telegram Desktop, `export/output/export_output_json.cpp`.

Notices (type "service": joins, calls, pins), reactions and previews of links are left out. An attachment is named on a
line of its own, "[shares an image]"; a forwarded message follows a line with its author, as Telegram shows it.

Times are wall-clock times of the exporting computer, with the offset from UTC computed from the Unix times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.accounts import shares
from convograph.formats.chats import Chat, linked, posted, shared, spaced
from convograph.formats.limits import MINUTES_OF_A_DAY, storable, within
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import Source
from convograph.patterns import lazy_pattern
from convograph.times import seconds_of
from convograph.types import Said

_TITLES: Final = {"saved_messages": "Saved Messages", "replies": "Replies", "verify_codes": "Verification Codes"}
"""Telegram's titles for chats without a name, by type."""

_TYPES: Final = frozenset(_TITLES) | {
    *("personal_chat", "bot_chat", "private_group", "private_supergroup"),
    *("public_supergroup", "private_channel", "public_channel"),
}
_LISTS: Final = ("chats", "left_chats")
_DELETED: Final = "Deleted Account"
_KINDS: Final = {
    "voice_message": "a recording",
    "video_message": "a video",
    "video_file": "a video",
    "animation": "an animation",
}
_NOT_EXPORTED = lazy_pattern(r"\(File [^()]*\)\Z")  # follows or replaces the name of a file


def _text_of_parts(value: object) -> object:
    """A text given in parts, joined as Telegram shows it; any other value unchanged."""
    if not isinstance(value, list):
        return value
    texts = [_text_of_part(part) for part in value]
    return "".join(texts) if all(isinstance(text, str) for text in texts) else value


def _text_of_part(part: object) -> Any:
    if not isinstance(part, Mapping):
        return part
    text, link = part.get("text"), part.get("href")
    return linked(text, link) if isinstance(text, str) and isinstance(link, str) else text


_Text = Annotated[StrictStr, BeforeValidator(_text_of_parts)]


class _Answer(Shape):
    text: _Text


class _Poll(Shape):
    question: _Text = ""
    answers: list[_Answer] = Field(default_factory=list)


class _Message(Shape):
    date: SaidField
    date_unixtime: SaidField | None = None
    id: NameField | None = None
    name: NameField | None = Field(None, validation_alias="from")
    from_id: NameField | None = None
    forwarded_from: StrictStr = ""
    text: _Text = ""
    poll: _Poll | None = None
    photo: Any = None
    file: StrictStr | None = None
    file_name: StrictStr = ""
    media_type: StrictStr = ""
    sticker_emoji: StrictStr = ""
    contact_information: Any = None
    location_information: Any = None
    place_name: StrictStr = ""


class _Chat(Shape):
    messages: list[Any]
    id: NameField | None = None
    name: NameField | None = None
    type: StrictStr = ""


class _List(Shape):
    chats: list[Any] = Field(default_factory=list, validation_alias="list")


_MESSAGE = TypeAdapter(_Message)
_CHAT = TypeAdapter(_Chat)
_CHATS = TypeAdapter(_List)


def telegram_chats(source: Source) -> Iterator[Chat]:
    """The chats of an export. Raises `InputError`."""
    for place, value in _chats(source):
        chat = validate(_CHAT, value, place)
        title = spaced(chat.name or "") or _TITLES.get(chat.type, _DELETED)
        messages = list(_messages(chat, place))
        several = shared((one.from_id, _name(one)) for _, one in messages if one.from_id)
        said = [
            posted(at, one.id or at, _said(one), speaker=_speaker(one, several), text=text, channel=title)
            for at, one in messages
            if (text := _text(one))
        ]
        yield Chat(chat.id or title, title, said)


def opens_like_telegram(value: object) -> bool:
    """Whether the value is a chat with one of Telegram's types, or an account with lists of chats."""
    if not isinstance(value, Mapping):
        return False
    if "messages" in value:
        return isinstance(value.get("type"), str) and value["type"] in _TYPES
    return any(isinstance(part, Mapping) and "list" in part for part in map(value.get, _LISTS))


def _chats(source: Source) -> Iterator[tuple[str, object]]:
    """Each chat of the file with its place."""
    value = source.json
    if not isinstance(value, Mapping) or "messages" in value:
        yield source.place, value
        return
    if not any(value.get(key) is not None for key in _LISTS):
        raise InputError(f"{source.place} has no chats; export them with their messages")
    for key in _LISTS:
        place = within(source.place, key)
        for index, chat in enumerate(validate(_CHATS, value.get(key) or {}, place).chats):
            yield within(place, "list", index), chat


def _messages(chat: _Chat, place: str) -> Iterator[tuple[str, _Message]]:
    """The messages with their places, without notices."""
    for index, value in enumerate(chat.messages):
        where = within(place, "messages", index)
        if not isinstance(value, Mapping) or value.get("type", "message") == "message":
            yield where, validate(_MESSAGE, value, where)


def _said(message: _Message) -> Said:
    """The exporter's wall-clock time, with its offset from UTC if both times give a valid one."""
    if message.date_unixtime is None or message.date.offset_minutes is not None:
        return message.date
    minutes, rest = divmod(seconds_of(message.date.local) - seconds_of(message.date_unixtime.local), 60)
    return message.date if rest or abs(minutes) >= MINUTES_OF_A_DAY else replace(message.date, offset_minutes=minutes)


def _name(message: _Message) -> str:
    """The name that Telegram shows for the author; "" if there is none."""
    return spaced(message.name or "") or (_DELETED if message.from_id else "")


def _speaker(message: _Message, several: frozenset[str]) -> str | None:
    name = _name(message)
    return f"{name} ({message.from_id})" if name in several and message.from_id else name or None


# Words


def _text(message: _Message) -> str:
    """The words of a message, its poll and its attachments, with its original author; "" if it has none of them."""
    parts = [message.text.strip(), *_question(message.poll), *map(shares, _shared(message))]
    text = storable("\n".join(part for part in parts if part))
    author = spaced(message.forwarded_from)
    return storable(f"Forwarded from {author}:\n{text}") if text and author else text


def _question(poll: _Poll | None) -> list[str]:
    return [] if poll is None else [poll.question.strip(), *(f"- {answer.text}" for answer in poll.answers)]


def _shared(message: _Message) -> Iterator[str]:
    """The attachments, each by its kind or the name of its file; "" for a file without a name."""
    if message.photo is not None:
        yield "an image"
    if message.media_type == "sticker":
        yield f"a sticker {message.sticker_emoji}"
    elif message.file is not None:
        yield _KINDS.get(message.media_type) or message.file_name or _NOT_EXPORTED.sub("", message.file).split("/")[-1]
    if message.contact_information is not None:
        yield "a contact"
    if message.place_name or message.location_information is not None:
        yield message.place_name or "a location"
