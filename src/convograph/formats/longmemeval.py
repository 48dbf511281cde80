"""`longmemeval`: the official release of LongMemEval, a list of questions with their haystacks.

Only the dialogue is read, not the questions or anything that reveals where their answers are. Blank turns in the
release are left out, control characters become spaces, and the second occurrence of a session in a haystack gets the id
`<id>#2`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import check_session, shown_name, storable, within
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import Source
from convograph.types import Conversation, Said, Session, Turn


class _Turn(Shape):
    role: StrictStr
    content: StrictStr = ""


class _Question(Shape):
    question_id: NameField
    haystack_session_ids: list[NameField]
    haystack_dates: list[SaidField]
    haystack_sessions: list[list[_Turn]]


_QUESTION = TypeAdapter(_Question)


def read_longmemeval(source: Source) -> tuple[Conversation, ...]:
    """A conversation for each question, named by its `question_id`; sessions are sorted by date, ties as given.

    Raises `InputError`.
    """
    questions = source.json if isinstance(source.json, list) else [source.json]
    return tuple(_conversation(question, within(source.place, index)) for index, question in enumerate(questions))


def haystack_order(session_ids: Sequence[str], dates: Sequence[Said]) -> Iterator[tuple[int, str]]:
    """The position in the haystack and the stored id of each session, sorted by date, ties in the order given."""
    seen: Counter[str] = Counter()
    for index in sorted(range(len(session_ids)), key=lambda index: dates[index].local):
        seen[session_ids[index]] += 1
        yield index, _numbered(session_ids[index], seen[session_ids[index]])


def _conversation(value: object, place: str) -> Conversation:
    question = validate(_QUESTION, value, place)
    sessions = tuple(_sessions(question, place))
    if not sessions:
        raise InputError(f"{place} ({shown_name(question.question_id)}) has no turns; remove the question")
    return Conversation(question.question_id, sessions)


def _sessions(question: _Question, place: str) -> Iterator[Session]:
    ids, dates, haystack = question.haystack_session_ids, question.haystack_dates, question.haystack_sessions
    if not len(ids) == len(dates) == len(haystack):
        raise InputError(
            f"{place} ({shown_name(question.question_id)}): haystack_session_ids, haystack_dates and haystack_sessions "
            f"are not the same length: {len(ids)}, {len(dates)}, {len(haystack)}; complete them"
        )
    for index, session_id in haystack_order(ids, dates):
        turns = tuple(Turn(text, turn.role) for turn in haystack[index] if (text := storable(turn.content)))
        if turns:
            session = Session(turns, session_id, dates[index])
            check_session(session, within(place, "haystack_sessions", index))
            yield session


def _numbered(session_id: str, occurrence: int) -> str:
    return session_id if occurrence == 1 else f"{session_id}#{occurrence}"
