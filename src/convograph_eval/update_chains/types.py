"""Conversations with known truth: their subjects, what each step states, and which values hold at the end."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.types import Conversation


@dataclass(frozen=True, slots=True)
class Subject:
    """The person that a fact is about.

    `mention` is how the chain's speaker refers to them ("my sister"; "I"), `addressed` how the other speaker does
    ("your sister"; "you"). `names` are the accepted names of the subject in a memory's facts, the shortest last.
    `namesake` marks one of two people of the same name.
    """

    mention: str
    addressed: str
    pronoun: str
    names: tuple[str, ...]
    first_person: bool = False
    namesake: bool = False


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject and a relation; `values` are all possible values of the relation, which no other relation has."""

    subject: Subject
    relation: str
    many: bool
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What is said about a topic at one point of a chain.

    `value` is the new, repeated or claimed value; `None` for an end, which has no new value. `former` is the value that
    no longer holds; `None` if no value ends.
    """

    kind: str
    topic: int
    value: str | None
    former: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A step with the turn in which it was said, and its speaker."""

    turn: str
    speaker: str
    step: Step


@dataclass(frozen=True, slots=True)
class Change:
    """The turn that ends a value, the subject's accepted names, the old value, and the new one, if any."""

    turn: str
    names: tuple[str, ...]
    old: str
    new: str | None


@dataclass(frozen=True, slots=True)
class Chain:
    """A conversation and its truth; `current` are the values that hold at the end, by topic."""

    conversation: Conversation
    speaker: str
    topics: tuple[Topic, ...]
    statements: tuple[Statement, ...]
    current: tuple[frozenset[str], ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """The statements that end a value, in order."""
        return tuple(
            Change(each.turn, self.topics[each.step.topic].subject.names, each.step.former, each.step.value)
            for each in self.statements
            if each.step.former is not None
        )
