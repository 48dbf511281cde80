"""Plans to move, and reports that somebody has moved in."""

from __future__ import annotations

import pytest

from convograph.facts.reading.moves import moving_in
from convograph.memory import Memory
from support.facts import lines_of, tell

SEPTEMBER, OCTOBER, DECEMBER = "2026-09-01 10:00", "2026-10-10 10:00", "2026-12-10 10:00"


@pytest.mark.parametrize(
    ("said", "planned"),
    [
        ("we're moving to 27 Moorfield Road on sat", "27 Moorfield Road"),
        ("me and sam are moving to hull in december", "Hull"),
        ("Me and Sam are moving to Hull", "Hull"),
        ("I'll move to Hull in May", "Hull"),
        ("Our new address will be 27 Moorfield Road", "27 Moorfield Road"),
        ("we got the flat on Moor Lane", "Moor Lane"),
        ("moving into 27 moorfield road next week!", "27 moorfield road"),
        ("I might be moving to Hull", None),
        ("we're thinking of moving to Hull", None),
        ("Are we moving to Hull?", None),
        ("I'm moving to the sales team", None),
        ("Tom and Sam are moving to Hull", None),
        ("My sister is moving to Hull", None),
        ("Tom's new address will be 27 Moorfield Road", None),
        ("we're not moving to Hull", None),
        ("I'm moving to Mars", None),
    ],
)
def test_a_sure_plan_names_a_home(said: str, planned: str | None) -> None:
    """That of the speaker, on Earth."""
    found = moving_in(said)
    assert (None if found is None else found.planned) == planned


@pytest.mark.parametrize(
    ("said", "has"),
    [
        ("Moved in!", True),
        ("we're in!", True),
        ("finally moved", True),
        ("So we've all moved in today!! boxes everywhere", True),
        ("we are in the new place", True),
        ("ok i'm in", False),
        ("we're in", False),
        ("moved", False),
        ("moved the meeting", False),
        ("Moved in yet?", False),
        ("She's in!", False),
        ("we're in trouble!", False),
    ],
)
def test_a_short_sentence_reports_the_move(said: str, has: bool) -> None:
    """If it says nothing else."""
    found = moving_in(said)
    assert (found is not None and found.moved_in is not None) == has


@pytest.mark.parametrize(
    ("between", "home"),
    [
        (
            ((OCTOBER, "Ana: we're moving to 27 Moorfield Road on sat"), (DECEMBER, "Ana: Moved in!")),
            "27 Moorfield Road",
        ),
        (((OCTOBER, "Ana: me and sam are moving to hull"), (DECEMBER, "Ana: we're in!")), "Hull"),
        (((DECEMBER, "Ana: Moved in today! 27 Moorfield Road, what a mess"),), "27 Moorfield Road"),
        (((DECEMBER, "Ana: We're all moved in at 27 Moorfield Road!"),), "27 Moorfield Road"),
        (((DECEMBER, "Ana: Moved in!"),), "12 Oak Road"),
        (((OCTOBER, "Ana: we might move to Hull"), (DECEMBER, "Ana: we're in!")), "12 Oak Road"),
        (((OCTOBER, "Ben: we're moving to Hull"), (DECEMBER, "Ana: we're in!")), "12 Oak Road"),
        (
            ((OCTOBER, "Ana: we're moving to Hull"), (OCTOBER, "Ana: it fell through"), (DECEMBER, "Ana: we're in!")),
            "12 Oak Road",
        ),
        (((OCTOBER, "Ana: we're moving to Hull"), ("2027-09-01 10:00", "Ana: Moved in!")), "12 Oak Road"),
        (((OCTOBER, "Ana: we're moving to Hull"), (DECEMBER, "Ana: Moved in! Just kidding")), "12 Oak Road"),
    ],
)
def test_who_reports_a_planned_move_lives_there(
    memory: Memory, between: tuple[tuple[str, str], ...], home: str
) -> None:
    """And no longer where they lived."""
    tell(memory, (SEPTEMBER, "Ana: I live at 12 Oak Road"), *between)
    assert [one.value for one in memory.facts("Ana", "lives_in")] == [home]


@pytest.mark.parametrize(
    ("first", "later", "current"),
    [
        ("i live at 12 Oak Road", "my new address is 27 Moorfield Road, LS12 3AB", {("address", "27 Moorfield Road")}),
        ("my new address is 12 Oak Road", "I live at 27 Moorfield Road", {("lives_in", "27 Moorfield Road")}),
        (
            "i live at 12 Oak Road",
            "Ben's new address is 27 Moorfield Road",
            {("lives_in", "12 Oak Road")},
        ),
        (
            "I live in Leeds",
            "my new address is 27 Moorfield Road",
            {("lives_in", "Leeds"), ("address", "27 Moorfield Road")},
        ),
        (
            "I live at 12 Oak Road",
            "my new address is 12 Oak Road, LS1",
            {("lives_in", "12 Oak Road"), ("address", "12 Oak Road")},
        ),
    ],
)
def test_a_street_ends_another(memory: Memory, first: str, later: str, current: set[tuple[str, str]]) -> None:
    """Whether it is told as a home or as an address; a town may be that of the street."""
    tell(memory, (SEPTEMBER, f"Ana: {first}"), (OCTOBER, f"Ana: {later}"))
    assert {(one.relation, one.value) for one in memory.facts("Ana")} == current


def test_a_street_is_left_with_its_address(memory: Memory) -> None:
    """When the new one was told."""
    tell(memory, (SEPTEMBER, "Ana: i live at 12 Oak Road"), (OCTOBER, "Ana: my new address is 27 Moorfield Road"))
    assert lines_of(memory.facts(outdated=True))[0] == (
        "lives_in 12 Oak Road: outdated newer, until 2026-10-10, s0:0, by s1:0, then 27 Moorfield Road"
    )
