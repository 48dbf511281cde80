"""Applies the id, time and position given in a call to its session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from convograph.errors import InputError
from convograph.memory.moments import Moment
from convograph.times import parse_said
from convograph.types import Said, Session


def identified(
    sessions: Sequence[Session], name: str | None, said: Moment | Said | None, first_ordinal: int
) -> list[Session]:
    """The sessions; a single one gets the id, time and position given in the call.

    Raises `InputError` if any of these is given for several sessions.
    """
    if name is None and said is None and first_ordinal == 0:
        return list(sessions)
    if len(sessions) != 1:
        raise InputError(f"session, said and first_ordinal are for one session, and {len(sessions)} were given")
    (only,) = sessions
    return [
        replace(
            only,
            id=only.id if name is None else name,
            said=only.said if said is None else parse_said(said),
            first_ordinal=first_ordinal or only.first_ordinal,
        )
    ]
