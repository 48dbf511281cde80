"""What a file seems to say of its turns, but under keys that are not read: who said them, and when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from convograph.errors import TimeError
from convograph.formats.limits import shortened
from convograph.formats.shapes import TURN_KEYS, turns_key
from convograph.times import parse_said
from convograph.types import Conversation, Session

_LISTED: Final = 8  # keys: what fits on a line
_TIMELY = re.compile(r"time|date|when|sent|created|(?:\A|_)at\Z", re.IGNORECASE)
"""In names of keys for times."""


def noted(conversation: Conversation, values: Iterable[object]) -> Conversation:
    """The conversation, with what `unread` says of it."""
    return replace(conversation, notes=unread(conversation.sessions, values))


def unread(sessions: Sequence[Session], values: Iterable[object]) -> tuple[str, ...]:
    """That most of several turns have no speaker or no time, though their objects have keys that were not read.

    `values` are those that the sessions were read from: turns, or sessions of turns. Nothing is said of times that are
    missing where no such key looks like one: a list of messages for a model has none.
    """
    spoken, timed = _lacking_speakers(sessions), lacking_times(sessions)
    if not spoken and not timed:
        return ()
    keys = _unknown(values)
    missing = [f"{spoken:,} turns have no speaker"] * bool(spoken and keys)
    if timed and any(_looks_like_time(key, value) for key, value in keys.items()):
        missing.append(f"{timed:,} turns have no time")
    if not missing:
        return ()
    more = f" and {len(keys) - _LISTED} more" if len(keys) > _LISTED else ""
    names = ", ".join(map(shortened, list(keys)[:_LISTED]))
    return (f'{", ".join(missing)}: these keys are not read: {names}{more}; call them "speaker" and "time"',)


def lacking_times(sessions: Sequence[Session]) -> int:
    """How many turns have no time, of their own or of their session, if those are most of several; else 0."""
    return _most_of(turn.said is None and session.said is None for session in sessions for turn in session.turns)


def _lacking_speakers(sessions: Sequence[Session]) -> int:
    """How many turns have no speaker, if those are most of several; else 0."""
    return _most_of(turn.speaker is None for session in sessions for turn in session.turns)


def _most_of(flags: Iterable[bool]) -> int:
    """How many flags are set, if those are most of several; else 0."""
    given = list(flags)
    count = sum(given)
    return count if len(given) > 1 and 2 * count > len(given) else 0


def _unknown(values: Iterable[object]) -> dict[str, Any]:
    """The keys of turns that are not read, each with the first value that it has."""
    found: dict[str, Any] = {}
    for turn in _turns(values):
        for key, value in turn.items():
            if key not in TURN_KEYS and value is not None:
                found.setdefault(str(key), value)
    return found


def _turns(values: Iterable[object]) -> Iterator[Mapping[Any, Any]]:
    for value in values:
        if isinstance(value, Mapping):
            key = turns_key(value)
            given = value[key] if key else (value,)
            yield from (each for each in given if isinstance(each, Mapping))


def _looks_like_time(key: str, value: object) -> bool:
    if _TIMELY.search(key):
        return True
    try:
        parse_said(value)  # type: ignore[arg-type]  # whatever the file has
    except TimeError:
        return False
    return True
