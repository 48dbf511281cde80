"""Appends messages of an ongoing conversation: which turns a message becomes, when it was said, and in which session.

A message without a session continues the owner's latest session that was begun by another one, unless that session has
been silent for too long. These sessions are recognized by their name, which is their start. Sessions that a caller
named or that came from a file are not continued: they may be added again with more turns, which would conflict with
messages appended to them.

"Latest" is decided in the transaction that stores the message, over the turns of all processes. Among the turns said
within `silence_hours` of the message, before or after, the one said last (of several, the one stored last) determines
the session. Two times that both have an offset from UTC are compared as instants, others by the wall clock: a
conversation may mix messages with Unix times and messages said now. Without such a turn, a new session begins, named by
its start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from itertools import count
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from convograph import formats
from convograph.errors import ConflictError, InputError
from convograph.formats.arguments import check_number
from convograph.formats.limits import MAX_ID_CHARACTERS, check_name, shortened
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import TurnTable, source_turn
from convograph.memory.commits.transaction import Transaction
from convograph.memory.moments import Moment
from convograph.memory.storing.ingestion import append_turn
from convograph.memory.storing.turn_differences import turn_difference
from convograph.patterns import lazy_pattern
from convograph.times import parse_said, seconds_between, seconds_of
from convograph.types import AppendedTurn, Said, SourceTurn, Turn

SILENCE_HOURS = 4.0  # longer than a meal or a meeting, shorter than a night

_SECONDS_OF_AN_HOUR = 3600
_MOST_HOURS = 100_000_000  # more than there are between the years 1 and 9999
_CLOCKS_APART = 2 * 24 * _SECONDS_OF_AN_HOUR  # the most that two wall clocks can differ at the same instant
_NAME = lazy_pattern(r"\d{1,4}-\d\d-\d\d-\d{6}(?:-\d+)?", re.ASCII)  # what `_new_name` returns


class AppendOptions(TypedDict, total=False):
    """The options of `Memory.append` besides the message and its session."""

    said: Moment | Said | None
    silence_hours: float


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message as turns that can be stored, all said at `said`, in `session` or, if `None`, in the ongoing session.

    `replaced` counts the characters that had to be replaced.
    """

    turns: tuple[Turn, ...]
    said: Said
    session: str | None
    replaced: int


def utterance(given: object, session: str | None, said: Moment | Said | None) -> Utterance | None:
    """The utterance of a message; `None` for instructions to a model, tool calls without text, and blank messages.

    Its time is `said`, else the message's own, else now. Raises `InputError` for content that cannot be stored.
    """
    if not isinstance(given, Turn | Mapping):
        raise InputError(
            f"append takes one message, a Turn or a mapping, and the id of a session: {shortened(given)}; "
            "for lists and sessions there is add"
        )
    check_name(session, "session", MAX_ID_CHARACTERS)
    found, replaced = formats.live_turns(given, "message:")
    if not found:
        return None
    given_time = said if said is not None else found[0].turn.said or found[0].session_said
    at = parse_said(datetime.now().astimezone() if given_time is None else given_time)
    turns = tuple(replace(each.turn, said=at) for each in found)
    return Utterance(turns, at, found[0].session if session is None else session, replaced)


def check_hours(hours: object) -> None:
    """Raise `InputError` unless given a number of hours, at least 0, as the silence after which a session ends."""
    check_number(hours, "silence_hours", most=_MOST_HOURS, what="number of hours")


def store_utterance(writing: Transaction, snapshot: Snapshot, given: Utterance, hours: float) -> AppendedTurn:
    """Store the turns of a message at the end of its session and return the last one.

    A message whose id is already stored is not stored again; the stored turn is returned. The `snapshot` may be older
    than the transaction.
    """
    if (before := _stored_before(writing, given)) is not None:
        return before
    name = given.session
    if name is None:
        name = _session_at(writing, snapshot, given.said, hours)
    try:
        stored = [append_turn(writing, turn, name) for turn in given.turns]
    except ConflictError as error:
        raise ConflictError(f"{error}; to change a stored turn, use `edit`") from None
    return _appended(stored[-1], given.replaced, began=stored[0].ordinal == 0)


def _stored_before(writing: Transaction, given: Utterance) -> AppendedTurn | None:
    """The last turn of a message, if it is already stored under its id with the same speaker and text."""
    turn = given.turns[-1]
    row = next(iter(writing.turns_named([turn.id])), None) if turn.id is not None else None
    if row is None or turn_difference(row, replace(turn, said=None)) is not None:
        return None
    session = writing.session_of_key(row.session)
    if session is None or given.session not in (None, session.name):
        return None
    return _appended(source_turn(row, {session.key: session}), given.replaced, began=row.ordinal == 0)


def _appended(turn: SourceTurn, replaced: int, *, began: bool) -> AppendedTurn:
    stored: dict[str, Any] = {each.name: getattr(turn, each.name) for each in fields(SourceTurn)}
    return AppendedTurn(**stored, replaced=replaced, began=began)


def _session_at(writing: Transaction, snapshot: Snapshot, said: Said, hours: float) -> str:
    """The name of the session that is ongoing at a time, or of a new one."""
    silence = round(hours * _SECONDS_OF_AN_HOUR)
    since = (place for place in _committed_since(writing, snapshot, said) if abs(place[0]) <= silence)
    held = _latest_in_snapshot(snapshot.turns, said, silence) if writing.version.continues(snapshot.version) else None
    latest = max(since if held is None else (held, *since), default=None)
    session = None if latest is None else writing.session_of_key(latest[2])
    return _new_name(writing, said) if session is None else session.name


_Place = tuple[int, int, int]
"""How many seconds after the message a turn was said, the key of the turn, and the key of its session."""


def _latest_in_snapshot(turns: TurnTable, said: Said, silence: int) -> _Place | None:
    """The latest turn within `silence` seconds of a time, in sessions that may continue."""
    moment = seconds_of(said.local)
    latest: _Place | None = None
    rows = _latest_first(turns, moment, silence + _CLOCKS_APART)
    by_the_clock = (turns.seconds.values[rows] - moment).tolist()
    for row, after in zip(turns.rows.at(rows), by_the_clock, strict=True):
        if latest is not None and after + _CLOCKS_APART < latest[0]:
            break  # whatever their offsets, this turn and all after it are earlier
        then = row.said or turns.session_rows[row.session].said
        place = (after if then is None else seconds_between(said, then), row.key, row.session)
        if abs(place[0]) <= silence and (latest is None or place > latest):
            latest = place
    return latest


def _latest_first(turns: TurnTable, moment: int, reach: int) -> npt.NDArray[np.int64]:
    """The rows of the turns within `reach` seconds of a moment in sessions that may continue, latest first.

    Times are compared by the wall clock.
    """
    seconds = turns.seconds.values
    near = np.flatnonzero((seconds >= moment - reach) & (seconds <= moment + reach))
    sessions = turns.sessions.values[near]
    going_on = [key for key in np.unique(sessions).tolist() if _NAME.fullmatch(turns.session_rows[key].name)]
    rows = near[np.isin(sessions, going_on)]
    return rows[np.argsort(-seconds[rows], kind="stable")]


def _committed_since(writing: Transaction, snapshot: Snapshot, message: Said) -> Iterator[_Place]:
    """The turns with a time stored since the snapshot, in sessions that may continue."""
    known = snapshot.version.last_key if writing.version.continues(snapshot.version) else 0
    turns = writing.turns(after=known)
    sessions = writing.sessions_of_keys({row.session for row in turns})
    for row in turns:
        session = sessions.get(row.session)
        if session is None or not _NAME.fullmatch(session.name):
            continue
        said = row.said or session.said
        if said is not None:
            yield seconds_between(message, said), row.key, row.session


def _new_name(writing: Transaction, said: Said) -> str:
    """A session's name from its start ("2024-05-01-183005"), with a number appended if the name is taken."""
    name = f"{said.local:%Y-%m-%d-%H%M%S}"
    numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(each for each in numbered if writing.session(each) is None)
