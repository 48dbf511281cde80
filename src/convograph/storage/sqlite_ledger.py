"""What models have used, in SQLite: sums by owner, purpose and model, outside of revisions."""

from __future__ import annotations

import sqlite3

from convograph.types import LedgerEntry

_COLUMNS = "purpose, model, calls, prompt_tokens, completion_tokens, seconds"


def book(connection: sqlite3.Connection, owner: str, entry: LedgerEntry) -> None:
    """Add to the sums of an owner; nothing when the owner is gone."""
    connection.execute(
        f"INSERT INTO ledger (owner, {_COLUMNS}) SELECT id, ?, ?, ?, ?, ?, ? FROM owner WHERE name = ? "  # noqa: S608
        "ON CONFLICT (owner, purpose, model) DO UPDATE SET calls = calls + excluded.calls, "
        "prompt_tokens = prompt_tokens + excluded.prompt_tokens, "
        "completion_tokens = completion_tokens + excluded.completion_tokens, seconds = seconds + excluded.seconds",
        (
            entry.purpose,
            entry.model,
            entry.calls,
            entry.prompt_tokens,
            entry.completion_tokens,
            entry.seconds,
            owner,
        ),
    )


def booked(connection: sqlite3.Connection, owner: str) -> tuple[LedgerEntry, ...]:
    """The sums of an owner, by purpose and model in the order of the alphabet."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM ledger WHERE owner = (SELECT id FROM owner WHERE name = ?) "  # noqa: S608
        "ORDER BY purpose, model",
        (owner,),
    )
    return tuple(LedgerEntry(*row) for row in rows)
