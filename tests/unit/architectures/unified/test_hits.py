"""Ranked units as hits: evidence, and why."""

from __future__ import annotations

import pytest

from convograph.architectures.unified.hits import FARTHEST, LEAST_SUPPORT, MOST_SENTENCES, MOST_TURNS_SHOWN, OTHERS
from convograph.architectures.unified.ranking import PARTS
from convograph.terms import Analyzer
from convograph.types import Hit
from support.conversations import conversation
from support.encoders import TableEncoder
from support.ranking import look, remembering, said

QUESTIONS = ("where is the blue boat", "cat soup by the river", "thanks")


@pytest.mark.parametrize("unit", ["turn", "round", "block4", "chunk500", "session"])
def test_evidence_lies_in_the_turns_of_its_hit(unit: str) -> None:
    """Sentences of the turn, three of each at most, none twice, the best turn's first."""
    with remembering(*conversation(2)) as memory:
        for question in QUESTIONS:
            scores = look(memory, question)
            by_id = dict(zip(scores.ids(), scores.scored.scores.turns.tolist(), strict=True))
            hits = memory.recall(question, unit=unit, k=8).hits
            assert hits
            for hit in hits:
                check(hit)
                order = list(dict.fromkeys(one.span.turn.id for one in hit.evidence))
                scored = [by_id[turn] for turn in order]
                assert scored == sorted(scored, reverse=True)
                assert len(scored) <= MOST_TURNS_SHOWN
                assert scored[-1] >= scored[0] - FARTHEST


def check(hit: Hit) -> None:
    """What holds for every hit."""
    turns = {turn.key for turn in hit.turns}
    spans = [(one.span.turn.key, one.span.start, one.span.end) for one in hit.evidence]
    assert len(set(spans)) == len(spans) > 0
    for one in hit.evidence:
        assert one.span.turn.key in turns
        assert 0 <= one.span.start < one.span.end <= len(one.span.turn.text)
        assert one.span.text == one.span.turn.text[one.span.start : one.span.end]
        assert [name for name, _ in one.reason.parts if name != OTHERS] == list(PARTS)
        assert (one.reason.kind, one.reason.rank) == ("sentence", hit.rank)
    for turn in turns:
        scores = [one.score for one in hit.evidence if one.span.turn.key == turn]
        assert len(scores) <= MOST_SENTENCES
        assert scores == sorted(scores, reverse=True)
        assert not scores or scores[-1] >= LEAST_SUPPORT * scores[0]


def test_what_other_turns_of_a_unit_add_is_told() -> None:
    """As a part of its reasons: with the score of its best turn it makes that of the unit."""
    with remembering(*conversation(2)) as memory:
        turns = {hit.id: hit for hit in memory.recall(QUESTIONS[0], k=300).hits}
        for hit in memory.recall(QUESTIONS[0], unit="block4", k=8).hits:
            gain = dict(hit.evidence[0].reason.parts).get(OTHERS, 0.0)
            best = max(turns[one.id].score for one in hit.turns if one.id in turns)  # "River." is no hit
            assert hit.score - best == pytest.approx(gain)
            assert (gain > 0) == (len(hit.turns) > 1)
        assert all(OTHERS not in dict(hit.evidence[0].reason.parts) for hit in turns.values())


def test_the_sentences_that_bear_most_on_the_question() -> None:
    """Those with more than three fifths of the best one's support, with their cosine and the words they share."""
    near = {"boiler cat": (1, 0, 0), "The cat is on the boiler.": (0.5, 0, 0), "It is a boiler for cats!": (0.25, 0, 0)}
    talk = said("a", "Ana: Hm. It is a boiler for cats! The cat is on the boiler. It is a cat.")
    with remembering(talk, encoder=TableEncoder(near)) as memory:
        (hit,) = memory.recall("boiler cat").hits
    first, second = hit.evidence
    assert (first.span.text, first.reason.similarity, first.reason.words) == (
        "The cat is on the boiler.",
        0.5,
        ("cat", "boiler"),
    )
    assert (second.span.text, second.reason.similarity, second.reason.words) == (
        "It is a boiler for cats!",
        0.25,
        ("boiler", "cats"),
    )
    assert (first.score, second.score) == (pytest.approx(1.5 + 1), pytest.approx(1.25 + 1))


def test_a_long_question_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for every piece of evidence: of 100 KB, hits of sessions would take a quarter of a minute."""
    read: list[str] = []
    stems = Analyzer.stems
    with remembering(*conversation(2)) as memory:
        question = "where is the blue boat " * 100
        monkeypatch.setattr(Analyzer, "stems", lambda self, text: [read.append(text), stems(self, text)][1])
        memory.recall(question, unit="session", k=6)
    assert read.count(question) <= 4
