"""Evidence for each of the things that a question compares in time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from convograph.architectures.unified.ranking import BUNDLES
from convograph.architectures.unified.rules.compared_things import BELOW, raise_compared_things
from convograph.architectures.unified.scored import Scored
from support.ranking import look, remembering, said

TALK = (
    said("a", "Ana: The kayak came on Monday.", time="2024-03-04"),
    said("b", "Ana: The kayak is red.", time="2024-03-05"),
    said("c", "Ana: We rowed to Skye.", time="2024-03-09"),
)


def rescored(whole: list[float], *things: list[float]) -> Scored:
    """The turns by these scores for the whole question, and for each thing."""
    with remembering(*TALK) as memory:
        made = look(memory, "kayak skye").scored
        assert len(made.features.places) == len(TALK)
        telling = replace(made, features=replace(made.features, alike=np.ones(len(TALK))))
        scored = [replace(telling, scores=replace(made.scores, turns=np.array(one))) for one in (whole, *things)]
        return raise_compared_things(scored[0], scored[1:])


def test_the_best_turn_for_a_thing_lies_below_the_best_of_all() -> None:
    """By a fixed distance; what is already better for the whole question stays."""
    found = rescored([5.0, 4.5, 0.0], [3.0, 2.0, -4.0], [-6.0, -6.0, 1.0])
    assert found.scores.turns.tolist() == [5.0, 4.5, 5.0 - BELOW]


def test_others_are_as_far_below_as_they_are_for_the_thing() -> None:
    """Distances within a thing are kept, whatever its scores are."""
    found = rescored([5.0, -9.0, -9.0], [0.0, -1.5, -40.0])
    assert found.scores.turns.tolist() == [5.0, 5.0 - BELOW - 1.5, -9.0]


def test_the_change_is_explained_as_time() -> None:
    """What is added to a turn's score is added to its bundle of times, and to no other."""
    found = rescored([5.0, 4.5, 0.0], [-6.0, -6.0, 1.0])
    before = rescored([5.0, 4.5, 0.0])
    change = found.scores.parts - before.scores.parts
    assert change[tuple(BUNDLES).index("time")].tolist() == [0.0, 0.0, 5.0 - BELOW]
    assert np.count_nonzero(change) == 1


def test_a_thing_that_nothing_was_scored_for_changes_nothing() -> None:
    """A word that memory does not have leaves the question's own scores."""
    with remembering(*TALK) as memory:
        whole, nothing = look(memory, "kayak skye").scored, look(memory, "zxqv").scored
        assert raise_compared_things(whole, [nothing]).scores.turns.tolist() == whole.scores.turns.tolist()


def test_nothing_is_compared_where_nothing_is() -> None:
    """As before the first turn was said."""
    with remembering(*TALK) as memory:
        found = memory.recall("How many days passed between the kayak and Skye?", as_of="1990-01-01")
    assert (found.hits, found.probability) == ((), 0.0)


def test_both_events_are_found_first() -> None:
    """A turn that tells of one of them at length does not keep the other's out."""
    chatter = [
        said(f"x{number}", f"Ana: My kayak lesson number {number} was about how many days a kayak takes to dry.")
        for number in range(8)
    ]
    events = [said("bought", "Ana: I bought the kayak today!"), said("sold", "Ana: The bike found a new owner.")]
    with remembering(*chatter, *events) as memory:
        recall = memory.recall(
            "How many days passed between the day I bought the kayak and the day I sold the bike?", k=3
        )
        found = {hit.turns[0].session for hit in recall.hits}
        assert {"bought", "sold"} <= found


@pytest.mark.parametrize(("times", "expected"), [(True, 3), (False, 2)])
def test_each_of_three_events_is_found_unless_times_are_ignored(times: bool, expected: int) -> None:
    """They are ignored only to measure what understanding them is worth."""
    told = ("Ana: I bought the kayak today!", "Ana: I sold the bike.", "Ana: I saw the puffins.")
    chatter = [f"Ana: My kayak lesson number {number} was on what happened in the kayak." for number in range(8)]
    texts = (*told, *chatter)
    with remembering(*(said(f"x{place}", text) for place, text in enumerate(texts)), times=times) as memory:
        recall = memory.recall(
            "In which order did these happen: I bought the kayak, I sold the bike and I saw the puffins?", k=4
        )
        found = {hit.turns[0].session for hit in recall.hits}
        assert len(found & {f"x{place}" for place in range(len(told))}) == expected


def test_without_times_a_question_names_none_and_asks_about_no_period() -> None:
    """Its words and its kind stay."""
    question = "When did Ana last row to Skye in March 2024, and where does she row now?"
    with remembering(*TALK) as memory, remembering(*TALK, times=False) as untimed:
        timed, plain = look(memory, question), look(untimed, question)
    assert set(plain.values("said_near").values()) == {0.0}
    assert set(timed.values("said_near").values()) == {1.0}
    assert (timed.scored.period, plain.scored.period) == ("now", None)
    assert plain.values("when_time") == timed.values("when_time")
