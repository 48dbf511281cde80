"""`claude`: the data export of Claude, `conversations.json`.

A list of conversations:

    {"uuid", "name", "created_at", "chat_messages": [
        {"uuid", "sender": "human", "created_at", "text", "content": [{"type": "text", "text"}], "attachments": […]}]}

The speaker "human" becomes "user". A message consists of its text blocks, or of its `text` if it has no blocks; the
assistant's thoughts, its calls of tools and their results are left out. A file becomes a line of its turn's text,
"[shares report.pdf]", without its contents. If messages name their parents, the branch that the conversation shows is
read, as in `chatgpt`. Times are UTC.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from pydantic import Field, StrictStr, TypeAdapter

from convograph.formats.accounts import account, shares, shown
from convograph.formats.limits import storable, within
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import Source
from convograph.times import moment_of
from convograph.types import Conversation, Session, Turn

_SPEAKERS = {"human": "user"}
_SPOKEN = frozenset({"text", "voice_note"})


class _Block(Shape):
    type: StrictStr = "text"
    text: Any = None


class _File(Shape):
    file_name: StrictStr = ""


class _Message(Shape):
    sender: StrictStr
    uuid: NameField | None = None
    parent_message_uuid: NameField | None = None
    created_at: SaidField | None = None
    text: StrictStr = ""
    content: list[_Block] = Field(default_factory=list)
    attachments: list[_File] = Field(default_factory=list)
    files: list[_File] = Field(default_factory=list)


class _Conversation(Shape):
    uuid: NameField
    chat_messages: list[_Message]
    created_at: SaidField | None = None
    current_leaf_message_uuid: NameField | None = None


_CONVERSATION = TypeAdapter(_Conversation)


def read_claude(source: Source) -> tuple[Conversation, ...]:
    """One conversation; its sessions have the ids in the export, and those without words are left out.

    Raises `InputError`.
    """
    return account(source, _sessions)


def _sessions(value: object, place: str) -> Iterator[tuple[str, Session]]:
    """The session of an exported conversation; none if it has no words."""
    shape = validate(_CONVERSATION, value, place)
    turns = tuple(turn for message in _shown(shape, place) if (turn := _turn(message)))
    if turns:
        yield place, Session(turns, shape.uuid, shape.created_at or turns[0].said)


def _shown(shape: _Conversation, place: str) -> Sequence[_Message]:
    """The messages of the branch that the conversation shows; all of them if they do not name their parents."""
    messages = {one.uuid: one for one in shape.chat_messages if one.uuid is not None}
    parents = {name: one.parent_message_uuid for name, one in messages.items()}
    if len(messages) < len(shape.chat_messages) or not any(parents.values()):
        return shape.chat_messages
    place = within(place, "chat_messages")
    names = shown(parents, shape.current_leaf_message_uuid, lambda name: _written(messages[name]), place)
    return [messages[name] for name in names]


def _written(message: _Message) -> datetime:
    """When a message was written; `datetime.min` if unknown."""
    return moment_of(message.created_at)


def _turn(message: _Message) -> Turn | None:
    """The turn of a message; `None` if it has no words and no files."""
    blocks = [block.text for block in message.content if block.type in _SPOKEN and isinstance(block.text, str)]
    words = blocks if message.content else [message.text]
    names = dict.fromkeys(one.file_name for one in (*message.attachments, *message.files))
    text = storable("\n".join([*(part for part in words if part.strip()), *map(shares, names)]))
    return Turn(text, _SPEAKERS.get(message.sender, message.sender), message.created_at) if text else None
