"""What ends a fact (it is said to be over, or a newer value or its opposite is stated), and when it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from convograph.facts.folding.held import Held, HeldFacts
from convograph.facts.relations import BELONGINGS, Relations, plain
from convograph.facts.statement import Statement
from convograph.facts.values.pets import is_one_more, without_name
from convograph.facts.values.sameness import are_same
from convograph.facts.values.streets import is_street
from convograph.facts.values.words import words_of
from convograph.types import FactEnd

_SOLD = frozenset({"car", "laptop", "phone"})  # belongings that are also relations with one value: "I sold my car"
_HOUSES = {"lives in": "address", "address": "lives_in"}
_OPPOSITE = {"likes": "dislikes", "dislikes": "likes"}


@dataclass(frozen=True, slots=True)
class EndRules:
    """The rules by which statements end held facts."""

    held: HeldFacts
    relations: Relations

    def end(self, statement: Statement) -> None:
        """End the facts that a statement says are over.

        A value that nobody stated before is recorded only if the same turn names what replaced it.
        """
        meant = self.meant_by_end(statement)
        for one in meant:
            if not self.held.is_kept(one, statement):
                self.outdate(one, statement, "ended", None)
        if not meant and statement.former and self.relations.has_one(statement.relation):
            self._record_former(statement)
        if statement.relation not in BELONGINGS:
            return
        if plain(statement.value) in _SOLD:
            self.end(replace(statement, relation=plain(statement.value), value=""))
        elif statement.value:  # "I sold the Fiesta", which was called "my car"
            for relation in sorted(_SOLD):
                if self.meant_by_end(replace(statement, relation=relation)):
                    self.end(replace(statement, value=relation))

    def meant_by_end(self, statement: Statement) -> list[Held]:
        """The facts that hold and that an end is about; if it names no value, the only one that holds.

        If a relation has many values, the end must be told as one, and the value must be the same: somebody who is not
        into country music may like music. But if somebody's only dog is a rescue dog, "the dog died" means that one.
        """
        group = self.held.group(statement)
        current = [one for one in group.standing if one.by.turn != statement.turn]
        if not statement.value:
            return [one for one in current if len(current) == 1 and not self._is_stated_since(one, statement)]
        if self.relations.has_one(statement.relation):
            return [one for one in group.same(statement.value) if one in current]
        if not statement.over:
            return []
        words = words_of(statement.value)
        equal = [one for one in current if one.words == words]
        if statement.relation not in BELONGINGS:
            return equal
        if any(is_one_more(one.value) and one.words[1:] == words for one in current):
            return []  # either cat may be meant
        return equal or self._named_in(statement.value, current)

    @staticmethod
    def _named_in(value: str, current: Sequence[Held]) -> list[Held]:
        """The belonging that is meant in other words: "cat Milo" is Milo, or else the only cat; of two cats, none."""
        for words in (words_of(value), words_of(without_name(value))):
            alike = [one for one in current if words[-1:] in _ends_of(one.value)]
            if alike:
                return alike if len(alike) == 1 else []
        return []

    def _is_stated_since(self, one: Held, statement: Statement) -> bool:
        """Whether a fact was stated long after the time at which something is said to have ended.

        If so, "we split up in 2010" is about somebody else. A fact stated soon after the end may still be meant.
        """
        if statement.since is None or statement.since.end is None:
            return False
        return self.held.is_still_stated([one], statement.since.end)

    def _record_former(self, statement: Statement) -> None:
        """Record a value that held until it was replaced, though nobody stated it before: "from Porto to Lisbon"."""
        made = self.held.add_outdated(statement, "ended")
        if made is None:
            return
        said, told = self.held.said(statement), statement.since.start if statement.since is not None else None
        made.valid_to = told or (None if said is None else said.local)

    def supersede(self, old: Held, new: Held, statement: Statement) -> None:
        """Let a value supersede another, or mark both as disputed if it is unknown which was stated later."""
        if self.held.is_kept(old, statement):
            return
        if not self.held.is_later(statement, old):
            old.status = new.status = "disputed"
            return
        reason: FactEnd = "corrected" if statement.taken_back and self.held.is_same_session(old, statement) else "newer"
        self.outdate(old, statement, reason, new)

    def settle(self, known: Held, statement: Statement, current: Sequence[Held]) -> None:
        """Let a disputed value that is stated again supersede the disputed values that were stated before."""
        for other in current:
            disputes = other is not known and other.status == "disputed"
            if disputes and self.held.is_later(statement, other) and not self.held.is_kept(other, statement):
                self.outdate(other, statement, "newer", known)

    def end_opposite(self, made: Held, statement: Statement) -> None:
        """End the opposite of a fact: somebody who now loves what they hated no longer hates it."""
        opposite = _OPPOSITE.get(plain(statement.relation))
        if opposite is None or not statement.replaces:
            return
        for other in self.held.group(replace(statement, relation=opposite)).standing:
            if other.by.turn != statement.turn and other.words == made.words:
                self.supersede(other, made, statement)

    def end_other_street(self, made: Held, statement: Statement) -> None:
        """End another street in the other relation for homes: who has a new address has left the old house."""
        other_relation = _HOUSES.get(plain(statement.relation))
        if other_relation is None or not statement.replaces or statement.further or not is_street(made.value):
            return
        for other in self.held.group(replace(statement, relation=other_relation)).standing:
            if other.by.turn != statement.turn and is_street(other.value) and not are_same(other.value, made.value):
                self.supersede(other, made, statement)

    def outdate(self, old: Held, statement: Statement, reason: FactEnd, successor: Held | None) -> None:
        """Mark a fact as outdated, with a reason and perhaps a successor."""
        old.status, old.reason, old.ended_by, old.successor = "outdated", reason, statement, successor
        old.valid_to = old.valid_from if reason == "corrected" else self._end_of(old, statement)  # it never held

    def _end_of(self, old: Held, statement: Statement) -> datetime | None:
        """When a fact ended: at the time told, unless the fact was stated after it; else when the end was said."""
        said, told = self.held.said(statement), statement.since.start if statement.since is not None else None
        stated = [known.local for each in old.statements if (known := self.held.said(each)) is not None]
        if told is not None and (not stated or told >= max(stated)):
            return told
        return None if said is None else said.local


def _ends_of(value: str) -> tuple[tuple[str, ...], ...]:
    """The last word of a value, and the last one before its name: either can stand for "cat Milo"."""
    return words_of(value)[-1:], words_of(without_name(value))[-1:]
