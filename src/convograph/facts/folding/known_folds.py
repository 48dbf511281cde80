"""The facts of each subject, folded again only if the subject's statements have changed.

Most turns say something about one or two subjects, and the facts of all others stay as they are. The folds are kept
with the snapshots of one owner, and dropped with them (`convograph.graph.derived`).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from convograph.facts.decisions import Decisions
from convograph.facts.folding.history import folded
from convograph.facts.gathering.statements import statements_in
from convograph.facts.people.decided_names import DecidedNames
from convograph.facts.people.relatives import Relatives, limits_of, told_by
from convograph.facts.reading.kin_names import described
from convograph.facts.relations import Relations
from convograph.facts.statement import Statement
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.types import Fact

Subject = TypeVar("Subject", bound=Hashable)
"""The key of a name, or an entity."""
Folded = list[tuple[Statement, Fact]]
"""Facts, each with the statement that first made it."""


class _Known(NamedTuple):
    """The fold of a subject, and what it was made from: statements and their turns (key and said time of each)."""

    statements: Sequence[Statement]
    turns: list[tuple[int, int]]
    folded: Folded


@dataclass(slots=True)
class KnownFolds(Generic[Subject]):
    """The last folds by subject: a cache that saves time and never changes a result.

    Turns get new rows when others are forgotten, so equal statements may be of different turns: the turns are compared
    as well. Threads share the cache: the folds and the decisions they depend on are read and assigned as one value.
    """

    last: tuple[Decisions | None, Mapping[Subject, _Known]] = (None, MappingProxyType({}))

    def folded(
        self,
        graph: Snapshot,
        about: Mapping[Subject, Sequence[Statement]],
        relations: Relations,
        decisions: Decisions,
        *,
        one_subject: bool = False,
        remembered: bool = True,
    ) -> dict[Subject, Folded]:
        """The facts of each subject from its statements in the order of saying; `one_subject` as in `folded`.

        `relations` must be the same in every call. Folds of only some of the turns must not be `remembered`.
        """
        decided, before = self.last
        if decided != decisions:
            before = {}
        keys, seconds = graph.turns.keys.values.tolist(), graph.turns.seconds.values.tolist()
        made: dict[Subject, _Known] = {}
        for subject, stated in about.items():
            rows = (row for one in stated for row in (one.turn, one.known[1]))
            held, turns = before.get(subject), [(keys[row], seconds[row]) for row in rows]
            if held is None or held.turns != turns or held.statements != stated:
                held = _Known(stated, turns, folded(graph, stated, relations, decisions, one_subject=one_subject))
            made[subject] = held
        if remembered:
            self.last = decisions, made
        return {subject: one.folded for subject, one in made.items()}


class NamedFact(NamedTuple):
    """A fact, the statement that first made it, and the names that its claimant uses for its subject."""

    fact: Fact
    by: Statement
    names: Sequence[str]

    @property
    def as_stated(self) -> Fact:
        """The fact with the subject and value of its first statement, whatever name is told or forgotten later."""
        return replace(self.fact, subject=self.by.subject, value=self.by.value)


def facts_of(
    graph: Snapshot,
    layers: Sequence[LayerKey],
    relations: Relations,
    known_at: datetime | None = None,
    *,
    everything: bool = False,
) -> list[NamedFact]:
    """The facts made by the turns and the statements of some layers, in the order in which they were first stated.

    Facts about "Ana's sister" are about Ngozi if Ana says that this is her name (`relatives`), and facts about Whit are
    about Sam Whitlock if a person decided so (`decided_names`).

    Statements count if they were brought or if their relation is known to hold facts; with `everything`, all count,
    though many tell an event. With `known_at`, the facts are those known then, by what had been said and decided.
    """
    key = ("facts", tuple(layers), relations, everything)
    derived = graph.derived.nested("facts")  # reading 10,000 turns takes a minute, which must not delay a recall

    def fold() -> list[NamedFact]:
        visible = None if known_at is None else graph.turns.said_by(known_at, strict=False)
        stated = statements_in(graph, layers, None if everything else relations, visible)
        decisions = Decisions.of(graph.memos[:], known_at)
        names = DecidedNames.of(graph.memos[:], known_at)
        relatives = told_by(stated, limits_of(graph, visible), decisions, graph.turns.keys.values.tolist(), names)
        about: dict[str, list[Statement]] = {}
        for one in stated:
            about.setdefault(relatives.subject(one).key, []).append(one)
        known: KnownFolds[str] = derived.cached((*key, "folds"), KnownFolds)
        remembered = known_at is None
        found = known.folded(graph, about, relations, decisions, one_subject=True, remembered=remembered)
        facts = [each for of_subject in found.values() for each in of_subject]
        return _with_names(sorted(facts, key=lambda each: (each[0].place, each[0].start)), stated, relatives)

    # Nobody asks twice for the facts known at the same moment: keeping them would only take memory.
    return fold() if known_at else derived.for_version(key, graph.version, fold)


def _with_names(facts: Folded, stated: Sequence[Statement], relatives: Relatives) -> list[NamedFact]:
    """Facts with the display names of their subjects, given all statements."""
    names: dict[tuple[str, str], dict[str, None]] = {}
    first: dict[str, str] = {}
    spelled: dict[str, str] = {}  # with a capital, if anybody writes one
    for one in stated:
        if spelled.setdefault(speaker_key(one.subject), one.subject).islower():
            spelled[speaker_key(one.subject)] = one.subject
        names.setdefault(_claimed(one, relatives), {})[one.subject] = None
        first.setdefault(relatives.meant(one).key, one.subject)

    def named(one: Statement, fact: Fact) -> NamedFact:
        subject = relatives.subject(one)
        shown = subject.name or (first.get(subject.key) if described(one.subject) else None)
        shown = shown or spelled[speaker_key(one.subject)]
        known_as = dict.fromkeys((shown, *names[_claimed(one, relatives)]))
        return NamedFact(replace(fact, subject=shown), one, tuple(known_as))

    return [named(one, fact) for one, fact in facts]


def _claimed(one: Statement, relatives: Relatives) -> tuple[str, str]:
    """The keys of the person that a statement is about and of its claimant."""
    return relatives.meant(one).key, speaker_key(one.claimed_by or "")
