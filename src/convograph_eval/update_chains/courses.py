"""The course of a topic: which step may come next, and which values hold after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from convograph_eval.update_chains.types import Step
from convograph_eval.update_chains.wordings import CLAIMS, CLAUSES, FRAMES, Relation

_WEIGHTS: Final = {"change": 4, "change_both": 2, "change_dated": 2, "end": 1, "return": 2, "further": 3}
_CORRECTED: Final = 0.2  # the share of corrections among statements that can have one
_CORRECTABLE: Final = frozenset({"first", "change", "change_dated"})  # name a single value, the one to correct


class Values:
    """The values of a relation that a chain has not used yet, shared by all its topics of this relation.

    A quarter of the values is set aside for claims, so that claimed values never hold.
    """

    def __init__(self, relation: Relation, draw: Random) -> None:
        """Shuffle the values."""
        shuffled = draw.sample(relation.values, len(relation.values))
        aside = max(1, len(shuffled) // 4)
        self.claimed: Sequence[str] = shuffled[:aside]
        self.fresh = shuffled[aside:]


@dataclass
class Course:
    """The values that hold or have held for topic number `topic`; steps are drawn from those its wordings allow."""

    topic: int
    relation: Relation
    first_person: bool
    values: Values
    draw: Random
    holding: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Reserve a value for the first statement, so that other topics cannot use up all values."""
        self._opening = self.values.fresh.pop()

    @property
    def begun(self) -> bool:
        """Whether a value has been stated."""
        return bool(self.held)

    @property
    def exhausted(self) -> bool:
        """Whether there is no next step."""
        return self.begun and not self._possible()

    def advance(self, room: int) -> tuple[Step, ...]:
        """The first statement or a next step, perhaps corrected, with at most `room` changes; empty if exhausted."""
        if not self.begun:
            return self._stated("first", self._opening, None, room)
        kinds = self._possible()
        if not kinds:
            return ()
        (kind,) = self.draw.choices(kinds, [_WEIGHTS[each] for each in kinds])
        former = self.draw.choice(self.holding) if self.holding and kind != "further" else None
        if kind == "end":
            self._replace(former, None)
            return (Step("end", self.topic, None, former),)
        value = self.draw.choice(self._past()) if kind == "return" else self.values.fresh.pop()
        return self._stated(kind, value, former, room - (former is not None))

    def aside(self) -> tuple[Step, ...]:
        """A step that changes nothing: it repeats a value that holds, or names one that does not."""
        cells = self.relation.cells(first_person=self.first_person)
        kinds: list[str] = [kind for kind in CLAIMS if kind in cells]
        if CLAUSES in cells:  # quotations contain somebody else's "I", so they need clauses in the first person
            kinds += [kind for kind in FRAMES if self.first_person or kind != "quotation"]
        if self.holding:
            kinds.append("repetition")
        if not kinds:
            return ()
        kind = self.draw.choice(kinds)
        return (
            Step(kind, self.topic, self.draw.choice(self.holding if kind == "repetition" else self.values.claimed)),
        )

    def _possible(self) -> list[str]:
        cells = self.relation.cells(first_person=self.first_person)
        possible: list[str] = []
        if self.values.fresh:
            replacing = ("change", "change_both", "change_dated") if self.holding else ("change", "change_dated")
            possible += ["further"] if self.relation.many else replacing
        if self.holding and "end" in cells:
            possible.append("end")
        if not self.relation.many and self._past():
            possible.append("return")
        return possible

    def _past(self) -> list[str]:
        return [value for value in self.held if value not in self.holding]

    def _stated(self, kind: str, value: str, former: str | None, room: int) -> tuple[Step, ...]:
        """A statement of the value, or a mistaken statement of it and then its correction."""
        stated = Step(kind, self.topic, value, former)
        correctable = kind in _CORRECTABLE and not self.relation.many and room > 0 and self.values.fresh
        if correctable and self.draw.random() < _CORRECTED:
            right = self.values.fresh.pop()
            self._replace(former, right)
            return stated, Step("correction", self.topic, right, value)
        self._replace(former, value)
        return (stated,)

    def _replace(self, former: str | None, value: str | None) -> None:
        if former is not None:
            self.holding.remove(former)
        if value is not None:
            self.holding.append(value)
            if value not in self.held:
                self.held.append(value)
