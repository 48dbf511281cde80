"""Stores sessions: identity, extension, conflicts. Raw turns only; `derivation` brings layers up to date."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b

from convograph.errors import ConflictError, InputError, SessionConflictError
from convograph.graph.rows import SessionRow, TurnRow
from convograph.graph.turns import source_turn
from convograph.memory.commits.transaction import Transaction
from convograph.memory.storing.continuation import continued_at
from convograph.memory.storing.turn_differences import said_key, shown, turn_difference
from convograph.types import Session, SessionReport, SourceTurn, Turn


def named(session: Session, secret: bytes) -> Session:
    """The session with an id: its own, or a hash of its start time and turns, keyed by the store's secret."""
    if session.id is not None:
        return session
    if session.first_ordinal:
        raise InputError(f"which session grows is not known; give its id with first_ordinal={session.first_ordinal}")
    words = json.dumps(
        [said_key(session.said), [[turn.id, turn.speaker, turn.text, said_key(turn.said)] for turn in session.turns]]
    )
    return replace(session, id="s-" + blake2b(words.encode(), key=secret, digest_size=8).hexdigest())


def store_session(writing: Transaction, session: Session, *, replace_conflicts: bool) -> SessionReport:
    """Store the new turns of a session that has an id; see `Memory.add` for the rules."""
    name = session.id or ""
    stored = writing.session(name)
    if stored is None:
        return _append(writing, session, None, 0)
    turns = _stored_turns(writing, stored, session)
    problem = _conflict(session, stored, turns)
    place = None if replace_conflicts else _continued_at(session, stored, turns, problem)
    if place is not None:
        return store_session(writing, replace(session, first_ordinal=place), replace_conflicts=False)
    if problem and not replace_conflicts:
        forgetting = "replace=True forgets the stored session first"
        if session.first_ordinal:
            raise SessionConflictError(problem, forgetting, None)
        adding = f"append adds one turn after its last, first_ordinal={stored.next_ordinal} adds all of these"
        raise SessionConflictError(problem, f"{adding}, {forgetting}", stored.next_ordinal)
    gaps = _gaps(session, stored, turns)
    if not replace_conflicts or not (problem or gaps):
        return _append(writing, session, stored, gaps)
    if session.first_ordinal:
        raise InputError(f"session {shown(name)} is replaced as a whole; give all of its turns, without first_ordinal")
    writing.remove_turns(turns)
    return _append(writing, session, None, 0)


def _continued_at(session: Session, stored: SessionRow, turns: Sequence[TurnRow], problem: str | None) -> int | None:
    """The ordinal at which the given turns continue the stored session; `None` if at none, or from its beginning."""
    begins = any(row.ordinal < len(session.turns) for row in turns)  # otherwise they would match nothing but gaps
    if session.first_ordinal or (begins and not problem):
        return None
    return continued_at(session, stored, turns)


def append_turn(writing: Transaction, turn: Turn, name: str) -> SourceTurn:
    """Store a turn after all turns that the session ever had, and return it as stored."""
    stored = writing.session(name)
    ordinal = stored.next_ordinal if stored else 0
    store_session(writing, Session((turn,), name, first_ordinal=ordinal), replace_conflicts=False)
    (row,) = writing.turns_named([turn.id or default_id(name, ordinal)])
    grown = writing.session(name)
    return source_turn(row, {} if grown is None else {grown.key: grown})


def _stored_turns(writing: Transaction, stored: SessionRow, session: Session) -> list[TurnRow]:
    """The session's stored turns; with `first_ordinal`, only those at the positions of the given turns."""
    if session.first_ordinal == 0:
        return writing.session_turns(stored.key)
    last = min(session.first_ordinal + len(session.turns), stored.next_ordinal)
    return writing.session_turns(stored.key, range(session.first_ordinal, last))


def _append(writing: Transaction, session: Session, stored: SessionRow | None, gaps: int) -> SessionReport:
    name = session.id or ""
    next_ordinal = stored.next_ordinal if stored else 0
    if session.first_ordinal > next_ordinal:
        raise InputError(
            f"session {name!r} has turns up to ordinal {next_ordinal - 1}, and the call begins at "
            f"{session.first_ordinal}; give the turns between too"
        )
    fresh = session.turns[max(next_ordinal - session.first_ordinal, 0) :]
    if not fresh:
        return SessionReport(name, 0, len(session.turns) - gaps, gaps)
    key = stored.key if stored else writing.new_keys(1)
    _check_ids(writing, name, next_ordinal, fresh)
    first = writing.new_keys(len(fresh))
    now = datetime.now(UTC).isoformat(timespec="seconds")
    said = stored.said if stored else session.said
    writing.put_sessions([SessionRow(key, name, said, next_ordinal + len(fresh))])
    writing.put_turns(
        [
            TurnRow(
                first + place,
                key,
                next_ordinal + place,
                turn.id or default_id(name, next_ordinal + place),
                turn.speaker,
                turn.text,
                turn.said,
                now,
                dict(turn.metadata),
            )
            for place, turn in enumerate(fresh)
        ]
    )
    return SessionReport(name, len(fresh), len(session.turns) - len(fresh) - gaps, gaps)


def default_id(session: str, ordinal: int) -> str:
    """The default id of a turn."""
    return f"{session}:{ordinal}"


def _check_ids(writing: Transaction, name: str, next_ordinal: int, fresh: Sequence[Turn]) -> None:
    ids = [turn.id or default_id(name, next_ordinal + place) for place, turn in enumerate(fresh)]
    if len(set(ids)) < len(ids):  # the given ids are distinct, so one of them equals another turn's default id
        twice = next(given for given in ids if ids.count(given) > 1)
        raise InputError(f"the turn id {shown(twice)} is also that of a turn without one; give the turn another id")
    if taken := writing.turns_named(ids):
        raise ConflictError(_taken(writing, taken[0], fresh[ids.index(taken[0].id)]))


def _taken(writing: Transaction, row: TurnRow, turn: Turn) -> str:
    """The error for a taken turn id; times are not compared, because an appended turn has the current time."""
    session = writing.session_of_key(row.session)
    place = f"as turn {row.ordinal} of session {shown(session and session.name)}"
    difference = turn_difference(row, replace(turn, said=None))
    what = f"{place}, with another {difference}" if difference else place
    return f"the turn id {shown(row.id)} is stored already, {what}; give the turn another id, or none"


def _gaps(session: Session, stored: SessionRow, turns: Sequence[TurnRow]) -> int:
    """The number of given turns at positions where a stored turn was forgotten."""
    last = min(session.first_ordinal + len(session.turns), stored.next_ordinal)
    return len(set(range(session.first_ordinal, last)) - {row.ordinal for row in turns})


def _conflict(session: Session, stored: SessionRow, turns: Sequence[TurnRow]) -> str | None:
    """How the given session differs from the stored one, or `None`; a gap left by forgetting matches any turn."""
    if session.said is not None and said_key(session.said) != said_key(stored.said):
        return f"session {stored.name!r} is stored with the time {shown(stored.said)}, not {shown(session.said)}"
    by_ordinal = {row.ordinal: row for row in turns}
    for ordinal, turn in enumerate(session.turns, start=session.first_ordinal):
        row = by_ordinal.get(ordinal)
        difference = turn_difference(row, turn) if row else None
        if difference:
            return f"turn {ordinal} of session {stored.name!r} is stored with another {difference}"
    return None
