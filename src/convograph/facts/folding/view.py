"""Held facts as the `Fact` that others see, and whether a fact held at a time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from hashlib import blake2b

from convograph.facts.folding.held import Held, HeldFacts
from convograph.facts.statement import Statement
from convograph.types import Fact, Said, SourceTurn

_ID_BYTES = 5


def as_fact(one: Held, held: HeldFacts) -> Fact:
    """A held fact as others see it, with the decisions about it applied."""
    ended = () if one.ended_by is None else (held.turn(one.ended_by.turn),)
    statement = one.by
    turns = tuple(held.turn(row) for row in one.turns)
    fact = held.decisions.applied(
        Fact(
            id=fact_id(statement, turns[0]),
            subject=statement.subject,
            relation=statement.relation,
            value=statement.value,
            claimed_by=statement.claimed_by,
            status=one.status,
            turns=turns,
            known_from=_known_from(one, held),
            valid_from=one.valid_from,
            valid_to=one.valid_to,
            superseded_at=_superseded_at(one, held),
            superseded_by=None
            if one.successor is None
            else fact_id(one.successor.by, held.turn(one.successor.by.turn)),
            reason=one.reason,
            ended_by=ended,
        )
    )
    return fact if one.named is None else replace(fact, value=one.named)  # decisions name it as it was first stated


def _known_from(one: Held, held: HeldFacts) -> Said | None:
    """When a fact was first said, or borne out; `None` if that time is unknown."""
    if one.by.borne_out is None:
        return held.said(one.by)
    return held.turn(min(each.known for each in one.statements)[1]).said


def _superseded_at(one: Held, held: HeldFacts) -> Said | None:
    if one.ended_by is None:
        return one.struck.said if one.struck else None
    return held.turn(one.ended_by.known[1]).said


def fact_id(statement: Statement, turn: SourceTurn) -> str:
    """A short id of a fact, derived from its content: the same after an export and an import."""
    parts = (statement.subject, statement.relation, statement.value, statement.claimed_by or "", turn.session, turn.id)
    return blake2b("\0".join(parts).encode("utf-8"), digest_size=_ID_BYTES).hexdigest()


def held_between(fact: Fact, first: datetime, last: datetime) -> bool:
    """Whether a fact held at any moment from `first` to `last`, judging by its `valid_from` and `valid_to`.

    A fact without `valid_from` held since it was said or, if it was over by then, at all times before its end.
    """
    began, ended, said = fact.valid_from, fact.valid_to, fact.turns[0].said
    if fact.reason == "struck" or (fact.reason in ("corrected", "past") and ended is None):
        return False
    if began is None and said is not None and (ended is None or said.local < ended):
        began = said.local
    if ended is not None and began == ended:  # corrected: it never held
        return False
    return (began is None or began <= last) and (ended is None or first < ended)
