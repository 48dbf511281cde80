"""Packing under a budget: what fits, what is cited, what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from convograph.context import pack
from convograph.errors import InputError
from convograph.retrieval import hit
from convograph.types import Evidence, Hit, MemoHit, MemoKind, Reason, Recall, Said, SourceTurn, Span, Usage


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


def memo(rank: int, kind: MemoKind, text: str) -> MemoHit:
    return MemoHit(rank, kind, text, 1.5, SAID, (turn(0, "one two"),))


MEMOS = (
    memo(1, "summary", "in brief"),
    memo(1, "fact", "first"),
    memo(2, "fact", "second"),
    memo(1, "insight", "deep"),
)


def test_memos_stand_behind_the_dialogue_under_their_kinds() -> None:
    """Numbers go on where those of the turns end; each memo's citation leads to the turns that it rests on.

    Dialogue: 4 + 4 words. Memos: three headings of 1 word, `[2] 2024-03-01 18:30: in brief` has 5, the others 4.
    """
    recall = replace(found(session_hit(1, [turn(0, "one two")], 0)), memos=MEMOS)
    context = pack(recall, 100, Words())
    assert context.text == (
        "2024-03-01 18:30 (session s1)\n[1] Ana: one two\n\n"
        "summaries\n[2] 2024-03-01 18:30: in brief\n\n"
        "facts\n[3] 2024-03-01 18:30: first\n[4] 2024-03-01 18:30: second\n\n"
        "insights\n[5] 2024-03-01 18:30: deep"
    )
    assert context.tokens == 8 + 3 + 5 + 4 + 4 + 4
    assert [(one.number, one.memo.text) for one in context.memo_citations] == [
        (2, "in brief"),
        (3, "first"),
        (4, "second"),
        (5, "deep"),
    ]
    numbers = [one.number for one in (*context.citations, *context.memo_citations)]
    assert numbers == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("budget", "packed"),
    [
        (14, []),  # a third of 14 is 4
        (15, ["first"]),  # 5: the summary takes 1 + 5, a fact 1 + 4
        (33, ["in brief", "first"]),  # 11: 6 + 5; the insight would make it 16
        (47, ["in brief", "first", "second"]),  # 15: the second fact has its heading already, 11 + 4
        (48, ["in brief", "first", "deep"]),  # 16
        (60, ["in brief", "first", "second", "deep"]),  # 20
    ],
)
def test_memos_take_a_third_of_the_budget_at_most(budget: int, packed: list[str]) -> None:
    """The best of each kind come first, then the second best; one that is too long does not keep out a shorter."""
    context = pack(replace(found(), memos=MEMOS), budget, Words())
    assert [one.memo.text for one in context.memo_citations] == packed
    assert context.tokens <= budget / 3


def test_dialogue_takes_what_memos_leave() -> None:
    """Budget 24: memos may have 8 and take 6; the session of 18 words fits, one of 19 does not."""
    for words, fits in ((18, True), (19, False)):
        recall = found(session_hit(1, [turn(0, "word " * (words - 6))], 0))
        context = pack(replace(recall, memos=MEMOS[:1]), 24, Words())
        assert [one.memo.text for one in context.memo_citations] == ["in brief"]
        assert bool(context.citations) is fits
        assert context.tokens == (24 if fits else 6)


def test_memos_alone_make_a_context() -> None:
    """Where no dialogue was found, their numbers begin at 1."""
    context = pack(replace(found(), memos=MEMOS[1:2]), 100, Words())
    assert context.text == "facts\n[1] 2024-03-01 18:30: first"
    assert (context.citations, context.left_out, context.memo_citations[0].number) == ((), (), 1)


def test_a_budget_without_room_is_refused() -> None:
    """Nought and less are no budgets."""
    with pytest.raises(InputError, match="positive number of tokens, not 0"):
        pack(found(), 0, Words())
