"""Ranked turns to ranked units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from convograph.architectures.unified import units
from convograph.architectures.unified.places import Places
from convograph.architectures.unified.units import RankedUnit, ranked_sessions, ranked_units
from convograph.types import Unit
from support.ranking import look, remembering, said

TALK = (
    said("a", "Ana: One.", "Ben: Two.", "Ana: Three.", "Ben: Four.", "Ana: Five."),
    said("b", "user: Six.", "assistant: Seven.", "user: Eight."),
)


def found(unit: Unit, scores: dict[int, float], k: int = 9, talk: tuple = TALK) -> list[tuple[list[int], float, int]]:
    """The units of a talk whose turns at some places have scores: places, score, best turn."""
    with remembering(*talk) as memory:
        looked = look(memory, "one")
        here = np.array(sorted(scores), np.int64)
        values = np.array([scores[place] for place in here.tolist()])
        ranked = ranked_units(looked.snapshot.turns, looked.places, here, values, unit=unit, k=k)
    return [(one.places.tolist(), one.score, one.best) for one in ranked]


SCORES = {0: 1.0, 1: 3.0, 4: 2.0, 6: 2.5, 7: 2.0}


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("turn", [([1], 3.0, 1), ([6], 2.5, 3), ([4], 2.0, 2), ([7], 2.0, 4), ([0], 1.0, 0)]),
        ("user-turn", [([7], 2.0, 4)]),
        # 3 + ½ ln(1 + e^-4); 2.5 + ½ ln(1 + e^-1); 3 + ½ ln(1 + e^-4 + e^-2)
        ("round", [([0, 1], 3.009075, 1), ([5, 6], 2.5, 3), ([4], 2.0, 2), ([7], 2.0, 4)]),
        ("block4", [([0, 1, 2, 3], 3.009075, 1), ([5, 6, 7], 2.656631, 3), ([4], 2.0, 2)]),
        ("chunk500", [([0, 1, 2, 3, 4], 3.071466, 1), ([5, 6, 7], 2.656631, 3)]),
    ],
)
def test_a_unit_is_a_little_better_than_its_best_turn(unit: Unit, expected: list[tuple[list[int], float, int]]) -> None:
    """Every other turn adds to it; ties go to the earlier; user turns are those of who is called user."""
    assert found(unit, SCORES) == expected
    assert found(unit, SCORES, k=1) == expected[:1]


def test_many_good_turns_come_before_a_better_one() -> None:
    """Also where only one unit is wanted: 2.9 + ½ ln 3 is 3.45."""
    scores = {0: 3.0, 5: 2.9, 6: 2.9, 7: 2.9}
    assert found("block4", scores, k=1) == [([5, 6, 7], 3.449306, 1)]


def test_a_turn_in_two_chunks_brings_both() -> None:
    """Windows share their last turns: each is found once, the earlier first."""
    text = " ".join(["boat"] * 40)  # 45 tokens a line, above a tenth of a chunk's 500 together with another
    talk = (said("c", *(f"Ana: {text}." for _ in range(30))),)
    chunks = found("chunk500", {10: 1.0}, talk=talk)
    assert [score for _, score, _ in chunks] == [1.0] * len(chunks)
    everything = found("chunk500", dict.fromkeys(range(30), 0.0), talk=talk)
    assert sorted({place for places, _, _ in everything for place in places}) == list(range(30))
    starts = [places[0] for places, _, _ in everything]
    assert starts == sorted(set(starts))
    shared = set(everything[0][0]) & set(everything[1][0])
    assert shared  # else this shows nothing
    assert [places for places, _, _ in found("chunk500", {max(shared): 1.0}, talk=talk)] == [
        places for places, _, _ in everything[:2]
    ]


class Rounds(Sequence[range]):
    """The rounds of a session of so many turns; counts how many are read."""

    def __init__(self, turns: int) -> None:
        self.turns, self.read = turns, 0

    def __len__(self) -> int:
        return self.turns // 2

    def __getitem__(self, number: Any) -> Any:
        if number >= len(self):
            raise IndexError(number)
        self.read += 1
        return range(2 * number, 2 * number + 2)


def test_a_long_session_is_not_searched_from_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 10,000 rounds some fourteen are read for each of 100 turns."""
    rounds = Rounds(20_000)
    monkeypatch.setattr(units, "_parts", lambda *_: rounds)
    places = Places(np.arange(20_000), np.arange(20_000), np.array([0]), np.zeros(20_000, np.int64))
    here = np.arange(0, 20_000, 200)
    with remembering(*TALK) as memory:
        ranked = ranked_units(look(memory, "one").snapshot.turns, places, here, here / 1_000, unit="round", k=2)
    assert [one.places.tolist() for one in ranked] == [[19_800, 19_801], [19_600, 19_601]]
    assert rounds.read < 100 * 20


def test_nobody_is_a_user_among_people() -> None:
    """Then there is no such unit."""
    assert found("user-turn", {0: 1.0}, talk=TALK[:1]) == []


def test_sessions_have_scores_of_their_own() -> None:
    """All visible turns of each; its best turn is the best of those scored, ties to the earlier."""
    with remembering(*TALK) as memory:
        places = look(memory, "one").places
    ranked = ranked_sessions(
        places, np.array([1, 4, 7]), np.array([1.0, 1.0, 0.0]), np.array([0, 1]), np.array([-1.0, 2.0]), k=2
    )
    assert [(one.places.tolist(), one.score, one.best) for one in ranked] == [
        ([5, 6, 7], 2.0, 2),
        ([0, 1, 2, 3, 4], -1.0, 0),
    ]
    even = ranked_sessions(places, np.array([1, 7]), np.zeros(2), np.array([0, 1]), np.zeros(2), k=1)
    assert isinstance(even[0], RankedUnit)
    assert even[0].places.tolist() == [0, 1, 2, 3, 4]
