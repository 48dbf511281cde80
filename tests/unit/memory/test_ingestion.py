"""Identity and growth of sessions."""

from __future__ import annotations

from pathlib import Path

import pytest

import convograph
from convograph import Session, Turn, parse_said
from convograph.errors import ConflictError, InputError
from convograph.memory import Memory
from convograph.types import SessionReport

ANA, BEN = Turn("Hello there", "Ana"), Turn("Good morning", "Ben")


@pytest.fixture
def memory(location: Path | str):
    with convograph.open(location) as opened:
        yield opened


def ids(memory: Memory) -> list[str]:
    return [turn.id for turn in memory.picture().turns]


def test_a_session_without_an_id_is_named_by_its_contents(memory: Memory) -> None:
    """The same call again adds nothing; other words are another session; the store's secret is part of the name."""
    first = memory.add([ANA, BEN])
    assert memory.add([ANA, BEN]).sessions == (SessionReport(first.sessions[0].id, 0, 2),)
    assert memory.add([BEN, ANA]).sessions[0].id != first.sessions[0].id
    assert memory.stats().sessions == 2


def test_two_stores_name_the_same_session_differently(tmp_path: Path) -> None:
    """The name does not tell the contents to someone who guesses them."""
    names = set()
    for name in ("a.db", "b.db"):
        with convograph.open(tmp_path / name) as memory:
            names.add(memory.add([ANA, BEN]).sessions[0].id)
    assert len(names) == 2


def test_turns_without_an_id_are_named_by_session_and_ordinal(memory: Memory) -> None:
    """`<session>:<ordinal>`, also when the session grows."""
    memory.add([ANA], session="s")
    memory.add([ANA, BEN], session="s")
    memory.add([Turn("And again", "Ana")], session="s", first_ordinal=2)
    assert ids(memory) == ["s:0", "s:1", "s:2"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Turn("Other words", "Ana"), "another text: 'Hello there', not 'Other words'"),
        (Turn("Hello there", "Cleo"), "another speaker: 'Ana', not 'Cleo'"),
        (Turn("Hello there", "Ana", parse_said("2024-01-01")), "another time: none, not '2024-01-01'"),
        (Turn("Hello there", "Ana", id="x"), "another id: 's:0', not 'x'"),
    ],
)
def test_another_content_under_a_stored_id_is_refused_naming_both(memory: Memory, given: Turn, said: str) -> None:
    """Nothing is changed by the refused call; `replace` puts the new session in its place."""
    memory.add([ANA, BEN], session="s")
    with pytest.raises(ConflictError, match=said):
        memory.add([given, BEN, BEN], session="s")
    assert memory.stats().turns == 2
    memory.add([given, BEN, BEN], session="s", replace=True)
    assert memory.stats().turns == 3


def test_a_gap_left_by_forgetting_matches_any_turn_and_is_not_filled(memory: Memory) -> None:
    """Adding the whole session again does not bring the forgotten turn back, nor use its ordinal again."""
    memory.add([ANA, BEN, ANA], session="s")
    memory.forget(turn="s:1")
    memory.forget(turn="s:2")
    again = [ANA, Turn("Whatever", "Zoe"), Turn("else", "Zoe"), BEN]
    report = memory.add(again, session="s")
    assert (report.added, report.known, report.forgotten) == (1, 1, 2)
    assert ids(memory) == ["s:0", "s:3"]
    assert memory.add(again, session="s", replace=True).added == 4  # brings the session back whole
    assert ids(memory) == ["s:0", "s:1", "s:2", "s:3"]


def test_two_sessions_of_one_call_have_ids_of_their_own(memory: Memory) -> None:
    """Otherwise the second would be taken for the first grown, or replace it."""
    for replace in (False, True):
        with pytest.raises(InputError, match=r"sessions\[0\] and sessions\[1\] have the same id: 's'"):
            memory.add([Session((ANA,), id="s"), Session((BEN,), id="s")], replace=replace)
    assert memory.stats().turns == 0


def test_a_turn_id_stored_elsewhere_is_refused(memory: Memory) -> None:
    """Ids of turns are unique within an owner; the error says where it is, and what differs there."""
    memory.add([Turn("One", "Ana", id="x")], session="s")
    stored = "'x' is stored already, as turn 0 of session 's'"
    with pytest.raises(ConflictError, match=f"{stored}, with another text: 'One', not 'Two'; give"):
        memory.add([Turn("Two", "Ana", id="x")], session="t")
    with pytest.raises(ConflictError, match=f"{stored}, with another text: 'One', not 'Two'; give"):
        memory.append(Turn("Two", "Ana", id="x"))
    with pytest.raises(ConflictError, match=f"{stored}, with another speaker: 'Ana', not 'Ben'; give"):
        memory.append(Turn("One", "Ben", id="x"))
    with pytest.raises(ConflictError, match=f"{stored}; give the turn another id, or none"):
        memory.append(Turn("One", "Ana", id="x"), "t")


def test_turns_beyond_the_end_are_refused(memory: Memory) -> None:
    """A session has no holes that were never there; only a named session can grow."""
    memory.add([ANA], session="s")
    with pytest.raises(InputError, match="has turns up to ordinal 0, and the call begins at 5"):
        memory.add([BEN], session="s", first_ordinal=5)
    with pytest.raises(InputError, match="give its id with first_ordinal=1"):
        memory.add([BEN], first_ordinal=1)
    with pytest.raises(InputError, match="for one session, and 2 were given"):
        memory.add([Session((ANA,)), Session((BEN,))], session="s")


def test_progress_is_told_in_turns(memory: Memory) -> None:
    """Calls grow up to the total."""
    told: list[tuple[int, int]] = []
    sessions = [Session(tuple(Turn(f"{n} {m}") for m in range(400)), id=f"s{n}") for n in range(5)]
    memory.add(sessions, progress=lambda done, total: told.append((done, total)))
    assert told == [(800, 2000), (1600, 2000), (2000, 2000)]


def test_an_export_does_not_overwrite_its_store(memory: Memory) -> None:
    """The store's own path is refused as a target, and the store is as it was."""
    memory.add([ANA], session="s")
    with pytest.raises(InputError, match="is the store itself"):
        memory.export_to(memory.location)
    assert memory.stats().turns == 1


def test_an_export_replaces_an_earlier_one_and_no_other_file(memory: Memory, tmp_path: Path) -> None:
    """Whoever names the file that was imported keeps it."""
    memory.add([ANA], session="s")
    imported, export = tmp_path / "chat.jsonl", tmp_path / "export.jsonl"
    imported.write_text('{"speaker": "Ana", "text": "Hello."}\n')
    with pytest.raises(InputError, match="exists and is no export; name another file, or remove it first"):
        memory.export_to(imported)
    assert imported.read_text() == '{"speaker": "Ana", "text": "Hello."}\n'
    export.touch()  # as `mktemp` makes one
    assert memory.export_to(export) == memory.export_to(export) == 3
