"""What was said last comes first where a question asks for what holds; what was said before, where it asks for that."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest

from convograph.architectures.unified import question as understanding
from convograph.architectures.unified.certainty import SAID_THEN
from convograph.architectures.unified.ranking import BUNDLES
from convograph.architectures.unified.rules.period import LOSS, NEAR_ODDS, prefer_period
from convograph.architectures.unified.scored import Scored
from convograph.extraction import asking
from convograph.extraction.asking import Period
from convograph.memory import Memory
from convograph.types import Session
from support.encoders import TableEncoder
from support.ranking import look, remembering, said

LIKE = (0.8, 0.6, 0.0)  # its cosine with (1, 0, 0) is above the least, that with (0, 0, 1) is not
MOVES = {
    "I live in Porto.": (1.0, 0.0, 0.0),
    "I live in Lisbon.": LIKE,
    "Rent is dear here.": (0.0, 0.0, 1.0),
}
TALK = (
    said("a", "Ana: I live in Porto.", time="2023-03-01"),
    said("b", "Ana: I live in Lisbon.", time="2024-03-01"),
    said("c", "Ana: Rent is dear here.", time="2024-05-01"),
)


def scored(memory: Memory, scores: list[float], period: Period | None = None) -> Scored:
    """All turns, with these scores by place, and the question's period."""
    made = look(memory, "live lisbon porto rent").scored
    assert len(made.features.places) == len(scores)
    return replace(made, period=period, scores=replace(made.scores, turns=np.array(scores)))


def changed(
    period: Period | None, scores: list[float], talk: tuple[Session, ...] = TALK, moment: datetime | None = None
) -> list[float]:
    """The scores in a period."""
    with remembering(*talk, encoder=TableEncoder(MOVES)) as memory:
        found: list[float] = prefer_period(scored(memory, scores, period), moment).scores.turns.tolist()
        return found


def loss(period: Period, *scores: float, after: tuple[float, ...]) -> float:
    """What a turn loses by those after it, by hand: their share of the odds."""
    odds = np.exp(np.array(scores) - max(scores))
    return LOSS[period] * float(np.exp(np.array(after) - max(scores)).sum() / odds.sum())


@pytest.mark.parametrize("period", ["now", "present"])
def test_a_turn_loses_by_what_was_said_after_it(period: Period) -> None:
    """By its share of what bears on the question, not by how much time has passed."""
    found = changed(period, [9.0, 1.0, 0.0])
    expected = [
        9.0 - loss(period, 9, 1, 0, after=(1, 0)),
        1.0 - loss(period, 9, 1, 0, after=(0,)),
        0.0,
    ]
    assert found == pytest.approx(expected, abs=1e-6)


def test_of_two_turns_that_say_the_same_the_newer_comes_first() -> None:
    """Just before: everything else stays where it was."""
    older, newer, other = changed("present", [1.2, 0.9, 0.5])
    assert newer == pytest.approx(older + 1e-6)
    assert older == pytest.approx(1.2 - loss("present", 1.2, 0.9, 0.5, after=(0.9, 0.5)), abs=1e-6)
    assert other == 0.5


def test_what_says_something_else_is_not_put_in_order() -> None:
    """However much later it was said."""
    _, newer, other = changed("present", [-5.0, 2.0, 1.9])
    assert newer == pytest.approx(2.0 - loss("present", -5, 2, 1.9, after=(1.9,)), abs=1e-6)
    assert other == 1.9


def test_a_newer_turn_that_is_far_worse_stays_behind() -> None:
    """It hardly says the same of what is asked."""
    older, newer, _ = changed("present", [1.0 + NEAR_ODDS, 0.0, -9.0])
    assert older > newer == pytest.approx(0.0, abs=1e-3)


def test_who_asks_for_the_past_gets_the_older_first() -> None:
    """And no turn loses by its age."""
    older, newer, other = changed("former", [0.9, 1.2, 0.5])
    assert older == pytest.approx(newer + 1e-6)
    assert (newer, other) == (1.2, 0.5)


def test_a_question_that_tells_no_period_changes_nothing() -> None:
    """Nor does one to a single turn."""
    assert changed(None, [1.0, 2.0, 3.0]) == [1.0, 2.0, 3.0]
    assert changed("now", [1.0], TALK[:1]) == [1.0]


def test_what_was_said_after_the_question_is_newer_than_nothing() -> None:
    """Nor is what was said at no known time."""
    before = datetime(2023, 6, 1)
    assert changed("now", [3.0, 2.0, 1.0], moment=before) == [3.0, 2.0, 1.0]
    undated = tuple(replace(session, said=None) for session in TALK)
    assert changed("now", [3.0, 2.0, 1.0], undated) == [3.0, 2.0, 1.0]


def test_turns_of_one_session_are_not_put_in_order() -> None:
    """They say more of the same."""
    once = (said("a", "Ana: I live in Porto.", "Ana: I live in Lisbon.", "Ana: Rent is dear here.", time="2023-03-01"),)
    assert changed("now", [3.0, 2.0, 1.0], once) == [3.0, 2.0, 1.0]


def test_what_it_changes_counts_as_time() -> None:
    """So that an explanation names it."""
    with remembering(*TALK, encoder=TableEncoder(MOVES)) as memory:
        before = scored(memory, [1.2, 0.9, 0.5], "present")
        after = prefer_period(before, None)
    difference = after.scores.parts - before.scores.parts
    place = list(BUNDLES).index("time")
    assert difference[place] == pytest.approx(after.scores.turns - before.scores.turns)
    assert not np.delete(difference, place, axis=0).any()


@pytest.mark.parametrize(
    ("question", "first"),
    [("Where do I live now?", "b0"), ("In which town do I live?", "b0"), ("Where did I live at first?", "a0")],
)
def test_a_move(question: str, first: str) -> None:
    """Three questions about one fact that changed."""
    vectors = {**MOVES, question: (0.95, 0.3, 0.0), "live": (0.95, 0.3, 0.0), "town live": (0.95, 0.3, 0.0)}
    with remembering(*TALK, encoder=TableEncoder(vectors)) as memory:
        assert memory.recall(question).hits[0].turns[0].id == first


def test_sessions_are_ranked_by_their_own_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which know nothing of periods: their scores are those without, to the last digit; those of turns are not."""
    question = "Where do I live now?"
    vectors = {**MOVES, question: (0.95, 0.3, 0.0), "live": (0.95, 0.3, 0.0)}
    found: dict[str, list[list[tuple[str, float, float | None]]]] = {"session": [], "turn": []}
    with remembering(*TALK, encoder=TableEncoder(vectors)) as memory:
        for period_of in (asking.period_of, lambda text: None):
            monkeypatch.setattr(understanding, "period_of", period_of)
            for unit, made in found.items():
                hits = memory.recall(question, unit=unit).hits
                made.append([(hit.id, hit.score, hit.probability) for hit in hits])
    assert found["session"][0] == found["session"][1]
    now, before = ({name: (score, likely) for name, score, likely in made} for made in found["turn"])
    moves = np.array([np.subtract(now[name], before[name]) for name in now])
    assert np.sign(moves[:, 0]).tolist() == np.sign(moves[:, 1]).tolist()  # a turn that loses is less likely
    assert found["turn"][0] != found["turn"][1]


def test_the_best_five_are_put_in_order_and_no_sixth() -> None:
    """The sixth of six that say the same stays where it was, though it is the newest."""
    texts = ["I live in Porto.", *["I live in Lisbon."] * 5]
    talk = tuple(said(f"s{day}", f"Ana: {text}", time=f"2024-03-0{day}") for day, text in enumerate(texts, start=1))
    scores = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5]
    found = changed("former", scores, tuple(reversed_times(talk)))
    assert found[5] == 0.5
    assert found[4] > found[0]


def reversed_times(talk: tuple[Session, ...]) -> list[Session]:
    """The same sessions, said in the other order."""
    return [replace(one, said=other.said) for one, other in zip(talk, reversed(talk), strict=True)]


THEN = (
    said("a", "Ana: The roof leaks.", "Ana: Soup again.", time="2024-03-05"),
    said("b", "Ana: In May we talk about the contract.", time="2024-04-02"),
    said("c", "Ana: Tofu had kittens.", "Ben: I painted the hall.", time="2024-05-08"),
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did we talk about on 8 May?", {"Tofu had kittens.", "I painted the hall."}),
        ("What happened in March?", {"The roof leaks.", "Soup again."}),
    ],
)
def test_what_was_then_is_what_was_said_then(question: str, expected: set[str]) -> None:
    """Before all that has words of the question; and an answer quotes it."""
    with remembering(*THEN) as memory:
        found = memory.recall(question, asked_at="2024-06-01")
        answer = memory.answer(question, asked_at="2024-06-01")
        none = memory.answer("What happened in January?", asked_at="2024-06-01")
    assert {hit.turns[0].text for hit in found.hits[:2]} == expected
    assert found.probability == SAID_THEN
    assert {one.span.text for one in answer.evidence} == expected
    assert not none.found


def test_what_tells_most_of_a_time_comes_first() -> None:
    """What has words of the question ("happened") tells no more; a sentence is quoted, and no fragment."""
    lines = ("Ana: It once happened.", "Ben: Monstera. I moved the pots and the parrot upstairs.", "Ana: Ok.")
    with remembering(said("d", *lines, time="2024-05-08"), *THEN[:2]) as memory:
        question = "What happened on 8 May 2024?"
        found = memory.recall(question, asked_at="2024-06-01")
        answer = memory.answer(question, asked_at="2024-06-01")
    order = [hit.turns[0].text for hit in found.hits[:3]]
    assert order == [line.split(": ")[1] for line in (lines[1], lines[0], lines[2])]
    assert dict(found.hits[0].evidence[0].reason.parts)["words"] == 0
    assert answer.evidence[0].span.text == "I moved the pots and the parrot upstairs."


def test_a_question_about_something_at_a_time_is_about_that() -> None:
    """What was said then is only likelier."""
    with remembering(*THEN) as memory:
        assert memory.recall("What did Ben paint in May?", asked_at="2024-06-01").probability != SAID_THEN
