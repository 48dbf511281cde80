"""Scores a memory's facts against the truth of a chain: supersessions, and the values that it holds current."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from convograph_eval.update_chains.types import Chain, Topic
from convograph_eval.update_chains.wordings import STATING

EVERY: Final = "all"
NAMESAKES: Final = "two of one name"
OTHER: Final = "small talk"
"""Groups of steps besides the kinds; steps about namesakes also count for their kind."""

OUTDATED: Final = "outdated"

_LEADING: Final = frozenset({"a", "an", "the", "my", "your", "his", "her", "our", "their", "its"})


class SaidTurn(Protocol):
    """A source turn of a fact."""

    @property
    def id(self) -> str: ...  # noqa: D102


class Fact(Protocol):
    """The scored attributes of a memory's fact; `ended_by` is empty unless the status is "outdated"."""

    @property
    def subject(self) -> str: ...  # noqa: D102
    @property
    def value(self) -> str: ...  # noqa: D102
    @property
    def claimed_by(self) -> str | None: ...  # noqa: D102
    @property
    def status(self) -> str: ...  # noqa: D102
    @property
    def turns(self) -> Sequence[SaidTurn]: ...  # noqa: D102
    @property
    def ended_by(self) -> Sequence[SaidTurn]: ...  # noqa: D102


class FactMemory(Protocol):
    """A memory with facts; the outdated ones are included on request."""

    def facts(self, *, outdated: bool = False) -> Sequence[Fact]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Ending:
    """A value that no longer holds, normalized, and the turn that ends it."""

    turn: str
    value: str


@dataclass(frozen=True, slots=True)
class TopicRecord:
    """The values of a topic that a memory holds current, and the true ones; both normalized and sorted."""

    subject: str
    relation: str
    namesake: bool
    current: tuple[str, ...]
    truth: tuple[str, ...]

    @property
    def untrue(self) -> bool:
        """Whether a current value does not hold in truth."""
        return not set(self.current) <= set(self.truth)

    @property
    def lacking(self) -> bool:
        """Whether a value that holds in truth is not current."""
        return not set(self.truth) <= set(self.current)


@dataclass(frozen=True, slots=True)
class ChainRecord:
    """The result of a chain: endings made by the memory and in truth, topics, and the number of steps by group."""

    id: str
    made: tuple[Ending, ...]
    truth: tuple[Ending, ...]
    topics: tuple[TopicRecord, ...]
    steps: Mapping[str, int]
    groups: Mapping[str, tuple[str, ...]]
    """The groups of each turn with a step."""
    harmful: tuple[Ending, ...]
    """Endings made of values that hold after the turn; other wrong endings are late, or of values that never held."""
    untrue: tuple[Ending, ...]
    """Current values that do not hold, each with the first turn that states it."""

    def groups_of(self, ending: Ending) -> tuple[str, ...]:
        """The groups that an ending or untrue value counts for."""
        return self.groups.get(ending.turn, (OTHER, EVERY))


def score(chain: Chain, memory: FactMemory) -> ChainRecord:
    """Score the memory's facts against the chain's truth. The memory must hold the chain under its own turn ids."""
    facts = list(memory.facts(outdated=True))
    made = {_ending(fact) for fact in facts if fact.status == OUTDATED}
    truth = {Ending(change.turn, normalized(change.old)) for change in chain.changes}
    groups = {
        each.turn: (each.step.kind, EVERY, *([NAMESAKES] if chain.topics[each.step.topic].subject.namesake else []))
        for each in chain.statements
    }
    topics, untrue = _topics(chain, facts)
    return ChainRecord(
        id=chain.conversation.name,
        made=_sorted(made),
        truth=_sorted(truth),
        topics=topics,
        steps=Counter(group for names in groups.values() for group in names),
        groups=groups,
        harmful=_sorted(_harmful(chain, made)),
        untrue=_sorted(untrue),
    )


def normalized(text: str) -> str:
    """The text for comparison: case-folded, without leading articles and possessives, "'s" and outer punctuation.

    >>> normalized("The night crew"), normalized("Ana's sister"), normalized("St Anne’s")
    ('night crew', 'ana sister', 'st anne')
    """
    words = [word.strip('.,;:!?"()') for word in text.casefold().replace("’", "'").split()]
    words = [word.removesuffix("'s") for word in words if word]
    while len(words) > 1 and words[0] in _LEADING:
        del words[0]
    return " ".join(words)


def _ending(fact: Fact) -> Ending:
    return Ending(fact.ended_by[0].id if fact.ended_by else "", normalized(fact.value))


def _harmful(chain: Chain, made: Iterable[Ending]) -> set[Ending]:
    holding = _holding(chain)
    return {one for one in made if one.value in holding.get(one.turn, ())}


def _holding(chain: Chain) -> dict[str, frozenset[str]]:
    """The values of all topics that hold after each turn, by turn; no two topics of a chain share a value."""
    steps = {each.turn: each.step for each in chain.statements}
    values: frozenset[str] = frozenset()
    holding = {}
    for turn in (turn for session in chain.conversation.sessions for turn in session.turns):
        step = steps.get(turn.id or "")
        if step is not None and step.former is not None:
            values -= {normalized(step.former)}
        if step is not None and step.value is not None and step.kind in STATING:
            values |= {normalized(step.value)}
        holding[turn.id or ""] = values
    return holding


def _sorted(endings: Iterable[Ending]) -> tuple[Ending, ...]:
    return tuple(sorted(endings, key=lambda one: (one.turn, one.value)))


def _topics(chain: Chain, facts: Sequence[Fact]) -> tuple[tuple[TopicRecord, ...], set[Ending]]:
    """A record per topic, and the current values that do not hold."""
    about = {each.turn: each.step.topic for each in chain.statements}
    records = []
    untrue = set()
    for place, (topic, holding) in enumerate(zip(chain.topics, chain.current, strict=True)):
        turns = frozenset(turn for turn, other in about.items() if other == place)
        found = list(_current(topic, chain.speaker, turns, facts))
        truth = {normalized(value) for value in holding}
        untrue |= {one for one in found if one.value not in truth}
        current = tuple(sorted({one.value for one in found}))
        subject = topic.subject
        records.append(TopicRecord(subject.names[0], topic.relation, subject.namesake, current, tuple(sorted(truth))))
    return tuple(records), untrue


def _current(topic: Topic, speaker: str, about: frozenset[str], facts: Sequence[Fact]) -> Iterator[Ending]:
    """The current values of a topic: facts with its subject, its speaker, and a source turn about the topic.

    The turn is needed because a name that two people have does not identify the subject. The relation is identified by
    its values, so that a memory may call it anything.
    """
    names = {normalized(name) for name in topic.subject.names}
    values = {normalized(value) for value in topic.values}
    for fact in facts:
        value = normalized(fact.value)
        stated = [turn.id for turn in fact.turns if turn.id in about]
        counts = fact.status != OUTDATED and fact.claimed_by == speaker and bool(stated)
        if counts and value in values and normalized(fact.subject) in names:
            yield Ending(stated[0], value)
