"""LD-Agent's memory as published: events with topics, and the traits of both speakers, written by a model.

A session becomes an event: a summary with topic words. Events are ranked by the mean of cosine and word overlap, times
exp(−λ · seconds since the last recall). Traits of both speakers are collected, and all are shown (Li et al., "Hello
Again! LLM-powered Personalized Agent for Long-term Dialogue", 2024). The overlap is between the stems of the topic
words and of the line, instead of between nouns of both as published; λ is G-Long's [R].
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from pydantic import BaseModel, Field

from convograph.architectures.glong import PAPER
from convograph.protocols import ChatModel, Encoder
from convograph.quotation import quoted
from convograph.terms import ENGLISH
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
from convograph_eval.responding.prompt import NO_MEMORIES, Roles

MOST_TRAITS = 32  # per speaker and session; a longer list is not a list of traits

_EVENT = """\
Summarise the conversation below as one event, in one or two sentences, and give the nouns that say what it is about.
Say nothing that is not in it.
Answer with a JSON object: {"summary": "...", "topics": ["...", "..."]}"""
_TRAITS = """\
Name the lasting traits of both speakers that the conversation below shows: who they are, what they like, do and own.
Each is a short sentence. Say nothing that is not in it; a list may be empty.
Answer with a JSON object: {{"user": [traits of {user}], "agent": [traits of {agent}]}}"""

Traits = Annotated[list[Text], Field(max_length=MOST_TRAITS)]


class Event(BaseModel):
    """The event that a session is stored as."""

    summary: Text
    topics: Traits


class Personas(BaseModel):
    """The traits of both speakers shown in a session."""

    user: Traits
    agent: Traits


@dataclass(slots=True)
class LDAgent:
    """A memory written by `model`; each recall has `k` events. Traits are kept in order, without duplicates."""

    encoder: Encoder
    model: ChatModel
    roles: Roles
    k: int
    events: list[KeptText] = field(default_factory=list)
    user_traits: dict[str, None] = field(default_factory=dict)
    agent_traits: dict[str, None] = field(default_factory=dict)

    def remember(self, session: Session) -> None:
        """Store a session, with one request for the event and one for the traits. Raises `ModelError`."""
        lines = session_lines(session)
        event = asked_of(self.model, _EVENT, lines, Event)
        user, agent = quoted(self.roles.user), quoted(self.roles.agent)
        personas = asked_of(self.model, _TRAITS.format(user=user, agent=agent), lines, Personas)
        (kept,) = kept_texts(self.encoder, [event.summary], moment_of(session))
        kept.words = frozenset(ENGLISH.terms(" ".join(event.topics)))
        self.events.append(kept)
        self.user_traits |= dict.fromkeys(personas.user)
        self.agent_traits |= dict.fromkeys(personas.agent)

    def recall(self, inquiry: Inquiry) -> str:
        """The best events and all traits."""
        if not self.events:
            return NO_MEMORIES
        passed = np.array([(inquiry.at - one.used).total_seconds() for one in self.events])
        near = (cosines(self.encoder, inquiry.text, self.events) + self._overlaps(inquiry)) / 2
        found = [self.events[place] for place in best(near * np.exp(-PAPER.decay * np.maximum(passed, 0)), self.k)]
        for one in found:
            one.used = inquiry.at
        lines = [f"{age(inquiry.at - one.said)} ago: {quoted(one.text)}" for one in found]
        for name, traits in ((self.roles.user, self.user_traits), (self.roles.agent, self.agent_traits)):
            if traits:
                lines.append(f"Traits of {quoted(name)}: {' '.join(map(quoted, traits))}")
        return "\n".join(lines) or NO_MEMORIES

    def close(self) -> None:
        """Do nothing."""

    def _overlaps(self, inquiry: Inquiry) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """The share of each event's topic words that are in the line."""
        asked = set(ENGLISH.terms(inquiry.text))
        return np.array([len(one.words & asked) / len(one.words) if one.words else 0.0 for one in self.events])
