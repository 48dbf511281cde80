"""Notes on what reading a file loses: speakers and times under keys that are not read, and blank messages.

In most exports, blank messages are stickers, photos and notices.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from convograph.errors import InputError, TimeError
from convograph.formats.limits import shortened
from convograph.formats.shapes import OTHER_SPEAKERS, TURN_KEYS, turns_key
from convograph.patterns import lazy_pattern
from convograph.times import parse_said
from convograph.types import Conversation, Session

_LISTED: Final = 8  # keys that fit on a line
_TIMELY = lazy_pattern(r"time|date|when|sent|created|(?:\A|_)at\Z", re.IGNORECASE)
"""Parts of names of keys for times."""
_WORD: Final = lazy_pattern(r"[A-Z]?[a-z]+|[A-Z]+")
_SPEAKERS: Final = frozenset(
    {"author", "by", "creator", "from", "member", "nick", "nickname", "participant", "person", "poster", "sender"}
    | {"speaker", "user", "username", "who"}
)
_OF_SPEAKERS: Final = frozenset({"id", "name", "email", "handle", "key", "uuid"})
"""Keys for speakers end with one of `_SPEAKERS` ("sender", "createdBy"), or one of these after it ("author_id")."""


def noted(
    conversation: Conversation, values: Iterable[object], place: str, wordless: Sequence[str] = ()
) -> Conversation:
    """The conversation, with the notes of `unread` and `left_out`.

    Raises `InputError` like `unread`.
    """
    notes = (*unread(conversation.sessions, values, place), *left_out(wordless))
    return replace(conversation, notes=notes)


def left_out(wordless: Sequence[str]) -> tuple[str, ...]:
    """A note on how many blank messages were left out, given their places; none if there were none."""
    count = len(wordless)
    were = "message without words was" if count == 1 else "messages without words were"
    return (f"{count:,} {were} left out",) if count else ()


def unread(sessions: Sequence[Session], values: Iterable[object], place: str) -> tuple[str, ...]:
    """A note if most of at least two turns lack a speaker or a time, and their objects have keys that are not read.

    `values` are the turns, or sessions of turns, that the sessions were read from. Missing times are mentioned only if
    one of those keys looks like a time, as a list of messages for a model has no times.

    Raises `InputError` if none of at least two turns has a speaker and a key seems to name it: another program wrote
    the file, and the speakers would be lost. Personal notes have no such key.
    """
    spoken, timed = _lacking_speakers(sessions), lacking_times(sessions)
    if not spoken and not timed:
        return ()
    keys = _unknown(values)
    likely = [key for key, value in keys.items() if _looks_like_speaker(key, value)]
    if likely and spoken == sum(len(session.turns) for session in sessions):
        raise InputError(
            f"{place} none of its {spoken:,} turns has a speaker, and these keys seem to name it: "
            f'{_listed(likely)}; call the one that does "speaker", or leave them out'
        )
    missing = [f"{spoken:,} turns have no speaker"] * bool(spoken and keys)
    if timed and any(_looks_like_time(key, value) for key, value in keys.items()):
        missing.append(f"{timed:,} turns have no time")
    if not missing:
        return ()
    names = _listed(dict.fromkeys([*likely, *keys]))
    return (f'{", ".join(missing)}: these keys are not read: {names}; call them "speaker" and "time"',)


def _listed(keys: Iterable[str]) -> str:
    given = list(keys)
    more = f" and {len(given) - _LISTED} more" if len(given) > _LISTED else ""
    return f"{', '.join(map(shortened, given[:_LISTED]))}{more}"


def lacking_times(sessions: Sequence[Session]) -> int:
    """The number of turns with no time of their own or of their session, if these are most of at least two; else 0."""
    return _most_of(turn.said is None and session.said is None for session in sessions for turn in session.turns)


def _lacking_speakers(sessions: Sequence[Session]) -> int:
    """The number of turns without a speaker, if these are most of at least two; else 0."""
    return _most_of(turn.speaker is None for session in sessions for turn in session.turns)


def _most_of(flags: Iterable[bool]) -> int:
    """The number of flags that are set, if these are most of at least two; else 0."""
    given = list(flags)
    count = sum(given)
    return count if len(given) > 1 and 2 * count > len(given) else 0


def _unknown(values: Iterable[object]) -> dict[str, Any]:
    """The keys of turns that are not read, each with its first value."""
    found: dict[str, Any] = {}
    for turn in _turns(values):
        for key, value in turn.items():
            # The author of a message may be an object, whose name is not read.
            is_read = key in TURN_KEYS and not (key in OTHER_SPEAKERS and isinstance(value, Mapping))
            if not is_read and value is not None:
                found.setdefault(str(key), value)
    return found


def _turns(values: Iterable[object]) -> Iterator[Mapping[Any, Any]]:
    for value in values:
        if isinstance(value, Mapping):
            key = turns_key(value)
            given = value[key] if key else (value,)
            yield from (each for each in given if isinstance(each, Mapping))


def _looks_like_speaker(key: str, value: object) -> bool:
    """Whether a key looks like that of a speaker, and its value is a name, a number or an object."""
    *before, last = [word.lower() for word in _WORD.findall(key)] or [""]
    is_named = last in _SPEAKERS or (last in _OF_SPEAKERS and before[-1:] != [] and before[-1] in _SPEAKERS)
    return is_named and bool(value) and isinstance(value, str | int | Mapping) and not isinstance(value, bool)


def _looks_like_time(key: str, value: object) -> bool:
    if _TIMELY.search(key):
        return True
    try:
        parse_said(value)  # type: ignore[arg-type]  # whatever the file has
    except TimeError:
        return False
    return True
