"""Sentences that state what no longer holds, and the sentences that say what replaced it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from convograph.answering.candidates import Candidate
from convograph.extraction.asked_relation import asked_for
from convograph.extraction.asking import period_of
from convograph.terms import has_words
from convograph.types import Fact, Recall, SourceTurn


def replacements(recall: Recall, candidates: Sequence[Candidate], stating: Collection[int] = ()) -> dict[int, int]:
    """The sentence to quote in place of each sentence with an outdated value, by positions.

    None for a question about the past, nor if no sentence about the change was found: then the old value is all that
    memory can tell. For what only ended, sentences `stating` exactly what is asked are preferred.
    """
    asked = asked_for(recall.question, recall.asked_at)
    if period_of(recall.question) == "former" or (asked is not None and asked.former):
        return {}
    named = {fact.id: fact for fact in recall.facts}
    found: dict[int, int] = {}
    for fact in recall.facts:
        if fact.status != "outdated":
            continue
        newer = _newer(fact, named.get(fact.superseded_by or ""), candidates, stating)
        if newer is not None:
            older = _sentences(candidates, fact.turns, fact.value)
            found.update((place, newer) for place in older if place != newer)
    return {place: _last(found, place) for place in found}


def _newer(fact: Fact, successor: Fact | None, candidates: Sequence[Candidate], stating: Collection[int]) -> int | None:
    """The sentence that says what replaced a fact or, for one that only ended, that it did."""
    if successor is not None:
        told = _sentences(candidates, (*fact.ended_by, *successor.turns), successor.value)
    else:
        ending = _sentences(candidates, fact.ended_by, "")
        told = [
            *_sentences(candidates, fact.ended_by, fact.value),
            *(place for place in ending if place in stating),
            *ending,
        ]
    return next(iter(told), None)


def _sentences(candidates: Sequence[Candidate], turns: Sequence[SourceTurn], value: str) -> list[int]:
    """The positions of the sentences of some turns that have a value; questions are left out."""
    sources = {turn.id for turn in turns}
    return [
        place
        for place, one in enumerate(candidates)
        if one.states
        and one.evidence is not None
        and one.evidence.span.turn.id in sources
        and has_words(one.text, value)
    ]


def _last(found: dict[int, int], place: int) -> int:
    """The end of a chain of replacements, which may be circular."""
    seen = {place}
    while (following := found.get(place)) is not None and following not in seen:
        seen.add(following)
        place = following
    return place
