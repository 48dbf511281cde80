"""MemoryBank's memory as published: summaries and portraits by a model, dense retrieval, forgetting.

For every session a model writes a summary and a description of the user's personality; from all of these, an overall
summary and a portrait of the user. Rounds and session summaries are ranked by cosine times Ebbinghaus's retention
exp(−t / S), where t is the number of days since a text was last recalled, and its strength S starts at 1 and grows by 1
with every recall (Zhong et al., AAAI 2024). Retention as a factor, and what is recalled, are our interpretation [R].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from pydantic import BaseModel

from convograph.protocols import ChatModel, Encoder
from convograph.quotation import quoted
from convograph.types import Session
from convograph_eval.responding.agents.ages import age
from convograph_eval.responding.agents.types import Inquiry
from convograph_eval.responding.agents.upkeep import (
    KeptText,
    Text,
    asked_of,
    best,
    cosines,
    kept_texts,
    moment_of,
    session_lines,
)
from convograph_eval.responding.prompt import NO_MEMORIES

_DAY = 86_400.0

_OF_SESSION = """\
Summarise the conversation below in a few sentences: what happened, what was said and decided. Then say in a sentence
or two how {user} shows themself in it: personality, mood, interests. Say nothing that is not in it.
Answer with a JSON object: {{"summary": "...", "personality": "..."}}"""
_OF_ALL = """\
Below are summaries of conversations, and how {user} showed themself in each. Join the summaries into one short text
of what matters, and the observations into a short portrait of {user} that says how to talk with them.
Answer with a JSON object: {{"summary": "...", "portrait": "..."}}"""


class SessionNotes(BaseModel):
    """The notes on a session."""

    summary: Text
    personality: Text


class GlobalNotes(BaseModel):
    """The notes on all sessions together."""

    summary: Text
    portrait: Text


@dataclass(slots=True)
class MemoryBank:
    """A memory about `user`, written by `model`; each recall has `k` texts."""

    encoder: Encoder
    model: ChatModel
    user: str
    k: int
    texts: list[KeptText] = field(default_factory=list)
    notes: list[SessionNotes] = field(default_factory=list)
    overall: GlobalNotes | None = None

    def remember(self, session: Session) -> None:
        """Store a session, with one request about it and one about all sessions. Raises `ModelError`."""
        user = quoted(self.user)
        notes = asked_of(self.model, _OF_SESSION.format(user=user), session_lines(session), SessionNotes)
        self.notes.append(notes)
        written = "\n".join(f"{quoted(one.summary)} {quoted(one.personality)}" for one in self.notes)
        self.overall = asked_of(self.model, _OF_ALL.format(user=user), written, GlobalNotes)
        self.texts += kept_texts(self.encoder, [*_rounds(session), notes.summary], moment_of(session))

    def recall(self, inquiry: Inquiry) -> str:
        """The overall summary, the portrait and the best texts, whose strength grows."""
        if self.overall is None:
            return NO_MEMORIES
        passed = np.array([(inquiry.at - one.used).total_seconds() / _DAY for one in self.texts])
        strengths = np.array([one.strength for one in self.texts])
        scores = cosines(self.encoder, inquiry.text, self.texts) * np.exp(-np.maximum(passed, 0) / strengths)
        found = [self.texts[place] for place in best(scores, self.k)]
        for one in found:
            one.strength += 1
            one.used = inquiry.at
        return "\n".join(
            (
                f"So far: {quoted(self.overall.summary)}",
                f"{quoted(self.user)}: {quoted(self.overall.portrait)}",
                *(f"{age(inquiry.at - one.said)} ago: {quoted(one.text)}" for one in found),
            )
        )

    def close(self) -> None:
        """Do nothing."""


def _rounds(session: Session) -> Iterator[str]:
    """The rounds of a session: two turns each, as lines."""
    lines = [f"{turn.speaker}: {turn.text}" for turn in session.turns]
    return ("\n".join(lines[start : start + 2]) for start in range(0, len(lines), 2))
