"""The turns of an owner as a table."""

from __future__ import annotations

from datetime import datetime

import numpy as np

from convograph.graph.rows import SessionRow, TurnRow
from convograph.graph.turns import empty_turns
from convograph.types import Said

NOON, LATER = (Said(datetime(2024, 1, 1, hour), None, "") for hour in (12, 13))


def test_turns_are_said_by_time_then_session_id_then_ordinal() -> None:
    """Whatever was stored first; a turn has the time of its session, and one without any comes before all."""
    sessions = [SessionRow(1, "b", NOON, 2), SessionRow(2, "a", NOON, 2), SessionRow(3, "c", None, 1)]
    rows = [
        TurnRow(key, session, ordinal, name, None, "", said, "")
        for key, (session, ordinal, name, said) in enumerate(
            [(1, 1, "b1", None), (1, 0, "b0", None), (2, 1, "a1", LATER), (2, 0, "a0", None), (3, 0, "c0", None)], 4
        )
    ]
    table = empty_turns().extended(sessions, rows)
    order = np.lexsort(table.said(np.arange(len(table)))[::-1])
    assert [rows[row].id for row in order.tolist()] == ["c0", "a0", "b0", "b1", "a1"]
    some = np.array([2, 1, 3])
    assert [rows[row].id for row in some[np.lexsort(table.said(some)[::-1])].tolist()] == ["a0", "b0", "a1"]
    assert [len(column) for column in empty_turns().said(np.empty(0, np.int64))] == [0, 0, 0]


def test_sessions_are_found_by_name_and_their_turns_from_the_end() -> None:
    """Also when some are gone: the places of forgotten turns stay empty."""
    sessions = [SessionRow(1, "a", NOON, 6), SessionRow(2, "b", NOON, 1)]
    rows = [TurnRow(10 + place, 1, place, f"a{place}", None, "", None, "") for place in range(6)]
    table = empty_turns().extended(sessions, [*rows, TurnRow(20, 2, 0, "b0", None, "", None, "")])

    def latest(ordinal: int, most: int) -> list[str]:
        return [table.rows[row].id for row in table.latest_before(table.session_keys["a"], ordinal, most).tolist()]

    assert [latest(5, 2), latest(9, 2), latest(1, 3), latest(0, 3)] == [["a3", "a4"], ["a4", "a5"], ["a0"], []]
    table = table.without(np.array([2, 14, 20]))
    assert table.session_keys == {"a": 1}
    assert latest(5, 2) == ["a2", "a3"]
