"""Turns a second: every step is done, in one process and in several."""

from __future__ import annotations

from convograph_eval.language.speed import REPEATS, STEPS, measure
from support.findings import WordlessParser, turn


def test_each_step_is_timed_with_each_number_of_processes() -> None:
    """A record for each, with all repeats; the rates stand in a table by step, and the watch is told each."""
    told: list[tuple[int, int]] = []
    given = [[turn("I ran home yesterday.", name="a")], [turn("Oh.", name="b"), turn("Where?", name="c")]]
    measured = measure(given, WordlessParser, (1, 2), lambda done, total: told.append((done, total)))
    assert [(one["step"], one["processes"]) for one in measured.items] == [
        (step, processes) for processes in (1, 2) for step in STEPS
    ]
    assert all(len(one["seconds"]) == REPEATS and one["turns_a_second"] > 0 for one in measured.items)
    assert all(len(one["processor_seconds"]) == REPEATS for one in measured.items)
    assert measured.summary["turns"] == 3
    assert set(measured.summary["turns_a_second"]) == set(STEPS)
    assert all(set(rates) == {"1", "2"} for rates in measured.summary["turns_a_second"].values())
    assert told[-1] == (2 * len(STEPS), 2 * len(STEPS))
