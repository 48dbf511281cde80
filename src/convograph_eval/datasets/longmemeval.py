"""LongMemEval: each question has a haystack of sessions; gold are the turns that the release flags `has_answer`.

Sessions and turns have the ids under which they are stored: the second occurrence of a session, by date, is `<id>#2`,
and empty turns, which are not stored, are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import StrictBool, StrictStr, TypeAdapter

from convograph.formats.limits import storable, within
from convograph.formats.longmemeval import haystack_order, read_longmemeval
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import Source, source_of_file
from convograph.memory.storing.ingestion import default_id
from convograph.types import Conversation
from convograph_eval.datasets.audit import refuse_audit
from convograph_eval.datasets.types import Case, Dataset, Question, Unresolved

ABSTENTION_SUFFIX = "_abs"
USER = "user"


class _Turn(Shape):
    role: StrictStr
    content: StrictStr = ""
    has_answer: StrictBool = False


class _Question(Shape):
    question_id: NameField
    question_type: StrictStr
    question: StrictStr
    question_date: SaidField | None = None
    answer: NameField | None = None
    answer_session_ids: list[NameField]
    haystack_session_ids: list[NameField]
    haystack_dates: list[SaidField]
    haystack_sessions: list[list[_Turn]]


_QUESTION = TypeAdapter(_Question)


@dataclass(frozen=True, slots=True)
class _Flagged:
    """A turn with `has_answer`: its speaker, its place in the release, and its id, `None` if it is not stored."""

    role: str
    place: str
    id: str | None


@dataclass(frozen=True, slots=True)
class _AnswerSession:
    """A session that has the answer: its id in the release, and its stored id."""

    released_id: str
    id: str


def longmemeval(path: Path, audit: Source | None) -> Dataset:
    """The questions in the file, each with its own haystack. Raises `InputError` for another form or an audit."""
    refuse_audit(audit, "LongMemEval")
    source = source_of_file(path)
    questions = source.json if isinstance(source.json, list) else [source.json]
    cases: list[Case] = []
    unresolved: list[Unresolved] = []
    for index, (value, conversation) in enumerate(zip(questions, read_longmemeval(source), strict=True)):
        shape = validate(_QUESTION, value, within(source.place, index))
        flagged = tuple(_flagged(shape))
        sessions = _answer_sessions(shape, conversation)
        cases.append(Case(conversation, (_question(shape, flagged, sessions),)))
        unresolved.extend(_unresolved(shape, flagged, sessions))
    return Dataset("longmemeval", tuple(cases), tuple(unresolved))


def _question(shape: _Question, flagged: tuple[_Flagged, ...], sessions: tuple[_AnswerSession, ...]) -> Question:
    return Question(
        id=shape.question_id,
        text=shape.question,
        category=shape.question_type,
        asked_at=shape.question_date.local if shape.question_date else None,
        gold_turns=tuple(turn.id for turn in flagged if turn.id),
        gold_sessions=tuple(session.id for session in sessions),
        answer=shape.answer,
        abstention=shape.question_id.endswith(ABSTENTION_SUFFIX),
        gold_user_turns=tuple(turn.id for turn in flagged if turn.id and turn.role == USER),
    )


def _flagged(shape: _Question) -> Iterator[_Flagged]:
    """The flagged turns, in the order in which turns are stored."""
    for position, session_id in haystack_order(shape.haystack_session_ids, shape.haystack_dates):
        ordinal = 0
        for index, turn in enumerate(shape.haystack_sessions[position]):
            stored = bool(storable(turn.content))
            if turn.has_answer:
                place = within("haystack_sessions", position, index)
                yield _Flagged(turn.role, place, default_id(session_id, ordinal) if stored else None)
            ordinal += stored


def _answer_sessions(shape: _Question, conversation: Conversation) -> tuple[_AnswerSession, ...]:
    """The stored sessions of `answer_session_ids`, by date; both copies of a session that occurs twice are gold."""
    stored = {session.id for session in conversation.sessions}
    order = haystack_order(shape.haystack_session_ids, shape.haystack_dates)
    named = (_AnswerSession(shape.haystack_session_ids[position], session_id) for position, session_id in order)
    return tuple(each for each in named if each.released_id in shape.answer_session_ids and each.id in stored)


def _unresolved(
    shape: _Question, flagged: tuple[_Flagged, ...], sessions: tuple[_AnswerSession, ...]
) -> Iterator[Unresolved]:
    for turn in flagged:
        if turn.id is None:
            yield Unresolved(shape.question_id, turn.place, "a turn without a word is not stored")
    resolved = {session.released_id for session in sessions}
    for session_id in shape.answer_session_ids:
        if session_id not in resolved:
            yield Unresolved(shape.question_id, session_id, "no such session in the haystack, or none with a word")
