"""All conversations of a data set pooled into one, about which all questions are asked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime

from convograph.types import Conversation, Session
from convograph_eval.datasets.types import Case, Dataset, Question, turn_ids

_REPEATED = re.compile(r"(.+)#[0-9]+")


@dataclass(frozen=True, slots=True)
class _Names:
    """The names in the pool of a conversation's sessions and turns, by their old names."""

    sessions: dict[str, str] = field(default_factory=dict)
    turns: dict[str, str] = field(default_factory=dict)


def pooled(dataset: Dataset) -> Dataset:
    """One case with all sessions, ordered by date, and all questions; its `session_count` counts each session once.

    A session is named `<id>@<date>`, for example `answer_1@2023-05-20T03:29`; `<id>#2` is treated as `<id>`, and a
    session without a time keeps its bare id and comes last. Sessions with the same id, time and turns are merged; one
    with the same id and time but other turns becomes `<id>@<date>#2`. Gold names the same turns as before: a copy of a
    gold session at another time, from another haystack, is a separate session and not gold.
    """
    pool: dict[str, Session] = {}
    questions: list[Question] = []
    for case in dataset.cases:
        names = _take(case.conversation, pool)
        questions.extend(_renamed(question, names) for question in case.questions)
    name = f"{dataset.name}-pooled"
    sessions = sorted(pool.values(), key=lambda session: session.said.local if session.said else datetime.max)
    return replace(dataset, name=name, cases=(Case(Conversation(name, tuple(sessions)), tuple(questions)),))


def _take(conversation: Conversation, pool: dict[str, Session]) -> _Names:
    """Add the sessions that the pool lacks, and return their names in the pool."""
    names = _Names()
    ids = {session.id for session in conversation.sessions}
    for session in conversation.sessions:
        taken = _named(session, _dated(session, ids), pool)
        pool[taken.id or ""] = taken
        names.sessions[session.id or ""] = taken.id or ""
        names.turns.update(zip(turn_ids(session), turn_ids(taken), strict=True))
    return names


def _dated(session: Session, ids: set[str | None]) -> str:
    name = session.id or ""
    repeated = _REPEATED.fullmatch(name)
    if repeated and repeated[1] in ids:
        name = repeated[1]
    return f"{name}@{session.said.local.isoformat(timespec='minutes')}" if session.said else name


def _named(session: Session, name: str, pool: dict[str, Session]) -> Session:
    """The session with the first of the ids `name`, `name#2`, … that is free or has the same content in the pool."""
    number = 1
    while True:
        candidate = replace(session, id=name if number == 1 else f"{name}#{number}")
        if pool.get(candidate.id or "", candidate) == candidate:
            return candidate
        number += 1


def _renamed(question: Question, names: _Names) -> Question:
    return replace(
        question,
        gold_turns=_mapped(question.gold_turns, names.turns),
        gold_user_turns=_mapped(question.gold_user_turns, names.turns),
        gold_sessions=_mapped(question.gold_sessions, names.sessions),
        answering={names.turns[turn]: sentences for turn, sentences in question.answering.items()},
    )


def _mapped(ids: tuple[str, ...], names: dict[str, str]) -> tuple[str, ...]:
    """The new names without duplicates: two copies of a session in a haystack may have been merged."""
    return tuple(dict.fromkeys(names[each] for each in ids))
