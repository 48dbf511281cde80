"""What is counted and listed of a memory."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

import convograph
from convograph import Session, SessionSummary, Turn, parse_said
from convograph.memory import Memory


@pytest.fixture
def memory(location: Path | str):
    with convograph.open(location) as opened:
        yield opened


def test_sessions_are_listed_by_time(memory: Memory) -> None:
    """With their first and last time, turns, and speakers in order and first spelling; undated ones come last."""
    late = Turn("Late.", "Ben", parse_said("2024-05-03 10:00"))
    memory.add(
        [
            Session((Turn("Hello."), Turn("Hi.", "Cleo")), id="undated"),
            Session((Turn("One.", "Ben"), Turn("Two."), Turn("Three.", "Ana"), late), "may", parse_said("2024-05-02")),
            Session((Turn("Zero.", "Ana"), Turn("Null.", "ana")), "april", parse_said("2024-04-01 09:30")),
        ]
    )
    april = datetime(2024, 4, 1, 9, 30)
    assert memory.sessions() == [
        SessionSummary("april", april, april, 2, ("Ana",)),
        SessionSummary("may", datetime(2024, 5, 2), datetime(2024, 5, 3, 10), 4, ("Ben", "Ana")),
        SessionSummary("undated", None, None, 2, ("Cleo",)),
    ]


def test_sessions_follow_every_change(memory: Memory) -> None:
    """None, one, a longer one, one that lost a turn, none again; each owner has their own."""
    assert memory.sessions() == []
    memory.append(Turn("One.", "Ana"), "s", said="2024-05-01 09:00")
    memory.append(Turn("Two.", "Ben"), "s", said="2024-05-01 10:00")
    assert [(one.turns, one.speakers) for one in memory.sessions()] == [(2, ("Ana", "Ben"))]
    memory.forget(turn="s:0")
    nine, ten = datetime(2024, 5, 1, 9), datetime(2024, 5, 1, 10)
    assert nine not in (memory.sessions()[0].first_said, memory.sessions()[0].last_said)
    assert memory.sessions() == [SessionSummary("s", ten, ten, 1, ("Ben",))]
    assert memory.for_owner("other").sessions() == []
    memory.forget(session="s")
    assert memory.sessions() == []


@pytest.mark.parametrize(("architecture", "sentences"), [("unified", 3), ("sgmem-tf", 3), ("hybrid", 0)])
def test_sentences_are_counted_whatever_layer_has_them(architecture: str, sentences: int) -> None:
    """The default's words by number are sentences too; some architectures have none."""
    with convograph.open(":memory:", architecture=architecture) as memory:
        memory.add([{"speaker": "Ana", "text": "The key is here. The cat sleeps."}, {"text": "Yes."}])
        assert memory.stats().sentences == sentences
