"""The jobs that have a model extract the triplets of a session: one for each turn, or for some turns together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from convograph.generation import (
    NumberedStatements,
    Statements,
    has_words,
    stated_in,
    triplet_reading,
    triplet_request,
)
from convograph.graph.details import MemoDetails
from convograph.graph.rows import MemoRow
from convograph.memory.jobs import Job, ShownSession
from convograph.types import SourceTurn, Triplet


def triplet_jobs(session: ShownSession, lines: int) -> list[Job]:
    """A job for each `lines` turns of a session; none for turns without a word."""
    asked = [turn for turn in session.turns if has_words(turn)]
    return [_job(session, asked[start : start + lines]) for start in range(0, len(asked), lines)]


def _job(session: ShownSession, turns: Sequence[SourceTurn]) -> Job:
    def memos(answer: Any, origin: str) -> list[MemoRow]:
        return [_memo(session.key, turn, triplet, origin, keys) for turn, triplet in stated_in(answer, turns)]

    keys = tuple(turn.key for turn in turns)

    about = " to ".join(dict.fromkeys((turns[0].id, turns[-1].id)))
    shape = Statements if len(turns) == 1 else NumberedStatements
    request = partial(triplet_request, session.owner, turns)
    reading = triplet_reading(len(turns))
    return Job("triplet", session.key, about, session.covers, request, shape, memos, reading=reading)


def _memo(session: int, turn: SourceTurn, triplet: Triplet, origin: str, asked: Sequence[int]) -> MemoRow:
    """What a turn states; the others of its prompt were shown with it."""
    shown = tuple(key for key in asked if key != turn.key)
    return MemoRow(0, "triplet", triplet.text, None, session, (turn.key,), origin, MemoDetails((triplet,)), shown)
