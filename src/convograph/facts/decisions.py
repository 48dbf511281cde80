"""What a person decided about facts: that one still holds, whatever a turn says, or that it holds no longer.

A decision is a memo of kind `"decision"` whose triplet is the fact, with "still" or "no longer" before its relation.
One that keeps a fact rests on the turns that had ended it, so that later statements may end it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from convograph.facts.relations import plain
from convograph.facts.values import words_of
from convograph.graph.rows import MemoRow
from convograph.graph.turns import speaker_key
from convograph.times import moment_after
from convograph.types import ENDED_FACT, KEPT_FACT, Fact, Memo, Said, Triplet

FactKey = tuple[str, str, str]
"""A subject, a relation and a value as they are compared."""


@dataclass(frozen=True, slots=True)
class Ending:
    """That a fact which rests on some turns (keys) alone holds no longer, since when it was decided."""

    turns: frozenset[int]
    said: Said | None


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions by fact, the later ones first in effect."""

    kept: dict[FactKey, frozenset[int]]
    endings: dict[FactKey, Ending]

    @classmethod
    def of(cls, memos: Iterable[MemoRow], known_at: datetime | None = None) -> Decisions:
        """Those about facts among some memos; of two about one fact, what was decided last holds."""
        kept: dict[FactKey, frozenset[int]] = {}
        endings: dict[FactKey, Ending] = {}
        for memo in sorted(_about_facts(memos, known_at), key=_order):
            triplet, key = memo.details.triplets[0], _decided(memo)
            if triplet.relation.startswith(KEPT_FACT):
                kept[key] = kept.get(key, frozenset()) | frozenset(memo.turns)
                endings.pop(key, None)
            else:
                endings[key] = Ending(frozenset(memo.turns), memo.said)
        return cls(kept, endings)

    def keeps(self, key: FactKey, turn: int) -> bool:
        """Whether a fact holds in spite of what a turn (its key) says."""
        return turn in self.kept.get(key, ())

    def applied(self, fact: Fact) -> Fact:
        """The fact, outdated if it was decided to hold no longer."""
        ending = self.endings.get(fact_key(fact.subject, fact.relation, fact.value))
        if ending is None or fact.status == "outdated" or not ending.turns.issuperset(turn.key for turn in fact.turns):
            return fact  # also where another turn has stated it since
        until = None if ending.said is None else ending.said.local
        return replace(fact, status="outdated", reason="decided", valid_to=until, superseded_at=ending.said)


def fact_key(subject: str, relation: str, value: str) -> FactKey:
    """How facts are told apart by their words, whoever says them."""
    return speaker_key(subject), plain(relation), " ".join(words_of(value))


def time_of_deciding(fact: Fact, memos: Iterable[MemoRow], now: datetime) -> datetime:
    """Now, or a second after the latest decision about a fact, where that is later: the last one holds."""
    key = fact_key(fact.subject, fact.relation, fact.value)
    made = [memo.said.local for memo in _about_facts(memos, None) if memo.said is not None and _decided(memo) == key]
    return moment_after(now, made)


def kept_fact(fact: Fact, said: Said) -> Memo:
    """The decision that a fact holds in spite of the turns that ended it."""
    return _decision(KEPT_FACT, fact, tuple(turn.id for turn in (*fact.turns, *fact.ended_by)), said)


def ended_fact(fact: Fact, said: Said) -> Memo:
    """The decision that a fact holds no longer."""
    return _decision(ENDED_FACT, fact, tuple(turn.id for turn in fact.turns), said)


def _decision(what: str, fact: Fact, turns: tuple[str, ...], said: Said) -> Memo:
    triplet = Triplet(fact.subject, f"{what}{fact.relation}", fact.value)
    return Memo("decision", triplet.text, None, tuple(dict.fromkeys(turns)), said, (triplet,))


def _about_facts(memos: Iterable[MemoRow], known_at: datetime | None) -> list[MemoRow]:
    return [
        memo
        for memo in memos
        if memo.kind == "decision"
        and memo.details.triplets[0].relation.startswith((KEPT_FACT, ENDED_FACT))
        and (known_at is None or memo.said is None or memo.said.local <= known_at)
    ]


def _order(memo: MemoRow) -> tuple[bool, datetime, int]:
    """By the time of deciding; those without a time first, as they arrived."""
    return memo.said is not None, memo.said.local if memo.said is not None else datetime.min, memo.key


def _decided(memo: MemoRow) -> FactKey:
    """The fact that a decision is about."""
    triplet = memo.details.triplets[0]
    relation = triplet.relation.removeprefix(KEPT_FACT).removeprefix(ENDED_FACT)
    return fact_key(triplet.subject, relation, triplet.object)
