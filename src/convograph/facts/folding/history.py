"""Statements folded into facts, in the order in which they were said.

Of a relation with one value at a time, a new value takes the place of the old; of others, values accumulate. A value
ends when that is said, and is replaced when its speaker corrects it. What one speaker says of somebody is kept apart
from what another says. Where nothing tells which of two values was stated later, both are disputed. A person's
decisions come last: they undo what the fold made of a statement, or end a fact.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2b

from convograph.facts.decisions import Decisions, FactKey, Striking, fact_key
from convograph.facts.reading.frames import ANY_FAVORITE
from convograph.facts.relations import BELONGINGS, FAVORITE, Relations, plain
from convograph.facts.statement import Statement
from convograph.facts.values.pets import is_one_more, without_name
from convograph.facts.values.sameness import are_equal, are_same, name_the_same
from convograph.facts.values.words import words_of
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.types import Fact, FactEnd, FactStatus, Said, SourceTurn

_ID_BYTES = 5
_PET = "has_pet"
_SOLD = frozenset({"car", "laptop", "phone"})  # what one has one of, under this name: "I sold my car"
_LIKE = {"works_at": "attends"}
_OPPOSITE = {"likes": "dislikes", "dislikes": "likes"}
_MAY_BE_TWO = frozenset({"occupation"})  # who says "I'm a gardener" may have another job
_GRACE = timedelta(days=31)  # people still say where and with whom they live a while after that has ended


def folded(
    graph: Snapshot,
    statements: Iterable[Statement],
    relations: Relations,
    decisions: Decisions,
    *,
    one_subject: bool = False,
) -> list[tuple[Statement, Fact]]:
    """The facts by some statements, given in the order of saying, each with the statement that it was first made by.

    With `one_subject`, all of them are about one, by whatever names.
    """
    given = list(statements)
    names = frozenset(speaker_key(one.subject) for one in given) if one_subject else frozenset()
    told = Fold(graph, relations, decisions, one_subject, names)
    for statement in given:
        told.take(statement)
    return told.facts()


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
class Fold:
    """Facts so far, by subject (unless all are about one, under some `names`), relation and who says so."""

    graph: Snapshot
    relations: Relations
    decisions: Decisions
    one_subject: bool = False
    names: Collection[str] = ()
    _held: list[Held] = field(default_factory=list)
    _by_group: dict[tuple[str, str, str], list[Held]] = field(default_factory=dict)
    _struck: dict[tuple[Striking, str], Held] = field(default_factory=dict)

    def take(self, statement: Statement) -> None:
        """The next statement in the order of saying."""
        if statement.relation == ANY_FAVORITE:
            found = self._favorite(statement)
            if found is None:
                return
            statement = replace(statement, relation=found)
        statement = self._of_like_relation(statement)
        if statement.told == "ends" and not self._is_struck_former(statement):
            self._end(statement)
        elif (striking := self._striking(statement)) is not None:
            self._strike(statement, striking)
        elif statement.told == "past":
            self._record_past(statement)
        elif statement.told == "corrects":
            self._correct(statement)
        else:
            self._state(statement)

    def facts(self) -> list[tuple[Statement, Fact]]:
        """What has come of it, with the statement that each was first made by."""
        for group in self._by_group.values():
            standing = [one for one in group if one.status != "outdated"]
            if len(standing) == 1:
                standing[0].status = "current"  # what disputed it is over
        return [(one.by, self._fact(one)) for one in self._held]

    def _of_like_relation(self, statement: Statement) -> Statement:
        """Of somebody who is at school and works nowhere, "at … now" tells the school."""
        like = _LIKE.get(statement.relation) if statement.generic else None
        if like is None or self._holds(self._group(statement)):
            return statement
        other = replace(statement, relation=like)
        return other if self._holds(self._group(other)) else statement

    @staticmethod
    def _holds(group: Sequence[Held]) -> bool:
        """Whether any value does, or did until it was said to end."""
        return any(one.status != "outdated" or one.reason == "ended" for one in group)

    def _favorite(self, statement: Statement) -> str | None:
        """The relation of a favorite that is not said to be of what: the one that has the value, or the former one."""
        subject, claimant = self._subject(statement), speaker_key(statement.claimed_by or "")
        for value in filter(None, (statement.instead_of, statement.value)):
            for (about, relation, by), group in self._by_group.items():
                favored = about == subject and by == claimant and relation.startswith(f"{FAVORITE} ")
                if favored and any(are_same(one.value, value) for one in group):
                    return relation
        return None

    def _state(self, statement: Statement) -> None:
        group = self._group(statement)
        current = [one for one in group if one.status != "outdated"]
        same = partial(name_the_same, statement.relation, statement.value)
        known = next((one for one in current if same(one.value)), None)
        if known is not None:
            self._support(known, statement)
            if known.status == "disputed" and statement.replaces:
                self._settle(known, statement, current)
            return
        if (pet := _pet_named_by(statement, current)) is not None:
            pet.named = f"{pet.by.value} {_name_of_pet(statement.value)}"
            self._support(pet, statement)
            return
        if statement.unsure and not self._bears_out(statement, group):
            return
        if self._is_old_news(statement, current):
            self._record_past(statement)
            return
        made = self._add(statement)
        self._end_opposite(made, statement)
        if not self.relations.has_one(statement.relation) or statement.further:
            return
        for other in current:
            if other.by.turn == statement.turn or not other.by.precise:
                continue
            if statement.replaces:
                self._supersede(other, made, statement)
            elif statement.relation not in _MAY_BE_TWO and not other.by.further:
                other.status = made.status = "disputed"  # nothing tells that it has changed

    def _settle(self, known: Held, statement: Statement, current: Sequence[Held]) -> None:
        """What is disputed and surely stated again takes the place of what was stated before that."""
        for other in current:
            disputes = other is not known and other.status == "disputed"
            if disputes and self._is_later(statement, other) and not self._is_kept(other, statement):
                self._outdate(other, statement, "newer", known)

    def _end_opposite(self, made: Held, statement: Statement) -> None:
        """Who loves now what they hated hates it no longer."""
        opposite = _OPPOSITE.get(plain(statement.relation))
        if opposite is None or not statement.replaces:
            return
        for other in self._group(replace(statement, relation=opposite)):
            told_before = other.status != "outdated" and other.by.turn != statement.turn
            if told_before and are_equal(other.value, statement.value):
                self._supersede(other, made, statement)

    def _supersede(self, old: Held, new: Held, statement: Statement) -> None:
        if self._is_kept(old, statement):
            return
        if not self._is_later(statement, old):
            old.status = new.status = "disputed"
            return
        reason: FactEnd = "corrected" if statement.taken_back and self._is_same_session(old, statement) else "newer"
        self._outdate(old, statement, reason, new)

    def _strike(self, statement: Statement, striking: Striking) -> None:
        """Keep what was misread apart: it held at no time, and neither takes a place nor gives way to anything."""
        key = striking, speaker_key(statement.claimed_by or "")
        known = self._struck.get(key)
        if known is not None:
            self._support(known, statement)
            return
        made = Held(statement, [statement], "outdated", "struck", struck=striking, turns=[statement.turn])
        self._struck[key] = made
        self._held.append(made)

    def _correct(self, statement: Statement) -> None:
        """Put a value in the place of the one that its speaker has just stated."""
        wrong = statement.instead_of or ""
        old = next((one for one in reversed(self._group(statement)) if are_same(one.value, wrong)), None)
        while old is not None and old.reason == "corrected" and old.successor is not None:
            old = old.successor  # what was corrected already: by another reading of the same words, or once more
        if old is None:
            return
        if are_same(statement.value, old.value):
            if old.status != "outdated" and not are_same(wrong, old.value):
                self._support(old, statement)
            return
        if self._is_kept(old, statement):
            known = next((one for one in self._group(statement) if are_same(one.value, statement.value)), None)
            if known is None:
                self._add(statement)  # beside the value that was kept
            return
        restored = next(
            (one for one in self._group(statement) if one.successor is old and are_same(one.value, statement.value)),
            None,
        )
        if restored is not None:  # the old value after all
            restored.status, restored.reason, restored.ended_by, restored.successor = "current", None, None, None
            restored.valid_to = None
            self._support(restored, statement)
        self._outdate(old, statement, "corrected", restored or self._add(statement))

    def _end(self, statement: Statement) -> None:
        """End what is said to be over; what nobody stated before cannot end, unless it gives way in the same breath."""
        meant = self._meant_by_end(statement)
        for one in meant:
            if not self._is_kept(one, statement):
                self._outdate(one, statement, "ended", None)
        if not meant and statement.former and self.relations.has_one(statement.relation):
            self._record_former(statement)
        if statement.relation in BELONGINGS and plain(statement.value) in _SOLD:
            self._end(replace(statement, relation=plain(statement.value), value=""))

    def _is_struck_former(self, statement: Statement) -> bool:
        """Whether the statement would make a fact of the past by itself, and that is struck out."""
        makes_one = statement.former and self.relations.has_one(statement.relation)
        return makes_one and self._striking(statement) is not None and not self._meant_by_end(statement)

    def _striking(self, statement: Statement) -> Striking | None:
        return self.decisions.striking(statement, self._turn_key(statement), self.names)

    def _meant_by_end(self, statement: Statement) -> list[Held]:
        """What holds and is meant: where no value is named, the only one.

        Of a relation with many values, only what is told as an end, of the very same value: who is not into country
        music may like music. But who has one dog, a rescue dog, and says that the dog died, means that one.
        """
        current = [one for one in self._group(statement) if one.status != "outdated" and one.by.turn != statement.turn]
        if not statement.value:
            return [one for one in current if len(current) == 1 and not self._is_stated_since(one, statement)]
        if self.relations.has_one(statement.relation):
            return [one for one in current if are_same(one.value, statement.value)]
        if not statement.over:
            return []
        equal = [one for one in current if are_equal(one.value, statement.value)]
        if statement.relation not in BELONGINGS:
            return equal
        if any(is_one_more(one.value) and words_of(one.value)[1:] == words_of(statement.value) for one in current):
            return []  # either cat may be meant
        return equal or self._named_in(statement.value, current)

    @staticmethod
    def _named_in(value: str, current: Sequence[Held]) -> list[Held]:
        """The belonging that is meant in other words: "cat Milo" is Milo, else the only cat; of two, neither."""
        for words in (words_of(value), words_of(without_name(value))):
            alike = [one for one in current if words[-1:] in _ends_of(one.value)]
            if alike:
                return alike if len(alike) == 1 else []
        return []

    def _is_stated_since(self, one: Held, statement: Statement) -> bool:
        """Whether a fact was stated long after the time at which something is said to have ended.

        Who says "we split up in 2010" means somebody else; who split up "last week" may have been asked on Monday.
        """
        if statement.since is None or statement.since.end is None:
            return False
        ended = statement.since.end + _GRACE
        return any((said := self._said(each)) is not None and ended <= said.local for each in one.statements)

    def _record_past(self, statement: Statement) -> None:
        """Keep what was so formerly; what is known already, or still holds, is not changed by it."""
        if any(are_same(one.value, statement.value) for one in self._group(statement)):
            return
        past = self._add(statement)
        past.status, past.reason, past.ended_by = "outdated", "past", statement
        if statement.told == "past" and statement.since is not None:  # a beginning tells no end
            past.valid_to = statement.since.end

    def _record_former(self, statement: Statement) -> None:
        """Keep what held until something took its place, though nobody stated it before: "from Porto to Lisbon"."""
        if any(are_same(one.value, statement.value) for one in self._group(statement)):
            return
        made = self._add(statement)
        made.status, made.reason, made.ended_by = "outdated", "ended", statement
        said, told = self._said(statement), statement.since.start if statement.since is not None else None
        made.valid_to = told or (None if said is None else said.local)

    def _is_old_news(self, statement: Statement, current: Sequence[Held]) -> bool:
        """Whether a change is told that came before what is known to hold: "I moved to Rome in 2010"."""
        if statement.told != "begins" or statement.since is None or statement.since.end is None:
            return False
        since = statement.since.end + _GRACE
        return any(
            (said := self._said(each)) is not None and since <= said.local for one in current for each in one.statements
        )

    def _add(self, statement: Statement) -> Held:
        made = Held(statement, [statement], turns=[statement.turn])
        if statement.told in ("begins", "holds", "past") and statement.since is not None:
            opens = statement.since.end is None  # "since March"
            if opens or statement.told != "holds":
                made.valid_from = statement.since.start
        if made.valid_from is None and statement.told == "begins" and (said := self._said(statement)) is not None:
            made.valid_from = said.local
        self._held.append(made)
        self._group(statement).append(made)
        return made

    @staticmethod
    def _bears_out(statement: Statement, group: Sequence[Held]) -> bool:
        """Whether what an unsure statement puts aside holds, or was just said to end; where it names none, the last
        value was, and nothing holds: who has left Siemens, and "joined Acme", works there.
        """
        if statement.instead_of is None:
            return bool(group) and group[-1].reason == "ended" and all(one.status == "outdated" for one in group)
        return any(are_same(one.value, statement.instead_of) and one.reason in (None, "ended") for one in group)

    def _support(self, known: Held, statement: Statement) -> None:
        known.statements.append(statement)
        if statement.turn not in known.turns:
            known.turns.append(statement.turn)

    def _outdate(self, old: Held, statement: Statement, reason: FactEnd, successor: Held | None) -> None:
        old.status, old.reason, old.ended_by, old.successor = "outdated", reason, statement, successor
        old.valid_to = old.valid_from if reason == "corrected" else self._end_of(old, statement)  # it never held

    def _end_of(self, old: Held, statement: Statement) -> datetime | None:
        """When a fact ended: as told, unless it was stated later than that; else when that was said."""
        said, told = self._said(statement), statement.since.start if statement.since is not None else None
        stated = [known.local for each in old.statements if (known := self._said(each)) is not None]
        if told is not None and (not stated or told >= max(stated)):
            return told
        return None if said is None else said.local

    def _group(self, statement: Statement) -> list[Held]:
        key = (self._subject(statement), plain(statement.relation), speaker_key(statement.claimed_by or ""))
        return self._by_group.setdefault(key, [])

    def _subject(self, statement: Statement) -> str:
        return "" if self.one_subject else speaker_key(statement.subject)

    def _is_later(self, statement: Statement, old: Held) -> bool:
        """Whether a statement is known to be later than all that state a fact: by its time, or in its session."""
        return all(self._is_after(statement, each) for each in old.statements)

    def _is_after(self, statement: Statement, other: Statement) -> bool:
        one, earlier = self._said(statement), self._said(other)
        if self._session(statement) == self._session(other):
            return statement.place > other.place
        return one is not None and earlier is not None and one.local > earlier.local

    def _is_same_session(self, old: Held, statement: Statement) -> bool:
        return self._session(old.statements[-1]) == self._session(statement)

    def _session(self, statement: Statement) -> int:
        return int(self.graph.turns.sessions.values[statement.turn])

    def _said(self, statement: Statement) -> Said | None:
        return self._turn(statement.turn).said

    def _turn(self, row: int) -> SourceTurn:
        return self.graph.turns.source_turn(row)

    def _turn_key(self, statement: Statement) -> int:
        return int(self.graph.turns.keys.values[statement.turn])

    def _is_kept(self, one: Held, statement: Statement) -> bool:
        """Whether a person decided that a fact holds in spite of what a statement tells."""
        return self.decisions.keeps(self._key(one), self._turn_key(statement))

    def _key(self, one: Held) -> FactKey:
        return fact_key(one.by.subject, one.by.relation, one.by.value)

    def _fact(self, one: Held) -> Fact:
        ended = () if one.ended_by is None else (self._turn(one.ended_by.turn),)
        statement = one.by
        turns = tuple(self._turn(row) for row in one.turns)
        fact = self.decisions.applied(
            Fact(
                id=fact_id(statement, turns[0]),
                subject=statement.subject,
                relation=statement.relation,
                value=statement.value,
                claimed_by=statement.claimed_by,
                status=one.status,
                turns=turns,
                known_from=self._known_from(one),
                valid_from=one.valid_from,
                valid_to=one.valid_to,
                superseded_at=self._superseded_at(one),
                superseded_by=None
                if one.successor is None
                else fact_id(one.successor.by, self._turn(one.successor.by.turn)),
                reason=one.reason,
                ended_by=ended,
            )
        )
        return fact if one.named is None else replace(fact, value=one.named)  # decided about by how it was stated

    def _known_from(self, one: Held) -> Said | None:
        """When it was first said, or borne out; `None` where that was at an unknown time."""
        if one.by.borne_out is None:
            return self._said(one.by)
        return self._turn(min(each.known for each in one.statements)[1]).said

    def _superseded_at(self, one: Held) -> Said | None:
        if one.ended_by is None:
            return one.struck.said if one.struck else None
        return self._turn(one.ended_by.known[1]).said


def _pet_named_by(statement: Statement, current: Sequence[Held]) -> Held | None:
    """The only pet of its kind, of which a statement tells the name: "My cat is called Milo."."""
    if (
        statement.relation != _PET
        or statement.told != "holds"
        or statement.further
        or not _name_of_pet(statement.value)
    ):
        return None
    kind = words_of(without_name(statement.value))[-1:]
    alike = [one for one in current if words_of(without_name(one.value))[-1:] == kind]
    of_one = len(alike) == 1 and not _name_of_pet(alike[0].value) and alike[0].by.turn != statement.turn
    return alike[0] if of_one else None


def _name_of_pet(value: str) -> str:
    """The name behind what a pet is; empty for none."""
    return value.removeprefix(without_name(value)).strip()


def _ends_of(value: str) -> tuple[tuple[str, ...], ...]:
    """The last word of a value, and that before a name: "cat Milo" may be meant by either."""
    return words_of(value)[-1:], words_of(without_name(value))[-1:]


def fact_id(statement: Statement, turn: SourceTurn) -> str:
    """A short name of a fact, by its content: the same after an export and an import."""
    parts = (statement.subject, statement.relation, statement.value, statement.claimed_by or "", turn.session, turn.id)
    return blake2b("\0".join(parts).encode("utf-8"), digest_size=_ID_BYTES).hexdigest()


def held_between(fact: Fact, first: datetime, last: datetime) -> bool:
    """Whether a fact held at any moment from the first to the last, as far as told: from `valid_from` to `valid_to`.

    Where nothing tells since when, it is since it was said; of what was over by then, always before.
    """
    began, ended, said = fact.valid_from, fact.valid_to, fact.turns[0].said
    if fact.reason == "struck" or (fact.reason in ("corrected", "past") and ended is None):
        return False
    if began is None and said is not None and (ended is None or said.local < ended):
        began = said.local
    if ended is not None and began == ended:  # corrected: it never held
        return False
    return (began is None or began <= last) and (ended is None or first < ended)
