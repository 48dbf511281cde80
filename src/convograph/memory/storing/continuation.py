"""Where given turns continue a stored session that they do not repeat from its beginning.

A client may send only its last few messages, or the newest alone. They continue the session

- where they overlap it: the first given turn equals a stored one, and so do all that follow, up to the end of either
  list (the first match counts, so a replayed call finds all of its turns; times, ids and metadata that a client leaves
  out count as equal);
- otherwise at its end, if every given turn has its own time, later than every time in the session.

Anything else is a conflict: turns that begin like the session and then differ were changed, and an unknown turn without
a time may be a changed one. If the end of the session was forgotten, later turns may be the forgotten ones, so times
decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from convograph.graph.rows import SessionRow, TurnRow
from convograph.memory.storing.turn_differences import turn_difference
from convograph.times import seconds_between
from convograph.types import Session, Turn


def continued_at(session: Session, stored: SessionRow, rows: Sequence[TurnRow]) -> int | None:
    """The ordinal at which the given turns begin in the stored session; `None` if they do not continue it."""
    given = session.turns
    by_ordinal = {row.ordinal: row for row in rows}
    if 0 in by_ordinal and not turn_difference(by_ordinal[0], given[0]):
        return None
    found = (row.ordinal for row in rows if row.ordinal and _begin_at(row.ordinal, given, by_ordinal))
    place = min(found, default=None)
    if place is None and stored.next_ordinal - 1 in by_ordinal and _are_later(given, stored, rows):
        return stored.next_ordinal
    return place


def _begin_at(place: int, given: Sequence[Turn], by_ordinal: Mapping[int, TurnRow]) -> bool:
    """Whether the given turns equal the stored ones from `place` on; a gap left by forgetting matches any turn."""
    pairs = ((by_ordinal.get(ordinal), turn) for ordinal, turn in enumerate(given, start=place))
    return not any(row and turn_difference(row, turn) for row, turn in pairs)


def _are_later(given: Sequence[Turn], stored: SessionRow, rows: Sequence[TurnRow]) -> bool:
    """Whether every given turn was said after everything in the session; false if any time is unknown."""
    times = [row.said or stored.said for row in rows]
    known = [said for said in times if said is not None]
    return len(known) == len(times) and all(
        turn.said is not None and all(seconds_between(said, turn.said) > 0 for said in known) for turn in given
    )
