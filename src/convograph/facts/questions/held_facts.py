"""The facts that answer a question."""

from __future__ import annotations

from collections.abc import Iterable

from convograph.extraction.asked_relation import AskedFor
from convograph.facts.folding.known_folds import NamedFact
from convograph.facts.folding.view import held_between
from convograph.facts.relations import plain
from convograph.types import Fact


def holding(asked: AskedFor, facts: Iterable[NamedFact]) -> tuple[Fact, ...]:
    """The facts asked for that hold, or held at the time asked about, in the order given.

    Only those of the first relation asked for that has any; none if the question asks what was so before.
    """
    if asked.former:
        return ()
    of_one = (one.fact for one in facts if any(map(asked.is_about, one.names)))
    held = [one for one in of_one if _held(one, asked) and asked.accepts(plain(one.relation), one.value)]
    of_each = (tuple(one for one in held if plain(one.relation) == relation) for relation in asked.relations)
    return next(filter(None, of_each), ())


def _held(fact: Fact, asked: AskedFor) -> bool:
    """Whether a fact holds, or held at the time asked about."""
    return fact.status == "current" if asked.at is None else held_between(fact, *asked.at)
