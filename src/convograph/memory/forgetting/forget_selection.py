"""Resolves a `forget` request to the stored turns that it means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from convograph.errors import InputError, NotFoundError
from convograph.formats.arguments import check_string
from convograph.formats.limits import UNSTORABLE, shortened
from convograph.graph.rows import TurnRow
from convograph.graph.tables import SESSION, TURN
from convograph.graph.turns import speaker_key
from convograph.memory.moments import Moment, first_moment
from convograph.memory.names.nearest_names import known_instead
from convograph.protocols import OwnerView
from convograph.times import show_moment

_DIGITS = 10  # at most, in a position
_OFFERED = 5  # ids that fit on a line


class ForgetOptions(TypedDict, total=False):
    """The options of `Memory.forget` that say what to remove; exactly one is given."""

    turn: str | None
    session: str | None
    speaker: str | None
    before: Moment | None
    owner: str | None


@dataclass(frozen=True, slots=True)
class ForgetScope:
    """What to forget: a turn by its id, a session, a speaker, what was said before a time, or everything if all are
    `None`.
    """

    turn: str | None = None
    session: str | None = None
    speaker: str | None = None
    before: datetime | None = None

    @property
    def all(self) -> bool:
        """Whether the whole owner is in scope."""
        return self == ForgetScope()

    def __str__(self) -> str:
        if self.before is not None:
            return f"turn said before {show_moment(self.before)}"
        named = {"turn": self.turn, "session": self.session, "speaker": self.speaker}
        return next((f"{what} {name!r:.80}" for what, name in named.items() if name is not None), "owner")


def forget_scope(mine: str, options: ForgetOptions) -> ForgetScope:
    """What the options of `Memory.forget` mean in the memory of the owner `mine`.

    Raises `InputError` unless exactly one is given, it is not blank, and an `owner` equals `mine`; `NotFoundError` for
    a name that cannot be stored; `TimeError` for a `before` that names no moment; `TypeError` for an unknown option.
    """
    if unknown := options.keys() - ForgetOptions.__annotations__.keys():
        raise TypeError(f"forget takes no {sorted(unknown)[0]!r}; it takes {', '.join(ForgetOptions.__annotations__)}")
    given: dict[str, Any] = {option: value for option, value in options.items() if value is not None}
    if len(given) != 1:
        named = ", ".join(ForgetOptions.__annotations__)
        raise InputError(f"name exactly one of {named} to forget, not {len(given) or 'none'}")
    before = options.get("before")
    if before is not None:
        return ForgetScope(before=first_moment(before, datetime.now()))
    ((option, name),) = given.items()
    _check_name(option, name)
    if option != "owner":
        return ForgetScope(**{option: name})
    if name != mine:
        raise InputError(f"this is the memory of {mine!r}, not of {shortened(name)}; open that one to forget it")
    return ForgetScope()


def _check_name(option: str, name: str) -> None:
    check_string(name, option)
    if not name.strip():
        raise InputError(f"{option} is blank: {shortened(name)}; name what is to be forgotten")
    if UNSTORABLE.search(name):
        raise NotFoundError(f"no {option} can be called {shortened(name)}; nothing was forgotten")


def turns_in_scope(reading: OwnerView, scope: ForgetScope) -> list[TurnRow]:
    """The stored turns in scope. Raises `NotFoundError` if nothing matches what is named.

    Only a damaged memory has a session without turns: the session's key has changed, or its turns are gone. For such a
    session, the turns that are in no session are returned: they may be its own, and nobody can read them.
    """
    known = ""
    if scope.turn is not None:
        found = list(reading.rows(TURN, id=[scope.turn]))
        known = "" if found else _full_ids(reading, scope.turn)
    elif scope.session is not None:
        keys = [row.key for row in reading.rows(SESSION, name=scope.session)]
        found = list(reading.rows(TURN, session=keys))
        if keys and not found:
            return _in_no_session(reading)
    elif scope.speaker is not None:
        key = speaker_key(scope.speaker)
        spoken = [(row.speaker, row) for row in reading.rows(TURN) if row.speaker is not None]
        found = [row for name, row in spoken if speaker_key(name) == key]
        known = "" if found else known_instead(scope.speaker, (name for name, _ in spoken))
    elif scope.before is not None:
        return list(_said_before(reading, scope.before))
    else:
        return list(reading.rows(TURN))
    if not found:
        raise NotFoundError(f"there is no {scope} in this memory; {known}nothing was forgotten")
    return found


def _said_before(reading: OwnerView, moment: datetime) -> Iterator[TurnRow]:
    """The turns whose time (or else their session's) is before the moment, by local wall-clock time."""
    sessions = {row.key: row.said for row in reading.rows(SESSION)}
    for row in reading.rows(TURN):
        said = row.said or sessions.get(row.session)
        if said is not None and said.local < moment.replace(tzinfo=None):
            yield row


def _in_no_session(reading: OwnerView) -> list[TurnRow]:
    sessions = {row.key for row in reading.rows(SESSION)}
    return [row for row in reading.rows(TURN) if row.session not in sessions]


def _full_ids(reading: OwnerView, position: str) -> str:
    """For an error: the ids of the turns at a position that was given without its session; empty for none."""
    if not (position.isascii() and position.isdecimal()):
        return ""
    named = [f"{row.name}:{int(position)}" for row in reading.rows(SESSION)] if len(position) <= _DIGITS else []
    ids = [row.id for row in reading.rows(TURN, id=named)]
    return f"known: {', '.join(map(shortened, ids[:_OFFERED]))}{', …' * (len(ids) > _OFFERED)}; " if ids else ""
