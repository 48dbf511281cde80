"""The data of an evaluation: conversations, and separately from them questions with gold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from convograph.memory.storing.ingestion import default_id
from convograph.types import Conversation, Session


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one conversation, and its gold.

    `gold_turns` are the ids under which `Memory` stores the turns, in the order of the release's citations (LoCoMo) or
    of the conversation (LongMemEval); `gold_user_turns` are those said by the role `user`, empty if speakers have
    names. `gold_sessions` are ids of sessions. `category` is a name, or a path of names from the widest to the
    narrowest: `paraphrased/temporal`. `asked_at` is the wall-clock time of asking, `None` if unknown; turns said after
    `as_of` are hidden (`None`: no turn is). `abstention` marks a question that the conversation does not answer:
    answers should say so, and retrieval metrics leave it out, whatever its gold in the release. `answer` is `None` if
    the release has none. `recent` holds the lines said just before the question. `answering` maps gold turns to the
    sentences that answer, if they are labelled; an empty tuple means that no sentence of the turn answers.
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
    """A conversation, and the questions to ask once it is stored in a memory."""

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

    `unresolved` lists citations that are missing from the gold, `corrected` the ids of questions whose gold turns an
    audit changed.
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
        """The ids of answerable questions without a gold turn; retrieval metrics leave them out and count them."""
        return tuple(each.id for each in self.questions if not each.abstention and not each.gold_turns)

    @property
    def session_count(self) -> int:
        """The number of sessions in all conversations; a session in two conversations counts twice."""
        return sum(len(case.conversation.sessions) for case in self.cases)


def category_groups(category: str) -> tuple[str, ...]:
    """The category and all categories that contain it, widest first; a report has figures for each.

    >>> category_groups("paraphrased/temporal")
    ('paraphrased', 'paraphrased/temporal')
    """
    names = category.split("/")
    return tuple("/".join(names[:count]) for count in range(1, len(names) + 1))


def turn_ids(session: Session) -> tuple[str, ...]:
    """The ids under which `Memory` stores the turns of a session with an id: their own, else `<session>:<ordinal>`.

    >>> from convograph.types import Turn
    >>> turn_ids(Session((Turn("Hi"), Turn("Hello", id="t7")), id="s"))
    ('s:0', 't7')
    """
    first = session.first_ordinal
    return tuple(turn.id or default_id(session.id or "", ordinal) for ordinal, turn in enumerate(session.turns, first))
