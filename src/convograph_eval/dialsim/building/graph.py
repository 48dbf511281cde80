"""A show's temporal knowledge graph: its quadruples, by head and relation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from convograph_eval.dialsim.building.relations import Quadruple
from convograph_eval.dialsim.building.spans import Span
from convograph_eval.dialsim.building.templates import SECOND

Told = tuple[Quadruple, ...]
"""All quadruples of one triple: when it is told."""


@dataclass(frozen=True)
class TemporalGraph:
    """The quadruples in the order of their scenes."""

    quadruples: tuple[Quadruple, ...]

    def of(self, head: str, relation: str) -> Sequence[Quadruple]:
        """All quadruples of a head and a relation."""
        return self._by_head.get(head, {}).get(relation, ())

    def tails(self, head: str, relation: str, span: Span | None = None) -> frozenset[str]:
        """The tails of a head and a relation, in a span or whenever."""
        return frozenset(one.tail for one in self.of(head, relation) if span is None or one.day in span)

    def all_tails(self, relation: str) -> Sequence[str]:
        """The different tails of a relation, by name."""
        return self._tails.get(relation, ())

    @cached_property
    def triples(self) -> Sequence[Told]:
        """The quadruples by triple, so that what is told often is not asked about more often."""
        found: dict[tuple[str, str, str], list[Quadruple]] = defaultdict(list)
        for one in self.quadruples:
            found[one.triple].append(one)
        return tuple(map(tuple, found.values()))

    @cached_property
    def pairs(self) -> Sequence[tuple[Told, Told]]:
        """Two triples each of which the tail of the first is the head of the second, and templates ask about.

        Without those that lead back to where they began.
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
    def _tails(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for one in self.quadruples:
            found[one.relation].add(one.tail)
        return {relation: sorted(tails) for relation, tails in found.items()}
