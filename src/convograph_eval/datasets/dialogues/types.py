"""Dialogues over sessions, and the places in them where a reply is generated and compared with the real one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.types import Conversation, Session

FIRST_SCORED = 2
"""The first session with replies to generate: session 1 only fills the memory (G-Long's and LD-Agent's protocol)."""


@dataclass(frozen=True, slots=True)
class ReplyPlace:
    """A turn to generate, `turn` (from 0) of session `session` (from 1): the reply to the turn before it."""

    id: str
    session: int
    turn: int


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A dialogue of two people; the turns of `agent`, which reply to `user`, are generated.

    Every session has a time. `places` are the turns to generate, in order; `dropped` counts the turns of the release
    that are left out: those at the end of a session that `agent` does not reply to, and, in LD-Agent's form and
    Conversation Chronicles, also empty turns.
    """

    conversation: Conversation
    user: str
    agent: str
    places: tuple[ReplyPlace, ...]
    dropped: int = 0

    @property
    def name(self) -> str:
        """The name of the conversation."""
        return self.conversation.name

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The sessions in order; session n is at index n - 1."""
        return self.conversation.sessions


@dataclass(frozen=True, slots=True)
class DialogueSet:
    """Dialogues in the release's order. Samples are of dialogues, or, if `by_place`, of single replies."""

    name: str
    dialogues: tuple[Dialogue, ...]
    by_place: bool = False

    @property
    def places(self) -> tuple[ReplyPlace, ...]:
        """The places of all dialogues."""
        return tuple(place for dialogue in self.dialogues for place in dialogue.places)


def reply_places(name: str, sessions: Sequence[Session], user: str, agent: str) -> tuple[ReplyPlace, ...]:
    """Every turn of `agent` that follows one of `user` in its session, from session `FIRST_SCORED` on.

    Its id is `<name>#<session>:<turn>`.
    """
    return tuple(
        ReplyPlace(f"{name}#{number}:{turn}", number, turn)
        for number, session in enumerate(sessions, start=1)
        if number >= FIRST_SCORED
        for turn in range(1, len(session.turns))
        if (session.turns[turn - 1].speaker, session.turns[turn].speaker) == (user, agent)
    )


def two_sided(conversation: Conversation, user: str, agent: str, dropped: int = 0) -> Dialogue:
    """The dialogue without the turns at the end of sessions that `agent` does not reply to."""
    sessions = tuple(_answered(session, agent) for session in conversation.sessions)
    cut = sum(
        len(before.turns) - len(after.turns) for before, after in zip(conversation.sessions, sessions, strict=True)
    )
    name = conversation.name
    places = reply_places(name, sessions, user, agent)
    return Dialogue(Conversation(name, sessions), user, agent, places, dropped + cut)


def _answered(session: Session, agent: str) -> Session:
    """The session up to the last turn of `agent`; unchanged if there is none."""
    last = max((place for place, turn in enumerate(session.turns) if turn.speaker == agent), default=None)
    if last is None:
        return session
    return Session(session.turns[: last + 1], session.id, session.said, session.first_ordinal)
