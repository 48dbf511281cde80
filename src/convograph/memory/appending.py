"""How a session grows turn by turn, whoever else writes to it."""

from __future__ import annotations

from convograph.graph.turns import source_turn
from convograph.memory.adding import default_id, store_session
from convograph.memory.transaction import Transaction
from convograph.types import Session, SourceTurn, Turn


def append_turn(writing: Transaction, turn: Turn, name: str) -> SourceTurn:
    """Store a turn behind all that the session of this name ever had; the turn as stored."""
    stored = writing.session(name)
    ordinal = stored.next_ordinal if stored else 0
    store_session(writing, Session((turn,), name, first_ordinal=ordinal), replace_conflicts=False)
    (row,) = writing.turns_named([turn.id or default_id(name, ordinal)])
    grown = writing.session(name)
    return source_turn(row, {} if grown is None else {grown.key: grown})
