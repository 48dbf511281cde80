"""What an evaluation is given: questions and their gold, kept apart from the conversations they are about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from convograph.memory.adding import default_id
from convograph.types import Conversation, Session


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one conversation, and what a correct retrieval finds.

    `gold_turns` are the ids under which `Memory` stores the turns, in the order of the release's citations (LoCoMo) or
    of the conversation (LongMemEval); `gold_user_turns` those of them that the role `user` said, empty where speakers
    have names. `gold_sessions` are ids of sessions. `asked_at` is the wall-clock time of asking, `None` when nothing
    dates it. `abstention` marks a question that the conversation does not answer: it counts for answers that say so,
    and is left out of retrieval metrics whatever gold the release gives it. `answer` is `None` when the release has
    none. `recent` is what was said just before it.
    """

    id: str
    text: str
    category: str
    asked_at: datetime | None
    gold_turns: tuple[str, ...]
    gold_sessions: tuple[str, ...]
    answer: str | None
    abstention: bool
    gold_user_turns: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A conversation, and the questions that are asked once all of it is in memory."""

    conversation: Conversation
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A citation of the release that leads to no stored turn or session: whose, its words, and why."""

    question: str
    citation: str
    reason: str


@dataclass(frozen=True, slots=True)
class Dataset:
    """Cases in the release's order, and how far its gold can be trusted.

    `unresolved` lists the citations that gold lacks, `corrected` the questions (ids) whose gold turns an audit changed.
    """

    name: str
    cases: tuple[Case, ...]
    unresolved: tuple[Unresolved, ...]
    corrected: tuple[str, ...] = ()

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions of all cases."""
        return tuple(question for case in self.cases for question in case.questions)

    @property
    def without_gold(self) -> tuple[str, ...]:
        """Ids of questions to be answered that have no gold turn: retrieval metrics leave them out and count them."""
        return tuple(each.id for each in self.questions if not each.abstention and not each.gold_turns)

    @property
    def session_count(self) -> int:
        """Sessions in all conversations; a session that is in two of them counts twice."""
        return sum(len(case.conversation.sessions) for case in self.cases)


def turn_ids(session: Session) -> tuple[str, ...]:
    """The ids under which `Memory` stores the turns of a session that has an id: their own, else `<session>:<ordinal>`.

    >>> from convograph.types import Turn
    >>> turn_ids(Session((Turn("Hi"), Turn("Hello", id="t7")), id="s"))
    ('s:0', 't7')
    """
    first = session.first_ordinal
    return tuple(turn.id or default_id(session.id or "", ordinal) for ordinal, turn in enumerate(session.turns, first))
