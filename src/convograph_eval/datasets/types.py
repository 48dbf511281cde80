"""The data of an evaluation: questions and their gold, kept apart from the conversations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from convograph.memory.ingestion import default_id
from convograph.types import Conversation, Session


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one conversation, and its gold.

    `gold_turns` are the ids under which `Memory` stores the turns, in the order of the release's citations (LoCoMo) or
    of the conversation (LongMemEval); `gold_user_turns` those of them that the role `user` said, empty where speakers
    have names. `gold_sessions` are ids of sessions. `category` is a name, or a path of names from the widest to the
    narrowest: `paraphrased/temporal`. `asked_at` is the wall-clock time of asking, `None` if unknown; turns said after
    `as_of` are hidden (`None`: no turn is). `abstention` marks a question that the conversation does not answer:
    answers should say so, and retrieval metrics leave it out, whatever its gold in the release. `answer` is `None` if
    the release has none. `recent` is what was said just before it. `answering` are the sentences that answer, by gold
    turn, where labels say which they are; none of a turn means that nothing in it answers.
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
    as_of: datetime | None = None
    answering: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Case:
    """A conversation, and the questions to ask once it is in memory."""

    conversation: Conversation
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A citation of the release without a stored turn or session: its question, its text, and the reason."""

    question: str
    citation: str
    reason: str


@dataclass(frozen=True, slots=True)
class Dataset:
    """Cases in the release's order, and the defects of its gold.

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
        """Ids of answerable questions without a gold turn: retrieval metrics leave them out and count them."""
        return tuple(each.id for each in self.questions if not each.abstention and not each.gold_turns)

    @property
    def session_count(self) -> int:
        """The number of sessions in all conversations; a session in two of them counts twice."""
        return sum(len(case.conversation.sessions) for case in self.cases)


def category_groups(category: str) -> tuple[str, ...]:
    """The category and those that it is part of, the widest first: a report has figures for each.

    >>> category_groups("paraphrased/temporal")
    ('paraphrased', 'paraphrased/temporal')
    """
    names = category.split("/")
    return tuple("/".join(names[:count]) for count in range(1, len(names) + 1))


def turn_ids(session: Session) -> tuple[str, ...]:
    """The ids under which `Memory` stores the turns of a session that has an id: their own, else `<session>:<ordinal>`.

    >>> from convograph.types import Turn
    >>> turn_ids(Session((Turn("Hi"), Turn("Hello", id="t7")), id="s"))
    ('s:0', 't7')
    """
    first = session.first_ordinal
    return tuple(turn.id or default_id(session.id or "", ordinal) for ordinal, turn in enumerate(session.turns, first))
