"""The facts of each subject, folded again only where what is stated of the subject has changed.

Most turns say something of one or two subjects, and the facts of all others stay as they are. What was folded belongs
to the snapshots of one owner, and goes with them (`convograph.graph.derived`).
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
"""A name as it is compared, or an entity."""
Folded = list[tuple[Statement, Fact]]
"""Facts, each with the statement that it was first made by."""


class _Known(NamedTuple):
    """What was folded of a subject, from which statements, in which turns (key and said time of each)."""

    statements: Sequence[Statement]
    turns: list[tuple[int, int]]
    folded: Folded


@dataclass(slots=True)
class KnownFolds(Generic[Subject]):
    """What was last folded, by subject; it saves time and never changes a result.

    Rows of turns are given anew when turns are forgotten, so that equal statements may be of other turns: these are
    compared as well. Threads share it: what was folded is read and assigned as one with the decisions that it is by.
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
        """The facts of each subject by what is stated of it, in the order of saying; `one_subject` as in `folded`.

        Always of the same relations. What is not to be `remembered` is of some of the turns alone.
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


class CalledFact(NamedTuple):
    """A fact, the statement that it was first made by, and the names under which its claimant tells of its subject."""

    fact: Fact
    by: Statement
    names: Sequence[str]

    @property
    def as_stated(self) -> Fact:
        """With subject and value in the words of its first statement, whatever name is told or forgotten later."""
        return replace(self.fact, subject=self.by.subject, value=self.by.value)


def facts_of(
    graph: Snapshot,
    layers: Sequence[LayerKey],
    relations: Relations,
    known_at: datetime | None = None,
    *,
    everything: bool = False,
) -> list[CalledFact]:
    """The facts by the statements of some layers, in the order in which they were first stated.

    Those about "Ana's sister" are about Ngozi, where Ana tells that she is called so (`relatives`), and those about
    Whit are about Sam Whitlock, where a person decided that (`decided_names`).

    Those in relations that are known to be of facts, and all brought ones; or `everything` that is stated, of which
    much is an event. With `known_at`, those that were known then: by what had been said, and been decided.
    """
    key = ("facts", tuple(layers), relations, everything)
    derived = graph.derived.apart("facts")  # reading 10,000 turns takes a minute, and holds up no recall

    def fold() -> list[CalledFact]:
        visible = None if known_at is None else graph.turns.said_by(known_at, strict=False)
        stated = statements_in(graph, layers, None if everything else relations, visible)
        decisions = Decisions.of(graph.memos[:], known_at)
        names = DecidedNames.of(graph.memos[:], known_at)
        relatives = told_by(stated, limits_of(graph, visible), decisions, graph.turns.keys.values.tolist(), names)
        about: dict[str, list[Statement]] = {}
        for one in stated:
            about.setdefault(relatives.subject(one).key, []).append(one)
        known: KnownFolds[str] = derived.lasting((*key, "folds"), KnownFolds)
        remembered = known_at is None
        found = known.folded(graph, about, relations, decisions, one_subject=True, remembered=remembered)
        facts = [each for of_subject in found.values() for each in of_subject]
        return _called(sorted(facts, key=lambda each: (each[0].place, each[0].start)), stated, relatives)

    # Of many moments, none is asked for twice: their facts would only take memory.
    return fold() if known_at else derived.kept(key, graph.version, fold)


def _called(facts: Folded, stated: Sequence[Statement], relatives: Relatives) -> list[CalledFact]:
    """Facts under the names of their subjects, given all statements."""
    names: dict[tuple[str, str], dict[str, None]] = {}
    first: dict[str, str] = {}
    spelled: dict[str, str] = {}  # with a capital, if anybody writes one
    for one in stated:
        if spelled.setdefault(speaker_key(one.subject), one.subject).islower():
            spelled[speaker_key(one.subject)] = one.subject
        names.setdefault(_claimed(one, relatives), {})[one.subject] = None
        first.setdefault(relatives.meant(one).key, one.subject)

    def called(one: Statement, fact: Fact) -> CalledFact:
        subject = relatives.subject(one)
        shown = subject.name or (first.get(subject.key) if described(one.subject) else None)
        shown = shown or spelled[speaker_key(one.subject)]
        known_as = dict.fromkeys((shown, *names[_claimed(one, relatives)]))
        return CalledFact(replace(fact, subject=shown), one, tuple(known_as))

    return [called(one, fact) for one, fact in facts]


def _claimed(one: Statement, relatives: Relatives) -> tuple[str, str]:
    """Whom a statement means, and who says so."""
    return relatives.meant(one).key, speaker_key(one.claimed_by or "")
