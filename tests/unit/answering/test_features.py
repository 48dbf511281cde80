"""Candidates and their features, by hand."""

from __future__ import annotations

from math import log, log1p

import pytest

from convograph.answering import FEATURES, Candidate, candidates_of, certainty_signs, features_of
from convograph.answering.certainty import CERTAINTY_SIGNS
from convograph.encoders.static import StaticEncoder
from convograph.terms import ENGLISH
from convograph.times import parse_said
from convograph.types import Evidence, Hit, MemoHit, Reason, Recall, SourceTurn, Span, Usage

ENCODER = StaticEncoder()


def turn(ordinal: int, speaker: str, text: str, day: int = 1) -> SourceTurn:
    """A turn of one session."""
    return SourceTurn(ordinal, f"s:{ordinal}", "s", ordinal, speaker, text, parse_said(f"2024-01-{day:02}T10:00"))


QUESTION = turn(0, "Ana", "What is your dog called?")
REPLY = turn(1, "Ben", "Pepper. He is two.", day=2)
STATEMENT = turn(2, "Ana", "I met Pepper in Porto last year.", day=3)
TALK = [QUESTION, REPLY, STATEMENT]


def recall(
    question: str, *found: SourceTurn, memos: tuple[MemoHit, ...] = (), probability: float | None = None
) -> Recall:
    """A recall whose evidence is the first sentence of each turn."""
    hits = tuple(
        Hit(
            rank,
            "turn",
            one.id,
            1.0,
            (one,),
            (Evidence(Span(one, 0, one.text.find(".") + 1 or len(one.text)), 1.0, Reason("unit", 0.5)),),
        )
        for rank, one in enumerate(found, start=1)
    )
    return Recall(question, "unified", "turn", hits, Usage({}, 0), memos=memos, probability=probability)


def beside(one: SourceTurn) -> tuple[SourceTurn | None, SourceTurn | None]:
    """The turns before and after."""
    place = one.ordinal
    return (TALK[place - 1] if place else None, TALK[place + 1] if place + 1 < len(TALK) else None)


def values(question: str, candidates: list[Candidate]) -> list[dict[str, float]]:
    """The features of each candidate by name."""
    found = features_of(question, candidates, ENCODER, ENGLISH, ["Ana", "Ben"]).values
    return [dict(zip(FEATURES, row, strict=True)) for row in found.tolist()]


def test_a_question_brings_its_reply_along() -> None:
    """The reply's first sentence stands after the question; the question itself is not quoted."""
    made = candidates_of(recall("Which dog?", QUESTION), ENGLISH, beside)
    assert [(one.text, one.companion, one.states, one.before, one.after) for one in made] == [
        ("What is your dog called?", False, False, None, None),
        ("Pepper.", True, True, 0, 2),
        ("He is two.", True, True, 1, None),
    ]


def test_profiles_are_not_quoted() -> None:
    """They are lists of values, which nobody said."""
    memo = MemoHit(1, "profile", "Ben (Person); knows: Pepper", 1.5, None, (REPLY,))
    assert candidates_of(recall("Which dog?", memos=(memo,)), ENGLISH, lambda one: (None, None)) == []


def test_the_question_itself_and_tools_are_no_candidates() -> None:
    """However punctuated."""
    tool = SourceTurn(3, "s:3", "s", 3, "tool", "The dog is called Pepper.", None)
    same = turn(0, "Ana", "what is YOUR dog called")
    assert candidates_of(recall("What is your dog called?", same, tool), ENGLISH, lambda one: (None, None)) == []


def test_features_of_sentences() -> None:
    """Ranks, evidence, what is asked for, what is new, who speaks, and when."""
    question = "Where did Ben meet Pepper?"
    made = candidates_of(recall(question, STATEMENT, REPLY), ENGLISH, lambda one: (None, None))
    statement, pepper, age = values(question, made)
    assert [one["rank"] for one in (statement, pepper, age)] == [0.0, -log(2), -log(2)]
    assert [one["shown"] for one in (statement, pepper, age)] == [1.0, 1.0, 0.0]
    assert (statement["place"], pepper["place"]) == (1.0, 0.0)
    assert statement["time"] == 0.0  # it has one, and none is asked for
    assert statement["other"] == 1.0  # Ana says it, and the question names Ben
    assert pepper["other"] == 0.0
    assert statement["new"] == pytest.approx(log1p(4))  # met, Porto, last, year
    assert pepper["new"] == 0.0
    assert (statement["newer"], pepper["newer"]) == (1.0, 0.0)
    assert age["before"] == pytest.approx(pepper["cosine"] + pepper["covered"])
    assert age["replies"] == 0.0


def test_a_reply_has_the_words_of_its_question() -> None:
    """In its turn, and before it."""
    made = candidates_of(recall("What is the dog called?", QUESTION), ENGLISH, beside)
    _, pepper, age = values("What is the dog called?", made)
    assert (pepper["covered"], pepper["covered_turn"]) == (0.0, 1.0)
    assert pepper["replies"] == pepper["before"] > 1.0
    assert age["replies"] == 0.0


def test_memos_are_candidates_by_sentence() -> None:
    """Nobody says them; they have their own time."""
    memo = MemoHit(1, "fact", "The dog is Pepper. He is two.", 1.5, parse_said("2024-02-01T10:00"), (REPLY,))
    made = candidates_of(recall("Which dog?", STATEMENT, memos=(memo,)), ENGLISH, lambda one: (None, None))
    assert [(one.text, one.memo is memo, one.before, one.after) for one in made] == [
        (STATEMENT.text, False, None, None),
        ("The dog is Pepper.", True, None, 2),
        ("He is two.", True, 1, None),
    ]
    assert [one["newer"] for one in values("Which dog?", made)] == [0.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("question", "unheard"),
    [
        ("Where did Ana meet Pepper?", 0.0),
        ("Where did Ana meet Yusuf?", 1.0),
        ("Where did Ben meet Pepper in January?", 0.0),  # speakers and times need not be mentioned
        ("Yusuf met whom?", 0.0),  # the first word has a capital whatever it is
    ],
)
def test_a_name_that_occurs_nowhere_is_a_sign(question: str, unheard: float) -> None:
    """That nothing answers."""
    found = recall(question, STATEMENT)
    made = candidates_of(found, ENGLISH, lambda one: (None, None))
    features = features_of(question, made, ENCODER, ENGLISH, ["Ana", "Ben"])
    (signs,) = certainty_signs(found, made, features, ENGLISH, ["Ana", "Ben"]).tolist()
    assert signs[CERTAINTY_SIGNS.index("unheard")] == unheard


@pytest.mark.parametrize(("probability", "expected"), [(None, 0.0), (0.5, 0.0), (0.9, log(9)), (1.0, log(99))])
def test_how_likely_anything_answers_counts_where_it_is_known(probability: float | None, expected: float) -> None:
    """As log odds, which are bounded."""
    found = recall("Which dog?", STATEMENT, probability=probability)
    made = candidates_of(found, ENGLISH, lambda one: (None, None))
    features = features_of("Which dog?", made, ENCODER, ENGLISH, ["Ana", "Ben"])
    (signs,) = certainty_signs(found, made, features, ENGLISH, ["Ana", "Ben"]).tolist()
    assert signs[CERTAINTY_SIGNS.index("likely")] == pytest.approx(expected)
