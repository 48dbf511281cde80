"""Two memories that read every statement without understanding it: bounds that a rule of supersession must beat.

Both take every value that a step names as a fact about its subject, even in claims and jokes. Both identify people by
their bare name, so that two people of the same name are one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from convograph_eval.update_chains.scoring import OUTDATED, FactMemory
from convograph_eval.update_chains.types import Chain, Statement


@dataclass(frozen=True, slots=True)
class TurnId:
    """A turn that only has an id."""

    id: str


@dataclass(slots=True)
class ReadFact:
    """A fact of a baseline; `key` is its subject and relation."""

    subject: str
    value: str
    claimed_by: str
    key: tuple[str, str]
    turns: list[TurnId]
    status: str = "current"
    ended_by: list[TurnId] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class FixedFacts:
    """A memory with a fixed list of facts."""

    held: Sequence[ReadFact]

    def facts(self, *, outdated: bool = False) -> Sequence[ReadFact]:
        """The current facts, or all."""
        return [fact for fact in self.held if outdated or fact.status != OUTDATED]


def never(chain: Chain) -> FactMemory:
    """A memory in which all values that were ever named are current."""
    return FixedFacts(_read(chain, superseding=False))


def always(chain: Chain) -> FactMemory:
    """A memory in which every value named for a subject's relation supersedes the earlier ones, whoever names it."""
    return FixedFacts(_read(chain, superseding=True))


BASELINES: Final[Mapping[str, Callable[[Chain], FactMemory]]] = {"never": never, "always": always}


def _read(chain: Chain, *, superseding: bool) -> list[ReadFact]:
    facts: list[ReadFact] = []
    for statement in chain.statements:
        read = _fact(statement, chain)
        if read is None:
            continue
        same = [one for one in facts if one.key == read.key and one.status != OUTDATED]
        known = next((one for one in same if (one.value, one.claimed_by) == (read.value, read.claimed_by)), None)
        if known is None:
            facts.append(read)
        else:
            known.turns += read.turns
        for one in same if superseding else []:
            if one.value != read.value:
                one.status, one.ended_by = OUTDATED, read.turns
    return facts


def _fact(statement: Statement, chain: Chain) -> ReadFact | None:
    """The fact that the statement names; `None` for an end, which only names a value that no longer holds."""
    if statement.step.value is None:
        return None
    topic = chain.topics[statement.step.topic]
    subject = topic.subject.names[-1]  # the bare name, if there are several names
    key = (subject, topic.relation)
    return ReadFact(subject, statement.step.value, statement.speaker, key, [TurnId(statement.turn)])
