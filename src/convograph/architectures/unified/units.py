"""Ranked turns to ranked units: a unit is as good as its best turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from convograph.architectures.unified.levels import Floats
from convograph.architectures.unified.places import Places, Rows
from convograph.graph.turns import TurnTable
from convograph.segmentation import grouping
from convograph.types import Unit


@dataclass(frozen=True, slots=True)
class RankedUnit:
    """A unit: the places of its turns, ascending, its score, and the number of its best turn among those scored."""

    places: Rows
    score: float
    best: int


def ranked_units(
    turns: TurnTable, places: Places, here: Rows, scores: Floats, *, unit: Unit, k: int
) -> list[RankedUnit]:
    """The k best units of the turns scored at places `here`, ties to the earlier."""
    found: list[RankedUnit] = []
    for one in _units(turns, places, here, scores, unit):
        if len(found) == k:
            break
        found.append(one)
    return found


def _units(turns: TurnTable, places: Places, here: Rows, scores: Floats, unit: Unit) -> Iterator[RankedUnit]:
    """All units, best first."""
    seen: set[int] = set()
    parts: dict[int, list[range]] = {}
    for number in np.lexsort((here, -scores)).tolist():
        place = int(here[number])
        session = int(places.sessions[place])
        start = int(places.session_starts[session])
        if session not in parts:
            parts[session] = _parts(turns, places, session, unit)
        for part in parts[session]:
            first = start + part.start
            if place - start in part and first not in seen:
                seen.add(first)
                yield RankedUnit(np.arange(first, start + part.stop), float(scores[number]), number)


def _parts(turns: TurnTable, places: Places, session: int, unit: Unit) -> list[range]:
    """How the visible turns of a session are grouped, by positions in it."""
    rows = places.rows[places.session(session)]
    return grouping(unit)([turns.rows[row] for row in rows.tolist()])


def ranked_sessions(
    places: Places, here: Rows, scores: Floats, sessions: Rows, session_scores: Floats, *, k: int
) -> list[RankedUnit]:
    """The k best of some sessions by scores of their own, ties to the earlier."""
    of_turn = places.sessions[here]
    found = []
    for number in np.lexsort((sessions, -session_scores))[:k].tolist():
        session = int(sessions[number])
        own = np.flatnonzero(of_turn == session)
        best = int(own[np.argmax(scores[own])])
        found.append(RankedUnit(places.session(session), float(session_scores[number]), best))
    return found
