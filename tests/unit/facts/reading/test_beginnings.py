"""What somebody has found but not yet begun, and what holds until then."""

from __future__ import annotations

import pytest

from convograph.memory import Memory
from support.facts import MARCH, lines_of, tell

SPIRE = "works_at Spire: current, since"


def held(memory: Memory, *sessions: tuple[str, str]) -> list[str]:
    """The facts of a history, without the turns that state them."""
    tell(memory, *sessions)
    return [line.partition(", s0")[0].partition(", s1")[0] for line in lines_of(memory.facts(outdated=True))]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("got a new job at Spire!! start on the 1st of may", f"{SPIRE} 2024-05-01"),
        ("I got a job at Spire. I'm so happy!! First day is Monday.", f"{SPIRE} 2024-03-11"),
        ("got hired by Spire starting Monday", f"{SPIRE} 2024-03-11"),
        ("I got a job at Spire yesterday and start in May", f"{SPIRE} 2024-05-01"),
        ("I have a job at Spire, my start date is 2 May", f"{SPIRE} 2024-05-02"),
        ("I've accepted a position at Spire, we begin on 2 May.", f"{SPIRE} 2024-05-02"),
        ("got the flat in Hull!! we move in on the 30th", "lives_in Hull: current, since 2024-03-30"),
        ("we got a flat in Bath, get the keys on friday", "lives_in Bath: current, since 2024-03-08"),
        ("Tom got a job at Spire, he starts Monday", "Tom works_at Spire: current, since 2024-03-11"),
        ("I got promoted to manager, starting next month", "occupation manager: current, since 2024-04-01"),
        ("got a job at spire today", f"{SPIRE} 2024-03-05"),
        ("I got a job at Spire. Tom starts on Monday.", f"{SPIRE} 2024-03-05"),
        ("I got a job at Spire. We start the diet on Monday.", f"{SPIRE} 2024-03-05"),
        ("I got a job at Spire. One. Two. Three. Start on 2 May.", f"{SPIRE} 2024-03-05"),
        ("I joined Spire as a nurse on Monday", f"{SPIRE} 2024-03-04"),
        ("I work at Spire. We start at 6 on Monday.", "works_at Spire: current"),
        ("I have a job at Spire. My friend starts on Monday.", "works_at Spire: current"),
        ("We moved to Bath, moving our piano in on friday", "lives_in Bath: current, since 2024-03-01"),
    ],
)
def test_what_is_found_begins_when_it_is_said_to(memory: Memory, said: str, expected: str) -> None:
    """The start may stand behind it, if it is that of the same person's job or home."""
    assert expected in held(memory, (MARCH, f"Ana: {said}"))


def test_the_old_job_holds_until_the_new_one_begins(memory: Memory) -> None:
    """Also if it is mentioned meanwhile."""
    sessions = (
        ("2024-03-01 10:00", "Ana: i work at Tesco"),
        ("2024-03-05 10:00", "Ana: got a new job at Spire!! start on the 1st of may"),
        ("2024-03-20 10:00", "Ana: I work at Tesco, so tired"),
        ("2024-05-01 10:00", "Ana: first day at Spire!"),
    )
    tesco = "works_at Tesco: outdated newer, until 2024-05-01"
    assert held(memory, *sessions) == [tesco, f"{SPIRE} 2024-05-01"]
    assert [one.value for one in memory.facts("Ana", "works_at", valid_at="2024-04-02")] == ["Tesco"]


def test_who_returns_to_the_old_job_leaves_the_new_one(memory: Memory) -> None:
    """Once that has begun."""
    sessions = (
        ("2024-03-01 10:00", "Ana: i work at Tesco"),
        ("2024-03-05 10:00", "Ana: got hired by Spire, starting 1 May"),
        ("2024-06-01 10:00", "Ana: I work at Tesco again"),
    )
    assert held(memory, *sessions)[1:] == [
        "works_at Spire: outdated newer, since 2024-05-01 until 2024-06-01",
        "works_at Tesco: current, s2:0",
    ]
