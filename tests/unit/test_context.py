"""Packing under a budget: what fits, what is cited, what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from convograph.context import pack
from convograph.errors import InputError
from convograph.retrieval import hit
from convograph.types import Evidence, Hit, Reason, Recall, Said, SourceTurn, Span, Usage


class Words:
    """Counts words: a reader can do the sums."""

    name = "words"

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]


SAID = Said(datetime(2024, 3, 1, 18, 30), None, "2024-03-01 18:30")


def turn(place: int, text: str, session: str = "s1") -> SourceTurn:
    return SourceTurn(place, f"{session}:{place}", session, place, "Ana", text, SAID)


def found(*hits: Hit) -> Recall:
    return Recall("what?", "test", "session", hits, Usage({}, 0))


def session_hit(rank: int, turns: list[SourceTurn], *evidence: int) -> Hit:
    reason = Reason("seed", 0.5)
    return hit(
        rank, "session", 1.5, turns, [Evidence(Span(turns[i], 0, len(turns[i].text)), 1.5, reason) for i in evidence]
    )


def test_a_unit_that_fits_is_packed_with_date_and_numbers() -> None:
    """Header of 4 words, then `[1] Ana: one two` (4) and `[2] Ana: three` (3): 11 words."""
    recall = found(session_hit(1, [turn(0, "one two"), turn(1, "three")], 0))
    context = pack(recall, 11, Words())
    assert context.text == "2024-03-01 18:30 (session s1)\n[1] Ana: one two\n[2] Ana: three"
    assert (context.tokens, context.budget, context.counter) == (11, 11, "words")
    assert [(one.number, one.turn.id) for one in context.citations] == [(1, "s1:0"), (2, "s1:1")]
    assert context.left_out == ()


def test_of_a_unit_too_large_the_evidence_is_packed_and_the_rest_named() -> None:
    """Budget 10: the whole (11) does not fit, the excerpt with its marked header (5 + 3) does."""
    recall = found(session_hit(1, [turn(0, "one two"), turn(1, "three")], 1))
    context = pack(recall, 10, Words())
    assert context.text == "2024-03-01 18:30 (session s1, excerpt)\n[1] Ana: three"
    assert context.tokens == 8
    assert [(rest.turns[0].id, rest.tokens) for rest in context.left_out] == [("s1:0", 4)]


def test_a_later_smaller_unit_may_still_fit() -> None:
    """What does not fit at all is left out whole, and packing goes on."""
    large, small = [turn(0, "word " * 50)], [turn(0, "short", "s2")]
    context = pack(found(session_hit(1, large, 0), session_hit(2, small, 0)), 8, Words())
    assert [one.turn.session for one in context.citations] == ["s2"]
    assert [rest.hit.rank for rest in context.left_out] == [1]


def test_a_turn_that_two_hits_share_is_packed_once() -> None:
    """The second hit adds nothing and is not left out either."""
    turns = [turn(0, "one two")]
    context = pack(found(session_hit(1, turns, 0), session_hit(2, turns, 0)), 100, Words())
    assert context.text.count("one two") == 1
    assert context.left_out == ()


def test_the_time_of_the_question_is_told_when_it_is_known() -> None:
    """The first line says when it was asked; it counts like every other."""
    recall = replace(found(session_hit(1, [turn(0, "one two")], 0)), asked_at=datetime(2024, 5, 1, 9, 5))
    context = pack(recall, 100, Words())
    assert context.text.startswith("asked at 2024-05-01 09:05\n\n2024-03-01")
    assert context.tokens == 4 + 4 + 4


def test_a_budget_without_room_is_refused() -> None:
    """Nought and less are no budgets."""
    with pytest.raises(InputError, match="positive number of tokens: 0"):
        pack(found(), 0, Words())
