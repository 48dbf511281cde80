"""Ranks units by their turns: a unit is as good as its best turn, and slightly better for every other good turn."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from convograph.architectures.unified.places import Places
from convograph.graph.arrays import Floats, Rows
from convograph.graph.turns import TurnTable
from convograph.retrieval import SCORE_DECIMALS, cut_into
from convograph.types import Unit

SHARE = 0.5
"""How much a unit's other turns count beside its best: 0 not at all; with 1 their odds add up.

Chosen for the chronicles out of 0.3, 0.5, 0.65 and 0.8.
"""


@dataclass(frozen=True, slots=True)
class RankedUnit:
    """A unit: the places of its turns, ascending, its score, and the number of its best turn among the scored turns.

    `odds` are the log odds of its turns together: the score, except for sessions, which have a model of their own.
    """

    places: Rows
    score: float
    best: int
    odds: float


def ranked_units(
    turns: TurnTable, places: Places, here: Rows, scores: Floats, *, unit: Unit, k: int
) -> list[RankedUnit]:
    """The k best units of the turns scored at the ascending places `here`; ties go to the earlier best turn.

    Scores of turns and units are log odds.
    """
    order = np.argsort(-scores, kind="stable").tolist()
    if unit == "turn":
        return [_turn(int(here[number]), number, float(scores[number])) for number in order[:k]]
    found: list[RankedUnit] = []
    seen: set[int] = set()
    parts: dict[int, list[range]] = {}
    single = unit == "user-turn"  # of one turn each: the first k found are the best
    together = {} if single else _of_sessions(places.sessions[here], scores)
    for number in order:
        place = int(here[number])
        session = int(places.sessions[place])
        if len(found) >= k:
            if single:
                break
            # no unit scores more than its whole session: most sessions are never cut into units
            if together[session] <= found[k - 1].score:
                continue
        if session not in parts:
            parts[session] = _parts(turns, places, session, unit)
        for part in _containing(parts[session], place):
            if part.start not in seen:
                seen.add(part.start)
                low, high = np.searchsorted(here, (part.start, part.stop))
                score = _joint_score(scores[low:high])
                made = RankedUnit(np.arange(part.start, part.stop), score, number, score)
                insort(found, made, key=lambda one: -one.score)
    return found[:k]


def _turn(place: int, number: int, score: float) -> RankedUnit:
    return RankedUnit(np.arange(place, place + 1), score, number, score)


def _of_sessions(sessions: Rows, scores: Floats) -> dict[int, float]:
    """The joint score of all turns of each session; `sessions` ascend."""
    if not len(sessions):
        return {}
    numbers, starts = np.unique(sessions, return_index=True)
    found = SHARE * np.logaddexp.reduceat(scores / SHARE, starts)
    return dict(zip(numbers.tolist(), np.round(found, SCORE_DECIMALS).tolist(), strict=True))


def _joint_score(scores: Floats) -> float:
    """The joint score of the turns of a unit, with odds o: the logarithm of (Σ o^(1 / `SHARE`))^`SHARE`."""
    return float(np.round(SHARE * np.logaddexp.reduce(scores / SHARE), SCORE_DECIMALS))


def _parts(turns: TurnTable, places: Places, session: int, unit: Unit) -> list[range]:
    """The units of a session's visible turns as ranges of places; starts and ends ascend, and ranges may overlap."""
    rows = places.rows[places.session(session)]
    start = int(places.session_starts[session])
    return [range(start + part.start, start + part.stop) for part in cut_into(unit, turns, rows)]


def _containing(parts: Sequence[range], place: int) -> Iterator[range]:
    """The parts that contain a place; they are adjacent, and found by binary search."""
    first = bisect_right(parts, place, key=lambda part: part.stop)
    following = (parts[number] for number in range(first, len(parts)))
    return takewhile(lambda part: part.start <= place, following)


def ranked_sessions(
    places: Places, here: Rows, scores: Floats, sessions: Rows, session_scores: Floats, *, k: int
) -> list[RankedUnit]:
    """The k best of some sessions by their own scores, ties to the earlier session."""
    of_turn = places.sessions[here]
    found = []
    for number in np.lexsort((sessions, -session_scores))[:k].tolist():
        session = int(sessions[number])
        own = np.flatnonzero(of_turn == session)
        best = int(own[np.argmax(scores[own])])
        score, odds = float(session_scores[number]), _joint_score(scores[own])
        found.append(RankedUnit(places.session(session), score, best, odds))
    return found
