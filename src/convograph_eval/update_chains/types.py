"""Conversations with known truth: who is spoken of, what each step states, and what holds at the end."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.types import Conversation


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a fact is about.

    `mention` is how the chain's speaker refers to them ("my sister"; "I"), `addressed` how the other speaker does
    ("your sister"; "you"). `names` are the subjects under which a memory may file them, the shortest last. `namesake`
    marks one of two people of the same name.
    """

    mention: str
    addressed: str
    pronoun: str
    names: tuple[str, ...]
    first_person: bool = False
    namesake: bool = False


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject and a relation; `values` are all that the relation can have, and tell it from other relations."""

    subject: Subject
    relation: str
    many: bool
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What is said about a topic at one place of a chain.

    `value` is the value that is named as new, or claimed; `None` at an end without a new one. `former` is the value
    that holds no longer, `None` where nothing ends.
    """

    kind: str
    topic: int
    value: str | None
    former: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A step as it was said: in which turn, by whom."""

    turn: str
    speaker: str
    step: Step


@dataclass(frozen=True, slots=True)
class Change:
    """The turn that brings a value to an end, the subject's accepted names, and the new value, if any."""

    turn: str
    names: tuple[str, ...]
    old: str
    new: str | None


@dataclass(frozen=True, slots=True)
class Chain:
    """A conversation and its truth; `current` has the values that hold at the end, by topic."""

    conversation: Conversation
    speaker: str
    topics: tuple[Topic, ...]
    statements: tuple[Statement, ...]
    current: tuple[frozenset[str], ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """The statements that bring a value to an end, in their order."""
        return tuple(
            Change(each.turn, self.topics[each.step.topic].subject.names, each.step.former, each.step.value)
            for each in self.statements
            if each.step.former is not None
        )
