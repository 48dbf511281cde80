"""Two memories that read every statement and understand none: bounds that a rule of supersession must beat.

Both take each value that a step names for a fact about its subject, claims and jokes included; and both know a person
by the bare name, so that two of one name are one to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from convograph_eval.update_chains.scoring import OUTDATED, FactMemory
from convograph_eval.update_chains.types import Chain, Statement


@dataclass(frozen=True, slots=True)
class TurnId:
    """A turn, by its id alone."""

    id: str


@dataclass(slots=True)
class ReadFact:
    """A fact as a baseline holds it; `key` is its subject and relation."""

    subject: str
    value: str
    claimed_by: str
    key: tuple[str, str]
    turns: list[TurnId]
    status: str = "current"
    ended_by: list[TurnId] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class FixedFacts:
    """A memory with these facts."""

    held: Sequence[ReadFact]

    def facts(self, *, outdated: bool = False) -> Sequence[ReadFact]:
        """Those that are current, or all."""
        return [fact for fact in self.held if outdated or fact.status != OUTDATED]


def never(chain: Chain) -> FactMemory:
    """All values that were ever named are current."""
    return FixedFacts(_read(chain, superseding=False))


def always(chain: Chain) -> FactMemory:
    """Every new value of a subject's relation supersedes those before it, whoever names it, in whatever way."""
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
    """The value that the statement names; `None` for an end, which names only what no longer holds."""
    if statement.step.value is None:
        return None
    topic = chain.topics[statement.step.topic]
    subject = topic.subject.names[-1]  # the bare name, where there are several
    key = (subject, topic.relation)
    return ReadFact(subject, statement.step.value, statement.speaker, key, [TurnId(statement.turn)])
