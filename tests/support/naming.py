"""Conversations in which people go by several names, and an extractor that reads what is said in them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from convograph.extraction.extractor import Referents
from convograph.extraction.types import FoundTriplet, Stated, TurnInContext
from convograph.types import Session, SourceTurn, Triplet, Turn
from support.conversations import said_at

PEOPLE = ("Maria", "Maria Lopez", "Maria Silva", "maria", "Tom", "Tom Reed", "Ana")
THINGS = ("cats", "tea", "the sea", *PEOPLE)
SPEAKERS = ("Ana", "Ben", "Tom Reed", None)


@dataclass(frozen=True)
class Likes:
    """Reads `Ana likes the sea.`, and nothing else."""

    fingerprint: str = "likes:1"

    def extract(self, turns: Sequence[TurnInContext], referents: Sequence[Referents]) -> list[list[FoundTriplet]]:
        return [[self._found(one.turn)] for one in turns]

    def _found(self, turn: SourceTurn) -> FoundTriplet:
        who, what = turn.text.rstrip(".").split(" likes ")
        stated = Stated(Triplet(who, "likes", what), "likes", "thing", "thing", "present")
        return FoundTriplet(turn, 0, len(turn.text), stated)


def meetings(seed: int, sessions: int = 6, turns: int = 5) -> list[Session]:
    """Sessions whose ids, times and order of arrival say different things of what came first; one has no time."""
    chance = random.Random(seed)
    start = datetime(2024, 1, 1, 9, 0)
    found = []
    for session in range(sessions):
        days = chance.randint(0, 3)
        said = None if session == 2 else said_at(start + timedelta(days=days))
        lines = tuple(
            Turn(_line(chance), chance.choice(SPEAKERS), None, f"s{session}.t{place}") for place in range(turns)
        )
        found.append(Session(lines, f"s{session}", said))
    return found


def _line(chance: random.Random) -> str:
    return f"{chance.choice(PEOPLE)} likes {chance.choice(THINGS)}."
