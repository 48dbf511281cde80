"""Resolves which stored turns a `forget` request means."""

from __future__ import annotations

from convograph.errors import InputError, NotFoundError
from convograph.formats.arguments import check_string
from convograph.formats.limits import UNSTORABLE, shortened
from convograph.graph.rows import TurnRow
from convograph.graph.tables import SESSION, TURN
from convograph.graph.turns import speaker_key
from convograph.memory.nearest_names import known_instead
from convograph.protocols import OwnerView


def exactly_one(**things: str | None) -> None:
    """Raise `InputError` unless exactly one of the arguments is given."""
    given = {name: thing for name, thing in things.items() if thing is not None}
    if len(given) != 1:
        raise InputError(f"name exactly one of {', '.join(things)} to forget, not {len(given)}")
    for name, thing in given.items():
        check_string(thing, name)
        if UNSTORABLE.search(thing):
            raise NotFoundError(f"no {name} can be called {shortened(thing)}; nothing was forgotten")


def turns_meant(reading: OwnerView, turn: str | None, session: str | None, speaker: str | None) -> list[TurnRow]:
    """The stored turns with this id, of this session, or by this speaker; all where neither is given.

    `NotFoundError` where none is meant by what is given.
    """
    known = ""
    if turn is not None:
        found, what = list(reading.rows(TURN, id=[turn])), f"turn {turn!r:.80}"
    elif session is not None:
        stored = next(reading.rows(SESSION, name=session), None)
        found = [] if stored is None else list(reading.rows(TURN, session=stored.key))
        what = f"session {session!r:.80}"
    elif speaker is not None:
        key = speaker_key(speaker)
        spoken = [(row.speaker, row) for row in reading.rows(TURN) if row.speaker is not None]
        found = [row for name, row in spoken if speaker_key(name) == key]
        known = "" if found else known_instead(speaker, (name for name, _ in spoken))
        what = f"speaker {speaker!r:.80}"
    else:
        return list(reading.rows(TURN))
    if not found:
        raise NotFoundError(f"there is no {what} in this memory; {known}nothing was forgotten")
    return found
