"""`chatgpt`: the data export of ChatGPT, `conversations.json`, or the numbered parts of it.

A list of conversations, each a tree of messages:

    {"title", "create_time", "conversation_id", "current_node": "b",
     "mapping": {"b": {"parent": "a", "message": {"author": {"role"}, "create_time", "content": {"parts": […]}}}}}

The branch that the conversation shows is read, from the root to `current_node`, or to the latest message if there is no
`current_node`. Other branches are left out: regenerated replies, and messages that followed one before its edit.

System messages, hidden messages, the assistant's calls of tools and its thoughts are left out; the output of a tool is
said by "tool". An image or a file becomes a line of its turn's text, "[shares an image]"; a recording is replaced by
its transcript. Times are UTC, as the export has no time zones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.accounts import account, shares, shown
from convograph.formats.limits import shortened, storable, within
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import Source
from convograph.types import Conversation, Session, Turn

_NOT_SAID = frozenset({"system", "developer"})
_EVERYBODY = "all"  # the recipient of messages in the conversation; messages to a tool have its name


class _Author(Shape):
    role: StrictStr


class _Message(Shape):
    author: _Author
    create_time: SaidField | None = None
    content: dict[str, Any] = Field(default_factory=dict)
    metadata: dict[str, Any] = Field(default_factory=dict)
    recipient: StrictStr = _EVERYBODY


class _Node(Shape):
    parent: NameField | None = None
    message: dict[str, Any] | None = None


class _Conversation(Shape):
    mapping: dict[str, _Node]
    conversation_id: NameField | None = None
    id: NameField | None = None
    create_time: SaidField | None = None
    current_node: NameField | None = None


_CONVERSATION = TypeAdapter(_Conversation)
_MESSAGE = TypeAdapter(_Message)


def read_chatgpt(source: Source) -> tuple[Conversation, ...]:
    """One conversation; its sessions have the ids in the export, and those without words are left out.

    Raises `InputError`.
    """
    return account(source, _sessions)


def _sessions(value: object, place: str) -> Iterator[tuple[str, Session]]:
    """The session of an exported conversation; none if it has no words."""
    shape = validate(_CONVERSATION, value, place)
    nodes = _shown(shape, place)
    turns = [(node, turn) for node in nodes if (turn := _turn(shape.mapping[node], within(place, "mapping", node)))]
    if turns:
        # Early exports have no ids of conversations; the node of the first message is the same in every export.
        session_id = shape.conversation_id or shape.id or turns[0][0]
        yield place, Session(tuple(turn for _, turn in turns), session_id, shape.create_time or turns[0][1].said)


def _shown(shape: _Conversation, place: str) -> list[str]:
    """The nodes of the branch that the conversation shows, from its root."""
    parents = {name: node.parent for name, node in shape.mapping.items()}
    return shown(parents, shape.current_node, lambda name: _written(shape.mapping[name]), within(place, "mapping"))


def _written(node: _Node) -> float:
    """When the message of a node was written, in seconds since 1970; 0 if unknown."""
    seconds = (node.message or {}).get("create_time")
    return seconds if isinstance(seconds, int | float) else 0


def _turn(node: _Node, place: str) -> Turn | None:
    """The turn of a node's message; `None` if there is none, or it has no words or is not part of the dialogue."""
    if node.message is None:
        return None
    place = within(place, "message")
    message = validate(_MESSAGE, node.message, place)
    is_hidden = message.metadata.get("is_visually_hidden_from_conversation") is True
    if is_hidden or message.author.role in _NOT_SAID or message.recipient != _EVERYBODY:
        return None
    said = [*_words(message.content, within(place, "content")), *_files(message.metadata)]
    text = storable("\n".join(said))
    return Turn(text, message.author.role, message.create_time) if text else None


def _words(content: Mapping[str, Any], place: str) -> list[str]:
    """The texts and transcripts of a message's parts, with "[shares …]" for images, or for a recording alone."""
    parts = content.get("parts")
    if parts is None:
        parts = [content.get("text") or ""]
    if not isinstance(parts, list):
        raise InputError(f"{within(place, 'parts')} is not a list: {shortened(parts)}; give a list of texts")
    words = [_part(part, within(place, "parts", index)) for index, part in enumerate(parts)]
    texts = [text for text in words if text.strip()]
    has_recording = any("audio" in _kind(part) or "video" in _kind(part) for part in parts)
    return texts or ([shares("a recording")] if has_recording else [])


def _part(part: object, place: str) -> str:
    """The words of a part; "" if it has none."""
    if isinstance(part, str):
        return part
    if not isinstance(part, Mapping):
        raise InputError(f"{place} is neither a text nor an object: {shortened(part)}; give a text")
    text = part.get("text")
    if isinstance(text, str):
        return text
    return shares("an image") if "image" in _kind(part) else ""


def _kind(part: object) -> str:
    kind = part.get("content_type") if isinstance(part, Mapping) else None
    return kind if isinstance(kind, str) else ""


def _files(metadata: Mapping[str, Any]) -> list[str]:
    """The texts that stand for a message's attached files, without images, which are already parts."""
    attachments = metadata.get("attachments")
    files = [one for one in attachments if isinstance(one, Mapping)] if isinstance(attachments, list) else []
    return [shares(one.get("name")) for one in files if not _is_image(one)]


def _is_image(attachment: Mapping[str, Any]) -> bool:
    kind = attachment.get("mime_type") or attachment.get("mimeType")
    return isinstance(kind, str) and kind.startswith("image/")
