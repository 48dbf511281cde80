"""What holds of what a question asks for."""

from __future__ import annotations

from collections.abc import Iterable

from convograph.extraction.asked_relation import AskedFor
from convograph.facts.known_folds import CalledFact
from convograph.facts.relations import plain
from convograph.types import Fact


def holding(asked: AskedFor, facts: Iterable[CalledFact]) -> tuple[Fact, ...]:
    """Those of some facts that hold and are asked for, in their order; none for a question for what was so before."""
    if asked.former:
        return ()
    held = [one.fact for one in facts if one.fact.status == "current" and any(map(asked.is_about, one.names))]
    of_each = (tuple(one for one in held if plain(one.relation) == relation) for relation in asked.relations)
    return next(filter(None, of_each), ())
