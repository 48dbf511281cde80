"""Changes the text of a stored turn: the turn and those after it in its session are stored again, with new keys.

Keys increase with every commit and follow the order of a session, so a turn cannot get a new one alone.
"""

from __future__ import annotations

from dataclasses import replace

from convograph.errors import NotFoundError
from convograph.formats.limits import check_turn, shortened
from convograph.graph.turns import source_turn
from convograph.memory.commits.transaction import Transaction
from convograph.types import SourceTurn, Turn


def store_edited(writing: Transaction, turn: str, text: str) -> SourceTurn:
    """Store a turn with another text, and return it. See `Memory.edit` for the rules."""
    check_turn(Turn(text), "the new text:")
    row = next(iter(writing.turns_named([turn])), None)
    session = None if row is None else writing.session_of_key(row.session)
    if row is None or session is None:
        raise NotFoundError(f"the turn {shortened(turn)} was forgotten meanwhile; nothing was changed")
    if row.text == text:
        return source_turn(row, {session.key: session})
    later = writing.session_turns(session.key, range(row.ordinal, session.next_ordinal))
    writing.remove_turns(later)
    if writing.session(session.name) is None:  # it began with the turn, and went with it
        session = replace(session, key=writing.new_keys(1))
        writing.put_sessions([session])
    first = writing.new_keys(len(later))
    stored = [replace(each, key=first + position, session=session.key) for position, each in enumerate(later)]
    stored[0] = replace(stored[0], text=text)
    writing.put_turns(stored)
    return source_turn(stored[0], {session.key: session})
