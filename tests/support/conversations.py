"""Conversations made by a seed, with every kind of turn that a store must cope with."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta

from convograph.types import Memo, Said, Session, Triplet, Turn

WORDS = (
    "garden boat cat soup watch key river phone letter blue train bread music tree winter market school doctor cousin "
    "holiday window guitar lamp berlin lisbon cake bicycle teacher river paint"
).split()
FEW_WORDS = "boat cat river garden soup lamp cake bread music tree".split()
SPEAKERS = ("Ana", "Ben", "ana", "Cleo", None)


def said_at(moment: datetime) -> Said:
    """A naive time, as a file would give it."""
    return Said(moment, None, moment.isoformat(sep=" "))


def conversation(seed: int, sessions: int = 6, turns: int = 8) -> list[Session]:
    """Sessions `s0`, `s1`, …; every turn has an id `s0.t0`, …; some repeat each other's words, some have own times."""
    chance = random.Random(seed)
    start = datetime(2024, 1, 1, 9, 0)
    return [
        Session(
            tuple(_turn(chance, session, place) for place in range(turns)),
            id=f"s{session}",
            said=None if session == sessions - 2 else said_at(start + timedelta(days=session)),
        )
        for session in range(sessions)
    ]


def memos_about(sessions: list[Session], seed: int) -> list[Memo]:
    """For each session a summary of all of its turns and two facts, and insights over turns of several sessions."""
    chance = random.Random(seed)

    def text() -> str:
        return " ".join(chance.choices(WORDS, k=5)).capitalize() + "."

    names = [tuple(turn.id for turn in one.turns if turn.id) for one in sessions]
    summaries = [Memo("summary", text(), one.id, turns) for one, turns in zip(sessions, names, strict=True)]
    facts = [
        Memo("fact", text(), None, (name,), said_at(datetime(2024, 1, 3)) if chance.random() < 0.3 else None)
        for turns in names
        for name in chance.sample(turns, 2)
    ]
    insights = [
        Memo("insight", text(), None, tuple(chance.choice(turns) for turns in names[i:]))
        for i in range(min(3, len(names)))
    ]
    memos = [*summaries, *facts, *insights, Memo("fact", "Thanks.", None, names[0][:1]), *_stated(names, chance)]
    chance.shuffle(memos)
    return memos


def _stated(names: list[tuple[str, ...]], chance: random.Random) -> list[Memo]:
    """For every other session a triplet, and an event with two, over turns of the session."""

    def triplet() -> Triplet:
        return Triplet(*chance.sample(WORDS, 3))

    triplets = [Memo("triplet", "", None, (chance.choice(turns),), triplets=(triplet(),)) for turns in names[::2]]
    events = [
        Memo("event", f"Something happened in {turns[0]}.", None, turns[1:3], triplets=(triplet(), triplet()))
        for turns in names[::2]
        if len(turns) > 1
    ]
    return [*triplets, *events]


def without(sessions: list[Session], doomed: set[str]) -> list[Session]:
    """The same conversation as if these turns had never been said; sessions left empty are gone."""
    kept = [replace(one, turns=tuple(turn for turn in one.turns if turn.id not in doomed)) for one in sessions]
    return [one for one in kept if one.turns]


def _turn(chance: random.Random, session: int, place: int) -> Turn:
    sentences = [" ".join(chance.choices(WORDS, k=chance.randint(1, 6))) for _ in range(chance.randint(1, 3))]
    text = ". ".join(sentence.capitalize() for sentence in sentences) + "."
    if chance.random() < 0.15:
        text = "Thanks!"  # the same sentence in many places
    own_time = said_at(datetime(2024, 2, 1, 8, 0) + timedelta(hours=place)) if chance.random() < 0.1 else None
    return Turn(text, chance.choice(SPEAKERS), own_time, f"s{session}.t{place}")
