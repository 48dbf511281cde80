"""A person's decisions about facts: that a fact still holds whatever a turn says, no longer holds, or never did.

A decision is a memo of kind `"decision"` whose triplet is the fact, with "still", "no longer" or "never" before its
relation. A decision that keeps a fact refers to the turns that had ended it, so later statements can still end it. One
that strikes a fact out refers to the turns that were misread; what other turns state stays. To keep a fact that was
struck out only takes that back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from convograph.facts.relations import plain
from convograph.facts.statement import Statement
from convograph.facts.values.sameness import name_the_same
from convograph.facts.values.words import words_of
from convograph.graph.rows import MemoRow
from convograph.graph.turns import speaker_key
from convograph.times import moment_after, moment_of
from convograph.types import ENDED_FACT, FACT_DECISIONS, KEPT_FACT, STRUCK_FACT, Fact, Memo, Said, Triplet, When

FactKey = tuple[str, str, str]
"""A subject, a relation and a value, normalised for comparison."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A fact that only `turns` (keys) state no longer holds: since `until`, else since the decision was made."""

    turns: frozenset[int]
    said: Said | None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Striking:
    """What `turns` (keys) state of a fact was misread, according to a decision made at `said`."""

    fact: Triplet
    turns: frozenset[int]
    said: Said | None

    def is_of(self, statement: Statement, turn: int, names: Collection[str] = ()) -> bool:
        """Whether a statement of a turn (its key) is struck out, even if it words the value differently from the fact.

        `names` are the keys of other names of the statement's subject.
        """
        fact = self.fact
        about = speaker_key(fact.subject) in (speaker_key(statement.subject), *names)
        same = plain(statement.relation) == plain(fact.relation) and turn in self.turns
        values = statement.value, fact.object
        return about and same and any(name_the_same(statement.relation, *each) for each in (values, values[::-1]))


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions by fact; a later decision overrides an earlier one."""

    kept: dict[FactKey, frozenset[int]]
    endings: dict[FactKey, Ending]
    strikings: tuple[Striking, ...] = ()

    @classmethod
    def of(cls, memos: Iterable[MemoRow], known_at: datetime | None = None) -> Decisions:
        """Collect the decisions about facts among memos; of two about the same fact, the later one counts."""
        kept: dict[FactKey, frozenset[int]] = {}
        endings: dict[FactKey, Ending] = {}
        strikings: list[tuple[FactKey, Striking]] = []
        for memo in sorted(_about_facts(memos, known_at), key=_order):
            relation, fact = memo.details.triplets[0].relation, _fact_of(memo)
            key, turns = fact_key(*fact.parts), frozenset(memo.turns)
            if relation.startswith(STRUCK_FACT):
                strikings.append((key, Striking(fact, turns, memo.said)))
            elif relation.startswith(KEPT_FACT):
                standing = [(other, one) for other, one in strikings if other != key or one.turns.isdisjoint(turns)]
                if len(standing) < len(strikings):
                    strikings = standing  # the fact is as it was before, perhaps over
                    continue
                kept[key] = kept.get(key, frozenset()) | turns
                endings.pop(key, None)
            else:
                when = memo.details.when
                endings[key] = Ending(turns, memo.said, None if when is None else when.end)
        return cls(kept, endings, tuple(one for _, one in strikings))

    def striking(self, statement: Statement, turn: int, names: Collection[str] = ()) -> Striking | None:
        """The decision, if any, that a statement of a turn (its key) was misread; `names` as in `Striking.is_of`."""
        return next((one for one in self.strikings if one.is_of(statement, turn, names)), None)

    def keeps(self, key: FactKey, turn: int) -> bool:
        """Whether a person decided that a fact holds in spite of what a turn (its key) says."""
        return turn in self.kept.get(key, ())

    def applied(self, fact: Fact) -> Fact:
        """The fact, marked as outdated if a person decided that it no longer holds."""
        ending = self.endings.get(fact_key(fact.subject, fact.relation, fact.value))
        if ending is None or fact.status == "outdated" or not ending.turns.issuperset(turn.key for turn in fact.turns):
            return fact  # also if a turn that the decision does not cover states it
        decided = None if ending.said is None else ending.said.local
        until = ending.until or decided
        return replace(fact, status="outdated", reason="decided", valid_to=until, superseded_at=ending.said)


def fact_key(subject: str, relation: str, value: str) -> FactKey:
    """The key that identifies a fact by its words, whoever states it."""
    return speaker_key(subject), plain(relation), " ".join(words_of(value))


def time_of_deciding(fact: Fact, memos: Iterable[MemoRow], now: datetime) -> datetime:
    """`now`, or a second after the latest decision about a fact if that is later, so that the new decision counts."""
    key = fact_key(fact.subject, fact.relation, fact.value)
    made = [
        memo.said.local
        for memo in _about_facts(memos, None)
        if memo.said is not None and fact_key(*_fact_of(memo).parts) == key
    ]
    return moment_after(now, made)


def kept_fact(fact: Fact, said: Said) -> Memo:
    """The decision that a fact holds in spite of the turns that ended it."""
    return _decision(KEPT_FACT, fact, tuple(turn.id for turn in (*fact.turns, *fact.ended_by)), said)


def ended_fact(fact: Fact, said: Said, until: datetime | None = None) -> Memo:
    """The decision that a fact no longer holds: since the decision was made, or since an earlier moment (`until`)."""
    decided = _decision(ENDED_FACT, fact, tuple(turn.id for turn in fact.turns), said)
    return decided if until is None else replace(decided, when=When(None, until, "minute"))


def struck_fact(fact: Fact, said: Said) -> Memo:
    """The decision that a fact never held: its turns were misread."""
    return _decision(STRUCK_FACT, fact, tuple(turn.id for turn in fact.turns), said)


def _decision(what: str, fact: Fact, turns: tuple[str, ...], said: Said) -> Memo:
    triplet = Triplet(fact.subject, f"{what}{fact.relation}", fact.value)
    return Memo("decision", triplet.text, None, tuple(dict.fromkeys(turns)), said, (triplet,))


def _about_facts(memos: Iterable[MemoRow], known_at: datetime | None) -> list[MemoRow]:
    return [
        memo
        for memo in memos
        if memo.kind == "decision"
        and memo.details.triplets[0].relation.startswith(FACT_DECISIONS)
        and (known_at is None or memo.said is None or memo.said.local <= known_at)
    ]


def _order(memo: MemoRow) -> tuple[bool, datetime, int]:
    """Sort key: the time of the decision; decisions without a time come first, in the order they arrived."""
    return memo.said is not None, moment_of(memo.said), memo.key


def _fact_of(memo: MemoRow) -> Triplet:
    """The fact that a decision is about."""
    triplet = memo.details.triplets[0]
    what = next(one for one in FACT_DECISIONS if triplet.relation.startswith(one))
    return Triplet(triplet.subject, triplet.relation.removeprefix(what), triplet.object)
