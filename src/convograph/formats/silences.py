"""Sessions for chats that have none of their own: a silence ends a session, and its first minute names it.

A chat only grows at its end, so a later, longer export keeps the names of earlier sessions, and extends the last one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.patterns import lazy_pattern
from convograph.times import seconds_between
from convograph.types import Conversation, Said, Session, Turn

SILENCE: Final = timedelta(hours=6)
"""The silence that ends a session: longer than a meal or an afternoon's work, shorter than most nights."""

_HOURS: Final = (0.1, 100_000)  # if smaller, two sessions could begin in the same minute; the largest is over 11 years
_COPY = lazy_pattern(r" ?\(\d+\)\Z")  # "… (1)", the name of a second download

Message = tuple[Said, Turn]
"""A turn and when it was said, which the turn itself may lack."""


def split(messages: Sequence[Message], name: str, silence: timedelta = SILENCE) -> Iterator[Session]:
    """The messages, at least one, split into sessions at silences; a time that goes back does not end a session.

    `name` is the chat's name, which precedes the first minute in each id.
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
    """The name of a file without the number of a copy.

    >>> original("WhatsApp Chat with Ben (1)")
    'WhatsApp Chat with Ben'
    """
    return _COPY.sub("", name) or name


def split_conversation(conversation: Conversation, hours: float, place: str) -> Conversation:
    """The conversation, which has one session without a name of its own, split at silences of more than `hours`.

    A turn without a time counts as said at the time of the one before it. Raises `InputError` if the conversation has
    sessions of its own or no times, or if `hours` is out of range.
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
    """The error for a file that is to be split but has sessions."""
    return InputError(f"{place} has sessions of its own; add it without --split-hours")


def _session(messages: Sequence[Message], name: str) -> Session:
    said = messages[0][0]
    return Session(tuple(turn for _, turn in messages), f"{name}#{said.local:%Y-%m-%d-%H%M}", said)
