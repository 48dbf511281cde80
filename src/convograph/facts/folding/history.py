"""Folding statements into facts, in the order in which they were said.

In a relation with one value at a time, a new value supersedes the old one; in others, values accumulate. A value ends
when a turn says so, and is replaced when its speaker corrects it. What different speakers say about the same person is
kept apart. If it is unknown which of two values was stated later, both are disputed. A person's decisions have the last
word: they undo what the fold made of a statement, or end a fact.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from convograph.facts.decisions import Decisions, Striking
from convograph.facts.folding.ending import EndRules
from convograph.facts.folding.held import Group, Held, HeldFacts
from convograph.facts.folding.view import as_fact
from convograph.facts.reading.frames import ANY_FAVORITE
from convograph.facts.relations import FAVORITE, Relations
from convograph.facts.statement import Statement
from convograph.facts.values.pets import without_name
from convograph.facts.values.sameness import are_same, is_other_place
from convograph.facts.values.words import words_of
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.types import Fact

_PET, _HOME = "has_pet", "lives_in"
_LIKE = {"works_at": "attends"}
_MAY_BE_TWO = frozenset({"occupation"})  # somebody who says "I'm a gardener" may have another job


def folded(
    graph: Snapshot,
    statements: Iterable[Statement],
    relations: Relations,
    decisions: Decisions,
    *,
    one_subject: bool = False,
) -> list[tuple[Statement, Fact]]:
    """The facts made by statements in the order of saying, each with the statement that first made it.

    With `one_subject`, all statements are about the same subject, whatever names they use.
    """
    given = list(statements)
    names = frozenset(speaker_key(one.subject) for one in given) if one_subject else frozenset()
    held = HeldFacts(graph, decisions, one_subject)
    told = Fold(held, EndRules(held, relations), names)
    for statement in given:
        told.take(statement)
    return told.facts()


@dataclass(slots=True)
class Fold:
    """Applies statements to the facts so far; `names` are keys of the subject's names if all are about one."""

    held: HeldFacts
    ending: EndRules
    names: Collection[str] = ()
    _struck: dict[tuple[Striking, str], Held] = field(default_factory=dict)

    def take(self, statement: Statement) -> None:
        """Apply the next statement in the order of saying."""
        if statement.relation == ANY_FAVORITE:
            found = self._favorite(statement)
            if found is None:
                return
            statement = replace(statement, relation=found)
        statement = self._of_like_relation(statement)
        if statement.told == "ends" and not self._is_struck_former(statement):
            self.ending.end(statement)
        elif (striking := self._striking(statement)) is not None:
            self._strike(statement, striking)
        elif statement.told == "past":
            self._record_past(statement)
        elif statement.told == "corrects":
            self._correct(statement)
        else:
            self._state(statement)

    def facts(self) -> list[tuple[Statement, Fact]]:
        """The resulting facts, each with the statement that first made it."""
        for group in self.held.by_group.values():
            standing = group.standing
            if len(standing) == 1:
                standing[0].status = "current"  # what disputed it is over
        return [(one.by, as_fact(one, self.held)) for one in self.held.made]

    def _of_like_relation(self, statement: Statement) -> Statement:
        """A `generic` statement in the fitting relation: for a student without a job, "at … now" is a school."""
        like = _LIKE.get(statement.relation) if statement.generic else None
        if like is None or self._holds(self.held.group(statement).facts):
            return statement
        other = replace(statement, relation=like)
        return other if self._holds(self.held.group(other).facts) else statement

    @staticmethod
    def _holds(group: Sequence[Held]) -> bool:
        """Whether any value holds, or held until it was said to end."""
        return any(one.status != "outdated" or one.reason == "ended" for one in group)

    def _favorite(self, statement: Statement) -> str | None:
        """The relation of a favorite of an unstated kind: the one that has the former value, or else the value."""
        subject, claimant = self.held.subject(statement), speaker_key(statement.claimed_by or "")
        for value in filter(None, (statement.instead_of, statement.value)):
            for (about, relation, by), group in self.held.by_group.items():
                favored = about == subject and by == claimant and relation.startswith(f"{FAVORITE} ")
                if favored and group.same(value):
                    return relation
        return None

    def _state(self, statement: Statement) -> None:
        group = self.held.group(statement)
        current = group.standing
        known = group.naming_the_same(statement.relation, statement.value)
        if known is not None and not _goes_elsewhere(statement, known.value):
            self.held.support(known, statement)
            if known.status == "disputed" and statement.replaces:
                self.ending.settle(known, statement, current)
            return
        if (lasting := self._still_lasting(statement, group)) is not None:
            self.held.support(lasting, statement)
            return
        if (pet := _pet_named_by(statement, current)) is not None:
            group.name(pet, f"{pet.by.value} {_name_of_pet(statement.value)}")
            self.held.support(pet, statement)
            return
        if statement.unsure and not self._bears_out(statement, group):
            return
        if self._is_old_news(statement, current):
            self._record_past(statement)
            return
        made = self.held.add(statement)
        self.ending.end_opposite(made, statement)
        self.ending.end_other_street(made, statement)
        if not self.ending.relations.has_one(statement.relation) or statement.further:
            return
        for other in current:
            if other.by.turn == statement.turn or not other.by.precise:
                continue
            if statement.replaces:
                self.ending.supersede(other, made, statement)
            elif statement.relation not in _MAY_BE_TWO and not other.by.further:
                other.status = made.status = "disputed"  # nothing says that it has changed

    def _still_lasting(self, statement: Statement, group: Group) -> Held | None:
        """The fact that a statement states again before the day on which it ends: the old job, until the new one."""
        said = self.held.said(statement)
        if statement.told != "holds" or said is None:
            return None
        ending = (one for one in group.same(statement.value) if one.status == "outdated" and one.valid_to is not None)
        return next((one for one in ending if one.valid_to is not None and said.local < one.valid_to), None)

    @staticmethod
    def _bears_out(statement: Statement, group: Group) -> bool:
        """Whether an unsure statement counts: its former value holds or was said to end.

        If it names none, the last value must have been said to end and none may hold: somebody who left Siemens and
        "joined Acme" works there.
        """
        if statement.instead_of is None:
            return bool(group.facts) and group.facts[-1].reason == "ended" and not group.standing
        return any(one.reason in (None, "ended") for one in group.same(statement.instead_of))

    def _is_old_news(self, statement: Statement, current: Sequence[Held]) -> bool:
        """Whether a statement tells a change from before what is known to hold: "I moved to Rome in 2010"."""
        if statement.told != "begins" or statement.since is None or statement.since.end is None:
            return False
        return self.held.is_still_stated(current, statement.since.end)

    def _strike(self, statement: Statement, striking: Striking) -> None:
        """Record a misread statement apart: its fact never held, and neither supersedes another nor is superseded."""
        key = striking, speaker_key(statement.claimed_by or "")
        known = self._struck.get(key)
        if known is not None:
            self.held.support(known, statement)
            return
        made = Held(statement, [statement], "outdated", "struck", struck=striking, turns=[statement.turn])
        self._struck[key] = made
        self.held.made.append(made)

    def _correct(self, statement: Statement) -> None:
        """Replace the value that the speaker has just stated by the right one."""
        wrong, group = statement.instead_of or "", self.held.group(statement)
        old = next(reversed(group.same(wrong)), None)
        while old is not None and old.reason == "corrected" and old.successor is not None:
            old = old.successor  # already corrected, by another reading of the same words or by an earlier correction
        if old is None:
            return
        if are_same(statement.value, old.value):
            if old.status != "outdated" and not are_same(wrong, old.value):
                self.held.support(old, statement)
            return
        if self.held.is_kept(old, statement):
            if not group.same(statement.value):
                self.held.add(statement)  # in addition to the value that was kept
            return
        restored = next((one for one in group.same(statement.value) if one.successor is old), None)
        if restored is not None:  # the old value after all
            restored.status, restored.reason, restored.ended_by, restored.successor = "current", None, None, None
            restored.valid_to = None
            self.held.support(restored, statement)
        self.ending.outdate(old, statement, "corrected", restored or self.held.add(statement))

    def _record_past(self, statement: Statement) -> None:
        """Record a value of the past, unless it is known already."""
        past = self.held.add_outdated(statement, "past")
        if past is None or statement.since is None:
            return
        if statement.told == "past":  # the time of a beginning says nothing of the end
            past.valid_to = statement.since.end

    def _is_struck_former(self, statement: Statement) -> bool:
        """Whether an end would only record a former value, and that value is struck out."""
        makes_one = statement.former and self.ending.relations.has_one(statement.relation)
        return makes_one and self._striking(statement) is not None and not self.ending.meant_by_end(statement)

    def _striking(self, statement: Statement) -> Striking | None:
        return self.held.decisions.striking(statement, self.held.turn_key(statement), self.names)


def _goes_elsewhere(statement: Statement, known: str) -> bool:
    """Whether a statement tells a move to another place than the known home, though one name is part of the other."""
    return statement.relation == _HOME and statement.told == "begins" and is_other_place(statement.value, known)


def _pet_named_by(statement: Statement, current: Sequence[Held]) -> Held | None:
    """The pet that a statement names, if it is the only one of its kind: "My cat is called Milo"."""
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
    """The name after the kind of a pet; empty if there is none."""
    return value.removeprefix(without_name(value)).strip()
