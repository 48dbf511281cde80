"""The state of a fold: the facts so far, in groups, and when their statements were said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from convograph.facts.decisions import Decisions, Striking, fact_key
from convograph.facts.relations import plain
from convograph.facts.statement import Statement
from convograph.facts.values.sameness import BY_A_WORD, name_the_same, words_are_same
from convograph.facts.values.words import words_of
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.types import FactEnd, FactStatus, Said, SourceTurn

_GRACE = timedelta(days=31)  # people may go on stating where or with whom they live for a while after it has ended


@dataclass(eq=False, slots=True)
class Held:
    """A fact during the fold; `by` is the statement that first made it."""

    by: Statement
    statements: list[Statement]
    status: FactStatus = "current"
    reason: FactEnd | None = None
    ended_by: Statement | None = None
    successor: Held | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    turns: list[int] = field(default_factory=list)
    struck: Striking | None = None
    named: str | None = None
    words: tuple[str, ...] = field(init=False)
    """The words of its value, kept because it is compared with many others."""

    def __post_init__(self) -> None:
        self.words = words_of(self.value)

    @property
    def value(self) -> str:
        """The value it goes by: for a cat that a later turn names, both the noun and the name."""
        return self.named or self.by.value


@dataclass(slots=True)
class Group:
    """Facts with one subject and relation by one speaker, the latest last.

    They are indexed by word, so that a value is compared only with facts that share a word with it.
    """

    facts: list[Held] = field(default_factory=list)
    _words: list[frozenset[str]] = field(default_factory=list)
    _places: dict[str, list[int]] = field(default_factory=dict)

    @property
    def standing(self) -> list[Held]:
        """The facts that are not outdated."""
        return [one for one in self.facts if one.status != "outdated"]

    def add(self, one: Held) -> None:
        """Append a fact."""
        self.facts.append(one)
        self._words.append(frozenset())
        self._note(len(self.facts) - 1)

    def name(self, one: Held, named: str) -> None:
        """Let a fact go by another value, which includes the words of the first."""
        one.named, one.words = named, words_of(named)
        self._note(self.facts.index(one))

    def same(self, value: str) -> list[Held]:
        """The facts whose values are the same as `value`, according to `are_same`."""
        wanted = frozenset(words_of(value))
        return [self.facts[place] for place in self._sharing(wanted) if words_are_same(self._words[place], wanted)]

    def naming_the_same(self, relation: str, value: str) -> Held | None:
        """The first fact that is not outdated and means the same as `value`, according to `name_the_same`."""
        if relation in BY_A_WORD:
            alike = [self.facts[place] for place in self._sharing(frozenset(words_of(value)))]
        else:
            alike = self.same(value)
        standing = (one for one in alike if one.status != "outdated")
        return next((one for one in standing if name_the_same(relation, value, one.value)), None)

    def _note(self, place: int) -> None:
        words = frozenset(self.facts[place].words)
        for word in words - self._words[place]:
            self._places.setdefault(word, []).append(place)
        self._words[place] = words

    def _sharing(self, words: frozenset[str]) -> list[int]:
        """The positions of the facts that have any of the words, in order."""
        return sorted({place for word in words for place in self._places.get(word, ())})


@dataclass(slots=True)
class HeldFacts:
    """The facts so far by subject (unless all are about one), relation and claimant; `made` has all, in order."""

    graph: Snapshot
    decisions: Decisions
    one_subject: bool = False
    made: list[Held] = field(default_factory=list)
    by_group: dict[tuple[str, str, str], Group] = field(default_factory=dict)

    def group(self, statement: Statement) -> Group:
        """The facts that a statement may be about."""
        key = (self.subject(statement), plain(statement.relation), speaker_key(statement.claimed_by or ""))
        return self.by_group.setdefault(key, Group())

    def subject(self, statement: Statement) -> str:
        """The key of a statement's subject; empty if all statements are about one subject."""
        return "" if self.one_subject else speaker_key(statement.subject)

    def add(self, statement: Statement) -> Held:
        """Add the fact that a statement makes."""
        made = Held(statement, [statement], turns=[statement.turn])
        if statement.told in ("begins", "holds", "past") and statement.since is not None:
            opens = statement.since.end is None  # "since March"
            if opens or statement.told != "holds":
                made.valid_from = statement.since.start
        if made.valid_from is None and statement.told == "begins" and (said := self.said(statement)) is not None:
            made.valid_from = said.local
        self.made.append(made)
        self.group(statement).add(made)
        return made

    def add_outdated(self, statement: Statement, reason: FactEnd) -> Held | None:
        """Add a fact that its own statement tells as over; `None` if its value is known, or a person keeps it."""
        if self.group(statement).same(statement.value):
            return None
        made = self.add(statement)
        if self.is_kept(made, statement):
            return None
        made.status, made.reason, made.ended_by = "outdated", reason, statement
        return made

    @staticmethod
    def support(known: Held, statement: Statement) -> None:
        """Record that a statement states a known fact again."""
        known.statements.append(statement)
        if statement.turn not in known.turns:
            known.turns.append(statement.turn)

    def is_kept(self, one: Held, statement: Statement) -> bool:
        """Whether a person decided that a fact holds in spite of a statement."""
        return self.decisions.keeps(fact_key(one.by.subject, one.by.relation, one.by.value), self.turn_key(statement))

    def is_still_stated(self, facts: Iterable[Held], since: datetime) -> bool:
        """Whether any of the facts was stated long after a time."""
        long_after = since + _GRACE
        return any(
            (said := self.said(each)) is not None and long_after <= said.local
            for one in facts
            for each in one.statements
        )

    def is_later(self, statement: Statement, old: Held) -> bool:
        """Whether a statement is known to be later than all statements of a fact: by time, or by order in a session."""
        return all(self._is_after(statement, each) for each in old.statements)

    def _is_after(self, statement: Statement, other: Statement) -> bool:
        one, earlier = self.said(statement), self.said(other)
        if self._session(statement) == self._session(other):
            return statement.place > other.place
        return one is not None and earlier is not None and one.local > earlier.local

    def is_same_session(self, old: Held, statement: Statement) -> bool:
        """Whether a statement is in the session that last stated a fact."""
        return self._session(old.statements[-1]) == self._session(statement)

    def _session(self, statement: Statement) -> int:
        return int(self.graph.turns.sessions.values[statement.turn])

    def said(self, statement: Statement) -> Said | None:
        """When a statement was said."""
        return self.turn(statement.turn).said

    def turn(self, row: int) -> SourceTurn:
        """The turn at a row."""
        return self.graph.turns.source_turn(row)

    def turn_key(self, statement: Statement) -> int:
        """The key of the turn of a statement."""
        return int(self.graph.turns.keys.values[statement.turn])
