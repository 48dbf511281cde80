"""Turns of a conversation that is going on, one message at a time: what is stored of it, when, and in which session.

A message that names no session continues the owner's latest one, unless that has been silent for too long. "Latest" is
decided in the transaction that stores the message, over the turns of all processes: among the turns said within
`silence_hours` of the message, before or after, the one said last (of several, the one stored last) names the session.
Times are compared as everywhere: on the wall clock. If there is no such turn, a session begins, named by its start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from itertools import count
from typing import Any, TypedDict

import numpy as np

from convograph.errors import InputError
from convograph.formats import live_turns
from convograph.formats.limits import MAX_ID_CHARACTERS, check_name, shortened
from convograph.graph.snapshot import Snapshot
from convograph.memory.ingestion import append_turn
from convograph.memory.moments import Moment
from convograph.memory.transaction import Transaction
from convograph.times import parse_said, seconds_of
from convograph.types import AppendedTurn, Said, SourceTurn, Turn

SILENCE_HOURS = 4.0  # longer than a meal or a meeting, shorter than a night

_SECONDS_OF_AN_HOUR = 3600
_MOST_HOURS = 100_000_000  # more than lie between the years 1 and 9999


class AppendOptions(TypedDict, total=False):
    """The options that `Memory.append` takes besides the message and its session."""

    said: Moment | Said | None
    silence_hours: float


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message as turns that can be stored: all said at `said`, in `session` or in the one that is going on.

    `replaced` counts the characters that had to be replaced.
    """

    turns: tuple[Turn, ...]
    said: Said
    session: str | None
    replaced: int


def utterance(given: object, session: str | None, said: Moment | Said | None) -> Utterance | None:
    """What a message says; `None` for instructions to a model, calls of tools without text, and messages without any.

    Its time is `said`, else its own, else now. Raises `InputError` for what cannot be stored.
    """
    if not isinstance(given, Turn | Mapping):
        raise InputError(
            f"append takes one message, a Turn or a mapping, and the id of a session: {shortened(given)}; "
            "for lists and sessions there is add"
        )
    check_name(session, "session", MAX_ID_CHARACTERS)
    found, replaced = live_turns(given, "message:")
    if not found:
        return None
    given_time = said if said is not None else found[0].turn.said or found[0].session_said
    at = parse_said(datetime.now().astimezone() if given_time is None else given_time)
    turns = tuple(replace(each.turn, said=at) for each in found)
    return Utterance(turns, at, found[0].session if session is None else session, replaced)


def checked_hours(hours: object) -> float:
    """The silence after which a session begins. Raises `InputError` for anything but a number from 0 on."""
    if isinstance(hours, bool) or not isinstance(hours, int | float) or not 0 <= hours <= _MOST_HOURS:
        raise InputError(f"silence_hours is a number of hours, from 0 to {_MOST_HOURS:,}: {shortened(hours)}")
    return float(hours)


def store_utterance(writing: Transaction, snapshot: Snapshot, given: Utterance, hours: float) -> AppendedTurn:
    """Store the turns of a message at the end of its session; returns the last of them.

    The `snapshot` may be older than the transaction.
    """
    name = given.session
    if name is None:
        name = _session_at(writing, snapshot, given.said, hours)
    stored = [append_turn(writing, turn, name) for turn in given.turns]
    return _appended(stored[-1], given.replaced, began=stored[0].ordinal == 0)


def _appended(turn: SourceTurn, replaced: int, *, began: bool) -> AppendedTurn:
    stored: dict[str, Any] = {each.name: getattr(turn, each.name) for each in fields(SourceTurn)}
    return AppendedTurn(**stored, replaced=replaced, began=began)


def _session_at(writing: Transaction, snapshot: Snapshot, said: Said, hours: float) -> str:
    """The session that is going on at a time, or the name of a new one."""
    moment = seconds_of(said.local)
    silence = round(hours * _SECONDS_OF_AN_HOUR)
    near = [*_held(writing, snapshot, moment, silence), *_committed_since(writing, snapshot)]
    latest = max((turn for turn in near if abs(turn[0] - moment) <= silence), default=None)
    session = None if latest is None else writing.session_of_key(latest[2])
    return _new_name(writing, said) if session is None else session.name


_Place = tuple[int, int, int]
"""When a turn was said, in seconds, its key and that of its session."""


def _held(writing: Transaction, snapshot: Snapshot, moment: int, silence: int) -> Iterator[_Place]:
    """The snapshot's latest turn within the silence of a moment; none if rows of the snapshot may be gone."""
    turns = snapshot.turns
    seconds = turns.seconds.values
    near = np.flatnonzero((seconds >= moment - silence) & (seconds <= moment + silence))
    if writing.version.continues(snapshot.version) and len(near):
        row = int(near[len(near) - 1 - int(np.argmax(seconds[near][::-1]))])
        yield int(seconds[row]), int(turns.keys.values[row]), int(turns.sessions.values[row])


def _committed_since(writing: Transaction, snapshot: Snapshot) -> Iterator[_Place]:
    """The turns that others have stored since the snapshot, those without a time left out."""
    known = snapshot.version.last_key if writing.version.continues(snapshot.version) else 0
    for row in writing.turns(after=known):
        session = writing.session_of_key(row.session)
        said = row.said or (session.said if session else None)
        if said is not None:
            yield seconds_of(said.local), row.key, row.session


def _new_name(writing: Transaction, said: Said) -> str:
    """A session's name from its start, "2024-05-01-183005", with a number behind it if it is taken."""
    name = f"{said.local:%Y-%m-%d-%H%M%S}"
    numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(each for each in numbered if writing.session(each) is None)
