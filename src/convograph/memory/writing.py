"""What there is to write for a model: a job for each session and kind, and for each batch of facts (SPEC §2.3).

A mark says of which turns (or facts) a model has written. What is marked as it is now, or was brought, does not wait.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args

from convograph.chat import ChatRequest
from convograph.errors import TimeError
from convograph.generation import (
    BATCH,
    Facts,
    Insights,
    Summary,
    TimedFact,
    fact_request,
    insight_request,
    summary_request,
)
from convograph.graph.rows import MemoRow, TurnRow
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import source_turn
from convograph.memory.bringing import BROUGHT
from convograph.memory.jobs import Job, ShownSession, covers_of_turns, digest
from convograph.memory.removal import SEVERAL
from convograph.memory.triplet_jobs import triplet_jobs
from convograph.protocols import AnyLayer, MemoLayer
from convograph.times import parse_said, show_said
from convograph.types import MemoKind, Said, StatementKind, WrittenKind

OF_SESSIONS: tuple[WrittenKind, ...] = ("summary", "fact", "triplet")
STATEMENTS: tuple[WrittenKind, ...] = get_args(StatementKind)


def kinds_for(layers: Iterable[AnyLayer]) -> tuple[WrittenKind, ...]:
    """What is written for an architecture with these layers when nobody says what.

    Triplets, which take a request for each turn, only where they are used; else summaries, facts and insights.
    """
    taken = {kind for layer in layers if isinstance(layer, MemoLayer) for kind in layer.kinds}
    if "triplet" not in taken:
        return STATEMENTS
    return (*(STATEMENTS if taken.intersection(STATEMENTS) else ()), "triplet")


def session_jobs(snapshot: Snapshot, owner: str, kinds: Iterable[WrittenKind], lines: int = 1) -> list[Job]:
    """The summaries, facts and triplets that wait, in the order in which their sessions came.

    `lines` is how many turns a request for triplets shows.
    """
    wanted = [kind for kind in OF_SESSIONS if kind in kinds]
    brought = {(kind, memo.session) for memo in snapshot.memos for kind in wanted if is_in_place_of(memo, kind)}
    jobs: list[Job] = []
    for session, rows in _turns_by_session(snapshot).items():
        covers = covers_of_turns(rows)
        marks = {kind: snapshot.written.get((kind, session)) for kind in wanted if (kind, session) not in brought}
        waiting = [kind for kind, mark in marks.items() if mark is None or mark.covers != covers]
        if waiting:
            turns = tuple(source_turn(row, snapshot.turns.session_rows) for row in rows)
            shown = ShownSession(session, turns, covers, owner)
            for kind in waiting:
                jobs += triplet_jobs(shown, lines) if kind == "triplet" else [_session_job(kind, shown)]
    return jobs


def is_in_place_of(memo: MemoRow, kind: WrittenKind) -> bool:
    """Whether a memo was brought that leaves a model nothing to write of this kind about its session."""
    has_it = bool(memo.details.triplets) if kind == "triplet" else True
    return memo.origin == BROUGHT and memo.kind in BESIDE[kind] and has_it


def insight_jobs(snapshot: Snapshot, owner: str, *, anew: bool = False) -> list[Job]:
    """The batches of all facts in order of time; none when insights were written of the same facts, unless `anew`."""
    facts = _timed_facts(snapshot)
    covers = digest(sorted([fact.row.text, fact.time, *fact.ids] for fact in facts))
    mark = snapshot.written.get(("insight", SEVERAL))
    if mark is not None and mark.covers == covers and not anew:
        return []
    keys = frozenset(fact.row.key for fact in facts)
    return [
        _insight_job(facts[start : start + BATCH], start, covers, owner, keys) for start in range(0, len(facts), BATCH)
    ]


def has_stale_insights(snapshot: Snapshot) -> bool:
    """Whether a model's insights are left of facts that are all gone."""
    if any(memo.kind == "fact" for memo in snapshot.memos):
        return False
    return any(memo.kind == "insight" and memo.origin != BROUGHT for memo in snapshot.memos)


def waiting_for_model(snapshot: Snapshot, kinds: Iterable[WrittenKind], lines: int = 1) -> Mapping[WrittenKind, int]:
    """How many calls of each kind wait; kinds without any are left out."""
    jobs = session_jobs(snapshot, "", kinds, lines) + (insight_jobs(snapshot, "") if "insight" in kinds else [])
    counts = Counter(job.kind for job in jobs)
    return {kind: counts[kind] for kind in get_args(WrittenKind) if kind in counts}


def _session_job(kind: WrittenKind, session: ShownSession) -> Job:
    ask, shape, texts = _BY_KIND[kind]
    keys = tuple(turn.key for turn in session.turns)

    def memos(answer: Any, origin: str) -> list[MemoRow]:
        return [MemoRow(0, kind, text, None, session.key, keys, origin) for text in dict.fromkeys(texts(answer))]

    request = partial(ask, session.owner, session.turns)
    return Job(kind, session.key, session.turns[0].session, session.covers, request, shape, memos)


def _insight_job(batch: Sequence[_Fact], start: int, covers: str, owner: str, facts: frozenset[int]) -> Job:
    timed = [TimedFact(fact.time, fact.row.text, fact.row.turns) for fact in batch]
    places = {key: place for fact in batch for key, place in zip(fact.row.turns, fact.place[1], strict=True)}
    turns = tuple(sorted(places, key=places.__getitem__))

    def memos(answer: Insights, origin: str) -> list[MemoRow]:
        found = {insight.content: insight.timestamp for insight in answer.insights}
        return [MemoRow(0, "insight", text, _read_time(time), SEVERAL, turns, origin) for text, time in found.items()]

    about = f"facts {start + 1} to {start + len(batch)}"
    return Job("insight", SEVERAL, about, covers, partial(insight_request, owner, timed), Insights, memos, facts)


def _read_time(text: str) -> Said | None:
    """A model's timestamp, or `None` when it is none: the insight then has the time of its last turn."""
    try:
        return parse_said(text)
    except TimeError:
        return None


def _turns_by_session(snapshot: Snapshot) -> dict[int, list[TurnRow]]:
    found: dict[int, list[TurnRow]] = {session: [] for session in sorted(snapshot.turns.session_rows)}
    for row in sorted(snapshot.turns.rows, key=lambda row: row.ordinal):
        found[row.session].append(row)
    return {session: rows for session, rows in found.items() if rows}


@dataclass(frozen=True, slots=True)
class _Fact:
    """A fact with its time as it is shown, the ids of its turns, and its place among the others."""

    row: MemoRow
    time: str
    ids: tuple[str, ...]
    place: tuple[str, tuple[tuple[int, int], ...], str]


def _timed_facts(snapshot: Snapshot) -> list[_Fact]:
    """All facts by time, then by turns and text, in whatever order they came."""
    turns = {row.key: row for row in snapshot.turns.rows}
    facts = (memo for memo in snapshot.memos if memo.kind == "fact")
    return sorted(
        (_fact(memo, [turns[key] for key in memo.turns], snapshot) for memo in facts), key=lambda one: one.place
    )


def _fact(memo: MemoRow, turns: Sequence[TurnRow], snapshot: Snapshot) -> _Fact:
    said = memo.said or turns[-1].said or snapshot.turns.session_rows[turns[-1].session].said
    sources = tuple((row.session, row.ordinal) for row in turns)
    place = (said.local.isoformat() if said else "", sources, memo.text)
    return _Fact(memo, show_said(said), tuple(row.id for row in turns), place)


BESIDE: Mapping[WrittenKind, tuple[MemoKind, ...]] = {
    **{kind: (kind,) for kind in STATEMENTS},
    "triplet": ("triplet", "event"),
}
"""The kinds of memos that, brought, stand for what a model would write."""

_BY_KIND: Mapping[WrittenKind, tuple[Callable[..., ChatRequest], type[Any], Callable[[Any], list[str]]]] = {
    "summary": (summary_request, Summary, lambda answer: [answer.summary]),
    "fact": (fact_request, Facts, lambda answer: list(answer.facts)),
}
