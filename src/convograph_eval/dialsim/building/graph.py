"""A show's temporal knowledge graph: its quadruples, indexed by head and relation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from convograph_eval.dialsim.building.relations import ONE_AT_A_TIME, Quadruple
from convograph_eval.dialsim.building.spans import Span
from convograph_eval.dialsim.building.templates import SECOND

COMPANY: Final[Mapping[str, tuple[str, ...]]] = {
    "neighbor": ("neighbor", "roommate", "wife", "husband"),
    "roommate": ("roommate",),
    "alumni": ("alumni",),
    "sister": ("sister", "brother"),
    "brother": ("sister", "brother"),
}
"""Transitive relations -> the relations along which they are inherited."""

Told = tuple[Quadruple, ...]
"""All quadruples of one triple, one for each scene that states it."""


@dataclass(frozen=True)
class TemporalGraph:
    """The quadruples in the order of their scenes."""

    quadruples: tuple[Quadruple, ...]

    def of(self, head: str, relation: str) -> Sequence[Quadruple]:
        """All quadruples of a head and a relation."""
        return self._by_head.get(head, {}).get(relation, ())

    def tails(self, head: str, relation: str, span: Span | None = None) -> frozenset[str]:
        """The tails of a head and a relation in a span, or at any time."""
        return frozenset(one.tail for one in self.of(head, relation) if span is None or one.day in span)

    def near_tails(self, head: str, relation: str, span: Span | None = None) -> frozenset[str]:
        """The tails of a head and a relation in or near a span, which may be right in it too, or at any time."""
        return frozenset(one.tail for one in self.of(head, relation) if span is None or span.is_near(one.day))

    def company(self, head: str, relation: str) -> frozenset[str]:
        """The people who may be somebody's neighbor, roommate, fellow student or sibling, stated or inferred.

        They are reached along the relations in `COMPANY`, and include the head; other relations reach nobody else.
        """
        found, new = {head}, [head]
        kind = COMPANY.get(relation, ())
        while new:
            one = new.pop()
            tails = {tail for other in kind for tail in self.tails(one, other)} - found
            found |= tails
            new += sorted(tails)
        return frozenset(found)

    def also_called(self, tail: str, relation: str) -> frozenset[str]:
        """Other tails of a relation that a head has in addition to this one: a doctor who is an obstetrician."""
        return self._beside.get((relation, tail), frozenset())

    def all_tails(self, relation: str) -> Sequence[str]:
        """The distinct tails of a relation, sorted."""
        return self._tails.get(relation, ())

    @cached_property
    def triples(self) -> Sequence[Told]:
        """The quadruples grouped by triple, so that frequently stated triples are not asked about more often."""
        found: dict[tuple[str, str, str], list[Quadruple]] = defaultdict(list)
        for one in self.quadruples:
            found[one.triple].append(one)
        return tuple(map(tuple, found.values()))

    @cached_property
    def pairs(self) -> Sequence[tuple[Told, Told]]:
        """All pairs of triples that templates can ask about, where the first one's tail is the second one's head.

        Pairs that lead back to the first head are left out.
        """
        by_head: dict[str, list[Told]] = defaultdict(list)
        for told in self.triples:
            by_head[told[0].head].append(told)
        return tuple(
            (first, second)
            for first in self.triples
            for second in by_head[first[0].tail]
            if second[0].relation in SECOND.get(first[0].relation, ()) and second[0].tail != first[0].head
        )

    @cached_property
    def _by_head(self) -> Mapping[str, Mapping[str, Sequence[Quadruple]]]:
        found: dict[str, dict[str, list[Quadruple]]] = defaultdict(lambda: defaultdict(list))
        for one in self.quadruples:
            found[one.head][one.relation].append(one)
        return {head: dict(relations) for head, relations in found.items()}

    @cached_property
    def _beside(self) -> Mapping[tuple[str, str], frozenset[str]]:
        found: dict[tuple[str, str], set[str]] = defaultdict(set)
        for head, relations in self._by_head.items():
            for relation in relations.keys() - ONE_AT_A_TIME:
                tails = self.tails(head, relation)
                for tail in tails:
                    found[relation, tail] |= tails - {tail}
        return {key: frozenset(tails) for key, tails in found.items()}

    @cached_property
    def _tails(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for one in self.quadruples:
            found[one.relation].add(one.tail)
        return {relation: sorted(tails) for relation, tails in found.items()}
