"""Hits checked against facts: which of their turns state what no longer holds, and which state its successor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from convograph.types import Fact, Hit

BEST = 10  # hits among which one that states a current value is moved up: a lower one is unlikely to answer


def facts_told(hits: Sequence[Hit], facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The outdated facts that turns of the hits state, each followed by the fact that superseded it, if there is one.

    Facts that were told as past are left out, since their turns say so themselves, and so are facts that were misread.
    """
    named = {fact.id: fact for fact in facts}
    found = {turn.id for hit in hits for turn in hit.turns}
    told: dict[str, Fact] = {}
    for fact in facts:
        if (
            fact.status != "outdated"
            or fact.reason in ("past", "struck")
            or found.isdisjoint(turn.id for turn in fact.turns)
        ):
            continue
        told.setdefault(fact.id, fact)
        if fact.superseded_by in named:
            told.setdefault(fact.superseded_by, named[fact.superseded_by])
    return tuple(told.values())


def current_first(hits: Sequence[Hit], told: Sequence[Fact]) -> tuple[Hit, ...]:
    """The hits, with those that state or bring about a current value before those that state the value it superseded.

    Only the first `BEST` are reordered. Of several changes, the last comes first. `told` are facts from `facts_told`.
    """
    named = {fact.id: fact for fact in told}
    best = list(hits[:BEST])
    for fact in told:
        if fact.status != "outdated":
            continue
        successor = named.get(fact.superseded_by or "")
        newer = {turn.id for turn in (*fact.ended_by, *(successor.turns if successor else ()))}
        older = {turn.id for turn in fact.turns} - newer
        outdated = next((place for place, hit in enumerate(best) if _has(hit, older) and not _has(hit, newer)), None)
        current = next((place for place, hit in enumerate(best) if _has(hit, newer)), None)
        if outdated is not None and current is not None and outdated < current:
            best.insert(outdated, best.pop(current))
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate([*best, *hits[BEST:]], start=1))


def _has(hit: Hit, turns: set[str]) -> bool:
    return any(turn.id in turns for turn in hit.turns)
