"""What exports of chats from Telegram, Messenger, Discord and Slack have in common.

A file has a chat, a part of a chat, or all chats of an account. Each path is read as one conversation: the parts of a
chat are merged, a silence ends a session, and a session is named by its chat and its first minute:
"Tea club#2024-03-01-1630".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from convograph.errors import EmptyError
from convograph.formats.accounts import distinct
from convograph.formats.limits import check_turn
from convograph.formats.objects import named
from convograph.formats.silences import split
from convograph.formats.source import Source
from convograph.times import seconds_of
from convograph.types import Conversation, Said, Session, Turn


class Posted(NamedTuple):
    """A message of a chat: its place, the service's id, when it was said, and its turn."""

    place: str
    id: object
    said: Said
    turn: Turn


class Chat(NamedTuple):
    """A chat or a part of one: the service's id, its title, and its messages, oldest or newest first."""

    id: str
    title: str
    messages: Sequence[Posted]


def posted(
    place: str,
    id: object,  # noqa: A002
    said: Said,
    *,
    speaker: str | None,
    text: str,
    channel: str,
) -> Posted:
    """A message whose turn has its chat, `channel`, in its metadata."""
    return Posted(place, id, said, Turn(text, speaker, said, metadata={"channel": channel}))


def read_chat(chats_of: Callable[[Source], Iterable[Chat]], source: Source) -> tuple[Conversation, ...]:
    """One conversation with all chats in the text. Raises `InputError`."""
    return read_chats(chats_of, [source], source.name, source.place)


def read_chats(
    chats_of: Callable[[Source], Iterable[Chat]], sources: Iterable[Source], name: str, place: str
) -> tuple[Conversation, ...]:
    """One conversation, named `name`, with the sessions of all chats in the texts, oldest first.

    Chats with the same title have their ids added to it. Raises `InputError`.
    """
    parts: dict[str, list[Chat]] = {}
    for source in sources:
        for chat in chats_of(source):
            if chat.messages:
                parts.setdefault(chat.id, []).append(chat)
    titles = {key: given[0].title for key, given in parts.items()}
    several = shared(titles.items())
    given = [
        session
        for key, title in titles.items()
        for session in sessions(
            [message for part in parts[key] for message in _oldest_first(part.messages)],
            f"{title} ({key})" if title in several else title,
        )
    ]
    if not given:
        raise EmptyError(f"{place} has no messages with words; export the chat again")
    return (named(name, distinct(given), place),)


def sessions(messages: Iterable[Posted], title: str) -> list[tuple[str, Session]]:
    """The sessions of a chat, each with the place of the chat's first message; none if there are no messages.

    Duplicate messages are dropped. Raises `InputError` for a message that cannot be stored.
    """
    kept: dict[tuple[object, str | None, str], Posted] = {}
    for message in sorted(messages, key=_instant):
        check_turn(message.turn, message.place)
        kept.setdefault((message.id, message.turn.speaker, message.turn.text), message)
    said = [(message.said, message.turn) for message in kept.values()]
    place = next((message.place for message in kept.values()), "")
    return [(place, session) for session in split(said, title)] if said else []


def shared(names: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The names that occur with several ids, given pairs of id and name; empty names do not count."""
    count = Counter(name for _, name in set(names) if name)
    return frozenset(name for name, number in count.items() if number > 1)


def linked(label: str, target: str) -> str:
    """A link as its label and target, "the plan (https://…)", or the target alone if it contains the label."""
    return f"{label} ({target})" if label and label not in target else target


def spaced(name: str) -> str:
    """A name on one line, with single spaces."""
    return " ".join(name.split())


def _oldest_first(messages: Sequence[Posted]) -> Iterator[Posted]:
    is_newest_first = bool(messages) and _instant(messages[0]) > _instant(messages[-1])
    return reversed(messages) if is_newest_first else iter(messages)


def _instant(message: Posted) -> int:
    """When a message was said, in seconds since 1970: in UTC if its offset is known, else by wall-clock time."""
    return seconds_of(message.said.local) - 60 * (message.said.offset_minutes or 0)
