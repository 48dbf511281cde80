"""Resolves which stored turns a `forget` request means."""

from __future__ import annotations

from convograph.errors import InputError, NotFoundError
from convograph.formats.arguments import check_string
from convograph.formats.limits import UNSTORABLE, shortened
from convograph.graph.rows import TurnRow
from convograph.graph.turns import speaker_key
from convograph.memory.transaction import Transaction


def exactly_one(**things: str | None) -> None:
    """Raise `InputError` unless exactly one of the arguments is given."""
    given = {name: thing for name, thing in things.items() if thing is not None}
    if len(given) != 1:
        raise InputError(f"name exactly one of {', '.join(things)} to forget, not {len(given)}")
    for name, thing in given.items():
        check_string(thing, name)
        if UNSTORABLE.search(thing):
            raise NotFoundError(f"no {name} can be called {shortened(thing)}; nothing was forgotten")


def turns_meant(writing: Transaction, turn: str | None, session: str | None, speaker: str | None) -> list[TurnRow]:
    """The stored turns with this id, of this session, or by this speaker. `NotFoundError` when there are none."""
    if turn is not None:
        found, what = writing.turns_named([turn]), f"turn {turn!r:.80}"
    elif session is not None:
        stored = writing.session(session)
        found, what = writing.session_turns(stored.key) if stored else [], f"session {session!r:.80}"
    else:
        key = speaker_key(speaker or "")
        found = [row for row in writing.turns() if row.speaker is not None and speaker_key(row.speaker) == key]
        what = f"speaker {speaker!r:.80}"
    if not found:
        raise NotFoundError(f"there is no {what} in this memory; nothing was forgotten")
    return found
