"""Triplets and events in a memory: stored whole, known again, exported and imported, forgotten with their turns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph.errors import InputError
from convograph.memory import Memory
from convograph.types import BringReport, Memo, Triplet, When
from support.encoders import HashingEncoder
from support.stores import ON_FILE

LIVES = {"kind": "triplet", "subject": "Ana", "relation": "lives in", "object": "Porto", "turns": ["s:0"]}
MOVES = {
    **{"kind": "event", "text": "Ana moves to Porto in May 2023.", "event": "Move", "event_time": "May 2023"},
    **{"triplets": [["Ana", "moves to", "Porto"], ["Ana", "leaves", "Lisbon"]], "turns": ["s:0", "s:1"]},
}
SLEEPS = {"kind": "event", "text": "Miso sleeps.", "event_time": "as always", "session": "s"}
MAY = When(datetime(2023, 5, 1), datetime(2023, 6, 1), "month")
EVERY_TUESDAY = When(datetime(2023, 5, 2, 18), None, "hour", approximate=True, every="Tuesday")


@pytest.fixture
def memory(location: Path | str) -> Iterator[Memory]:
    """A session of two turns, and one that triplets and events say nothing about."""
    with convograph.open(location, architecture="sgmem-tmfi", encoder=HashingEncoder()) as opened:
        opened.add([{"text": "I move to Porto.", "speaker": "Ana"}, {"text": "My cat is called Miso."}], session="s")
        opened.add([{"text": "The sea is near."}], session="t")
        yield opened


def export(memory: Memory) -> list[str]:
    lines: list[str] = []
    memory.export_to(lines.append)
    return lines


def altered(memory: Memory, **changes: Any) -> list[str]:
    """The export with other details of its event."""
    records = [json.loads(line) for line in export(memory)]
    (event,) = [record for record in records if record.get("memo") == "event"]
    event["details"] |= changes
    return [json.dumps(record) for record in records]


@ON_FILE
def test_they_are_stored_with_all_that_they_say(memory: Memory, location: Path | str) -> None:
    """And read again by another process: triplets, name, time, and the words of the time."""
    assert memory.bring([LIVES, MOVES, SLEEPS]) == BringReport(3, 0)
    with convograph.open(location, encoder=HashingEncoder()) as again:
        triplet, event, asleep = again.memos()
        assert again.stats().memos == {"triplet": 1, "event": 2}
        assert again.memos("triplet") == [triplet]
        assert again.memos("event") == [event, asleep]
    assert (triplet.text, triplet.triplets) == ("Ana lives in Porto", (Triplet("Ana", "lives in", "Porto"),))
    assert [one.text for one in event.triplets] == ["Ana moves to Porto", "Ana leaves Lisbon"]
    assert (event.name, event.when, event.when_text) == ("Move", MAY, "May 2023")
    assert (asleep.name, asleep.when, asleep.when_text, asleep.triplets) == (None, None, "as always", ())
    assert [turn.id for turn in asleep.turns] == ["s:0", "s:1"]


def test_bringing_again_changes_nothing(memory: Memory) -> None:
    """What differs in a triplet, a name or a time is another memo, though its text be the same."""
    memory.bring([LIVES, MOVES, SLEEPS])
    assert memory.bring([SLEEPS, MOVES, LIVES, LIVES]) == BringReport(0, 4)
    split = {**LIVES, "subject": "Ana lives", "relation": "in"}
    assert memory.bring([split, {**MOVES, "event": "A move"}, {**MOVES, "event_time": None}]) == BringReport(3, 0)


def test_architectures_and_writing_leave_them_aside(memory: Memory) -> None:
    """Recall takes summaries, facts and insights along; a model is asked for these, whatever was brought of others."""
    memory.bring([LIVES, MOVES])
    memory.bring([{"kind": "fact", "text": "Miso is a cat.", "session": "s"}])
    assert [memo.kind for memo in memory.recall("Porto cat Miso Ana", k=9).memos] == ["fact"]
    assert dict(memory.enrich_plan().calls) == {"summary": 2, "fact": 1, "insight": 1}
    assert dict(memory.enrich_plan(["event"]).calls) == {"event": 1}  # of the session without one


def test_an_export_with_them_comes_back_whole(memory: Memory) -> None:
    """It is of version 4; the same bytes whatever order the memos came in; every field of a time travels."""
    repeated = Memo("event", "They dance.", None, ("t:0",), when=EVERY_TUESDAY)
    memory.bring([SLEEPS, {**MOVES, "event": "A move"}, MOVES, LIVES, repeated])
    first = export(memory)
    assert json.loads(first[0])["version"] == 4
    moved = next(json.loads(line) for line in first if '"Move"' in line)
    assert moved["details"] == {
        "triplets": [["Ana", "moves to", "Porto"], ["Ana", "leaves", "Lisbon"]],
        "name": "Move",
        "when": {
            **{"start": "2023-05-01 00:00:00", "end": "2023-06-01 00:00:00"},
            **{"grain": "month", "approximate": False, "every": None},
        },
        "when_text": "May 2023",
    }
    other = memory.for_owner("other")
    memos = [line for line in first if line.startswith('{"memo"')]
    report = other.import_from([line for line in first if line not in memos] + memos[::-1])
    assert report.memos == BringReport(5, 0)
    assert export(other) == first
    assert [memo.when for memo in other.memos("event") if memo.text == "They dance."] == [EVERY_TUESDAY]
    assert memory.import_from(first).memos == BringReport(0, 5)


def test_an_export_without_them_is_of_an_earlier_version(memory: Memory) -> None:
    """So that an older convograph reads it; forgetting the last of them brings it back to that."""
    memory.bring([LIVES, {"kind": "fact", "text": "The sea is near.", "turns": ["t:0"]}])
    assert json.loads(export(memory)[0])["version"] == 4
    memory.forget(turn="s:0")
    header, *lines = export(memory)
    assert json.loads(header)["version"] == 2
    assert not any("details" in line for line in lines)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"triplets": [["Ana", "moves"]]}, "triplets"),
        ({"triplets": [["Ana", "moves", ""]]}, "triplets[0].object is blank"),
        ({"triplets": "Ana"}, "details.triplets"),
        ({"when": "May 2023"}, "details.when"),
        ({"when": {"start": None, "end": None, "grain": "eon", "approximate": False, "every": None}}, "grain"),
        ({"when": {"start": "soon", "end": None, "grain": "day", "approximate": False, "every": None}}, "soon"),
        (
            {"when": {"start": "2023-05-01T00:00Z", "end": None, "grain": "day", "approximate": False, "every": None}},
            "when.start is not a naive datetime",
        ),
        ({"when_text": " "}, "when_text is blank"),
        ({"name": "a\0b"}, "name holds the control character U+0000"),
        ({"more": 1}, "details.more"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_details_that_are_none_are_not_imported(memory: Memory, changes: dict[str, Any], words: str) -> None:
    """The message names the line; nothing is stored."""
    memory.bring([MOVES])
    given = altered(memory, **changes)
    other = memory.for_owner("other")
    with pytest.raises(InputError) as caught:
        other.import_from(given)
    assert words in str(caught.value)
    assert str(caught.value).startswith("line 5:")
    assert "\n" not in str(caught.value)
    assert "other" not in memory.owners()


def test_a_memo_of_another_kind_with_details_is_not_imported(memory: Memory) -> None:
    """A fact has neither a triplet nor a name."""
    memory.bring([MOVES])
    given = [line.replace('"memo":"event"', '"memo":"fact"') for line in export(memory)]
    with pytest.raises(InputError, match="line 5: triplets is not empty; a fact has none"):
        memory.for_owner("other").import_from(given)


def test_they_go_with_any_of_their_turns(memory: Memory) -> None:
    """As every memo does."""
    memory.bring([LIVES, MOVES, SLEEPS])
    memory.forget(turn="s:1")
    assert [memo.kind for memo in memory.memos()] == ["triplet"]
    memory.forget(session="s")
    assert memory.memos() == []
