"""What is held while statements are folded: facts so far, and when the statements of each were said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from convograph.facts.decisions import Decisions, Striking, fact_key
from convograph.facts.relations import plain
from convograph.facts.statement import Statement
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.types import FactEnd, FactStatus, Said, SourceTurn

_GRACE = timedelta(days=31)  # people still say where and with whom they live a while after that has ended


@dataclass(eq=False, slots=True)
class Held:
    """A fact while statements are folded; `by` is the statement that it was first made by."""

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

    @property
    def value(self) -> str:
        """As it is known: a cat of which a later turn tells the name goes by both."""
        return self.named or self.by.value


@dataclass(slots=True)
class HeldFacts:
    """Facts so far, by subject (unless all are about one), relation and who says so; `made` are all, as they came."""

    graph: Snapshot
    decisions: Decisions
    one_subject: bool = False
    made: list[Held] = field(default_factory=list)
    by_group: dict[tuple[str, str, str], list[Held]] = field(default_factory=dict)

    def group(self, statement: Statement) -> list[Held]:
        """The facts that a statement may be about, the latest last."""
        key = (self.subject(statement), plain(statement.relation), speaker_key(statement.claimed_by or ""))
        return self.by_group.setdefault(key, [])

    def subject(self, statement: Statement) -> str:
        """Of whom a statement is, empty where all are about one."""
        return "" if self.one_subject else speaker_key(statement.subject)

    def add(self, statement: Statement) -> Held:
        """A fact that a statement makes."""
        made = Held(statement, [statement], turns=[statement.turn])
        if statement.told in ("begins", "holds", "past") and statement.since is not None:
            opens = statement.since.end is None  # "since March"
            if opens or statement.told != "holds":
                made.valid_from = statement.since.start
        if made.valid_from is None and statement.told == "begins" and (said := self.said(statement)) is not None:
            made.valid_from = said.local
        self.made.append(made)
        self.group(statement).append(made)
        return made

    @staticmethod
    def support(known: Held, statement: Statement) -> None:
        """Note that a statement states a known fact, too."""
        known.statements.append(statement)
        if statement.turn not in known.turns:
            known.turns.append(statement.turn)

    def is_kept(self, one: Held, statement: Statement) -> bool:
        """Whether a person decided that a fact holds in spite of what a statement tells."""
        return self.decisions.keeps(fact_key(one.by.subject, one.by.relation, one.by.value), self.turn_key(statement))

    def is_still_stated(self, facts: Iterable[Held], since: datetime) -> bool:
        """Whether any of some facts was stated long after a time."""
        long_after = since + _GRACE
        return any(
            (said := self.said(each)) is not None and long_after <= said.local
            for one in facts
            for each in one.statements
        )

    def is_later(self, statement: Statement, old: Held) -> bool:
        """Whether a statement is known to be later than all that state a fact: by its time, or in its session."""
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
        """The turn in a row."""
        return self.graph.turns.source_turn(row)

    def turn_key(self, statement: Statement) -> int:
        """The key of the turn of a statement."""
        return int(self.graph.turns.keys.values[statement.turn])
