"""The order of turns: what stands beside what, whatever order they arrived in and whichever are hidden."""

from __future__ import annotations

import numpy as np
import pytest

from convograph.architectures.unified.places import NOWHERE, Places, places_of
from convograph.graph.rows import SessionRow, TurnRow
from convograph.graph.turns import TurnTable, empty_turns


def table(*arrived: tuple[int, int]) -> TurnTable:
    """Turns as (session, ordinal), in order of arrival."""
    sessions = [SessionRow(key, f"s{key}", None, 99) for key in sorted({session for session, _ in arrived})]
    turns = [
        TurnRow(key, session, ordinal, f"{session}:{ordinal}", None, "Hello.", None, "")
        for key, (session, ordinal) in enumerate(arrived, start=100)
    ]
    return empty_turns().extended(sessions, turns)


INTERLEAVED = table((1, 0), (2, 0), (1, 1), (2, 1), (1, 2), (3, 0))


def order(turns: TurnTable, places: Places) -> list[str]:
    """The ids of the turns by place."""
    return [turns.rows[row].id for row in places.rows.tolist()]


def test_sessions_that_arrived_interleaved_are_put_in_order() -> None:
    """Sessions by arrival of their first turn, turns by ordinal; rows find their places."""
    places = places_of(INTERLEAVED, None)
    assert order(INTERLEAVED, places) == ["1:0", "1:1", "1:2", "2:0", "2:1", "3:0"]
    assert places.sessions.tolist() == [0, 0, 0, 1, 1, 2]
    assert places.session_starts.tolist() == [0, 3, 5]
    assert places.of_row[places.rows].tolist() == [0, 1, 2, 3, 4, 5]
    assert len(places) == 6


def test_turns_in_order_stay_as_they_are() -> None:
    """Gaps in ordinals, which forgetting leaves, are none between places."""
    turns = table((1, 0), (1, 7), (2, 3))
    assert order(turns, places_of(turns, None)) == ["1:0", "1:7", "2:3"]


def test_hidden_turns_are_nowhere() -> None:
    """The others close up, a session without a visible turn has no number."""
    places = places_of(INTERLEAVED, np.array([True, False, False, False, True, True]))
    assert order(INTERLEAVED, places) == ["1:0", "1:2", "3:0"]
    assert places.of_row.tolist() == [0, NOWHERE, NOWHERE, NOWHERE, 1, 2]
    assert places.sessions.tolist() == [0, 0, 1]
    assert places.session_starts.tolist() == [0, 2]


@pytest.mark.parametrize(
    ("distance", "expected"),
    [
        (1, [2, 3, 0, 5, 0, 0]),
        (-1, [0, 1, 2, 0, 4, 0]),
        (2, [3, 0, 0, 0, 0, 0]),
        (-2, [0, 0, 1, 0, 0, 0]),
        (5, [0] * 6),
        (-6, [0] * 6),
    ],
)
def test_what_stands_beside_is_of_the_same_session(distance: int, expected: list[int]) -> None:
    """0 where there is no such turn."""
    places = places_of(INTERLEAVED, None)
    values = np.array([1, 2, 3, 4, 5, 6])
    everywhere, some = np.arange(6), np.array([1, 4])
    both = [expected, [-value for value in expected]]
    assert places.beside(values, everywhere, distance).tolist() == expected
    assert places.beside(np.stack([values, -values]), everywhere, distance).tolist() == both
    assert places.beside(values, some, distance).tolist() == [expected[1], expected[4]]


@pytest.mark.parametrize("turns", [empty_turns(), INTERLEAVED])
def test_no_visible_turn_has_no_place(turns: TurnTable) -> None:
    """Nothing fails."""
    places = places_of(turns, np.zeros(len(turns), np.bool_))
    assert len(places) == 0
    assert places.of_row.tolist() == [NOWHERE] * len(turns)
    assert [places.sessions.tolist(), places.session_starts.tolist()] == [[], []]
    assert places.beside(np.empty((2, 0)), np.empty(0, np.int64), 1).shape == (2, 0)
    assert places.with_neighbours(np.empty((2, 0)), np.empty((2, 0)), 1).shape == (2, 0)
