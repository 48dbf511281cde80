"""`messenger`: chats of Messenger and Instagram, as Meta exports them in JSON.

    {"participants": [{"name": "Ana"}, …], "title": "Tea club", "thread_path": "inbox/teaclub_4321", "messages": [
        {"sender_name": "Ana", "timestamp_ms": 1709310600000, "content": "CafÃ©?", "photos": [{"uri": "…/1.jpg"}]}]}

A long chat has several files in its folder, `message_1.json`, `message_2.json` …, each with the newest message first.
End-to-end encrypted chats have other keys: `threadName`, `senderName`, `timestamp`, `text`, `media`, `isUnsent`.

Meta writes each byte of UTF-8 as a character, "Ã©" for "é"; a string that consists of such bytes is repaired.

Unsent messages, calls, joins and leaves, reactions, and notices of the app are left out if the message shows what it
is: by its keys, its type, or the app's English words about the sender ("Ana named the group …"). An attachment is named
on a line of its own, "[shares an image]". Times are UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Annotated, Any, Final

from pydantic import AfterValidator, AliasChoices, Field, StrictStr, TypeAdapter

from convograph.formats.accounts import shares
from convograph.formats.chats import Chat, posted, spaced
from convograph.formats.limits import storable, within
from convograph.formats.shapes import SaidField, Shape, validate
from convograph.formats.source import Source
from convograph.patterns import lazy_pattern

_UNSAID: Final = frozenset({"Call", "Subscribe", "Unsubscribe", "placeholder"})
"""The types of messages that people do not write; the last replaces a message that cannot be shown."""

_KINDS: Final = {
    "photos": "an image",
    "videos": "a video",
    "audio_files": "a recording",
    "gifs": "an animation",
}
_NUMBERED = lazy_pattern(r"_\d+\Z", re.ASCII)  # follows the name of an encrypted chat
_ATTACHES = lazy_pattern(r"sent an attachment\.?")
_NOTICE = lazy_pattern(
    r"(?:named the group [^\n]+|changed the (?:group photo|chat theme|theme)(?: to [^\n]+)?"
    r"|set (?:the|your|his|her|their)(?: own)? (?:nickname|quick reaction|emoji) (?:for|to) [^\n]+"
    r"|added [^\n]+ to the group|removed [^\n]+ from the group|(?:left|created|joined) the (?:group|video chat|call)"
    r"|called you|missed a (?:call|video chat) from [^\n]+|missed your (?:call|video chat)"
    r"|started an? (?:video chat|(?:audio |video )?call)|reacted \S+ to your message|unsent a message)\.?",
    re.IGNORECASE,
)  # follows the name of the sender, or "You"
_OF_NOBODY = lazy_pattern(
    r"Reacted \S+ to your message|Liked a message"
    r"|(?:The |Your )?(?:video chat|audio call|video call)(?: has)? ended\.?"
    r"|You are now connected on Messenger\.?|Say hi to your new Facebook friend, [^\n]+",
    re.IGNORECASE,
)


def _mended(text: str) -> str:
    """The text whose UTF-8 bytes are the characters of `text`; `text` itself if they are not valid UTF-8.

    >>> _mended("CafÃ©"), _mended("Café")
    ('Café', 'Café')
    """
    try:
        return text.encode("latin-1").decode()
    except UnicodeError:
        return text


_Text = Annotated[StrictStr, AfterValidator(_mended)]


class _File(Shape):
    uri: _Text = ""


class _Share(Shape):
    link: _Text = ""


class _Message(Shape):
    sender: _Text = Field("", validation_alias=AliasChoices("sender_name", "senderName"))
    said: SaidField = Field(validation_alias=AliasChoices("timestamp_ms", "timestamp"))
    text: _Text = Field("", validation_alias=AliasChoices("content", "text"))
    is_unsent: Any = Field(None, validation_alias=AliasChoices("is_unsent", "isUnsent"))
    type: StrictStr = ""
    call_duration: Any = None
    users: Any = None
    photos: list[Any] = Field(default_factory=list)
    videos: list[Any] = Field(default_factory=list)
    audio_files: list[Any] = Field(default_factory=list)
    gifs: list[Any] = Field(default_factory=list)
    sticker: Any = None
    files: list[_File] = Field(default_factory=list)
    media: list[_File] = Field(default_factory=list)
    share: _Share = Field(default_factory=_Share)


class _Chat(Shape):
    messages: list[Any]
    title: _Text = ""
    thread_name: _Text = Field("", validation_alias="threadName")
    thread_path: _Text = ""


_MESSAGE = TypeAdapter(_Message)
_CHAT = TypeAdapter(_Chat)


def messenger_chats(source: Source) -> Iterator[Chat]:
    """The chat in a file. Raises `InputError`."""
    chat = validate(_CHAT, source.json, source.place)
    folder = PurePosixPath(chat.thread_path).name or chat.thread_name
    title = spaced(chat.title) or spaced(_NUMBERED.sub("", chat.thread_name)) or folder or source.name
    said = []
    for index, value in enumerate(chat.messages):
        place = within(source.place, "messages", index)
        message = validate(_MESSAGE, value, place)
        if text := _text(message):
            speaker = spaced(message.sender) or None
            said.append(posted(place, message.said.raw, message.said, speaker=speaker, text=text, channel=title))
    yield Chat(folder or title, title, said)


def opens_like_messenger(value: object) -> bool:
    """Whether the value is a chat with participants, and has Meta's keys for its thread or its messages."""
    if not isinstance(value, Mapping) or not isinstance(value.get("messages"), list) or "participants" not in value:
        return False
    first = next(iter(value["messages"]), None)
    keys = frozenset(first) if isinstance(first, Mapping) else frozenset()
    return bool({"thread_path", "threadName"} & value.keys() or {"sender_name", "timestamp_ms"} <= keys)


def _text(message: _Message) -> str:
    """The words of a message and its attachments; "" for a notice or an unsent message, or if it has neither."""
    is_notice = message.type in _UNSAID or message.call_duration is not None or message.users is not None
    words = message.text.strip()
    if is_notice or message.is_unsent is True or _is_notice(words, message.sender):
        return ""
    marks = [shares(what) for what in _shared(message)]
    if _ATTACHES.fullmatch(_after_subject(words, message.sender)):
        words, marks = "", marks or [shares(None)]
    return storable("\n".join(part for part in (words, *marks) if part))


def _shared(message: _Message) -> Iterator[str]:
    """The attachments, each as its kind or the name of its file, and a shared link if the text lacks it."""
    for key, kind in _KINDS.items():
        yield from (kind for _ in getattr(message, key))
    if message.sticker is not None:
        yield "a sticker"
    yield from (PurePosixPath(file.uri).name for file in (*message.files, *message.media))
    if message.share.link and message.share.link not in message.text:
        yield message.share.link


def _is_notice(words: str, sender: str) -> bool:
    """Whether the words are a notice of the app, alone or after the name of the sender or "You"."""
    return bool(_OF_NOBODY.fullmatch(words) or _NOTICE.fullmatch(_after_subject(words, sender)))


def _after_subject(words: str, sender: str) -> str:
    """The rest of a sentence that begins with the sender's full or first name, or "You"; "" for any other sentence."""
    for subject in (sender, sender.partition(" ")[0], "You"):
        if subject and words.startswith(f"{subject} "):
            return words[len(subject) + 1 :]
    return ""
