"""What the values of profiles that a model wrote state in terms of facts.

A value is read once for each turn that states it, in the relation that its attribute is told by. Left out are

- attributes that several relations tell: a member of the family may be a partner or a sister;
- turns that neither have the name of the profile nor are by a speaker of that name. Whom a pronoun or another name
  means depends on how names are resolved, which may change, and facts go by names alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from convograph.facts.gathering.triplet_statements import given_for
from convograph.facts.gathering.turn_order import TurnOrder, Turns
from convograph.facts.statement import Statement
from convograph.facts.values.words import words_of
from convograph.generation.profile_memos import PROFILE, stating
from convograph.graph.rows import MemoRow
from convograph.graph.snapshot import Snapshot
from convograph.types import SourceTurn, Triplet

RELATION_OF: Mapping[str, str] = MappingProxyType(
    {
        "occupation": "occupation",
        "worksFor": "works_at",
        "homeLocation": "lives_in",
        "age": "age",
        "origin": "originates_from",
        "pets": "has_pet",
    }
)
"""The relation of each attribute that is told by exactly one (`profiles/attributes.txt`)."""


def of_profiles(graph: Snapshot, turns: Turns, order: TurnOrder) -> Iterator[Statement]:
    """What the values of written profiles state; each is read once for a snapshot and all its successors."""
    held: dict[tuple[int, int], tuple[Statement, ...]] = graph.derived.cached("profile values read", dict)
    for memo in graph.memos:
        if (triplet := _triplet(memo)) is None:
            continue
        for key in stating(memo):
            row = int(np.searchsorted(graph.turns.keys.values, key))
            if (memo.key, key) not in held:
                held[memo.key, key] = tuple(_stated(triplet, turns[row]))
            if not turns.joked(row) and not turns.is_composed(row):
                yield from (replace(one, turn=row, place=order.places[row]) for one in held[memo.key, key])


def _triplet(memo: MemoRow) -> Triplet | None:
    """The value of a profile as a triplet of facts; `None` for other memos, and for attributes that are left out."""
    if memo.kind != PROFILE:
        return None
    name, attribute, value = memo.details.triplets[0].parts
    relation = RELATION_OF.get(attribute)
    return None if relation is None else Triplet(name, relation, value)


def _stated(triplet: Triplet, turn: SourceTurn) -> Iterator[Statement]:
    """What a value states in one of its turns."""
    if set(words_of(triplet.subject)) <= {*words_of(turn.speaker or ""), *words_of(turn.text)}:
        yield from given_for(triplet, turn)
