"""Sessions of a chat that has none of its own: a silence ends one, and each is named by its first minute.

A chat only grows at its end, so a later, longer file of it keeps the names of earlier sessions, and extends the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.times import seconds_between
from convograph.types import Conversation, Said, Session, Turn

SILENCE: Final = timedelta(hours=6)
"""The silence that ends a session: longer than a meal or an afternoon's work, shorter than most nights."""

_HOURS: Final = (0.1, 100_000)  # fewer, and two sessions may begin in one minute; more is a lifetime
_COPY = re.compile(r" ?\(\d+\)\Z")  # "… (1)", what a second download is called

Message = tuple[Said, Turn]
"""What somebody says, and when: as in the turn, where the time may be missing."""


def split(messages: Sequence[Message], name: str, silence: timedelta = SILENCE) -> Iterator[Session]:
    """The messages, of which there is one at least, cut at silences; a time that goes back ends none.

    `name` is that of the chat, in front of the first minute in each id.
    """
    current: list[Message] = []
    latest = messages[0][0]
    for said, turn in messages:
        seconds = seconds_between(latest, said)
        if seconds > silence.total_seconds():
            yield _session(current, name)
            current = []
        current.append((said, turn))
        latest = said if seconds > 0 else latest
    yield _session(current, name)


def original(name: str) -> str:
    """What a file is called, or, if it is a copy, what its original is called.

    >>> original("WhatsApp Chat with Ben (1)")
    'WhatsApp Chat with Ben'
    """
    return _COPY.sub("", name) or name


def split_conversation(conversation: Conversation, hours: float, place: str) -> Conversation:
    """The conversation, whose one session nobody named, cut at silences of so many hours.

    A turn without a time is said when the one before it is. Raises `InputError` if the conversation has sessions of its
    own or no times, and for hours that cannot be.
    """
    if isinstance(hours, bool) or not isinstance(hours, int | float) or not _HOURS[0] <= hours <= _HOURS[1]:
        raise InputError(f"the hours that split sessions are from {_HOURS[0]} to {_HOURS[1]:,}: {shortened(hours)}")
    session, *others = conversation.sessions
    if others or session.id != f"{original(conversation.name)}#1" or session.first_ordinal:
        raise has_sessions(place)
    first = next((turn.said for turn in session.turns if turn.said is not None), None)
    if first is None:
        raise InputError(f"{place} has no times to split it by; add it without --split-hours")
    messages: list[Message] = []
    latest = session.said or first
    for turn in session.turns:
        latest = turn.said or latest
        messages.append((latest, turn))
    return replace(conversation, sessions=tuple(split(messages, original(conversation.name), timedelta(hours=hours))))


def has_sessions(place: str) -> InputError:
    """The error for a file that is split though it has sessions."""
    return InputError(f"{place} has sessions of its own; add it without --split-hours")


def _session(messages: Sequence[Message], name: str) -> Session:
    said = messages[0][0]
    return Session(tuple(turn for _, turn in messages), f"{name}#{said.local:%Y-%m-%d-%H%M}", said)
